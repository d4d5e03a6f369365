// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

/// What stands on a coordinate, without its callout; points around the coordinate.
struct Sign {
    var marks: [Mark]
    /// The frame of MapKit's annotation view: callouts open at its upper edge.
    var frame: Rect
    /// What labels, and other annotations, must stay out of.
    var box: Rect
    var caption: Caption?
    /// True for what is made of pixels: it is put on whole ones.
    var keepsToPixels = false
    /// Title and subtitle below.
    struct Caption {
        var marks: [Mark]
        var rect: Rect
        /// Shown even where it covers others.
        var isRequired = false
    }

    mutating func move(by v: Point) {
        guard v != .zero else { return }
        marks = marks.moved(by: v)
        frame = frame.offset(by: v)
        box = box.offset(by: v)
    }

    /// Turns it clockwise around the coordinate.
    mutating func turn(by degrees: Double) {
        let turn = Transform.rotation(degrees * .pi / 180)
        marks = marks.map { $0.transformed(by: turn) }
        frame = turn.apply(frame)
        box = turn.apply(box)
        keepsToPixels = false
    }
}

/// Makes signs and the insides of callouts.
struct SignMaker: Sendable {
    var text: AnnotationText
    var pictures: [String: Picture]
    var appearance: Appearance

    func sign(for annotation: Annotation) -> Sign {
        var sign = plainSign(annotation)
        sign.move(by: shift(annotation, sign.frame))
        if annotation.rotation != 0, annotation.view == .image || annotation.view == .text {
            sign.turn(by: annotation.rotation)
        }
        if annotation.alpha < 1 { sign.marks = [.group(Group(opacity: annotation.alpha, marks: sign.marks))] }
        return sign
    }

    /// The sign where its view alone would put it: markers and pins with their tip on the coordinate, all else centered.
    private func plainSign(_ annotation: Annotation) -> Sign {
        switch annotation.view {
        case .pin: return pin(annotation)
        case .marker: return marker(annotation)
        case .text: return label(annotation)
        case .image:
            guard let picture = annotation.image.flatMap({ pictures[$0] }) else { return marker(annotation) }
            let size = picture.size
            let frame = Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
            return Sign(marks: [picture.mark(in: frame)], frame: frame, box: frame, keepsToPixels: true)
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

    func body(_ callout: Callout) -> CalloutBody {
        CalloutBody(callout, CalloutLook(callout.appearance ?? appearance), text, pictures)
    }

    /// What is to be placed for a callout; `place` is where the coordinate lies, in points of the picture.
    func request(_ callout: Callout, _ body: CalloutBody, _ sign: Sign, at place: Point) -> CalloutPlacer.Request {
        let (x, offset) = ((sign.frame.minX + sign.frame.maxX) / 2, callout.offset)
        return CalloutPlacer.Request(
            size: body.size, anchor: place,
            above: place + Point(x + offset.x, sign.frame.minY + offset.y + callout.overlap),
            below: place + Point(x + offset.x, sign.frame.maxY - offset.y - callout.overlap),
            preferred: callout.placement)
    }
}
