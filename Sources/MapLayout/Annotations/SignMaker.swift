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
    /// Title and subtitle below.
    struct Caption {
        var marks: [Mark]
        var rect: Rect
    }
}

/// Makes signs and the insides of callouts.
struct SignMaker: Sendable {
    var text: AnnotationText
    var pictures: [String: Picture]
    var appearance: Appearance

    func sign(for annotation: Annotation) -> Sign {
        let tint = annotation.tint ?? .systemRed
        switch annotation.view {
        case .pin:
            return Sign(
                marks: PinLayout(tip: .zero, tint: tint, scale: 1).marks, frame: PinLayout.frame,
                box: PinLayout.extent)
        case .marker:
            var sign = Sign(
                marks: MarkerLayout(tip: .zero, tint: tint, scale: 1).marks, frame: MarkerLayout.frame,
                box: MarkerLayout.extent)
            // An open callout says it already.
            if annotation.openCallout == nil { sign.caption = caption(annotation) }
            return sign
        }
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

    private func caption(_ annotation: Annotation) -> Sign.Caption? {
        guard let title = annotation.title, !title.isEmpty else { return nil }
        let size = 11.5
        let block = text.fonts.layout(
            [TextSection(title, font: .interface(weight: 600))],
            options: TextBlockOptions(size: size, maxWidth: 130, lineHeight: 13, justify: .center))
        let rect = Rect(x: -block.width / 2, y: 4, width: block.width, height: block.height)
        let runs = block.runs(
            anchor: .zero, at: Point(rect.minX, rect.minY), colors: [Color(rgb: 0x1C1C1E)],
            halo: GlyphRun.Halo(color: Color.white.opacity(0.92), width: 1.6))
        return Sign.Caption(marks: runs.map { .glyphs($0) }, rect: rect)
    }
}
