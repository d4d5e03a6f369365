// SPDX-License-Identifier: MIT
package import MapPlane

/// What can be painted, in pixels of the output.
package indirect enum Mark: Sendable {
    case fill(Path, FillRule, Paint)
    /// A filled path with hard edges: each pixel is in or out by its center.
    case aliasedFill(Path, Paint)
    /// The edges of a path as lines two pixels wide that fade out to both sides; colors and patterns only.
    case edge(Path, Paint)
    case stroke(Path, StrokeStyle, Color)
    case ribbon(Ribbon)
    case circles(Circles)
    case glyphs(GlyphRun)
    case image(ImageMark)
    case sdf(SDFMark)
    case group(Group)
    case maskedFill(MaskedFill)
}

package enum FillRule: Sendable { case nonZero, evenOdd }

/// A bitmap put on the picture.
package struct ImageMark: Sendable {
    package enum Sampling: Sendable { case nearest, linear }

    package var bitmap: Bitmap
    /// Image pixels to output pixels. A whole-numbered translation copies pixels one to one.
    package var transform: Transform
    package var opacity: Double
    package var sampling: Sampling

    package init(_ bitmap: Bitmap, transform: Transform, opacity: Double = 1, sampling: Sampling = .linear) {
        self.bitmap = bitmap
        self.transform = transform
        self.opacity = opacity
        self.sampling = sampling
    }

    package var bounds: Rect {
        transform.apply(Rect(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height)))
    }
}

/// Marks that share a clip or are blended as one.
package struct Group: Sendable {
    /// Only what lies inside is painted. A clip edge is hard: each pixel is in or out by its center, so that
    /// neighbouring clips neither overlap nor leave a seam.
    package var clip: Path?
    /// Below 1 the marks are painted on a layer of their own and then blended once.
    package var opacity: Double
    /// How the marks, painted on a layer of their own, are mixed with what is below.
    package var blend: BlendMode
    package var marks: [Mark]

    package init(clip: Path? = nil, opacity: Double = 1, blend: BlendMode = .normal, marks: [Mark]) {
        self.clip = clip
        self.opacity = opacity
        self.blend = blend
        self.marks = marks
    }
}
