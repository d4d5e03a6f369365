// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapGeo
package import MapPlane
package import MapScene

/// The handles of all polygons that are being edited, in the order of the scene.
///
/// They lie over everything but the attribution, so that each can be taken hold of.
package struct HandleLayout {
    /// One handle at its place, in pixels.
    package struct Handle {
        /// As the scene's other items are called: `overlay/area/handle/3`.
        package var id: String
        /// Of the polygon, in the list that was laid out.
        package var overlay: Int
        /// The corner's number in ring order.
        package var vertex: Int
        package var coordinate: Coordinate
        /// Where the corner lies.
        package var center: Point
        /// What takes touches.
        package var hitBox: Rect
        package var isHighlighted: Bool
        fileprivate var mark: Mark
    }

    package private(set) var handles: [Handle] = []

    package init(viewport: Viewport, overlays: [Overlay], images: [String: AnnotationImage] = [:]) {
        for (index, overlay) in overlays.enumerated() {
            guard case .polygon(let polygon) = overlay.content, let lineStyle = polygon.handles, overlay.isFinite else {
                continue
            }
            let artwork = HandleArtwork(lineStyle, color: polygon.look?.strokeColor, images: images)
            let (width, height) = (lineStyle.hitSize.width * viewport.scale, lineStyle.hitSize.height * viewport.scale)
            for (vertex, corner) in polygon.corners.enumerated() {
                let center = viewport.pixel(for: corner)
                let isHighlighted = lineStyle.highlighted == vertex
                handles.append(
                    Handle(
                        id: "\(overlay.path(at: index))/handle/\(vertex)", overlay: index, vertex: vertex,
                        coordinate: corner, center: center,
                        hitBox: Rect(
                            x: center.x - width / 2, y: center.y - height / 2, width: width, height: height),
                        isHighlighted: isHighlighted,
                        mark: artwork.mark(isHighlighted: isHighlighted, at: center, scale: viewport.scale)))
            }
        }
    }

    /// The highlighted ones last, so that the finger's handle is seen.
    package var items: [DrawingItem] {
        (handles.filter { !$0.isHighlighted } + handles.filter(\.isHighlighted)).map {
            DrawingItem(
                id: $0.id, role: .handle, bounds: $0.mark.bounds, mark: $0.mark,
                targets: [Target(path: $0.id, shape: .box($0.hitBox))])
        }
    }

    /// What labels of the map must stay out of, in pixels.
    package var boxes: [Rect] { handles.map { $0.mark.bounds } }
}

/// What a handle looks like.
struct HandleArtwork {
    private let normal: AnnotationImage?
    private let highlighted: AnnotationImage?
    private let color: Color

    /// A name without a picture was reported when it was looked for: the usual dot stands in for it.
    init(_ lineStyle: Handles, color: Color?, images: [String: AnnotationImage]) {
        normal = lineStyle.image.flatMap { images[$0] }
        highlighted = lineStyle.highlightedImage.flatMap { images[$0] } ?? normal
        self.color = (color ?? .systemBlue).withoutOpacity
    }

    /// In pixels; an image keeps its natural size and lies on whole pixels.
    func mark(isHighlighted: Bool, at center: Point, scale: Double) -> Mark {
        guard let image = isHighlighted ? highlighted : normal else {
            return dot(isHighlighted).placed(scale: scale, at: center)
        }
        let (width, height) = (image.size.width, image.size.height)
        let corner = center - Point(width / 2, height / 2) * scale
        return image.mark(in: Rect(x: 0, y: 0, width: width, height: height))
            .placed(scale: scale, at: Point(corner.x.rounded(), corner.y.rounded()))
    }

    /// A dot in a white ring; the one that is moved is larger, and lies in a halo.
    private func dot(_ isHighlighted: Bool) -> Mark {
        let ring = isHighlighted ? 11.0 : 7.5
        let shadow = SoftShadow.circle(
            center: Point(0, 1), radius: ring, blur: isHighlighted ? 4 : 2.5, color: .black.opacity(0.3))
        let glow = Mark.fill(.circle(center: .zero, radius: 20), .nonZero, .color(color.opacity(0.2)))
        return .group(
            Group(
                marks: (isHighlighted ? [glow] : []) + [
                    shadow, .fill(.circle(center: .zero, radius: ring), .nonZero, .color(.white)),
                    .stroke(.circle(center: .zero, radius: ring), StrokeStyle(width: 0.5), .black.opacity(0.16)),
                    .fill(.circle(center: .zero, radius: ring - (isHighlighted ? 3.2 : 2.4)), .nonZero, .color(color)),
                ]))
    }
}

extension Color {
    /// The same color, opaque.
    fileprivate var withoutOpacity: Color { Color(red: red, green: green, blue: blue) }
}
