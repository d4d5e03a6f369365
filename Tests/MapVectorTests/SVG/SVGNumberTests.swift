// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapVector
import Testing

@Suite("Numbers and paths in SVG") struct SVGNumberTests {
    @Test(
        "are as short as they can be",
        arguments: [
            (0, "0"), (1, "1"), (-1, "-1"), (0.5, ".5"), (-0.5, "-.5"), (12.34, "12.34"), (12.30, "12.3"), (100, "100"),
            (0.004, "0"), (-0.004, "0"), (0.06, ".06"), (-10.006, "-10.01"), (1200.1, "1200.1"), (.nan, "0"),
            (.infinity, "0"), (1e300, "10000000000000"),
        ] as [(Double, String)])
    func number(value: Double, text: String) {
        #expect(SVGNumbers(decimals: 2).text(value) == text)
    }

    @Test("without decimals have no point") func whole() {
        #expect([0, 10, -7.6, 100.2].map(SVGNumbers(decimals: 0).text) == ["0", "10", "-8", "100"])
    }

    @Test("a path is relative, and says nothing twice") func path() {
        var path = Path()
        path.addLines(
            [Point(10, 10), Point(10.001, 10), Point(20, 10), Point(30, 10), Point(30, 30), Point(25.5, 30.25)],
            closed: true)
        #expect(data(path) == "M10 10h20v20l-4.5.25z")
    }

    @Test("rounding does not add up along a path") func drift() {
        let points = (0...3000).map { Point(Double($0) / 3, Double($0 % 2)) }
        var path = Path()
        path.addLines(points, closed: false)
        #expect(abs(ends(of: data(path)).x - 1000) < 0.006)
    }

    @Test("a line that goes back on itself keeps its turn") func back() {
        var path = Path()
        path.addLines([Point(0, 0), Point(10, 0), Point(4, 0)], closed: false)
        #expect(data(path) == "M0 0h10-6")
    }

    @Test("a line that rounds to a dot is still a line") func dot() {
        var path = Path()
        path.addLines([Point(5, 5), Point(5.001, 5)], closed: false)
        #expect(data(path) == "M5 5h0")
    }

    @Test("figures with numbers that are none are left out") func broken() {
        var path = Path()
        path.addLines([Point(0, 0), Point(.nan, 1)], closed: false)
        path.addLines([Point(1, 1), Point(2, 2)], closed: false)
        #expect(data(path) == "M1 1l1 1")
    }

    private func data(_ path: Path) -> String {
        var bytes: [UInt8] = []
        SVGNumbers(decimals: 2).append(path, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Adds up the steps of a path out of `l`, `h` and `v`.
    private func ends(of data: String) -> Point {
        var (place, command, numbers) = (Point.zero, Character("M"), [Double]())
        func apply() {
            switch (command, numbers.count) {
            case ("M", 2), ("l", 2): place = place + Point(numbers[0], numbers[1])
            case ("h", 1): place.x += numbers[0]
            case ("v", 1): place.y += numbers[0]
            default: return
            }
            numbers = []
        }
        var number = ""
        func endNumber() {
            if let value = Double(number) { numbers.append(value) }
            number = ""
            apply()
        }
        for letter in data {
            switch letter {
            case "M", "l", "h", "v":
                endNumber()
                command = letter
            case " ": endNumber()
            case "-":
                endNumber()
                number = "-"
            case "." where number.contains("."):
                endNumber()
                number = "."
            default: number.append(letter)
            }
        }
        endNumber()
        return place
    }
}
