// SPDX-License-Identifier: MIT
package import MapGeometry
package import MapImages

/// The flat faces of solid things, as a camera sees them: nearer ones hide farther ones, those of earlier marks too.
package struct Faces: Sendable {
    /// In any order; of faces in one plane the last one is seen.
    package var faces: [Face]
    /// Below 1, all faces are composited as one layer; they still hide what is behind them.
    package var opacity: Double

    package init(_ faces: [Face], opacity: Double = 1) {
        self.faces = faces
        self.opacity = opacity
    }

    package var bounds: Rect { faces.reduce(into: Rect.null) { $0 = $0.union($1.bounds) } }
}

/// A flat polygon in space, seen in perspective.
package struct Face: Sendable {
    /// The outline, with straight edges, filled by the non-zero rule.
    package let path: Path
    package let bounds: Rect
    /// The reciprocal of the distance along the line of sight, positive inside the outline: in perspective this is what
    /// changes evenly over the image of a plane.
    package let inverseDepth: AffineFunction
    package let paint: FacePaint

    package init(_ path: Path, inverseDepth: AffineFunction, paint: FacePaint) {
        self.path = path
        bounds = path.bounds
        self.inverseDepth = inverseDepth
        self.paint = paint
    }

    func moved(by map: Transform) -> Face {
        Face(path.transformed(by: map), inverseDepth: inverseDepth.moved(by: map), paint: paint.moved(by: map))
    }
}

/// The content of a face.
package enum FacePaint: Sendable {
    /// Opaque.
    case color(Color)
    case gradient(FaceGradient)
    case texture(FaceTexture)

    fileprivate func moved(by map: Transform) -> FacePaint {
        switch self {
        case .color: return self
        case .gradient(let gradient): return .gradient(gradient.moved(by: map))
        case .texture(var texture):
            texture.column = texture.column.moved(by: map)
            texture.row = texture.row.moved(by: map)
            texture.shade = texture.shade?.moved(by: map)
            return .texture(texture)
        }
    }
}

/// Two opaque colors and what is between them, even in space.
package struct FaceGradient: Hashable, Sendable {
    package var low: Color
    package var high: Color
    /// 0 at the first color and 1 at the second, times the face's inverse depth.
    package var position: AffineFunction

    package init(from low: Color, to high: Color, position: AffineFunction) {
        (self.low, self.high, self.position) = (low, high, position)
    }

    fileprivate func moved(by map: Transform) -> FaceGradient {
        FaceGradient(from: low, to: high, position: position.moved(by: map))
    }
}

/// A bitmap that repeats in both directions on a face.
package struct FaceTexture: Sendable {
    package var bitmap: Bitmap
    /// The pixel of the bitmap, times the face's inverse depth.
    package var (column, row): (AffineFunction, AffineFunction)
    /// What the bitmap's colors are multiplied by, where it is not even.
    package var shade: FaceGradient?
    /// As `shade`, where it is even.
    package var tint: Color

    package init(
        _ bitmap: Bitmap, column: AffineFunction, row: AffineFunction, tint: Color, shade: FaceGradient? = nil
    ) {
        self.bitmap = bitmap
        (self.column, self.row) = (column, row)
        self.tint = tint
        self.shade = shade
    }
}
