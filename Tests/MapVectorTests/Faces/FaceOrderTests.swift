// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapVector
import TestSupport
import Testing

@Suite("Faces in the order in which they are painted") struct FaceOrderTests {
    private let rect = Rect(x: 0, y: 0, width: 320, height: 240)
    private let camera = PlanePerspective(
        size: Size(width: 320, height: 240), focus: Point(160, 120),
        Perspective.Angles(pitch: 60, roll: 10, fieldOfView: 36.87))

    /// The roof and the visible walls of a building, in one color each, which numbers them.
    private func building(_ ring: [Point], _ base: Double, _ height: Double, from number: Int) -> [Face] {
        var faces: [Face] = []
        func add(_ points: [Point], _ plane: AffineFunction3D) {
            guard let inverseDepth = camera.inverseDepth(wherever: plane) else { return }
            var path = Path()
            path.addLines(points, closed: true)
            let color = Color(rgb: UInt32(number + faces.count + 1))
            faces.append(Face(path, inverseDepth: inverseDepth, paint: .color(color)))
        }
        add(ring.map { camera.apply($0, height: height) }, .above(level: height))
        for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            let plane = AffineFunction3D.beside(a, b)
            guard camera.atCamera(plane) < 0 else { continue }
            let corners = [(a, base), (b, base), (b, height), (a, height)]
            add(corners.map { camera.apply($0.0, height: $0.1) }, plane)
        }
        return faces
    }

    /// Buildings with concave footprints, some on stilts, which stand in each other.
    private func city(_ count: Int, seed: UInt64) -> [Face] {
        var random = SplitMix(seed: seed)
        var faces: [Face] = []
        for _ in 0..<count {
            let center = Point(.random(in: -100...420, using: &random), .random(in: -300...200, using: &random))
            let radius = Double.random(in: 6...30, using: &random)
            let height = Double.random(in: 5...40, using: &random)
            let turn = Double.random(in: 0...6, using: &random)
            let corners = Int.random(in: 3...8, using: &random)
            let ring = (0..<corners).map { index in
                let spike = index.isMultiple(of: 2) ? radius : radius * .random(in: 0.4...1, using: &random)
                let direction = Transform.rotation(turn + Double(index) / Double(corners) * 2 * .pi)
                return center + direction.apply(Point(spike, 0))
            }
            faces += building(ring, Bool.random(using: &random) ? 0 : height * 0.4, height, from: faces.count)
        }
        return faces
    }

    private func paint(_ marks: [Mark]) throws -> [UInt32] {
        var drawing = Drawing(width: 320, height: 240, scale: 1)
        drawing.items = marks.map { DrawingItem(id: "b", role: .layer, bounds: rect, mark: $0) }
        return try RasterPainter().paint(drawing, threads: 1).pixels
    }

    private func flat(_ pieces: [FacePiece]) -> [Mark] {
        pieces.compactMap { piece in
            guard case .color(let color) = piece.paint else { return nil }
            return .aliasedFill(piece.path, .color(color))
        }
    }

    @Test("painted one over the other they look as in the depth buffer", arguments: [1, 2, 3, 4] as [UInt64])
    func order(seed: UInt64) throws {
        let faces = city(120, seed: seed)
        var order = FaceOrder(faces, behind: [], in: rect)
        let expected = try paint([.faces(Faces(faces))])
        let painted = try paint(flat(order.sorted()))
        #expect(expected.count { $0 != 0 } > 10_000)
        #expect(zip(expected, painted).count { $0 != $1 } <= 30)
    }

    @Test("what earlier marks hide is cut away", arguments: [5, 6] as [UInt64])
    func earlier(seed: UInt64) throws {
        let faces = city(120, seed: seed)
        let (first, second) = (Array(faces[..<(faces.count / 2)]), Array(faces[(faces.count / 2)...]))
        var lower = FaceOrder(first, behind: [], in: rect)
        let earlier = lower.sorted()
        var upper = FaceOrder(second, behind: earlier, in: rect)
        let expected = try paint([.faces(Faces(first)), .faces(Faces(second))])
        let painted = try paint(flat(earlier + upper.sorted()))
        #expect(zip(expected, painted).count { $0 != $1 } <= 60)
    }

    @Test("three beams that lie on each other in turn are cut") func cycle() throws {
        func beam(_ a: Point, _ b: Point, _ near: (Double, Double), _ number: UInt32) -> Face {
            let normal = Point(b.y - a.y, a.x - b.x) * (12 / a.distance(to: b))
            var path = Path()
            path.addLines([a + normal, b + normal, b - normal, a - normal], closed: true)
            let along = b - a
            let k = (near.1 - near.0) / (along.x * along.x + along.y * along.y)
            let inverseDepth = AffineFunction(
                x: along.x * k, y: along.y * k, constant: near.0 - (a.x * along.x + a.y * along.y) * k)
            return Face(path, inverseDepth: inverseDepth, paint: .color(Color(rgb: number)))
        }
        let corners = [Point(60, 200), Point(260, 200), Point(160, 30)]
        let faces = (0..<3).map { beam(corners[$0], corners[($0 + 1) % 3], (1, 2), UInt32($0) + 1) }
        var order = FaceOrder(faces, behind: [], in: rect)
        let pieces = order.sorted()
        #expect(pieces.count > 3)
        let expected = try paint([.faces(Faces(faces))])
        #expect(zip(expected, try paint(flat(pieces))).count { $0 != $1 } <= 20)
    }

    @Test("what is hidden wholly is left out") func hidden() {
        let wall = building([Point(100, 60), Point(220, 60), Point(220, 70), Point(100, 70)], 0, 60, from: 0)
        let hut = building([Point(150, 40), Point(170, 40), Point(170, 50), Point(150, 50)], 0, 10, from: 10)
        var order = FaceOrder(hut + wall, behind: [], in: rect)
        #expect(order.sorted().count == wall.count)
    }

    @Test("the number of cuts is limited, also where what is cut is hidden in the end")
    func cuts() {
        var random = SplitMix(seed: 9)
        // Faces as large as the image that lean in all directions; then one before all of them.
        var faces = (0..<60).map { number in
            let slope = Point(.random(in: -1e-4...1e-4, using: &random), .random(in: -1e-4...1e-4, using: &random))
            let center = rect.center
            let depth = AffineFunction(x: slope.x, y: slope.y, constant: 1 - slope.x * center.x - slope.y * center.y)
            return Face(.rectangle(rect), inverseDepth: depth, paint: .color(Color(rgb: UInt32(number))))
        }
        faces.insert(
            Face(.rectangle(rect), inverseDepth: AffineFunction(x: 0, y: 0, constant: 1.01), paint: .color(.black)),
            at: 30)
        var order = FaceOrder(faces, behind: FaceOrderTests.pieces(of: faces, in: rect), in: rect)
        #expect(order.sorted().count <= 4 * faces.count + 1000)
    }

    private static func pieces(of faces: [Face], in rect: Rect) -> [FacePiece] {
        var order = FaceOrder(faces, behind: [], in: rect)
        return order.sorted()
    }
}
