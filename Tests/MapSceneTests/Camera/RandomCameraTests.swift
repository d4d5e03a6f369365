// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapGeo
import MapGeometry
import MapScene
import TestSupport
import Testing

/// Random cameras at and beyond all limits: each is solved or refused with an error, and none ends the process.
///
/// `STATICMAP_FUZZ_COUNT` is the number of cameras, `STATICMAP_FUZZ_SEED` the first seed: a camera that ends the process is
/// found again by halving the count.
@Suite("Random cameras") struct RandomCameraTests {
    @Test("every camera is solved within its limits, or refused with an error") func random() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["STATICMAP_FUZZ_COUNT"].flatMap(UInt64.init) ?? 4000
        let seed = environment["STATICMAP_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
        var (solved, slowest) = (0, (seconds: 0.0, seed: seed))
        for number in 0..<count {
            var random = RandomScene(seed: seed + number)
            let (scene, projection) = random.scene()
            let diagnostics = DiagnosticSink()
            let start = Date()
            let viewport = scene.viewport(
                extent: { _ in random.extent() }, covered: random.covered, projection: projection,
                SceneReporter(diagnostics: diagnostics))
            let seconds = -start.timeIntervalSinceNow
            if seconds > slowest.seconds { slowest = (seconds, seed + number) }
            guard let viewport else {
                #expect(diagnostics.hasErrors, "seed \(seed + number)")
                continue
            }
            solved += 1
            check(viewport, of: scene, "seed \(seed + number)")
        }
        if count > 4000 { print("\(count) cameras, \(solved) solved, slowest: \(slowest)") }
        #expect(solved > Int(count) / 4)
    }

    private func check(_ viewport: Viewport, of scene: Scene, _ seed: Comment) {
        #expect(Camera.zooms.contains(viewport.zoom), seed)
        #expect(abs(viewport.center.latitude) <= 90 && abs(viewport.center.longitude) <= 180, seed)
        #expect((1...Int(Scene.longestSide)).contains(viewport.pixelWidth), seed)
        let box = viewport.bounds
        #expect([box.west, box.south, box.east, box.north].allSatisfy { $0.isFinite }, seed)
        #expect(viewport.footprint.allSatisfy { $0.latitude.isFinite && $0.longitude.isFinite }, seed)
        let region = viewport.region
        #expect((0...180).contains(region.span.latitudeDelta) && (0...360).contains(region.span.longitudeDelta), seed)
        for annotation in scene.annotations {
            let point = viewport.point(for: annotation.coordinate)
            #expect(point.x.isFinite && point.y.isFinite, seed)
        }
    }

    @Test(
        "spans that just fit after rounding do not disturb the search for most of them",
        arguments: [(28.0, 181.0), (1, 1), (30, 30), (40, 25)])
    func most(width: Double, height: Double) throws {
        var scene = Scene(size: Size(width: width, height: height))
        scene.annotations = [(25.02063, 60.20492), (360, 90), (89.209, 22)].map {
            Annotation(at: Coordinate(latitude: $0.1, longitude: $0.0))
        }
        for thousandth in 0..<2000 {
            let size = width * (0.5 + Double(thousandth) / 1000)
            let extent = Rect(minX: -size / 2, minY: -size * 0.8, maxX: size / 2, maxY: size * 0.2)
            let viewport = scene.viewport(extent: { _ in extent }, SceneReporter(diagnostics: DiagnosticSink()))
            #expect(viewport != nil)
        }
    }
}

/// A scene with an odd camera, or with things in odd places.
private struct RandomScene {
    private var random: SplitMix
    private var isOdd: Bool { mutating get { random.next() % 6 == 0 } }

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    private mutating func one<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }

    private mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }

    private mutating func length() -> Double {
        one([1, 1.5, 2, 3, 17, 28, 100, 181, 256, 600, number(1...40), number(1...2000), 32_767])
    }

    private mutating func coordinate() -> Coordinate {
        if isOdd {
            return Coordinate(
                latitude: one([90, -90, 89.999999, 85.051129, -85.06, 0]),
                longitude: one([180, -180, 360, -360, 179.999999, -179.999999, 0]))
        }
        return Coordinate(latitude: number(-90...90), longitude: number(-360...360))
    }

    /// A place near another one, or anywhere.
    private mutating func coordinate(near middle: Coordinate) -> Coordinate {
        if isOdd { return one([middle, coordinate()]) }
        let reach = one([1e-9, 1e-5, 0.01, 1, 40])
        return Coordinate(
            latitude: max(-90, min(90, middle.latitude + number(-reach...reach))),
            longitude: max(-360, min(360, middle.longitude + number(-reach...reach))))
    }

    mutating func extent() -> Rect {
        switch random.next() % 8 {
        case 0: return .null
        case 1: return Rect(x: 0, y: 0, width: 0, height: 0)
        case 2:
            return Rect(
                x: number(-1e4...1e4), y: number(-1e4...1e4), width: number(0...1e5), height: number(0...1e5))
        default:
            let (width, height) = (number(0...60), number(0...60))
            return Rect(x: -width * number(0...1), y: -height * number(0...1), width: width, height: height)
        }
    }

    /// A decoration in a corner.
    var covered: (Viewport) -> [Rect] {
        { viewport in
            [Rect(x: viewport.size.width - 60, y: viewport.size.height - 20, width: 60, height: 20), .null]
        }
    }

    private mutating func framing() -> Camera.Framing {
        let center = coordinate()
        switch random.next() % 12 {
        case 0: return .center(center, zoom: number(Camera.zooms))
        case 1: return .lookingAt(center, fromDistance: one([1, 1e9, number(1...1e7)]))
        case 2:
            return .region(
                center: center,
                span: CoordinateSpan(
                    latitudeDelta: one([180, 1e-12, number(0...180)]),
                    longitudeDelta: one([360, 1e-12, number(0...360)])))
        case 3:
            let reach = WebMercator.circumference
            return .distance(
                center: center, latitudinalMeters: one([1e-3, reach, number(0...reach)]),
                longitudinalMeters: one([1e-3, reach, number(0...reach)]))
        case 4:
            let (south, west) = (number(-90...90), number(-360...360))
            return .bounds(
                CoordinateBox(
                    west: west, south: south, east: west + one([0, 1e-12, 360, number(0...360)]),
                    north: min(90, south + one([0, 1e-12, 180, number(0...180)]))))
        default: return .fit(.all)
        }
    }

    mutating func scene() -> (Scene, MapProjection) {
        var scene = Scene(size: Size(width: length(), height: length()))
        if isOdd { scene.scale = one([0.5, 2, 3.7, 8]) }
        scene.camera = Camera(framing())
        if isOdd { scene.camera.bearing = one([90, 180, -45, 1e9, number(-720...720)]) }
        if isOdd {
            scene.camera.tilt = Tilt(
                pitch: one([0, 85, 60, 90, 120, 180, number(0...85), number(85...180)]),
                roll: one([0, 180, 1e9, number(-90...90)]),
                verticalFieldOfView: one([Tilt.defaultFieldOfView, 1, 150, number(1...150)]))
        }
        if isOdd {
            let sides = [scene.size?.width ?? 0, scene.size?.height ?? 0].map { $0 / 2 }
            scene.camera.contentInsets = EdgeInsets(
                top: number(0...sides[1]), left: number(0...sides[0]), bottom: number(0...sides[1]), right: 0)
        }
        if isOdd { scene.camera.padding = one([Padding(), Padding(.points(number(0...40))), Padding(.percent(49.9))]) }
        if isOdd { scene.camera.zoom = number(Camera.zooms) }
        if isOdd { (scene.camera.minZoom, scene.camera.maxZoom) = (one([-5, 3, 24]), one([24, 3, -5])) }
        if isOdd { scene.camera.snapZoom = true }
        if isOdd { scene.camera.center = coordinate() }
        let middle = coordinate()
        scene.annotations = (0..<one([1, 1, 2, 2, 3, 5, 12])).map { _ in Annotation(at: coordinate(near: middle)) }
        if isOdd { scene.userLocation = UserLocation(at: middle) }
        return (scene, one([.mercator, .mercator, .mercator, .globe, .verticalPerspective]))
    }
}
