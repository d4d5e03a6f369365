// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapGeo
package import MapGeometry
import MapImages
package import MapScene

/// Lays out the vertex handles of polygons that are being edited.
///
/// They are painted above everything but the attribution, so that each can be grabbed.
package struct HandleLayout {
    /// A handle; lengths in pixels.
    package struct Handle {
        /// The id of its drawing item, such as `overlay/area/handle/3`.
        package var id: String
        /// The index of the polygon's overlay.
        package var overlay: Int
        /// The index of the vertex in ring order.
        package var vertex: Int
        package var coordinate: Coordinate
        /// The vertex's pixel.
        package var center: Point
        /// The touch area.
        package var hitBox: Rect
        package var isHighlighted: Bool
        fileprivate var mark: Mark
    }

    package private(set) var handles: [Handle] = []

    package init(viewport: Viewport, overlays: [Overlay], images: [ImageAsset: AnnotationImage] = [:]) {
        for (index, overlay) in overlays.enumerated() {
            guard case .polygon(let polygon) = overlay.content, let style = polygon.handles, overlay.isFinite else {
                continue
            }
            let artwork = HandleArtwork(style, color: polygon.style?.strokeColor, images: images)
            let (width, height) = (style.hitSize.width * viewport.scale, style.hitSize.height * viewport.scale)
            for (vertex, corner) in polygon.corners.enumerated() {
                let center = viewport.pixel(for: corner)
                let isHighlighted = style.highlighted == vertex
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

    /// Highlighted handles are painted last.
    package var items: [DrawingItem] {
        (handles.filter { !$0.isHighlighted } + handles.filter(\.isHighlighted)).map {
            DrawingItem(
                id: $0.id, role: .handle, bounds: $0.mark.bounds, mark: $0.mark,
                targets: [Target(path: $0.id, shape: .box($0.hitBox))])
        }
    }

    /// Boxes that map labels must avoid, in pixels.
    package var boxes: [Rect] { handles.map { $0.mark.bounds } }
}

/// The artwork of handles.
struct HandleArtwork {
    private let normal: AnnotationImage?
    private let highlighted: AnnotationImage?
    private let color: Color

    /// Images that failed to load were reported by the loader; the default dot replaces them.
    init(_ style: Handles, color: Color?, images: [ImageAsset: AnnotationImage]) {
        normal = style.image.flatMap { images[$0] }
        highlighted = style.highlightedImage.flatMap { images[$0] } ?? normal
        self.color = (color ?? .systemBlue).withoutOpacity
    }

    /// The handle in pixels; images keep their natural size and are aligned to whole pixels.
    func mark(isHighlighted: Bool, at center: Point, scale: Double) -> Mark {
        guard let image = isHighlighted ? highlighted : normal else {
            return dot(isHighlighted).placed(scale: scale, at: center)
        }
        let (width, height) = (image.size.width, image.size.height)
        let corner = center - Point(width / 2, height / 2) * scale
        return image.mark(in: Rect(x: 0, y: 0, width: width, height: height))
            .placed(scale: scale, at: Point(corner.x.rounded(), corner.y.rounded()))
    }

    /// A dot in a white ring; the highlighted one is larger and has a halo.
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
