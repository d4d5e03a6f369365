// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry
import MapImages

/// What shows one change on a map.
struct ChangeMark: Sendable {
    /// The kinds of marks, in the order of the legend.
    enum Kind: String, CaseIterable {
        case added, removed, moved, changed

        var color: Color {
            switch self {
            case .added: Color(rgb: 0x1A8F3C)
            case .removed: Color(rgb: 0xD32F2F)
            case .moved: Color(rgb: 0x1565D8)
            case .changed: Color(rgb: 0xC25E00)
            }
        }

        var sign: String {
            switch self {
            case .added: "+"
            case .removed: "−"
            case .moved: "→"
            case .changed: "~"
            }
        }
    }

    /// What is marked.
    enum Shape {
        /// A coordinate, and where it was before.
        case location(Coordinate, from: Coordinate?)
        case line([Coordinate])
        case area([Coordinate])
    }

    let kind: Kind
    let item: String
    let shape: Shape
    let system: CoordinateSystem

    /// The mark of a change; nil for what has no location of its own.
    init?(_ change: SceneChange, _ old: Scene, _ new: Scene) {
        guard change.kind != .reordered, let kind = Kind(rawValue: change.kind.rawValue) else { return nil }
        let isGone = change.kind == .removed
        let scene = isGone ? old : new
        guard let found = Self.shape(of: change, in: scene, old) else { return nil }
        self.kind = kind
        item = change.item ?? "userLocation"
        shape = found.shape
        system = found.system ?? scene.coordinateSystem
    }

    /// One mark for each item: that of its move, if it was moved, else that of its first change.
    static func all(of changes: [SceneChange], _ old: Scene, _ new: Scene) -> [ChangeMark] {
        let marks = changes.compactMap { ChangeMark($0, old, new) }
        var indices: [String: Int] = [:]
        for (index, mark) in marks.enumerated() where mark.kind == .moved || indices[mark.item] == nil {
            indices[mark.item] = index
        }
        return indices.values.sorted().map { marks[$0] }
    }

    private static func shape(
        of change: SceneChange, in scene: Scene, _ old: Scene
    ) -> (shape: Shape, system: CoordinateSystem?)? {
        if change.path.hasPrefix("userLocation"), let user = scene.userLocation {
            let from = change.kind == .moved ? old.userLocation?.coordinate : nil
            return (.location(user.coordinate, from: from), user.coordinateSystem)
        }
        guard let location = change.location, let index = location.new ?? location.old else { return nil }
        switch location.list {
        case "annotations":
            let annotation = scene.annotations[index]
            let from = change.kind == .moved ? location.old.map { old.annotations[$0].coordinate } : nil
            return (.location(annotation.coordinate, from: from), annotation.coordinateSystem)
        case "overlays":
            let overlay = scene.overlays[index]
            return shape(of: overlay.content).map { ($0, overlay.coordinateSystem) }
        default: return nil
        }
    }

    private static func shape(of content: Overlay.Content) -> Shape? {
        switch content {
        case .polyline(let line):
            .line(line.geodesic ? geodesicLine(line.coordinates, tolerance: 0.001) : line.coordinates)
        case .polygon(let polygon): .area(polygon.coordinates)
        case .circle(let circle): .area(circle.center.circle(radius: circle.radius, count: 64))
        case .fog, .tiles, .data, .graticule, .night, .drawing: nil
        }
    }

    /// Draws the mark with a white edge, so that it is seen on any map.
    func draw(on canvas: inout DrawingCanvas, _ map: OverlayProjection) {
        switch shape {
        case .location(let coordinate, let from):
            let point = map.point(for: coordinate)
            if let from {
                let start = map.point(for: from)
                drawMove(from: start, to: point, on: &canvas)
                draw(.circle(center: start, radius: 5), width: 2, on: &canvas)
            }
            draw(.circle(center: point, radius: 13), width: 3, on: &canvas)
            // Titles are below a marker, or to its right.
            drawBadge(at: point + Point(-13, -6), on: &canvas)
        case .line(let line):
            draw(map.path(through: line), width: 3, dash: [7, 5], on: &canvas)
            if !line.isEmpty { drawBadge(at: map.point(for: line[line.count / 2]), on: &canvas) }
        case .area(let ring):
            draw(map.path(through: ring, isClosed: true), width: 3, dash: [7, 5], on: &canvas)
            if let corner = ring.first { drawBadge(at: map.point(for: corner), on: &canvas) }
        }
    }

    private func draw(_ path: Path, width: Double, dash: [Double] = [], on canvas: inout DrawingCanvas) {
        canvas.stroke(path, with: Color(rgb: 0xFFFFFF), lineWidth: width + 3)
        canvas.stroke(path, with: kind.color, lineWidth: width, lineCap: .butt, lineDashPattern: dash)
    }

    /// A dashed line with a head, which ends at the ring around the new location.
    private func drawMove(from start: Point, to end: Point, on canvas: inout DrawingCanvas) {
        let way = end - start
        let length = (way.x * way.x + way.y * way.y).squareRoot()
        guard length > 30 else { return }
        let unit = way * (1 / length)
        let (tail, tip) = (start + unit * 7, end - unit * 16)
        var line = Path()
        line.move(to: tail)
        line.line(to: tip)
        draw(line, width: 2.5, dash: [6, 4], on: &canvas)
        let side = Point(-unit.y, unit.x) * 5
        var head = Path()
        head.move(to: tip + unit * 2)
        head.line(to: tip - unit * 8 + side)
        head.line(to: tip - unit * 8 - side)
        head.close()
        canvas.fill(head, with: kind.color)
    }

    private func drawBadge(at center: Point, on canvas: inout DrawingCanvas) {
        canvas.fill(.circle(center: center, radius: 8.5), with: Color(rgb: 0xFFFFFF))
        canvas.fill(.circle(center: center, radius: 7), with: kind.color)
        canvas.text(kind.sign, at: center, size: 11, weight: 700, color: Color(rgb: 0xFFFFFF))
    }
}

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
        return AnnotationNumbers(old.annotations, old.numbering).annotations[index]
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
        case .fog, .tiles, .graticule, .night, .drawing: return nil
        }
    }

    private static let fading = 0.45

    private func faded(_ annotations: [Annotation]) -> [Annotation] {
        annotations.map { annotation in
            var annotation = annotation
            annotation.id = nil
            annotation.isListed = false
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
