// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

/// An annotation view without its callout; points around the coordinate.
struct AnnotationArtwork {
    var marks: [Mark]
    /// The frame of MapKit's annotation view, which callouts point at.
    var frame: Rect
    /// The box that labels must avoid.
    var box: Rect
    /// True for artwork made of pixels, which is aligned to whole output pixels.
    var isPixelAligned = false
    /// Where the top center of the caption is; nil for views without captions.
    var captionAnchor: Point?
    /// The y that callouts and captions at the sides are aligned with; nil for the frame's center.
    var sideAlignmentY: Double?
    /// Parts with hit targets of their own, painted above `marks`.
    var parts: [CalloutBody.Part] = []

    var alignmentY: Double { sideAlignmentY ?? frame.center.y }

    mutating func move(by v: Point) {
        guard v != .zero else { return }
        marks = marks.moved(by: v)
        frame = frame.offset(by: v)
        box = box.offset(by: v)
        captionAnchor = captionAnchor.map { $0 + v }
        sideAlignmentY = sideAlignmentY.map { $0 + v.y }
        for index in parts.indices { parts[index].move(by: v) }
    }

    /// Rotates clockwise around the coordinate.
    mutating func rotate(by degrees: Double) {
        let rotate = Transform.rotation(degrees * .pi / 180)
        marks = marks.map { $0.transformed(by: rotate) }
        for index in parts.indices {
            parts[index].marks = parts[index].marks.map { $0.transformed(by: rotate) }
            parts[index].rect = rotate.apply(parts[index].rect)
        }
        frame = rotate.apply(frame)
        box = rotate.apply(box)
        isPixelAligned = false
    }
}

/// Builds the artwork of annotations and the content of callouts.
struct ArtworkBuilder: Sendable {
    var text: AnnotationText
    var images: [ImageAsset: AnnotationImage]
    var appearance: Appearance
    /// Output pixels per point.
    var scale = 1.0

    func artwork(for annotation: Annotation) -> AnnotationArtwork {
        var artwork = baseArtwork(annotation)
        artwork.move(by: translation(annotation, artwork.frame))
        if annotation.rotation != 0, [.image, .text, .callout].contains(annotation.view.kind) {
            artwork.rotate(by: annotation.rotation)
        }
        guard annotation.alpha < 1 else { return artwork }
        artwork.marks = [
            .group(Group(opacity: annotation.alpha, marks: artwork.marks + artwork.parts.flatMap(\.marks)))
        ]
        for index in artwork.parts.indices { artwork.parts[index].marks = [] }
        return artwork
    }

    /// The artwork at its default position: markers and pins have their tip on the coordinate, all other views their
    /// center.
    private func baseArtwork(_ annotation: Annotation) -> AnnotationArtwork {
        switch annotation.view {
        case .pin(let tint): return pin(annotation, tint: tint ?? .systemRed)
        case .marker(let style): return marker(annotation, style)
        case .text(let text, let style): return textLabel(text ?? annotation.title ?? "", style)
        case .callout: return calloutView(annotation)
        case .image(let asset):
            guard let image = images[asset] else { return marker(annotation, Annotation.Marker()) }
            let size = Size(
                width: image.size.width * annotation.imageScale, height: image.size.height * annotation.imageScale)
            let frame = Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
            return AnnotationArtwork(marks: [image.mark(in: frame)], frame: frame, box: frame, isPixelAligned: true)
        }
    }

    /// The translation by `anchor` and `centerOffset`.
    private func translation(_ annotation: Annotation, _ frame: Rect) -> Point {
        var translation = Point.zero
        if let anchor = annotation.anchor {
            translation = -Point(frame.minX + anchor.x * frame.width, frame.minY + anchor.y * frame.height)
        }
        let offset = annotation.centerOffset
        return translation + Point(offset.x.points(of: frame.width), offset.y.points(of: frame.height))
    }
}
