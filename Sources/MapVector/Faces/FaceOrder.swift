// SPDX-License-Identifier: MIT
package import MapCanvas
import MapCore
package import MapGeometry

/// Faces in an order in which they can be painted one over the other: they are cut where they meet, and where several
/// hide each other in turn. What is hidden wholly is left out.
package struct FaceOrder {
    private var pieces: [FacePiece] = []
    /// True for pieces that are in the result, replaced, or hidden.
    private var isDone: [Bool] = []
    /// For each piece those that hide it, and those that it hides.
    private var (hiders, hidden): ([[Int]], [[Int]]) = ([], [])
    /// How many of those that a piece hides must be painted before it.
    private var waiting: [Int] = []
    private var grid: PieceGrid
    /// How many more cuts are made. Then some pieces are painted in the wrong order.
    private var cutsLeft: Int

    /// - Parameters:
    ///   - faces: in any order; of faces in one plane, the last one is on top.
    ///   - earlier: pieces that were painted before, below something else: what they hide is cut away.
    ///   - rect: the image.
    package init(_ faces: [Face], behind earlier: [FacePiece], in rect: Rect) {
        grid = PieceGrid(rect)
        cutsLeft = 4 * faces.count + 1000
        var earlierGrid = PieceGrid(rect)
        for (index, piece) in earlier.enumerated() { earlierGrid.insert(index, piece.bounds) }
        for face in faces where !WorkContext.isCancelled {
            var parts = [FacePiece(face)].filter { !$0.isEmpty }
            for index in earlier.isEmpty ? [] : earlierGrid.candidates(face.bounds) {
                parts = parts.flatMap { visible($0, behind: earlier[index]) }
            }
            for part in parts { add(part) }
        }
    }

    /// The pieces at which a function is positive and negative; none when there were enough cuts, or the time is over.
    private mutating func cut(_ piece: FacePiece, by function: AffineFunction) -> [FacePiece] {
        guard cutsLeft > 0, !WorkContext.isCancelled else { return [] }
        cutsLeft -= 1
        return piece.cut(by: function)
    }

    /// The pieces outside and inside of a convex polygon; the whole as outside when there were enough cuts, or the time is over.
    private mutating func divide(_ piece: FacePiece, by polygon: [Point]) -> (outside: [FacePiece], inside: [FacePiece])
    {
        guard cutsLeft > 0, !WorkContext.isCancelled else { return ([piece], []) }
        let pieces = piece.divided(by: polygon)
        if !pieces.inside.isEmpty { cutsLeft -= 1 }
        return pieces
    }

    /// What an earlier piece leaves of a piece.
    private mutating func visible(_ piece: FacePiece, behind earlier: FacePiece) -> [FacePiece] {
        switch FaceRelation(piece, earlier) {
        case .apart, .before: return [piece]
        case .behind(isHidden: true): return []
        case .behind(isHidden: false):
            return earlier.parts.reduce([piece]) { rest, part in
                rest.flatMap { divide($0, by: part.corners).outside }
            }
        case .crossing(let difference):
            let sides = cut(piece, by: difference)
            guard sides.count == 2 else { return [piece] }
            return sides.flatMap { side in
                if case .crossing = FaceRelation(side, earlier) { [side] } else { visible(side, behind: earlier) }
            }
        }
    }

    /// Adds a piece and finds what it hides, and what hides it.
    private mutating func add(_ piece: FacePiece) {
        var (behind, before): ([Int], [Int]) = ([], [])
        for (step, other) in grid.candidates(piece.bounds).enumerated() where !isDone[other] {
            if step & 63 == 63, WorkContext.isCancelled { return }
            switch FaceRelation(piece, pieces[other]) {
            case .apart: break
            case .behind(isHidden: true): return
            case .behind: behind.append(other)
            case .before(hides: true): remove(other)
            case .before: before.append(other)
            case .crossing(let difference):
                let sides = cut(piece, by: difference)
                guard sides.count == 2 else {
                    before.append(other)
                    continue
                }
                for side in sides { add(side) }
                return
            }
        }
        let index = pieces.count
        // The loop may have found some to be hidden by others.
        before.removeAll { isDone[$0] }
        pieces.append(piece)
        isDone.append(false)
        hiders.append(behind)
        hidden.append(before)
        waiting.append(before.count)
        for other in before { hiders[other].append(index) }
        for other in behind {
            hidden[other].append(index)
            waiting[other] += 1
        }
        grid.insert(index, piece.bounds)
    }

    private mutating func remove(_ index: Int) {
        isDone[index] = true
        for hider in hiders[index] { waiting[hider] -= 1 }
    }

    /// The pieces from the farthest to the nearest, as far as it matters.
    package mutating func sorted() -> [FacePiece] {
        var result: [FacePiece] = []
        var ready = pieces.indices.filter { !isDone[$0] && waiting[$0] == 0 }
        var (next, first) = (0, 0)
        while !WorkContext.isCancelled {
            while next < ready.count {
                let index = ready[next]
                next += 1
                guard !isDone[index] else { continue }
                result.append(pieces[index])
                remove(index)
                ready += hiders[index].filter { !isDone[$0] && waiting[$0] == 0 }
            }
            while first < pieces.count, isDone[first] { first += 1 }
            guard first < pieces.count else { break }
            ready += breakCycle(from: first)
        }
        return result
    }

    /// Cuts one of the pieces that hide each other in turn.
    ///
    /// - Parameter start: a piece that waits.
    /// - Returns: the pieces that can be painted now.
    private mutating func breakCycle(from start: Int) -> [Int] {
        // Each piece of the trail hides the next one; in the end the last one hides the first.
        var (trail, steps) = ([start], [start: 0])
        while let farther = hidden[trail[trail.count - 1]].first(where: { !isDone[$0] }) {
            if let step = steps[farther] {
                trail.removeFirst(step)
                break
            }
            steps[farther] = trail.count
            trail.append(farther)
        }
        guard trail.count > 1, cutsLeft > 0,
            let step = trail.indices.min(by: { pieces[trail[$0]].parts.count < pieces[trail[$1]].parts.count })
        else {
            let index = trail[trail.count - 1]
            waiting[index] = 0
            return [index]
        }
        let (index, hider) = (trail[step], trail[(step + trail.count - 1) % trail.count])
        // One less in any case: rounding may leave the piece as it is.
        cutsLeft -= 1
        remove(index)
        var rest = [pieces[index]]
        for part in pieces[hider].parts {
            rest = rest.flatMap { piece in
                let (outside, inside) = divide(piece, by: part.corners)
                return outside + inside
            }
        }
        for piece in rest { add(piece) }
        return grid.candidates(pieces[index].bounds).filter { !isDone[$0] && waiting[$0] == 0 }
    }
}

/// Which of two pieces hides the other.
enum FaceRelation {
    case apart
    /// The first one lies behind, and is hidden wholly or partly.
    case behind(isHidden: Bool)
    case before(hides: Bool)
    /// The planes meet within both: this function is zero there, and positive where the first one is nearer.
    case crossing(AffineFunction)

    init(_ a: FacePiece, _ b: FacePiece) {
        guard a.bounds.intersects(b.bounds) else {
            self = .apart
            return
        }
        let difference = a.inverseDepth - b.inverseDepth
        var (nearer, farther, level, shared) = (0.0, 0.0, 0.0, 0.0)
        for part in a.parts where part.bounds.intersects(b.bounds) {
            for other in b.parts {
                let overlap = part.intersection(other)
                guard overlap.count >= 3 else { continue }
                let area = signedArea(overlap)
                guard area > ConvexPart.minArea else { continue }
                shared += area
                // What differs by less lies in one plane.
                let tolerance = 1e-5 * abs(a.inverseDepth(overlap[0]))
                let values = overlap.map(difference.callAsFunction)
                if values.allSatisfy({ abs($0) <= tolerance }) {
                    level += area
                } else if values.allSatisfy({ $0 >= -tolerance }) {
                    nearer += area
                } else if values.allSatisfy({ $0 <= tolerance }) {
                    farther += area
                } else {
                    let front = max(0, signedArea(cutting(overlap, by: difference.callAsFunction)))
                    nearer += front
                    farther += max(0, area - front)
                }
            }
        }
        let least = Self.minOverlap
        switch (nearer > least, farther > least) {
        case (true, true): self = .crossing(difference)
        case (true, false): self = .before(hides: shared > b.area * 0.9999)
        case (false, true): self = .behind(isHidden: shared > a.area * 0.9999)
        // Of faces in one plane, the later one is on top.
        case (false, false): self = level > least ? .before(hides: shared > b.area * 0.9999) : .apart
        }
    }

    /// In square pixels.
    private static let minOverlap = 0.05
}

/// Finds the pieces that may touch a rectangle.
struct PieceGrid {
    private let cell = 48.0
    private let columns: Int
    private let rows: Int
    private var cells: [[Int32]]
    /// The last search that met a piece.
    private var met: [Int32] = []
    private var search: Int32 = 0

    /// - Parameter rect: the image, from its top left; what lies beside it is found with its edge.
    init(_ rect: Rect) {
        columns = max(1, Int(rect.width / cell) + 1)
        rows = max(1, Int(rect.height / cell) + 1)
        cells = Array(repeating: [], count: columns * rows)
    }

    private func range(_ low: Double, _ high: Double, _ count: Int) -> ClosedRange<Int> {
        func index(_ x: Double) -> Int { Int(max(0, min(Double(count - 1), x / cell))) }
        return index(low)...index(max(low, high))
    }

    mutating func insert(_ piece: Int, _ bounds: Rect) {
        while met.count <= piece { met.append(0) }
        for row in range(bounds.minY, bounds.maxY, rows) {
            for column in range(bounds.minX, bounds.maxX, columns) {
                cells[row * columns + column].append(Int32(piece))
            }
        }
    }

    /// In the order of their numbers.
    mutating func candidates(_ bounds: Rect) -> [Int] {
        search += 1
        var found: [Int] = []
        for row in range(bounds.minY, bounds.maxY, rows) {
            for column in range(bounds.minX, bounds.maxX, columns) {
                for piece in cells[row * columns + column] where met[Int(piece)] != search {
                    met[Int(piece)] = search
                    found.append(Int(piece))
                }
            }
        }
        return found.sorted()
    }
}
