// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapImages
import MapLayout
import MapScene
import MapText
import StaticMap
import TestSupport
import Testing

@Suite("An animation") struct AnimationTests {
    private func document(
        _ members: String, size: String = "[160, 120]", zoom: Double = 13, basemap: String = ""
    ) throws -> SceneDocument {
        try Maps.document(
            """
            {"version": 1, "size": \(size), "basemap": {"tiles": "\(Maps.helsinki)"\(basemap)},
             "camera": {"center": [24.944, 60.17], "zoom": \(zoom)}, \(members)}
            """)
    }

    /// The bitmaps of all frames.
    private func frames(_ document: SceneDocument, with renderer: MapRenderer = Maps.shared) throws -> [Bitmap] {
        var frames: [Bitmap] = []
        _ = try renderer.frames(of: document, AnimationOptions()) { chunk in frames += chunk.frames.map(\.bitmap) }
        return frames
    }

    private let flight = """
        "animation": {"duration": 0.8, "fps": 10, "camera": [{}, {"camera": {"center": [24.96, 60.175], "zoom": 14.5}}]}
        """

    @Test("begins and ends at its waypoints, as still maps do") func ends() throws {
        let frames = try frames(document(flight))
        #expect(frames.count == 8)
        let first = try Maps.shared.render(document(#""attribution": "auto""#)).bitmap()
        #expect(frames[0].pixels == first.pixels)
        let last = frames[7]
        let end = try Maps.document(
            """
            {"version": 1, "size": [160, 120], "basemap": {"tiles": "\(Maps.helsinki)"},
             "camera": {"center": [24.96, 60.175], "zoom": 14.5}}
            """)
        // But for labels, whose places depend on the frames before.
        let still = try Maps.shared.render(end).bitmap()
        let equal = zip(last.pixels, still.pixels).count { $0 == $1 }
        #expect(equal > last.pixels.count / 2)
    }

    @Test("keeps the padding of its camera") func padding() throws {
        let json = """
            {"version": 1, "size": [160, 120], "basemap": {"tiles": "\(Maps.helsinki)", "hide": ["*"]},
             "camera": {"fit": "all", "padding": [10, 10, 60, 30]},
             "overlays": [{"type": "circle", "center": [24.944, 60.17], "radius": 400}],
             "animation": {"duration": 0.2, "fps": 10}}
            """
        let still = try Maps.shared.render(Maps.document(json)).bitmap()
        let frame = try #require(try frames(Maps.document(json)).first)
        let differing = zip(still.pixels, frame.pixels).count { $0 != $1 }
        #expect(differing < still.pixels.count / 50)
    }

    @Test("is the same for any number of threads", arguments: [AnimationFormat.webp, .apng, .gif])
    func threads(format: AnimationFormat) throws {
        let one = try Maps.renderer(threads: 1).animate(document(flight), as: format)
        let three = try Maps.renderer(threads: 3).animate(document(flight), as: format)
        #expect(one.bytes == three.bytes)
        #expect(one.frameCount == 8 && one.duration == 0.8)
    }

    @Test(
        "in a file is what it is in memory, and nothing is left of one that fails", arguments: AnimationFormat.allCases)
    func files(format: AnimationFormat) throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/flight"
        let made = try Maps.shared.animate(document(flight), as: format)
        let written = try Maps.shared.animate(document(flight), to: path, as: format)
        #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == made.bytes)
        #expect(written.bytes.isEmpty && written.frameCount == made.frameCount && written.width == made.width)
        var limited = Maps.renderer()
        limited.limits.frames = 3
        #expect(throws: RenderError.self) { try limited.animate(document(flight), to: folder.path + "/no", as: format) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["flight"])
    }

    @Test("that draws a track paints what a still map of each frame has") func tracks() throws {
        let track = """
            "annotations": [{"id": "walker", "coordinate": [24.94, 60.17], "tint": "red"}],
            "overlays": [{"id": "walk", "type": "polyline", "strokeColor": "#f00",
              "coordinates": [[24.938, 60.17], [24.95, 60.172]]}]
            """
        let animation = #", "animation": {"duration": 0.5, "fps": 10, "tracks": [{"track": "walk"}]}"#
        // Without labels, whose places depend on the frames before.
        let plain = #", "hide": ["*"]"#
        let frames = try frames(document(track + animation, basemap: plain))
        for (index, share) in [(0, 0.0), (2, 0.5), (4, 1.0)] {
            var scene = try document(track, basemap: plain)
            guard case .polyline(var line) = scene.scene.overlays[0].content else { return }
            line.style.strokeEnd = share
            scene.scene.overlays[0].content = .polyline(line)
            if share == 0 { scene.scene.overlays[0].alpha = 0 }
            #expect(try Maps.shared.render(scene).bitmap().pixels == frames[index].pixels, "frame \(index)")
        }
    }

    @Test("in WebP with a quality is not larger than without loss where little moves") func quality() throws {
        let track = """
            "overlays": [{"id": "walk", "type": "polyline", "strokeColor": "#f00",
              "coordinates": [[24.938, 60.17], [24.95, 60.172]]}],
            "animation": {"duration": 1, "fps": 10, "tracks": [{"track": "walk"}]}
            """
        func bytes(_ quality: Int?) throws -> Int {
            let options = AnimationOptions(quality: quality)
            return try Maps.shared.animate(document(track), as: .webp, options: options).bytes.count
        }
        #expect(try bytes(70) < bytes(nil))
    }

    @Test("moves a marker along its track") func marker() throws {
        let scene = try document(
            """
            "annotations": [{"id": "walker", "coordinate": [24.938, 60.17]}],
            "overlays": [{"id": "walk", "type": "polyline", "coordinates": [[24.938, 60.17], [24.95, 60.17]]}],
            "animation": {"duration": 1, "fps": 3, "tracks": [{"track": "walk", "marker": "walker"}]}
            """)
        let plan = AnimationPlan(
            try #require(scene.scene.animation), views: [try Maps.shared.projection(of: scene).viewport])
        var (annotations, overlays, decorations) = (scene.scene.annotations, scene.scene.overlays, [Decoration]())
        plan.change(&annotations, &overlays, &decorations, at: plan.time(of: 1))
        #expect(abs(annotations[0].coordinate.longitude - 24.944) < 1e-6)
        overlays = scene.scene.overlays
        plan.change(&annotations, &overlays, &decorations, at: 1)
        #expect(annotations[0].coordinate.longitude == 24.95)
    }

    @Test(
        "moves a marker along the line as it is drawn, across the antimeridian too",
        arguments: [
            ("[[140, 35], [-120, 35]]", true), ("[[-60, 40], [60, 40]]", true), ("[[170, 10], [-170, 60]]", false),
            ("[[20, -60], [20, 60]]", false),
        ])
    func drawnLine(coordinates: String, isGeodesic: Bool) throws {
        let scene = try document(
            """
            "annotations": [{"id": "m", "coordinate": [0, 0]}],
            "overlays": [{"id": "l", "type": "polyline", "geodesic": \(isGeodesic), "coordinates": \(coordinates)}],
            "animation": {"duration": 1, "fps": 5, "tracks": [{"track": "l", "marker": "m"}]}
            """, size: "[512, 512]", zoom: 0)
        let plan = AnimationPlan(
            try #require(scene.scene.animation), views: [try Maps.shared.projection(of: scene).viewport])
        for frame in 1..<5 {
            var (annotations, overlays, decorations) = (scene.scene.annotations, scene.scene.overlays, [Decoration]())
            plan.change(&annotations, &overlays, &decorations, at: plan.time(of: frame))
            var still = scene
            (still.scene.annotations, still.scene.overlays, still.scene.animation) = ([], overlays, nil)
            let map = try Maps.shared.hitMap(of: still)
            // The end of the line is hit there, and nothing beyond it.
            let end = map.point(for: annotations[0].coordinate)
            #expect(map.hit(at: end).target?.rawValue.hasPrefix("overlay/l") == true, "frame \(frame)")
            #expect(abs(map.coordinate(at: end).latitude - annotations[0].coordinate.latitude) < 1e-6)
        }
    }

    @Test(
        "has the view of a still map in each frame of a camera that stays",
        arguments: [
            #""page": {"title": "T", "legend": true, "frame": "ticks"}"#, #""title": "none""#,
        ])
    func stillView(members: String) throws {
        for camera in [
            #"{"center": [24.944, 60.17], "zoom": 13, "contentInsets": {"bottom": 80, "left": 20}}"#,
            #"{"center": [24.944, 60.17], "zoom": 13, "padding": [60, 0, 0, 10], "pitch": 50}"#,
            #"{"fit": "all", "padding": [10, 10, 60, 30], "contentInsets": {"top": 30}}"#,
        ] {
            let scene = try Maps.document(
                """
                {"version": 1, "size": [480, 400], "basemap": {"tiles": "\(Maps.helsinki)", "hide": ["*"]},
                 "camera": \(camera), \(members),
                 "overlays": [{"type": "circle", "center": [24.944, 60.17], "radius": 400}],
                 "animation": {"duration": 0.2, "fps": 10}}
                """)
            let still = try Maps.shared.render(scene).bitmap()
            for frame in try frames(scene) { #expect(frame.pixels == still.pixels, "\(camera)") }
        }
    }

    @Test("shows what a timeline says, numbers and dates") func timeline() throws {
        let scene = try document(
            """
            "annotations": [
              {"coordinate": [24.94, 60.17], "properties": {"year": 2000}},
              {"coordinate": [24.94, 60.17], "properties": {"year": 2010}},
              {"coordinate": [24.94, 60.17]}],
            "animation": {"duration": 1, "timeline": {"property": "year", "from": 1995, "to": 2015, "window": 8}}
            """)
        let plan = AnimationPlan(
            try #require(scene.scene.animation), views: [try Maps.shared.projection(of: scene).viewport])
        func shown(_ time: Double) -> Int {
            var (annotations, overlays, decorations) = (scene.scene.annotations, scene.scene.overlays, [Decoration]())
            plan.change(&annotations, &overlays, &decorations, at: time)
            return annotations.count
        }
        let counts = [0, 0.3, 0.7, 0.8, 1].map(shown)
        #expect(counts == [1, 2, 1, 2, 2])
        #expect(iso8601Seconds("1970-01-02") == 86_400)
        #expect(iso8601Seconds("2024-02-29T12:00:00+02:00") == iso8601Seconds("2024-02-29T10:00:00Z"))
        #expect(iso8601Seconds("2024-13-01") == nil && iso8601Seconds("soon") == nil)
    }

    @Test("chooses its colors by frames that show all that a timeline does") func timelineColors() throws {
        // A red area that is seen in the middle of the first half alone.
        let scene = try document(
            """
            "overlays": [
              {"type": "circle", "center": [24.944, 60.17], "radius": 300, "fillColor": "#f00", "strokeColor": "#f00",
               "properties": {"year": 2020}}],
            "animation": {
              "duration": 1, "fps": 11, "timeline": {"property": "year", "from": 2000, "to": 2100, "window": 15}}
            """, basemap: #", "hide": ["*"]"#)
        var (samples, frames): ([Bitmap], [Bitmap]) = ([], [])
        _ = try Maps.shared.frames(of: scene, AnimationOptions(background: .white), samples: .always) { chunk in
            samples += chunk.samples
            frames += chunk.frames.map(\.bitmap)
        }
        let middle = frames[2].width * frames[2].height / 2 + frames[2].width / 2
        let red = frames[2].pixels[middle]
        #expect(red != frames[0].pixels[middle] && samples.count == 4)
        let colors = try #require(AnimationColors(samples))
        #expect(colors.reduced(frames[2]).pixels[middle] == red)
    }

    @Test("chooses its colors by at most twelve frames", arguments: [1, 5, 300]) func samples(count: Int) throws {
        let annotations = (0..<100).map { year in
            #"{"coordinate": [24.94, 60.17], "properties": {"year": \#(year)}}"#
        }
        let scene = try document(
            """
            "annotations": [\(annotations.joined(separator: ","))],
            "animation": {"duration": \(count), "fps": 1, "timeline": {"property": "year"}}
            """)
        let animation = try #require(scene.scene.animation)
        let plan = AnimationPlan(animation, views: [try Maps.shared.projection(of: scene).viewport])
        let samples = plan.samples(scene.scene.annotations, [])
        #expect(samples.first == 0 && samples.last == count - 1 && samples.count == min(count, 12))
        #expect(Set(samples).count == samples.count)
    }

    @Test("says that nothing has the moment of a timeline") func unknownProperty() throws {
        func warnings(_ property: String) throws -> [String] {
            let scene = try document(
                """
                "annotations": [{"coordinate": [24.94, 60.17], "properties": {"year": 2000, "kind": "inn"}}],
                "animation": {"duration": 0.2, "fps": 5, "timeline": {"property": "\(property)"}}
                """)
            return try Maps.shared.animate(scene, as: .apng).warnings
                .filter { $0.path == "animation.timeline.property" }.map(\.message)
        }
        #expect(try warnings("year").isEmpty)
        #expect(try warnings("yaer") == ["no feature has the property \"yaer\""])
        #expect(try warnings("kind") == ["the property \"kind\" has no numbers or dates"])
    }

    @Test(
        "says what it does in vain, and so does a check",
        arguments: [
            (
                #""tracks": [{"track": "nope"}]"#, "animation.tracks[0].track",
                #"expected the id of a polyline, or of data with lines, found "nope""#
            ),
            (
                #""tracks": [{"track": "ways"}, {"track": "round"}]"#, "animation.tracks[1].track",
                #"expected the id of a polyline, or of data with lines, found "round""#
            ),
            (
                #""tracks": [{"track": "ways", "marker": "x"}]"#, "animation.tracks[0].marker",
                #"expected the id of an annotation, found "x""#
            ),
            (
                #""timeline": {"property": "t", "from": 2024, "to": 2025}"#, "animation.timeline",
                #"no value of the property "t" lies between "from" and "to"; there are such as "2024-05-01""#
            ),
        ])
    func inVain(keys: String, path: String, message: String) throws {
        let line = #"{"type": "LineString", "coordinates": [[24.94, 60.17], [24.95, 60.17]]}"#
        let scene = try document(
            """
            "overlays": [
              {"id": "ways", "type": "geojson",
               "data": {"type": "Feature", "properties": {"t": "2024-05-01"}, "geometry": \(line)}},
              {"id": "round", "type": "circle", "center": [24.94, 60.17], "radius": 100}],
            "animation": {"duration": 0.2, "fps": 5, \(keys)}
            """)
        let found = try Maps.shared.animate(scene, as: .apng).warnings.filter { $0.path.hasPrefix("animation") }
        #expect(found.map(\.path) == [path] && found.map(\.message) == [message])
        let checked = Maps.shared.check(Array(scene.text.utf8), file: "scene.json")
        #expect(checked.filter { $0.path.hasPrefix("animation") }.map(\.message) == [message])
    }

    @Test("has a timeline that runs forwards") func backwards() throws {
        let error = #expect(throws: RenderError.self) {
            try document(
                """
                "animation": {"timeline": {"property": "t", "from": "2024-06-01", "to": "2024-05-01"}}
                """)
        }
        #expect(error?.diagnostics.map(\.path) == ["animation.timeline.from"])
    }

    @Test("says that it has all colors") func display() throws {
        let scene = try document(
            #""display": {"palette": "gray2"}, "animation": {"duration": 0.2, "fps": 5}"#)
        let warnings = try Maps.shared.animate(scene, as: .gif).warnings.filter { $0.path == "display" }
        #expect(warnings.map(\.code) == [.sceneNoEffect])
    }

    @Test("of nothing that moves is one frame in the file") func still() throws {
        let animation = #""animation": {"duration": 0.5, "fps": 10}"#
        let bytes = try Maps.shared.animate(document(animation), as: .apng).bytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.components(separatedBy: "fcTL").count == 2)
        #expect(text.contains("acTL") && text.contains("IEND"))
    }

    @Test("in WebP keeps all details of its first and last frame, and of those whose camera stays") func passing()
        throws
    {
        let scene = try document(
            """
            "animation": {"duration": 0.8, "fps": 10, "camera": [
              {}, {"camera": {"center": [24.96, 60.175], "zoom": 13}, "at": 0.4},
              {"camera": {"center": [24.96, 60.175], "zoom": 13}, "at": 0.8}]}
            """)
        func kinds(_ lossless: Bool) throws -> [String] {
            let bytes = try Maps.shared.animate(scene, options: AnimationOptions(lossless: lossless)).bytes
            var (kinds, position): ([String], Int) = ([], 12)
            while position + 8 <= bytes.count {
                let size = (0..<4).reduce(0) { $0 | Int(bytes[position + 4 + $1]) << (8 * $1) }
                if bytes[position..<position + 4].elementsEqual("ANMF".utf8) {
                    // The frame's own chunk lies after its place, size and time.
                    kinds.append(String(decoding: bytes[position + 24..<position + 28], as: UTF8.self))
                }
                position += 8 + size + size % 2
            }
            return kinds
        }
        let mixed = try kinds(false)
        #expect(mixed.first == "VP8L" && mixed.last == "VP8L")
        #expect(mixed.count { $0 == "VP8 " } == mixed.count - 2 && mixed.count > 3)
        #expect(try kinds(true) == mixed.map { _ in "VP8L" })
    }

    @Test("as animated PNG has colors that its frames share, or each pixel") func palette() throws {
        let scene = try document(flight)
        let reduced = try Maps.shared.animate(scene, as: .apng).bytes
        let exact = try Maps.shared.animate(scene, as: .apng, options: AnimationOptions(lossless: true)).bytes
        // Indices into a palette; red, green and blue.
        #expect(reduced[25] == 3 && exact[25] == 2)
        #expect(reduced.count * 2 < exact.count)
        // The first frame of each is a PNG of its own.
        let still = try Maps.shared.render(document(#""attribution": "auto""#)).bitmap()
        func first(_ file: [UInt8]) throws -> Bitmap { try decodeImage(file, maxPixels: 1 << 20) }
        #expect(try first(exact).pixels == still.pixels)
        let differences = zip(try first(reduced).pixels, still.pixels).map { $0.differences(from: $1).max() }
        #expect(differences.reduce(0, +) < 2 * differences.count)
    }

    @Test(
        "keeps transparent pixels that its first frame does not have", arguments: AnimationFormat.allCases,
        [false, true])
    func transparency(format: AnimationFormat, lossless: Bool) throws {
        let scene = try Maps.document(
            """
            {"version": 1, "size": [160, 120], "camera": {"center": [0, 0], "zoom": 3.5},
             "basemap": {"projection": "globe", "style": {"version": 8, "sources": {}, "layers": [
               {"id": "sea", "type": "background", "paint": {"background-color": "#28c"}}]}},
             "animation": {"duration": 0.4, "fps": 10, "camera": [{}, {"camera": {"center": [0, 0], "zoom": 0}}]}}
            """)
        let frames = try frames(scene)
        #expect(frames[0].isOpaque && !frames[3].isOpaque)
        let bytes = try Maps.shared.animate(scene, as: format, options: AnimationOptions(lossless: lossless)).bytes
        switch format {
        case .webp: #expect(bytes[20] == 0x12, "animation, and alpha")
        case .apng: #expect(bytes[25] == 6, "red, green, blue and alpha")
        case .gif: #expect(bytes[35] >> 2 & 7 == 2, "the area is cleared after the first frame")
        }
    }

    @Test("has no more frames than the limits allow") func limits() throws {
        var renderer = Maps.renderer()
        renderer.limits.frames = 7
        let error = #expect(throws: RenderError.self) { try renderer.animate(document(flight)) }
        #expect(error?.diagnostics.first?.code == "limits.frames")
    }

    /// The texts of labels in each frame, by layer.
    private func labels(_ document: SceneDocument) throws -> [[String]] {
        let views = try (document.scene.animation?.camera ?? []).map { waypoint in
            var scene = document
            if let camera = waypoint.camera { scene.scene.camera = camera }
            return try Maps.shared.projection(of: scene).viewport
        }
        let plan = AnimationPlan(try #require(document.scene.animation), views: views)
        let memory = PlacementMemory(rest: 15)
        return try (0..<plan.frameCount).map { index in
            var frame = document
            frame.scene.camera = plan.camera(at: plan.time(of: index))
            var map = try Maps.shared.open(frame, DiagnosticSink())
            map.input.placementMemory = memory
            let items = SceneLayout(map.input).drawing().items.filter { $0.role == .label }
            return items.compactMap { item in
                switch item.mark {
                case .glyphs(let run): run.text.isEmpty ? nil : "\(item.id) \(run.text)"
                case .sdf(let shapes): shapes.text.isEmpty ? nil : "\(item.id) \(shapes.text)"
                default: nil
                }
            }
        }
    }

    @Test(
        "shows a label between two frames that show it",
        arguments: [
            (13.0, 30, "straight", "[320, 200]"), (15.2, 30, "straight", "[320, 200]"), (13, 300, "fly", "[640, 400]"),
        ])
    func flicker(zoom: Double, count: Int, path: String, size: String) throws {
        let flight = """
            "animation": {"duration": \(Double(count) / 30), "fps": 30, "camera": [
              {}, {"camera": {"center": [24.955, 60.175], "zoom": \(zoom + 1.5), "bearing": 40}, "path": "\(path)"}]}
            """
        let frames = try labels(document(flight, size: size, zoom: zoom)).map(Set.init)
        #expect(frames.count == count && frames.contains { $0.count > 3 })
        for index in 1..<frames.count - 1 {
            let lost = frames[index - 1].intersection(frames[index + 1]).subtracting(frames[index])
            #expect(lost.isEmpty, "frame \(index): \(lost.sorted())")
        }
    }
}

@Suite("Animated images") struct AnimatedImageTests {
    private func bitmap(_ color: (Int, Int) -> UInt32) -> Bitmap {
        Bitmap(width: 40, height: 30, pixels: (0..<1200).map { color($0 % 40, $0 / 40) })
    }

    @Test("share their colors where these are few") func colors() throws {
        let flat = bitmap { x, _ in x < 20 ? 0xFFF0_E0D0 : 0xFF20_4060 }
        let other = bitmap { x, y in y == 0 ? 0xFFFF_FFFF : x < 30 ? 0xFFF0_E0D0 : 0xFF20_4060 }
        let colors = try #require(AnimationColors([flat, other]))
        #expect(Set(colors.colors) == [0xFFF0_E0D0, 0xFF20_4060, 0xFFFF_FFFF])
        #expect(colors.reduced(other).pixels == other.pixels)
        // A color that no sample has is the nearest of theirs.
        let new = bitmap { _, _ in 0xFFF3_E1D0 }
        #expect(colors.reduced(new).pixels.allSatisfy { $0 == 0xFFF0_E0D0 })
        #expect(AnimationColors([flat, bitmap { _, _ in 0x8010_1010 }]) == nil)
        var state: UInt32 = 1
        let noise = bitmap { _, _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return state | 0xFF00_0000
        }
        #expect(AnimationColors([noise]) == nil)
    }

    @Test("hold the rectangle that has changed") func change() throws {
        let old = bitmap { _, _ in 0xFFFF_FFFF }
        let new = bitmap { x, y in x == 11 && (7...9).contains(y) ? 0xFF00_0000 : 0xFFFF_FFFF }
        let change = try #require(FrameChange(from: old, to: new))
        #expect(change.x == 10 && change.y == 6)
        #expect(change.bitmap.width == 2 && change.bitmap.height == 4)
        #expect(change.difference == nil)
        #expect(FrameChange(from: old, to: old) == nil)
        // Two pixels far apart, on what was there: the others are left out.
        let far = bitmap { x, y in (x, y) == (0, 0) || (x, y) == (39, 29) ? 0xFF00_0000 : 0xFFFF_FFFF }
        let wide = try #require(FrameChange(from: old, to: far))
        let difference = try #require(wide.difference)
        #expect(difference.pixels.count { $0 != 0 } == 2)
        #expect(zip(wide.bitmap.pixels, difference.pixels).allSatisfy { $1 == 0 || $0 == $1 })
        let all = bitmap { _, _ in 0xFF00_0000 }
        #expect(FrameChange(from: old, to: all)?.difference == nil)
    }

    @Test(
        "of WebP and GIF have the sizes and times that were asked for",
        arguments: [false, true])
    func times(isGIF: Bool) throws {
        let codec = isGIF ? AnimationCodec.gif : .webp(.lossless, passing: .lossless)
        let frames = (0..<3).map { frame in bitmap { x, y in x < frame * 10 ? 0xFF20_8040 : 0xFF10_1010 } }
        var container = AnimationContainer(codec, first: frames[0], loops: true)
        var file: [UInt8] = []
        for (index, frame) in frames.enumerated() {
            let encoded = try AnimationContainer.encode(FrameChange(whole: frame), codec, isOpaque: true)
            container.append(encoded, at: Double(index) / 30)
            file += container.take()
        }
        let corrections = container.finish(at: 0.1)
        file += container.take()
        for correction in corrections {
            let end = correction.offset + correction.bytes.count
            file.replaceSubrange(correction.offset..<end, with: correction.bytes)
        }
        #expect(file.starts(with: isGIF ? Array("GIF89a".utf8) : Array("RIFF".utf8)))
        if isGIF {
            #expect(file.last == 0x3B)
        } else {
            let size = (0..<4).reduce(0) { $0 | Int(file[4 + $1]) << (8 * $1) }
            #expect(size + 8 == file.count)
        }
    }
}
