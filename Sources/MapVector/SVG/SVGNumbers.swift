// SPDX-License-Identifier: MIT
package import MapPlane

/// Writes numbers with few decimals and few letters: `12`, `-.5`, `3.25`.
package struct SVGNumbers {
    /// Digits after the point, 0...6.
    let decimals: Int
    /// Steps in one.
    let unit: Double

    package init(decimals: Int) {
        self.decimals = decimals
        unit = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
    }

    /// The nearest multiple of the smallest step; 0 for what is no number.
    func steps(_ value: Double) -> Int {
        let scaled = value * unit
        guard scaled.isFinite else { return 0 }
        return Int(max(-1e15, min(1e15, scaled)).rounded())
    }

    func append(_ value: Double, to text: inout [UInt8]) {
        append(steps: steps(value), to: &text)
    }

    /// Appends so many of the smallest steps.
    func append(steps: Int, to text: inout [UInt8]) {
        if steps < 0 { text.append(UInt8(ascii: "-")) }
        var digits: [UInt8] = []
        var rest = steps.magnitude
        var isAfterPoint = decimals > 0
        var count = 0
        while rest > 0 || count < decimals {
            let digit = UInt8(rest % 10)
            rest /= 10
            count += 1
            // No zeros at the end of the decimals.
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
    /// Appends a path's data: relative, with errors that do not add up, without points that round to the one before or
    /// lie on the way.
    package func append(_ path: Path, to text: inout [UInt8]) {
        var data = PathData(numbers: self)
        for figure in path.figures { append(figure, to: &data) }
        text.append(contentsOf: data.text)
    }

    private func append(_ figure: PathFigure, to data: inout PathData) {
        var rest = figure.points.makeIterator()
        func next() -> Step {
            let p = rest.next() ?? .zero
            return Step(steps(p.x), steps(p.y))
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

/// A point on the grid of the smallest steps.
private struct Step: Hashable {
    var x: Int
    var y: Int

    init(_ x: Int, _ y: Int) {
        (self.x, self.y) = (x, y)
    }

    static func - (a: Step, b: Step) -> Step { Step(a.x - b.x, a.y - b.y) }
}

/// The data of a path, figure by figure.
private struct PathData {
    let numbers: SVGNumbers
    private(set) var text: [UInt8] = []
    private var command: UInt8 = 0
    private var start = Step(0, 0)
    private var here = Step(0, 0)
    /// The end of a straight line that may yet go on.
    private var pending: Step?
    private var isEmpty = true
    /// The last number has decimals.
    private var hasPoint = false

    init(numbers: SVGNumbers) {
        self.numbers = numbers
    }

    mutating func move(to p: Step) {
        if text.isEmpty {
            put("M", [p.x, p.y])
        } else {
            put("m", [p.x - here.x, p.y - here.y])
        }
        (start, here) = (p, p)
        isEmpty = true
    }

    mutating func line(to p: Step) {
        let last = pending ?? here
        guard p != last else { return }
        if let pending {
            let (u, v) = (pending - here, p - pending)
            // On the way, and not back.
            let turn = u.x.multipliedReportingOverflow(by: v.y).partialValue &- u.y &* v.x
            if turn == 0, u.x &* v.x &+ u.y &* v.y > 0 {
                self.pending = p
                return
            }
        }
        flush()
        pending = p
    }

    mutating func curve(_ a: Step, _ b: Step, to end: Step) {
        flush()
        let (p, q, r) = (a - here, b - here, end - here)
        put("c", [p.x, p.y, q.x, q.y, r.x, r.y])
        here = end
        isEmpty = false
    }

    mutating func close() {
        // The way back needs no line of its own.
        if pending == start { pending = nil }
        flush()
        put("z", [])
        here = start
    }

    /// A figure that rounding made a dot keeps a trace, so that round ends still show.
    mutating func finish() {
        flush()
        if isEmpty, command != UInt8(ascii: "z") { put("h", [0]) }
    }

    private mutating func flush() {
        guard let p = pending else { return }
        pending = nil
        let d = p - here
        if d.y == 0 {
            put("h", [d.x])
        } else if d.x == 0 {
            put("v", [d.y])
        } else {
            put("l", [d.x, d.y])
        }
        here = p
        isEmpty = false
    }

    private mutating func put(_ letter: Unicode.Scalar, _ values: [Int]) {
        let code = UInt8(ascii: letter)
        // Pairs after a move are lines.
        let isSame = code == command && letter != "M" && letter != "m" && letter != "z"
        if !isSame { text.append(code) }
        for (i, value) in values.enumerated() {
            // A minus sign parts two numbers by itself, and a point does after a number that has one.
            let isParted = value < 0 || (hasPoint && value > 0 && value < Int(numbers.unit))
            if (isSame || i > 0) && !isParted { text.append(UInt8(ascii: " ")) }
            numbers.append(steps: value, to: &text)
            hasPoint = !value.isMultiple(of: Int(numbers.unit))
        }
        command = code
    }
}
