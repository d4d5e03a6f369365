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
    var keepsToPixels = false
    /// The middle of the upper edge of the words below; nil for what has none.
    var captionFoot: Point?
    /// What callouts and words at its sides are level with; nil for the frame's middle.
    var level: Double?
    /// Pieces with names of their own, painted after `marks`.
    var parts: [CalloutBody.Part] = []

    var middleY: Double { level ?? frame.center.y }

    mutating func move(by v: Point) {
        guard v != .zero else { return }
        marks = marks.moved(by: v)
        frame = frame.offset(by: v)
        box = box.offset(by: v)
        captionFoot = captionFoot.map { $0 + v }
        level = level.map { $0 + v.y }
        for index in parts.indices { parts[index].move(by: v) }
    }

    /// Turns it clockwise around the coordinate.
    mutating func turn(by degrees: Double) {
        let turn = Transform.rotation(degrees * .pi / 180)
        marks = marks.map { $0.transformed(by: turn) }
        for index in parts.indices {
            parts[index].marks = parts[index].marks.map { $0.transformed(by: turn) }
            parts[index].rect = turn.apply(parts[index].rect)
        }
        frame = turn.apply(frame)
        box = turn.apply(box)
        keepsToPixels = false
    }
}

/// Makes signs and the insides of callouts.
struct ArtworkBuilder: Sendable {
    var text: AnnotationText
    var pictures: [String: AnnotationImage]
    var appearance: Appearance
    /// Pixels a point.
    var scale = 1.0

    func sign(for annotation: Annotation) -> AnnotationArtwork {
        var sign = plainSign(annotation)
        sign.move(by: shift(annotation, sign.frame))
        if annotation.rotation != 0, [.image, .text, .callout].contains(annotation.view) {
            sign.turn(by: annotation.rotation)
        }
        guard annotation.alpha < 1 else { return sign }
        sign.marks = [.group(Group(opacity: annotation.alpha, marks: sign.marks + sign.parts.flatMap(\.marks)))]
        for index in sign.parts.indices { sign.parts[index].marks = [] }
        return sign
    }

    /// The sign where its view alone would put it: markers and pins with their tip on the coordinate, all else centered.
    private func plainSign(_ annotation: Annotation) -> AnnotationArtwork {
        switch annotation.view {
        case .pin: return pin(annotation)
        case .marker: return marker(annotation)
        case .text: return label(annotation)
        case .callout: return plate(annotation)
        case .image:
            guard let picture = annotation.image.flatMap({ pictures[$0] }) else { return marker(annotation) }
            let size = picture.size
            let frame = Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
            return AnnotationArtwork(marks: [picture.mark(in: frame)], frame: frame, box: frame, keepsToPixels: true)
        }
    }

    /// Where anchor and offset move a view to.
    private func shift(_ annotation: Annotation, _ frame: Rect) -> Point {
        var shift = Point.zero
        if let anchor = annotation.anchor {
            shift = -Point(frame.minX + anchor.x * frame.width, frame.minY + anchor.y * frame.height)
        }
        let offset = annotation.centerOffset
        return shift + Point(offset.x.points(of: frame.width), offset.y.points(of: frame.height))
    }
}
