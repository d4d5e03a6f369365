// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry

extension Scene {
    /// The scene with a size, if it leaves a side to what the camera frames.
    ///
    /// - Parameter reporter: takes what stands against it.
    /// - Returns: nil when an error was reported.
    package func sized(_ reporter: SceneReporter) -> Scene? {
        guard let automaticSide, let size else { return self }
        func refuse(_ message: String, _ hint: String) -> Scene? {
            reporter.report("size", code: .sceneUnknownSize, message: message, hint: hint)
            return nil
        }
        guard page == nil else {
            return refuse("the map of a page has the room that the page leaves", "give the page a size")
        }
        guard let extent = camera.framing.mercatorExtent else {
            return refuse(
                "a side of the image follows from an extent, and the camera has none",
                "give the camera \"bounds\", a \"region\" or a \"mapRect\", or the image both sides")
        }
        guard camera.tilt.isFlat, camera.bearing.isFinite, basemap.projection ?? .mercator == .mercator else {
            return refuse(
                "a side of the image follows from an extent on flat maps from straight above only",
                "give the image both sides, or leave out pitch, roll and projection")
        }
        let padding = camera.padding ?? Padding()
        guard !padding.isRelative else {
            return refuse("padding in percent needs a size to be a part of", "give the padding in points")
        }
        let (room, insets) = (padding.insets(in: size), camera.contentInsets)
        let margin = Size(
            width: room.left + room.right + insets.left + insets.right,
            height: room.top + room.bottom + insets.top + insets.bottom)
        var sides = size
        if let mapScale = camera.mapScale {
            let points = extent.points(atScale: mapScale, bearing: camera.bearing)
            if automaticSide != .height { sides.width = points.width + margin.width }
            if automaticSide != .width { sides.height = points.height + margin.height }
        } else {
            let turned = extent.turned(by: camera.bearing)
            switch automaticSide {
            case .both:
                return refuse(
                    "both sides of the image follow from an extent and a scale, and the camera has no scale",
                    "give the camera a \"mapScale\", or the image a width")
            case .height:
                sides.height = (size.width - margin.width) * turned.height / turned.width + margin.height
            case .width:
                sides.width = (size.height - margin.height) * turned.width / turned.height + margin.width
            }
            // Up to a point more than the extent.
            if automaticSide == .height { sides.height = (sides.height - 1e-6).rounded(.up) }
            if automaticSide == .width { sides.width = (sides.width - 1e-6).rounded(.up) }
        }
        let valid = 1...Scene.longestSide
        guard valid.contains(sides.width), valid.contains(sides.height) else {
            return refuse(
                "the extent leads to an image of \(hundredths(sides.width)) x \(hundredths(sides.height)) points",
                "name another extent or scale, or both sides")
        }
        var scene = self
        (scene.size, scene.automaticSide) = (sides, nil)
        return scene
    }
}

/// What a camera frames, around its center in Web Mercator.
private struct MercatorExtent {
    let center: Coordinate
    let size: Size

    /// The sides of the upright box around it when it is turned.
    func turned(by bearing: Double, _ unit: Size = Size(width: 1, height: 1)) -> Size {
        let box = Rect(
            center: .zero, size: Size(width: size.width * unit.width, height: size.height * unit.height))
        let turned = Transform.rotation(-bearing * .pi / 180).apply(box)
        return turned.size
    }

    func points(atScale mapScale: Double, bearing: Double) -> Size {
        let frame = ViewportFrame(size: Size(width: 1, height: 1), scale: 1)
        let view = frame.viewportTrueToScale(center: center, mapScale)
        let unit = view.mercatorToGround.applyToVector(Point(1, 1))
        return turned(by: bearing, Size(width: unit.x, height: unit.y))
    }
}

extension Camera.Framing {
    /// The sides of what is framed on a flat map of a scale, in points; nil for what has no extent of its own.
    func points(atScale mapScale: Double, bearing: Double) -> Size? {
        mercatorExtent?.points(atScale: mapScale, bearing: bearing)
    }

    /// Nil for what has no extent of its own.
    fileprivate var mercatorExtent: MercatorExtent? {
        guard hasExtent else { return nil }
        switch self {
        case .bounds(let box):
            let corners = [(box.west, box.north), (box.east, box.south)].map {
                WebMercator.project(Coordinate(latitude: $0.1, longitude: $0.0))
            }
            return MercatorExtent(
                center: WebMercator.unproject(corners[0].mix(corners[1], 0.5)),
                size: Size(width: corners[1].x - corners[0].x, height: corners[1].y - corners[0].y))
        case .region(let center, let span): return MercatorExtent(center, span)
        case .distance(let center, let latitudinal, let longitudinal):
            let span = CoordinateSpan(
                latitudinalMeters: latitudinal, longitudinalMeters: longitudinal, around: center)
            return MercatorExtent(center, span)
        case .center, .fit, .lookingAt, .followUser: return nil
        }
    }
}

extension MercatorExtent {
    /// A region has its center in the middle, though Web Mercator stretches one half of it more than the other.
    fileprivate init(_ center: Coordinate, _ span: CoordinateSpan) {
        let y = [-0.5, 0, 0.5].map {
            WebMercator.project(
                Coordinate(latitude: center.latitude + $0 * span.latitudeDelta, longitude: center.longitude)
            ).y
        }
        self.init(
            center: center, size: Size(width: span.longitudeDelta / 360, height: 2 * max(y[0] - y[1], y[1] - y[2])))
    }
}

extension Padding {
    /// True where a part of it depends on the image's size.
    fileprivate var isRelative: Bool {
        [top, right, bottom, left].contains { if case .percent(let percent) = $0 { percent > 0 } else { false } }
    }
}
