// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane

extension SceneDifference {
    /// The new scene with its differences from the old one marked, for a map that shows what has changed.
    ///
    /// What was added has a green mark, what was moved a blue one and a line from where it was, what was changed an orange
    /// one. What was removed is shown faintly, with a red mark. A legend counts them, and what has no location on the map.
    public var markedScene: Scene {
        var scene = new
        let marks = ChangeMark.all(of: changes, old, new)
        scene.annotations += faded(changes.compactMap(oldAnnotation))
        scene.overlays = faded(changes.compactMap(removedOverlay)) + scene.overlays
        for (system, marks) in Dictionary(grouping: marks, by: \.system).sorted(by: {
            $0.key.rawValue < $1.key.rawValue
        }) {
            let drawing = OverlayDrawing { canvas, map in marks.forEach { $0.draw(on: &canvas, map) } }
            scene.overlays.append(Overlay(.drawing(drawing), level: .aboveLabels, coordinateSystem: system))
        }
        if let legend = legend(marks) { scene.decorations.insert(legend, at: 0) }
        return scene
    }

    /// An annotation that is not where it was.
    private func oldAnnotation(_ change: SceneChange) -> Annotation? {
        guard change.kind == .removed || change.kind == .moved, let location = change.location,
            location.list == "annotations", let index = location.old, change.member.count <= "coordinate".count
        else { return nil }
        return old.annotations[index]
    }

    private func removedOverlay(_ change: SceneChange) -> Overlay? {
        guard change.kind == .removed, change.member.isEmpty, let location = change.location,
            location.list == "overlays", let index = location.old
        else { return nil }
        switch old.overlays[index].content {
        case .polyline, .polygon, .circle: return old.overlays[index]
        case .data(let data):
            // A file that the new scene does not name may be gone.
            if case .inline = data.source { return old.overlays[index] } else { return nil }
        case .fog, .tiles, .graticule, .drawing: return nil
        }
    }

    private static let fading = 0.45

    private func faded(_ annotations: [Annotation]) -> [Annotation] {
        annotations.map { annotation in
            var annotation = annotation
            annotation.id = nil
            annotation.coordinateSystem = annotation.coordinateSystem ?? old.coordinateSystem
            annotation.alpha *= Self.fading
            annotation.zPriority = 0
            annotation.selected = false
            annotation.displayPriority = Annotation.DisplayPriority.required
            annotation.collisionMode = .none
            annotation.clusteringIdentifier = nil
            return annotation
        }
    }

    private func faded(_ overlays: [Overlay]) -> [Overlay] {
        overlays.map { overlay in
            var overlay = overlay
            overlay.id = nil
            overlay.coordinateSystem = overlay.coordinateSystem ?? old.coordinateSystem
            overlay.alpha *= Self.fading
            if case .polygon(var polygon) = overlay.content {
                polygon.handles = nil
                overlay.content = .polygon(polygon)
            }
            return overlay
        }
    }

    /// A line for each kind of mark, with their number, and one for what is not on the map; nil if nothing differs.
    private func legend(_ marks: [ChangeMark]) -> Decoration? {
        let counts = Dictionary(grouping: marks, by: \.kind).mapValues(\.count)
        var lines = ChangeMark.Kind.allCases.compactMap { kind in
            counts[kind].map { (text: "\(kind.sign) \(kind.rawValue): \($0)", color: kind.color) }
        }
        let marked = Set(marks.map(\.item))
        let count = Set(changes.map { $0.item ?? ($0.path.hasPrefix("userLocation") ? "userLocation" : $0.path) })
            .subtracting(marked).count
        if count > 0 { lines.append(("not on the map: \(count)", Color(rgb: 0x5F6368))) }
        guard !lines.isEmpty else { return nil }
        let row = Rect(x: 0, y: 0, width: 116, height: 18)
        let size = Size(width: row.width, height: Double(lines.count) * (row.height + 2))
        let drawing = ImageAsset.drawing(size: size) { canvas in
            for (index, line) in lines.enumerated() {
                let box = row.offset(by: Point(0, Double(index) * (row.height + 2)))
                canvas.fill(.roundedRectangle(box, radius: 5), with: line.color)
                canvas.text(line.text, at: box.center, size: 11, color: Color(rgb: 0xFFFFFF))
            }
        }
        return Decoration(
            .image(ScreenImage(drawing)), location: .at(.topLeft, margin: Size(width: 8, height: 8)),
            alt: lines.map(\.text).joined(separator: ", "))
    }
}
