// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapScene
import MapText

extension MapRenderer {
    /// Draws the frames of an animation, some at a time.
    ///
    /// Frames are laid out one after another, so that labels keep their places, and painted side by side. Of all frames, only
    /// those of one chunk are in memory.
    ///
    /// - Parameters:
    ///   - document: the scene.
    ///   - options: how long the animation is.
    ///   - samples: whether some frames are drawn before all others.
    ///   - take: gets the frames in order.
    /// - Returns: what is known of them.
    /// - Throws: `RenderError` with everything that is wrong, or what `take` throws.
    package func frames(
        of document: SceneDocument, _ options: AnimationOptions, samples: FrameSamples = .none,
        _ take: (FrameChunk) throws(RenderError) -> Void
    ) throws(RenderError) -> DrawnFrames {
        var drawing = try FrameDrawing(self, document, options)
        return try drawing.run(samples, take)
    }
}

/// Draws the frames of one animation.
private struct FrameDrawing {
    /// A frame that is laid out.
    private struct LaidOut: Sendable {
        var drawing: Drawing
        var viewport: Viewport
        /// What moves on the map, and what was drawn of it.
        var content: [Item]
        var overlays: [Overlay]
        var decorations: [Decoration]
        var start: Double
        /// True for a frame after the first whose camera moves on with the next.
        var passes: Bool
    }

    /// An overlay or an annotation with the area that it takes.
    private struct Item: Sendable, Equatable {
        var id: String
        var bounds: Rect
        var annotation: Annotation?
        var text: String
    }

    private let renderer: MapRenderer
    private let document: SceneDocument
    private let options: AnimationOptions
    private let plan: AnimationPlan
    private var memory: PlacementMemory
    private var warnings: [Diagnostic] = []

    /// Solves the camera of each waypoint.
    init(_ renderer: MapRenderer, _ document: SceneDocument, _ options: AnimationOptions) throws(RenderError) {
        (self.renderer, self.options) = (renderer, options)
        var document = document
        guard var animation = document.scene.animation else {
            throw RenderError(
                .badData,
                [
                    Diagnostic(
                        code: .animationMissing, file: document.file, "the scene has no \"animation\"",
                        hint: #"add one, such as "animation": {"camera": [{}, {"camera": {"zoom": 14}}]}"#)
                ])
        }
        if let duration = options.duration { animation = animation.lasting(duration) }
        if let fps = options.fps { animation.fps = fps }
        document.scene.animation = nil
        // Data are read once for all frames.
        let needsAll = animation.needsAllData
        let opened = document
        let sink = DiagnosticSink()
        let scene = try renderer.inPipeline(sink) { _ throws(RenderError) in
            try SceneOpening(renderer: renderer, document: opened, diagnostics: sink).withData(needsAll: needsAll)
        }
        if let scene { document.scene = scene }
        warnings = sink.all + document.scene.problems(of: animation)
        if document.scene.display != nil {
            warnings.append(
                Diagnostic(.warning, code: .sceneNoEffect, path: "display", "an animation keeps all its colors"))
        }
        self.document = document
        let cameras = (animation.camera.isEmpty ? [nil] : animation.camera.map(\.camera)).map {
            $0 ?? document.scene.camera
        }
        var views: [Viewport] = []
        for camera in cameras {
            var scene = document
            scene.scene.camera = camera
            views.append(try renderer.projection(of: scene).viewport)
        }
        plan = AnimationPlan(
            animation, views: views, insets: cameras.map(\.contentInsets),
            map: views.first.flatMap { document.scene.mapFrame(in: $0.size)?.map })
        let count = plan.frameCount
        _ = try renderer.withinLimits { () throws(RenderError) in
            RenderBudget.check(count, .frames, at: "animation")
        }
        memory = Self.newMemory(animation)
    }

    private static func newMemory(_ animation: SceneAnimation) -> PlacementMemory {
        PlacementMemory(rest: Int((animation.fps / 2).rounded()))
    }

    private var isStill: Bool { plan.stops.count < 2 }

    private mutating func samples() throws(RenderError) -> [Bitmap] {
        var layouts: [LaidOut] = []
        for frame in plan.samples(document.scene.annotations, document.scene.overlays) {
            // Labels of frames that are far apart have nothing to do with each other.
            memory = Self.newMemory(plan.animation)
            layouts.append(
                try WorkContext.run(changing: { $0.progress = nil }) { () throws(RenderError) in try layOut(frame) })
        }
        memory = Self.newMemory(plan.animation)
        return try paint(layouts, after: nil, nil)
    }

    mutating func run(
        _ samples: FrameSamples, _ take: (FrameChunk) throws(RenderError) -> Void
    ) throws(RenderError) -> DrawnFrames {
        var (last, lastLayout): (Bitmap?, LaidOut?)
        var sampled = samples == .always || samples == .ofStillCamera && isStill ? try self.samples() : []
        let size = max(2, 2 * renderer.threads)
        let progress = WorkContext.current.progress
        progress?.begin(.paint)
        for first in stride(from: 0, to: plan.frameCount, by: size) {
            var layouts: [LaidOut] = []
            for index in first..<min(first + size, plan.frameCount) {
                layouts.append(
                    try WorkContext.run(changing: { $0.progress = nil }) { () throws(RenderError) in
                        try layOut(index)
                    })
            }
            let bitmaps = try paint(layouts, after: lastLayout, last)
            let frames = zip(bitmaps, layouts).map {
                FrameChunk.Frame(bitmap: $0, start: $1.start, passes: $1.passes)
            }
            try take(
                FrameChunk(frames: frames, samples: sampled, loops: plan.animation.loop, isStill: isStill))
            sampled = []
            (last, lastLayout) = (bitmaps.last, layouts.last)
            progress?.advance(min(first + size, plan.frameCount), of: plan.frameCount)
        }
        return DrawnFrames(
            width: last?.width ?? 0, height: last?.height ?? 0, frameCount: plan.frameCount, fps: plan.animation.fps,
            warnings: warnings)
    }

    /// A frame as a map of its own, but for the places of its labels.
    private mutating func layOut(_ index: Int) throws(RenderError) -> LaidOut {
        let time = plan.time(of: index)
        var frame = document
        frame.scene.camera = plan.camera(at: time)
        let (plan, memory) = (plan, memory)
        let sink = DiagnosticSink()
        let laidOut = try renderer.inPipeline(sink) { pipeline throws(RenderError) in
            var map = try pipeline.open(frame)
            plan.change(&map.input.annotations, &map.input.overlays, &map.input.decorations, at: time)
            map.input.placementMemory = memory
            let drawing = try pipeline.layOut(map)
            return LaidOut(
                drawing: drawing, viewport: map.input.viewport, content: Self.content(map.input, drawing),
                overlays: map.input.overlays, decorations: map.input.decorations, start: plan.start(of: index),
                passes: index > 0 && plan.cameraMoves(after: index))
        }
        for warning in sink.all where !warnings.contains(warning) && warnings.count < 100 { warnings.append(warning) }
        return laidOut
    }

    /// All that may differ between two frames of one view.
    private static func content(_ input: LayoutInput, _ drawing: Drawing) -> [Item] {
        var annotations: [String: Annotation] = [:]
        for (index, annotation) in input.annotations.enumerated() {
            annotations[annotation.path(at: index)] = annotation
        }
        return drawing.items.filter { $0.role != .layer && $0.role != .background }.map { item in
            Item(
                id: item.id, bounds: item.bounds, annotation: annotations[item.id],
                text: item.mark.text)
        }
    }

    /// Frames side by side; of one whose camera stays, only what has changed is painted.
    private func paint(_ layouts: [LaidOut], after last: LaidOut?, _ lastBitmap: Bitmap?) throws(RenderError)
        -> [Bitmap]
    {
        let changes = layouts.indices.map { index -> PixelRect? in
            guard let before = index > 0 ? layouts[index - 1] : last else { return nil }
            return Self.change(from: before, to: layouts[index])
        }
        let background = options.background
        let parts = parallelMap(Array(layouts.indices), threads: renderer.threads) {
            index -> Result<Bitmap?, CairoError> in
            Result { () throws(CairoError) in
                if let area = changes[index], area.isEmpty { return nil }
                let painted = try RasterPainter().paint(layouts[index].drawing, threads: 1, area: changes[index])
                return background.map {
                    Bitmap(width: painted.width, height: painted.height, pixels: painted.flattened(on: $0))
                } ?? painted
            }
        }
        var bitmaps: [Bitmap] = []
        var before = lastBitmap
        for (index, result) in parts.enumerated() {
            do throws(CairoError) {
                let part = try result.get()
                if let area = changes[index], let old = before {
                    before = part.map { old.replacing(area, with: $0) } ?? old
                } else {
                    before = part
                }
            } catch {
                throw RenderError(.unsupported, [Diagnostic(code: .renderFailed, "\(error)")])
            }
            if let before { bitmaps.append(before) }
        }
        return bitmaps
    }

    /// The area around all that differs; empty for equal frames, nil when all may differ.
    private static func change(from old: LaidOut, to new: LaidOut) -> PixelRect? {
        guard old.viewport == new.viewport, old.overlays.count == new.overlays.count else { return nil }
        var area = Rect.null
        let moved = new.overlays.indices.filter { old.overlays[$0] != new.overlays[$0] }
        if !moved.isEmpty {
            // Fog clears around lines, and strokes that are painted together are one item.
            guard !new.overlays.contains(where: \.dependsOnOthers) else { return nil }
            let names = Set(moved.map { new.overlays[$0].path(at: $0) })
            for item in old.drawing.items + new.drawing.items where names.contains(item.id) {
                area = area.union(item.bounds)
            }
        }
        if old.decorations != new.decorations {
            for item in old.drawing.items + new.drawing.items where item.role == .decoration {
                area = area.union(item.bounds)
            }
        }
        let common = zip(old.content, new.content)
        for (a, b) in common where a != b { area = area.union(a.bounds).union(b.bounds) }
        let count = min(old.content.count, new.content.count)
        for item in old.content[count...] + new.content[count...] { area = area.union(item.bounds) }
        let whole = PixelRect(minX: 0, minY: 0, maxX: new.drawing.width, maxY: new.drawing.height)
        return area.isNull ? PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) : whole.touched(by: area.inset(by: -1))
    }
}

extension Overlay {
    fileprivate var dependsOnOthers: Bool {
        switch content {
        case .fog: true
        case .polyline(let line): line.mergeStrokes
        case .polygon, .circle, .tiles, .data, .graticule, .night, .drawing: false
        }
    }
}

extension SceneAnimation {
    /// The same in another time.
    fileprivate func lasting(_ seconds: Double) -> SceneAnimation {
        var copy = self
        let factor = seconds / duration
        copy.duration = seconds
        for index in copy.camera.indices { copy.camera[index].at = copy.camera[index].at.map { $0 * factor } }
        for index in copy.tracks.indices {
            copy.tracks[index].from *= factor
            copy.tracks[index].to = copy.tracks[index].to.map { $0 * factor }
        }
        return copy
    }
}

extension Bitmap {
    /// A copy with other pixels in an area.
    fileprivate func replacing(_ area: PixelRect, with part: Bitmap) -> Bitmap {
        var all = pixels
        for y in 0..<part.height {
            let start = (area.minY + y) * width + area.minX
            all.replaceSubrange(start..<start + part.width, with: part.pixels[y * part.width..<(y + 1) * part.width])
        }
        return Bitmap(width: width, height: height, pixels: all)
    }
}

extension Mark {
    fileprivate var text: String {
        switch self {
        case .glyphs(let run): run.text
        case .sdf(let shapes): shapes.text
        case .group(let group): group.marks.map(\.text).joined()
        case .fill, .aliasedFill, .edge, .stroke, .ribbon, .circles, .image, .maskedFill, .faces: ""
        }
    }
}
