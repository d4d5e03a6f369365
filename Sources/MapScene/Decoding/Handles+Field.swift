// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapPlane

extension Handles {
    /// True, false, or an object; `corners` is how many there are to choose from, nil when the ring is wrong.
    static func decode(_ field: Field, corners: Int?) -> Handles?? {
        if let on = field.node.bool { return on ? Handles() : .some(nil) }
        guard field.node.object != nil else { return field.expected("true, false or an object") }
        guard var object = field.object() else { return nil }
        let image = object.optional("image", ImageAsset.init)
        let highlightedImage = object.optional("highlightedImage", ImageAsset.init)
        let hitSize = object.optional("hitSize") { Size(points: $0, in: 1...1000) }
        let highlighted = object.optional("highlighted") { field in
            field.integer(in: 0...max(0, (corners ?? Int(Int32.max)) - 1))
        }
        object.finish()
        return Handles(
            image: image, highlightedImage: highlightedImage, hitSize: hitSize ?? usualHitSize,
            highlighted: highlighted)
    }
}

extension Size {
    /// `[width, height]` in points.
    init?(points field: Field, in range: ClosedRange<Double>) {
        guard field.node.array?.count == 2, let fields = field.elements() else {
            field.report(expected: "[width, height]")
            return nil
        }
        let (width, height) = (fields[0].number(in: range), fields[1].number(in: range))
        guard let width, let height else { return nil }
        self.init(width: width, height: height)
    }
}
