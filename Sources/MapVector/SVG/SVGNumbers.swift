// SPDX-License-Identifier: MIT
package import MapGeometry

/// Formats numbers with few decimals and characters: `12`, `-.5`, `3.25`.
package struct SVGNumbers {
    /// The number of decimals, 0...6.
    let decimals: Int
    /// The number of steps per unit.
    let stepsPerUnit: Double

    package init(decimals: Int) {
        self.decimals = decimals
        stepsPerUnit = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
    }

    /// The value as a number of smallest steps, rounded; 0 for NaN and infinity.
    func steps(_ value: Double) -> Int {
        let scaled = value * stepsPerUnit
        guard scaled.isFinite else { return 0 }
        return Int(max(-1e15, min(1e15, scaled)).rounded())
    }

    func append(_ value: Double, to text: inout [UInt8]) {
        append(steps: steps(value), to: &text)
    }

    /// Appends a number of smallest steps.
    func append(steps: Int, to text: inout [UInt8]) {
        if steps < 0 { text.append(UInt8(ascii: "-")) }
        var digits: [UInt8] = []
        var remaining = steps.magnitude
        var isAfterPoint = decimals > 0
        var count = 0
        while remaining > 0 || count < decimals {
            let digit = UInt8(remaining % 10)
            remaining /= 10
            count += 1
            // Omits trailing zeros of the decimals.
            if isAfterPoint, digit == 0, digits.isEmpty {
                if count == decimals { isAfterPoint = false }
                continue
            }
            digits.append(UInt8(ascii: "0") + digit)
            if isAfterPoint, count == decimals {
                digits.append(UInt8(ascii: "."))
                isAfterPoint = false
            }
        }
        if digits.isEmpty {
            if steps == 0 { text.append(UInt8(ascii: "0")) }
            return
        }
        text.append(contentsOf: digits.reversed())
    }

    package func text(_ value: Double) -> String {
        var bytes: [UInt8] = []
        append(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension SVGNumbers {
    /// Appends path data with relative commands, whose rounding errors do not accumulate, omitting points that
    /// coincide after rounding or lie on a straight line.
    package func append(_ path: Path, to text: inout [UInt8]) {
        var data = PathData(numbers: self)
        for figure in path.figures { append(figure, to: &data) }
        text.append(contentsOf: data.text)
    }

    private func append(_ figure: PathFigure, to data: inout PathData) {
        var remaining = figure.points.makeIterator()
        func next() -> GridPoint {
            let p = remaining.next() ?? .zero
            return GridPoint(steps(p.x), steps(p.y))
        }
        for verb in figure.verbs {
            switch verb {
            case .move: data.move(to: next())
            case .line: data.line(to: next())
            case .curve:
                let (a, b, end) = (next(), next(), next())
                data.curve(a, b, to: end)
            case .close: data.close()
            }
        }
        data.finish()
    }
}

/// A point in smallest steps.
private struct GridPoint: Hashable {
    var x: Int
    var y: Int

    init(_ x: Int, _ y: Int) {
        (self.x, self.y) = (x, y)
    }

    static func - (a: GridPoint, b: GridPoint) -> GridPoint { GridPoint(a.x - b.x, a.y - b.y) }
}

/// Builds path data.
private struct PathData {
    let numbers: SVGNumbers
    private(set) var text: [UInt8] = []
    private var command: UInt8 = 0
    private var start = GridPoint(0, 0)
    private var current = GridPoint(0, 0)
    /// The end of a straight line that may be extended.
    private var pending: GridPoint?
    private var isEmpty = true
    /// True when the last number has decimals.
    private var hasDecimals = false

    init(numbers: SVGNumbers) {
        self.numbers = numbers
    }

    mutating func move(to p: GridPoint) {
        if text.isEmpty {
            append("M", [p.x, p.y])
        } else {
            append("m", [p.x - current.x, p.y - current.y])
        }
        (start, current) = (p, p)
        isEmpty = true
    }

    mutating func line(to p: GridPoint) {
        let last = pending ?? current
        guard p != last else { return }
        if let pending {
            let (u, v) = (pending - current, p - pending)
            // Collinear and in the same direction.
            let turn = u.x.multipliedReportingOverflow(by: v.y).partialValue &- u.y &* v.x
            if turn == 0, u.x &* v.x &+ u.y &* v.y > 0 {
                self.pending = p
                return
            }
        }
        flush()
        pending = p
    }

    mutating func curve(_ a: GridPoint, _ b: GridPoint, to end: GridPoint) {
        flush()
        let (p, q, r) = (a - current, b - current, end - current)
        append("c", [p.x, p.y, q.x, q.y, r.x, r.y])
        current = end
        isEmpty = false
    }

    mutating func close() {
        // `z` draws the closing line.
        if pending == start { pending = nil }
        flush()
        append("z", [])
        current = start
    }

    /// A figure that collapsed to a point keeps a zero-length line, so that round caps still show.
    mutating func finish() {
        flush()
        if isEmpty, command != UInt8(ascii: "z") { append("h", [0]) }
    }

    private mutating func flush() {
        guard let p = pending else { return }
        pending = nil
        let d = p - current
        if d.y == 0 {
            append("h", [d.x])
        } else if d.x == 0 {
            append("v", [d.y])
        } else {
            append("l", [d.x, d.y])
        }
        current = p
        isEmpty = false
    }

    private mutating func append(_ letter: Unicode.Scalar, _ values: [Int]) {
        let code = UInt8(ascii: letter)
        // Coordinates after a move are implicit lines.
        let isRepeated = code == command && letter != "M" && letter != "m" && letter != "z"
        if !isRepeated { text.append(code) }
        for (i, value) in values.enumerated() {
            // A minus sign separates numbers, as does a decimal point after a number with decimals.
            let needsNoSeparator = value < 0 || (hasDecimals && value > 0 && value < Int(numbers.stepsPerUnit))
            if (isRepeated || i > 0) && !needsNoSeparator { text.append(UInt8(ascii: " ")) }
            numbers.append(steps: value, to: &text)
            hasDecimals = !value.isMultiple(of: Int(numbers.stepsPerUnit))
        }
        command = code
    }
}
