// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

/// What stands on a coordinate, without its callout; points around the coordinate.
struct AnnotationArtwork {
    var marks: [Mark]
    /// The frame of MapKit's annotation view: callouts open at its upper edge.
    var frame: Rect
    /// What labels, and other annotations, must stay out of.
    var box: Rect
    /// True for what is made of pixels: it is put on whole ones.
    var isPixelAligned = false
    /// The middle of the upper edge of the words below; nil for what has none.
    var captionAnchor: Point?
    /// What callouts and words at its sides are level with; nil for the frame's middle.
    var level: Double?
    /// Pieces with names of their own, painted after `marks`.
    var parts: [CalloutBody.Part] = []

    var alignmentY: Double { level ?? frame.center.y }

    mutating func move(by v: Point) {
        guard v != .zero else { return }
        marks = marks.moved(by: v)
        frame = frame.offset(by: v)
        box = box.offset(by: v)
        captionAnchor = captionAnchor.map { $0 + v }
        level = level.map { $0 + v.y }
        for index in parts.indices { parts[index].move(by: v) }
    }

    /// Turns it clockwise around the coordinate.
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

/// Makes signs and the insides of callouts.
struct ArtworkBuilder: Sendable {
    var text: AnnotationText
    var images: [String: AnnotationImage]
    var appearance: Appearance
    /// Pixels a point.
    var scale = 1.0

    func artwork(for annotation: Annotation) -> AnnotationArtwork {
        var artwork = baseArtwork(annotation)
        artwork.move(by: translation(annotation, artwork.frame))
        if annotation.rotation != 0, [.image, .text, .callout].contains(annotation.view) {
            artwork.rotate(by: annotation.rotation)
        }
        guard annotation.alpha < 1 else { return artwork }
        artwork.marks = [
            .group(Group(opacity: annotation.alpha, marks: artwork.marks + artwork.parts.flatMap(\.marks)))
        ]
        for index in artwork.parts.indices { artwork.parts[index].marks = [] }
        return artwork
    }

    /// The sign where its view alone would put it: markers and pins with their tip on the coordinate, all else centered.
    private func baseArtwork(_ annotation: Annotation) -> AnnotationArtwork {
        switch annotation.view {
        case .pin: return pin(annotation)
        case .marker: return marker(annotation)
        case .text: return textLabel(annotation)
        case .callout: return calloutView(annotation)
        case .image:
            guard let image = annotation.image.flatMap({ images[$0] }) else { return marker(annotation) }
            let size = image.size
            let frame = Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
            return AnnotationArtwork(marks: [image.mark(in: frame)], frame: frame, box: frame, isPixelAligned: true)
        }
    }

    /// Where anchor and offset move a view to.
    private func translation(_ annotation: Annotation, _ frame: Rect) -> Point {
        var translation = Point.zero
        if let anchor = annotation.anchor {
            translation = -Point(frame.minX + anchor.x * frame.width, frame.minY + anchor.y * frame.height)
        }
        let offset = annotation.centerOffset
        return translation + Point(offset.x.points(of: frame.width), offset.y.points(of: frame.height))
    }
}
