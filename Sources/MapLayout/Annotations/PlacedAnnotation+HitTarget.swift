// SPDX-License-Identifier: MIT
import MapCanvas
import MapScene

extension PlacedAnnotation {
    /// The hit target of an annotation, its title or a part of its callout.
    ///
    /// Every part links to the annotation's `href`, except accessories with one of their own.
    ///
    /// - Parameters:
    ///   - shape: in pixels.
    ///   - part: such as "callout/left"; nil for view and title.
    ///   - accessory: the accessory that the part is, if any.
    /// - Returns: the target, with the texts of the annotation or the accessory.
    func target(_ shape: HitShape, part: String? = nil, _ accessory: CalloutAccessory? = nil) -> Target {
        Target(
            path: part.map { "\(id)/\($0)" } ?? id,
            name: part == nil ? annotation.id : accessory?.id,
            title: accessory?.label ?? annotation.title, alt: accessory?.label == nil ? annotation.alt : nil,
            href: accessory?.href ?? annotation.href, shape: shape)
    }
}

extension Callout {
    /// The accessory of the part "left" or "right".
    func accessory(named name: String) -> CalloutAccessory? {
        switch name {
        case "left": left
        case "right": right
        default: nil
        }
    }
}
