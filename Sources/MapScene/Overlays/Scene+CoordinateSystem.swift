// SPDX-License-Identifier: MIT
import MapGeo

extension Scene {
    /// The same scene with all coordinates in the base map's system; those of each item are taken in its own system,
    /// else in the scene's.
    package var inBaseMapSystem: Scene {
        let target = basemap.coordinateSystem
        let own = coordinateSystem
        guard
            own != target || overlays.contains(where: { $0.coordinateSystem != nil })
                || annotations.contains(where: { $0.coordinateSystem != nil })
        else { return self }
        var scene = self
        scene.coordinateSystem = target
        scene.camera.framing = camera.framing.mapped { own.convert($0, to: target) }
        scene.camera.fallback = camera.fallback?.mapped { own.convert($0, to: target) }
        if let user = userLocation { scene.userLocation?.coordinate = own.convert(user.coordinate, to: target) }
        for i in scene.annotations.indices {
            let system = annotations[i].coordinateSystem ?? own
            scene.annotations[i].coordinateSystem = nil
            scene.annotations[i].coordinate = system.convert(annotations[i].coordinate, to: target)
        }
        for i in scene.overlays.indices {
            let system = overlays[i].coordinateSystem ?? own
            scene.overlays[i].coordinateSystem = nil
            if case .drawing(var drawing) = overlays[i].content {
                drawing.system = (system, target)
                scene.overlays[i].content = .drawing(drawing)
            }
            scene.overlays[i].content = scene.overlays[i].content.mapped { system.convert($0, to: target) }
            if case .graticule(var graticule) = scene.overlays[i].content, system != target {
                graticule.shift = DatumShift(own: system, map: target)
                scene.overlays[i].content = .graticule(graticule)
            }
            if case .tiles(var tiles) = scene.overlays[i].content, system != target {
                tiles.shift = DatumShift(own: system, map: target)
                scene.overlays[i].content = .tiles(tiles)
            }
        }
        return scene
    }
}

extension Overlay.Content {
    fileprivate func mapped(_ convert: (Coordinate) -> Coordinate) -> Overlay.Content {
        switch self {
        case .polyline(var line):
            line.coordinates = line.coordinates.map(convert)
            return .polyline(line)
        case .polygon(var polygon):
            polygon.coordinates = polygon.coordinates.map(convert)
            polygon.holes = polygon.holes.map { $0.map(convert) }
            return .polygon(polygon)
        case .circle(var circle):
            circle.center = convert(circle.center)
            return .circle(circle)
        case .fog(var fog):
            for i in fog.reveal.indices {
                if case .line(let line) = fog.reveal[i].track { fog.reveal[i].track = .line(line.map(convert)) }
            }
            return .fog(fog)
        case .drawing(var drawing):
            drawing.bounds = drawing.bounds?.mapped(convert)
            return .drawing(drawing)
        case .tiles(var tiles):
            tiles.bounds = tiles.bounds?.mapped(convert)
            return .tiles(tiles)
        case .data, .graticule: return self
        }
    }
}

extension Camera.Framing {
    fileprivate func mapped(_ convert: (Coordinate) -> Coordinate) -> Camera.Framing {
        switch self {
        case .center(let center, let zoom): return .center(convert(center), zoom: zoom)
        case .lookingAt(let center, let distance): return .lookingAt(convert(center), fromDistance: distance)
        case .region(let center, let span): return .region(center: convert(center), span: span)
        case .distance(let center, let latitudinal, let longitudinal):
            return .distance(
                center: convert(center), latitudinalMeters: latitudinal, longitudinalMeters: longitudinal)
        case .bounds(let box): return .bounds(box.mapped(convert))
        case .fit, .followUser: return self
        }
    }
}
