// SPDX-License-Identifier: MIT
import MapCanvas
import MapScene

extension PlacedAnnotation {
    /// What is hit where the sign, its title or a part of its callout stands.
    ///
    /// All of an annotation leads where the annotation leads, but an accessory with an address of its own.
    ///
    /// - Parameters:
    ///   - shape: in pixels.
    ///   - part: such as "callout/left"; nil for sign and title.
    ///   - accessory: what stands there, if it is one.
    /// - Returns: the target, with the annotation's words or the accessory's own.
    func target(_ shape: HitShape, part: String? = nil, _ accessory: CalloutAccessory? = nil) -> Target {
        Target(
            path: part.map { "\(id)/\($0)" } ?? id,
            name: part == nil ? annotation.id : accessory?.id,
            title: accessory?.label ?? annotation.title, alt: accessory?.label == nil ? annotation.alt : nil,
            href: accessory?.href ?? annotation.href, shape: shape)
    }
}

extension Callout {
    /// The accessory at "left" or "right".
    func accessory(named name: String) -> CalloutAccessory? {
        switch name {
        case "left": left
        case "right": right
        default: nil
        }
    }
}
