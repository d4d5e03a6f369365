// SPDX-License-Identifier: MIT
package import MapPlane

/// A painting operation; coordinates are output pixels.
package indirect enum Mark: Sendable {
    case fill(Path, FillRule, Paint)
    /// A fill without antialiasing: each pixel is in or out by its center.
    case aliasedFill(Path, Paint)
    /// The edges of a path as antialiased lines two pixels wide; colors and patterns only.
    case edge(Path, Paint)
    case stroke(Path, StrokeStyle, Color)
    case ribbon(Ribbon)
    case circles(Circles)
    case glyphs(GlyphRun)
    case image(ImageMark)
    case sdf(SDFMark)
    case group(Group)
    case maskedFill(MaskedFill)
    case faces(Faces)
}

package enum FillRule: Sendable { case nonZero, evenOdd }

/// A bitmap under a transform.
package struct ImageMark: Sendable {
    package enum Sampling: Sendable { case nearest, linear }

    package var bitmap: Bitmap
    /// Maps image pixels to output pixels. An integer translation copies pixels unchanged.
    package var transform: Transform
    package var opacity: Double
    package var sampling: Sampling
    /// How near what the bitmap shows is to the camera, for each of its pixels, which are those of the output: the reciprocal
    /// of the distance along the line of sight, 0 where there is nothing. It hides faces that are farther away, and is
    /// hidden by nearer ones. Nil for what lies over everything before it.
    package var nearness: [Float]?
    /// True for a bitmap with pixels whose color is above their opacity: they add light to what is behind them. Vector
    /// formats have no such pixels.
    package var addsLight = false

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

/// Marks with a common clip, or composited as one layer.
package struct Group: Sendable {
    /// Clips the marks without antialiasing: each pixel is in or out by its center, so that adjacent clips neither
    /// overlap nor leave a seam.
    package var clip: Path?
    /// Below 1, the marks are painted on a separate layer that is composited once.
    package var opacity: Double
    /// How the layer of the marks is blended with the backdrop.
    package var blend: BlendMode
    package var marks: [Mark]
    /// Set where the marks are a copy of artwork that may be drawn several times.
    package var placement: Placement?

    package init(clip: Path? = nil, opacity: Double = 1, blend: BlendMode = .normal, marks: [Mark]) {
        self.clip = clip
        self.opacity = opacity
        self.blend = blend
        self.marks = marks
    }

    /// Creates a group of artwork, in points around a position in pixels.
    package init(_ artwork: [Mark], scale: Double, at position: Point) {
        self.init(marks: artwork.map { $0.placed(scale: scale, at: position) })
        placement = Placement(artwork: artwork, scale: scale, position: position)
    }

    /// Where a copy of artwork comes from: formats that can refer to shapes write it once.
    package struct Placement: Sendable {
        /// In points around its position.
        package var artwork: [Mark]
        /// Pixels per point.
        package var scale: Double
        /// Pixels.
        package var position: Point

        /// The artwork in pixels around the origin.
        package var marks: [Mark] { artwork.map { $0.placed(scale: scale, at: .zero) } }
    }
}
