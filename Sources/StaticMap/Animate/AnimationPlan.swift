// SPDX-License-Identifier: MIT
import MapCore
package import MapGeo
import MapGeometry
package import MapScene

/// What is shown in each frame of an animation.
package struct AnimationPlan: Sendable {
    /// A camera that is solved, at a time.
    struct Stop: Sendable {
        var at: Double
        /// As it was solved; nil on the way.
        var coordinate: Coordinate?
        /// In the unit square of Web Mercator, in the datum of the scene.
        var center: Point
        /// Where the center is in the image, in points.
        var focus: Point
        /// The camera's own.
        var insets: EdgeInsets
        var zoom: Double
        var bearing: Double
        var tilt: Tilt
        var path: SceneAnimation.Waypoint.Path
        var ease: SceneAnimation.Waypoint.Ease
    }

    let animation: SceneAnimation
    package let frameCount: Int
    /// In the order of their times, at least one.
    let stops: [Stop]
    /// The longer side of the image, in points.
    let side: Double
    /// The map's part of the image, in points.
    let map: Rect

    /// - Parameters:
    ///   - animation: of the scene.
    ///   - views: the solved camera of each waypoint; that of the scene for an animation without any.
    ///   - insets: the `contentInsets` of each of these cameras; none for those that are left out.
    ///   - map: the map's part of a page, in points; nil for the whole image.
    package init(_ animation: SceneAnimation, views: [Viewport], insets: [EdgeInsets] = [], map: Rect? = nil) {
        self.animation = animation
        frameCount = max(1, Int((animation.duration * animation.fps).rounded()))
        side = views.first.map { max($0.size.width, $0.size.height) } ?? 1
        self.map = map ?? Rect(x: 0, y: 0, width: views.first?.size.width ?? 1, height: views.first?.size.height ?? 1)
        let times = Self.times(of: animation.camera, duration: animation.duration)
        stops = views.enumerated().map { index, view in
            let waypoint = animation.camera.indices.contains(index) ? animation.camera[index] : .init()
            return Stop(
                at: times.indices.contains(index) ? times[index] : 0, coordinate: view.center,
                center: WebMercator.project(view.center), focus: view.focus,
                insets: insets.indices.contains(index) ? insets[index] : EdgeInsets(), zoom: view.zoom,
                bearing: view.bearing, tilt: view.tilt, path: waypoint.path, ease: waypoint.ease)
        }
    }

    /// Those that name no time are spread evenly; the first begins, and the last ends the animation.
    static func times(of waypoints: [SceneAnimation.Waypoint], duration: Double) -> [Double] {
        guard waypoints.count > 1 else { return waypoints.map { $0.at ?? 0 } }
        var times = waypoints.map(\.at)
        times[0] = times[0] ?? 0
        times[times.count - 1] = times[times.count - 1] ?? duration
        var (known, result) = (0, times.map { $0 ?? 0 })
        for index in times.indices.dropFirst() {
            guard let end = times[index] else { continue }
            let start = result[known]
            for between in known + 1..<index {
                result[between] = start + (end - start) * Double(between - known) / Double(index - known)
            }
            (result[index], known) = (end, index)
        }
        return result
    }

    /// Seconds from the start of a frame. The last one shows the end.
    package func time(of frame: Int) -> Double {
        frameCount == 1 ? 0 : animation.duration * Double(frame) / Double(frameCount - 1)
    }

    /// When a frame is shown, in seconds.
    func start(of frame: Int) -> Double { Double(frame) / animation.fps }

    /// Whether the next frame shows the map from another place.
    func cameraMoves(after frame: Int) -> Bool {
        frame + 1 < frameCount && camera(at: time(of: frame)) != camera(at: time(of: frame + 1))
    }

    /// The camera at a time.
    package func camera(at time: Double) -> Camera {
        guard let last = stops.last, let first = stops.first else { return Camera() }
        guard let next = stops.firstIndex(where: { $0.at > time }) else { return camera(last) }
        guard next > 0 else { return camera(first) }
        let (a, b) = (stops[next - 1], stops[next])
        let part = (time - a.at) / (b.at - a.at)
        let share = b.ease == .smooth ? Self.smooth(part) : part
        guard share > 0 else { return camera(a) }
        var view = a
        view.coordinate = nil
        switch b.path {
        case .cut: return camera(a)
        case .straight:
            var delta = b.center - a.center
            delta.x -= delta.x.rounded()
            view.center = a.center + delta * share
            view.zoom = a.zoom + (b.zoom - a.zoom) * share
        case .fly:
            let flight = CameraFlight(from: (a.center, a.zoom), to: (b.center, b.zoom), side: side)
            (view.center, view.zoom) = flight.view(at: share)
        }
        let turn = (b.bearing - a.bearing).remainder(dividingBy: 360)
        view.bearing = a.bearing + turn * share
        view.focus = a.focus + (b.focus - a.focus) * share
        view.insets = a.insets.mixed(b.insets, share)
        view.tilt.pitch = a.tilt.pitch + (b.tilt.pitch - a.tilt.pitch) * share
        view.tilt.roll = a.tilt.roll + (b.tilt.roll - a.tilt.roll).remainder(dividingBy: 360) * share
        view.tilt.verticalFieldOfView =
            a.tilt.verticalFieldOfView + (b.tilt.verticalFieldOfView - a.tilt.verticalFieldOfView) * share
        return camera(view)
    }

    private func camera(_ stop: Stop) -> Camera {
        let zoom = min(Camera.zooms.upperBound, max(Camera.zooms.lowerBound, stop.zoom))
        let center = stop.coordinate ?? WebMercator.unproject(stop.center)
        var camera = Camera(.center(center, zoom: zoom), bearing: stop.bearing, contentInsets: stop.insets)
        camera.tilt = stop.tilt
        camera.padding = padding(stop)
        return camera
    }

    /// What puts the focus where it is; nil where it is in the middle of the map's part of the image without the insets.
    private func padding(_ stop: Stop) -> Padding? {
        let insets = stop.insets
        let right = stop.focus.x - (map.minX + insets.left + map.maxX - insets.right) / 2
        let down = stop.focus.y - (map.minY + insets.top + map.maxY - insets.bottom) / 2
        guard max(abs(right), abs(down)) > 1e-9 else { return nil }
        func length(_ shift: Double) -> Padding.Length { .points(max(0, 2 * shift)) }
        return Padding(top: length(down), right: length(-right), bottom: length(-down), left: length(right))
    }

    /// Gathers speed, and slows down: a cubic that begins and ends at rest.
    static func smooth(_ share: Double) -> Double { share * share * (3 - 2 * share) }
}

extension AnimationPlan {
    /// What has changed on the map at a time.
    ///
    /// - Parameters:
    ///   - annotations: of the scene, with those of its data.
    ///   - overlays: of the scene, with those of its data.
    ///   - decorations: of the scene.
    ///   - time: seconds from the start.
    package func change(
        _ annotations: inout [Annotation], _ overlays: inout [Overlay], _ decorations: inout [Decoration],
        at time: Double
    ) {
        for track in animation.tracks {
            let end = track.to ?? animation.duration
            let share = max(0, min(1, (time - track.from) / (end - track.from)))
            draw(track, share, &annotations, &overlays)
            for index in decorations.indices { decorations[index].point(to: share, of: track.track) }
        }
        for index in overlays.indices {
            guard case .night(let night) = overlays[index].content else { continue }
            overlays[index].content = .night(night.at(time / animation.duration))
        }
        if let timeline = animation.timeline { show(timeline, time / animation.duration, &annotations, &overlays) }
    }

    /// Lines of one overlay are drawn one after another.
    private func draw(
        _ track: SceneAnimation.Track, _ share: Double, _ annotations: inout [Annotation], _ overlays: inout [Overlay]
    ) {
        var lines: [(index: Int, line: Polyline, length: Double)] = []
        for (index, overlay) in overlays.enumerated() where overlay.belongs(to: track.track, at: index) {
            if case .polyline(let line) = overlay.content { lines.append((index, line, line.coordinates.length)) }
        }
        var rest = lines.reduce(0) { $0 + $1.length } * share
        var drawn = lines.first.map { (line: $0.line, end: 0.0) }
        for (index, line, length) in lines {
            var line = line
            let part = length > 0 ? max(0, min(1, rest / length)) : 1
            line.style.strokeEnd = max(line.style.strokeStart, line.style.strokeEnd * part)
            if rest > 0 { drawn = (line, line.style.strokeEnd) }
            rest -= length
            overlays[index].content = .polyline(line)
            if part == 0 { overlays[index].alpha = 0 }
        }
        guard let marker = track.marker, let index = annotations.firstIndex(where: { $0.id == marker }),
            let head = drawn.flatMap({ $0.line.point(at: $0.end) })
        else { return }
        annotations[index].coordinate = head
    }

    private func show(
        _ timeline: SceneAnimation.Timeline, _ share: Double, _ annotations: inout [Annotation],
        _ overlays: inout [Overlay]
    ) {
        let moments = timeline.moments(annotations, overlays)
        guard let (least, most) = timeline.span(of: moments) else { return }
        let now = least + (most - least) * share
        func isShown(_ properties: Properties) -> Bool {
            guard let value = properties.moment(of: timeline.property) else { return true }
            return value <= now && now - value <= timeline.window ?? .infinity
        }
        annotations.removeAll { !isShown($0.properties) }
        for index in overlays.indices where !isShown(overlays[index].properties) { overlays[index].alpha = 0 }
    }
}

extension AnimationPlan {
    private static let mostSamples = 12

    /// Frames that together show most of what the others do, in order: some at equal distances, those where the camera
    /// arrives, and those in which a timeline shows something new.
    ///
    /// - Parameters:
    ///   - annotations: of the scene, with those of its data.
    ///   - overlays: of the scene, with those of its data.
    /// - Returns: at most twelve.
    package func samples(_ annotations: [Annotation], _ overlays: [Overlay]) -> [Int] {
        let equal = Self.some(stops.count < 2 ? 3 : 6, of: Array(0..<frameCount))
        var shares = stops.map { $0.at / animation.duration }
        if let timeline = animation.timeline {
            let moments = timeline.moments(annotations, overlays)
            if let (least, most) = timeline.span(of: moments) {
                shares += moments.map { ($0 - least) / (most - least) }
            }
        }
        let frames = shares.filter { 0 <= $0 && $0 <= 1 }.map { Int(($0 * Double(frameCount - 1)).rounded(.up)) }
        let others = Set(frames).subtracting(equal).sorted()
        return (equal + Self.some(Self.mostSamples - equal.count, of: others)).sorted()
    }

    /// At most so many of some frames, from the first to the last.
    private static func some(_ most: Int, of frames: [Int]) -> [Int] {
        let count = min(most, frames.count)
        return (0..<count).map { frames[$0 * (frames.count - 1) / max(1, count - 1)] }
    }
}

extension SceneAnimation.Timeline {
    /// The values that annotations and overlays have.
    fileprivate func moments(_ annotations: [Annotation], _ overlays: [Overlay]) -> [Double] {
        (annotations.map(\.properties) + overlays.map(\.properties)).compactMap { $0.moment(of: property) }
    }

    /// The values at the start and at the end.
    fileprivate func span(of moments: [Double]) -> (least: Double, most: Double)? {
        guard let least = from?.number ?? moments.min(), let most = to?.number ?? moments.max() else { return nil }
        return (least, most)
    }
}

extension Properties {
    /// A number, or the seconds of a date.
    fileprivate func moment(of name: String) -> Double? {
        guard let value = texts.first(where: { $0.name == name })?.value else { return nil }
        return Double(value) ?? iso8601Seconds(value)
    }
}

extension SceneAnimation {
    /// Lines that grow and the time from the first value to the last follow from all data.
    var needsAllData: Bool { !tracks.isEmpty || timeline != nil }
}

extension Scene {
    /// What an animation does in vain, of a scene with all its data.
    func problems(of animation: SceneAnimation) -> [Diagnostic] {
        let lines = overlays.enumerated().filter { if case .polyline = $1.content { true } else { false } }
        let paths = Set(lines.map { $1.path(at: $0).split(separator: "/").prefix(2).joined(separator: "/") })
        let names = Set(lines.compactMap(\.element.id))
        let markers = Set(annotations.compactMap(\.id))
        var problems: [Diagnostic] = []
        func report(_ key: String, _ expected: String, _ name: String, _ known: Set<String>) {
            problems.append(
                Diagnostic(
                    .warning, code: .sceneUnknownId, path: "animation.tracks\(key)", expected: expected,
                    found: quoted(name), hint: didYouMean(name, known.sorted())))
        }
        for (index, track) in animation.tracks.enumerated() {
            if !names.contains(track.track), !paths.contains(targetPath("overlay", track.track)) {
                report("[\(index)].track", "the id of a polyline, or of data with lines", track.track, names)
            }
            if let marker = track.marker, !markers.contains(marker) {
                report("[\(index)].marker", "the id of an annotation", marker, markers)
            }
        }
        return problems + [animation.timeline.flatMap(problem)].compactMap(\.self)
    }

    /// Says that nothing has a moment of a timeline, or none that lies in it, so that all stays as it is; nil where
    /// something appears or disappears.
    private func problem(_ timeline: SceneAnimation.Timeline) -> Diagnostic? {
        let all = annotations.map(\.properties) + overlays.map(\.properties)
        let moments = timeline.moments(annotations, overlays)
        guard let (least, most) = timeline.span(of: moments), !moments.isEmpty else {
            let known = Set(all.flatMap { $0.texts.map(\.name) })
            return Diagnostic(
                .warning, code: .dataNoProperty, path: "animation.timeline.property",
                known.contains(timeline.property)
                    ? "the property \(quoted(timeline.property)) has no numbers or dates"
                    : "no feature has the property \(quoted(timeline.property))",
                hint: didYouMean(timeline.property, known.sorted()))
        }
        let start = least - (timeline.window ?? 0)
        guard !moments.contains(where: { start <= $0 && $0 <= most }) else { return nil }
        let example = all.lazy.flatMap(\.texts).first { $0.name == timeline.property }?.value ?? ""
        return Diagnostic(
            .warning, code: .sceneNoEffect, path: "animation.timeline",
            "no value of the property \(quoted(timeline.property)) lies between \"from\" and \"to\"; there are such as "
                + quoted(example))
    }
}

extension Overlay {
    /// True for the overlay of an id, and for a feature of its data.
    fileprivate func belongs(to name: String, at index: Int) -> Bool {
        let own = path(at: index)
        return id == name || own == targetPath("overlay", name) || own.hasPrefix(targetPath("overlay", name) + "/")
    }
}

extension EdgeInsets {
    fileprivate func mixed(_ other: EdgeInsets, _ share: Double) -> EdgeInsets {
        func mix(_ side: KeyPath<EdgeInsets, Double>) -> Double {
            self[keyPath: side] + (other[keyPath: side] - self[keyPath: side]) * share
        }
        return EdgeInsets(top: mix(\.top), left: mix(\.left), bottom: mix(\.bottom), right: mix(\.right))
    }
}

extension Polyline {
    /// In widths of the world, far less than a pixel.
    private static let tolerance = 1e-6

    /// The point at a share of the length, as the line is drawn.
    fileprivate func point(at share: Double) -> Coordinate? {
        guard share > 0 else { return coordinates.first }
        guard share < 1, coordinates.count > 1 else { return coordinates.last }
        let drawn =
            geodesic
            ? geodesicLine(coordinates, tolerance: Self.tolerance, limit: RenderBudget.rest(of: .vertices))
            : unwrapped(coordinates)
        let line = MeasuredLine(drawn.map(WebMercator.project))
        let place = WebMercator.unproject(line.point(at: share * line.length))
        return Coordinate(latitude: place.latitude, longitude: wrapLongitude(place.longitude))
    }
}
