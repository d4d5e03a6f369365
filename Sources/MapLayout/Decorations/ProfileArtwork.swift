// SPDX-License-Identifier: MIT
import Libc
import MapCanvas
import MapGeometry
import MapImages
import MapScene
import MapText

/// A chart of what was measured along a track over the distance; points from its top-left corner.
struct ProfileArtwork {
    let size: Size
    private(set) var marks: [Mark] = []

    private let profile: Profile
    private let data: ProfileData
    private let palette: DecorationPalette
    private let text: AnnotationText
    private var plot = Rect(x: 0, y: 0, width: 0, height: 0)
    private var range = 0.0...1.0
    /// The values at the middles of columns, a point wide or so, with their distances.
    private var columns: [(meters: Double, value: Double, color: Color)] = []

    private static let labelSize = 10.0

    /// Nil for a profile that has nothing to show, or no room for it.
    init?(_ profile: Profile, palette: DecorationPalette, text: AnnotationText) {
        guard let data = profile.data, let last = data.distances.last, last > 0, let least = data.values.min(),
            let largest = data.values.max()
        else { return nil }
        (self.profile, self.data, self.palette, self.text, size) = (profile, data, palette, text, profile.size)
        let padding = profile.hasCard ? 10.0 : 4
        let titleHeight = profile.title == nil ? 0.0 : 20
        let top = padding + titleHeight + 5
        let bottom = size.height - padding - 15
        guard bottom - top > 12 else { return nil }
        let step = NiceStep(least...max(largest, least + 1e-9), count: (bottom - top) / 22)
        range = step.around(least...largest, including: profile.value == .slope ? 0 : nil)
        let heights = step.ticks(in: range)
        let decimals = step.decimals
        let labels = heights.enumerated().map { index, value in
            let number = data.symbols.text(value, decimals: decimals)
            return text.line(
                index == heights.count - 1 ? "\(number) \(data.unit)" : number, size: Self.labelSize, weight: 500)
        }
        let labelWidth = labels.map(\.width).max() ?? 0
        plot = Rect(
            x: padding + labelWidth + 6, y: top, width: size.width - 2 * padding - labelWidth - 10, height: bottom - top
        )
        guard plot.width > 30 else { return nil }
        columns = Self.columns(data, count: Int(plot.width * 1.5))
        if profile.hasCard { marks += palette.card(size) }
        if let title = profile.title {
            let line = text.line(title, size: 12.5, weight: 700, maxWidth: size.width - 2 * padding)
            marks.append(line.mark(x: padding, top: padding - 2, lineHeight: 17, color: palette.foreground))
        }
        for (value, label) in zip(heights, labels) {
            let y = self.y(of: value)
            marks.append(line(from: Point(plot.minX, y), to: Point(plot.maxX, y), 0.5, palette.hairline))
            marks.append(
                label.mark(
                    x: plot.minX - 6 - label.width, top: y - 7, lineHeight: 14, color: palette.foreground))
        }
        addCurve()
        addDistances(last)
        if let cursor = profile.cursor { addCursor(cursor * last) }
    }

    private func x(of meters: Double) -> Double {
        plot.minX + plot.width * min(1, max(0, meters / (data.distances.last ?? 1)))
    }

    private func y(of value: Double) -> Double {
        plot.maxY - plot.height
            * min(1, max(0, (value - range.lowerBound) / (range.upperBound - range.lowerBound)))
    }

    private func line(from: Point, to: Point, _ width: Double, _ color: Color) -> Mark {
        var path = Path()
        path.move(to: from)
        path.line(to: to)
        return .stroke(path, StrokeStyle(width: width), color)
    }

    /// The mean of the values in each column, so that no peak depends on where a column begins.
    private static func columns(
        _ data: ProfileData, count: Int
    ) -> [(meters: Double, value: Double, color: Color)] {
        let last = data.distances.last ?? 1
        var columns: [(meters: Double, value: Double, color: Color)] = []
        var index = 0
        while index < data.distances.count {
            let column = Int(data.distances[index] / last * Double(count))
            var (sum, way, next) = (0.0, 0.0, index)
            while next < data.distances.count, Int(data.distances[next] / last * Double(count)) == column {
                sum += data.values[next]
                way += data.distances[next]
                next += 1
            }
            let (amount, middle) = (Double(next - index), (index + next) / 2)
            let color = data.colors.isEmpty ? data.color : data.colors[min(middle, data.colors.count - 1)]
            columns.append((way / amount, sum / amount, color))
            index = next
        }
        // From edge to edge.
        if !columns.isEmpty {
            columns[0].meters = 0
            columns[columns.count - 1].meters = last
        }
        return columns
    }

    private mutating func addCurve() {
        guard columns.count > 1, let first = columns.first, let last = columns.last else { return }
        let base = y(of: max(range.lowerBound, min(range.upperBound, profile.value == .slope ? 0 : range.lowerBound)))
        var (curve, area) = (Path(), Path())
        area.move(to: Point(x(of: first.meters), base))
        for (index, column) in columns.enumerated() {
            let point = Point(x(of: column.meters), y(of: column.value))
            if index == 0 { curve.move(to: point) } else { curve.line(to: point) }
            area.line(to: point)
        }
        area.line(to: Point(x(of: last.meters), base))
        area.close()
        // A few hundred stops are as smooth as the eye sees.
        let stride = max(1, columns.count / 160)
        var stops: [GradientStop] = []
        for index in Swift.stride(from: 0, to: columns.count, by: stride) {
            stops.append(
                GradientStop((x(of: columns[index].meters) - plot.minX) / plot.width, columns[index].color))
        }
        stops.append(GradientStop(1, last.color))
        let gradient = LinearGradient(
            from: Point(plot.minX, plot.minY), to: Point(plot.maxX, plot.minY), stops: stops)
        marks.append(
            .fill(area, .nonZero, data.colors.isEmpty ? .color(data.color.opacity(0.45)) : .linearGradient(gradient)))
        marks.append(
            .stroke(
                curve, StrokeStyle(width: 1.25, cap: .round, join: .round),
                data.colors.isEmpty ? data.color : palette.emphasis.opacity(0.8)))
    }

    private mutating func addDistances(_ meters: Double) {
        let last = meters / data.units.large
        let step = NiceStep(0...last, count: plot.width / 48)
        marks.append(
            line(
                from: Point(plot.minX, plot.maxY), to: Point(plot.maxX, plot.maxY), 0.75,
                palette.foreground.opacity(0.6)))
        let ticks = step.ticks(in: 0...last)
        for (index, tick) in ticks.enumerated() {
            let number = data.symbols.text(tick, decimals: step.decimals)
            let label = text.line(
                index == ticks.count - 1 ? "\(number) \(data.units.largeName)" : number, size: Self.labelSize,
                weight: 500)
            let x = self.x(of: tick * data.units.large)
            let left = min(max(plot.minX - 4, x - label.width / 2), plot.maxX + 4 - label.width)
            marks.append(
                line(from: Point(x, plot.maxY), to: Point(x, plot.maxY + 3), 0.75, palette.foreground.opacity(0.6)))
            marks.append(label.mark(x: left, top: plot.maxY + 3, lineHeight: 14, color: palette.foreground))
        }
    }

    private mutating func addCursor(_ meters: Double) {
        guard let next = columns.firstIndex(where: { $0.meters >= meters }) else { return }
        let (a, b) = (columns[max(0, next - 1)], columns[next])
        let share = b.meters > a.meters ? (meters - a.meters) / (b.meters - a.meters) : 1
        let place = Point(x(of: meters), y(of: a.value + (b.value - a.value) * share))
        marks += [
            line(from: Point(place.x, plot.minY - 2), to: Point(place.x, plot.maxY), 1, palette.foreground),
            .fill(.circle(center: place, radius: 4.5), .nonZero, .color(palette.background)),
            .fill(.circle(center: place, radius: 3), .nonZero, .color(palette.emphasis)),
        ]
    }
}

/// The distance between ticks of an axis: 1, 2 or 5 times a power of ten.
struct NiceStep {
    let step: Double

    /// About `count` steps over a range.
    init(_ range: ClosedRange<Double>, count: Double) {
        let rough = max(range.upperBound - range.lowerBound, abs(range.upperBound) * 1e-6, 1e-9) / max(1, count)
        let unit = pow(10, log10(rough).rounded(.down))
        step = ([1, 2, 5, 10].first { $0 * unit >= rough * 0.999 } ?? 10) * unit
    }

    /// As many as tell neighbors apart.
    var decimals: Int { max(0, min(6, -Int(log10(step * 1.0001).rounded(.down)))) }

    /// Whole steps around a range.
    func around(_ range: ClosedRange<Double>, including other: Double?) -> ClosedRange<Double> {
        let low = min(range.lowerBound, other ?? range.lowerBound)
        let high = max(range.upperBound, other ?? range.upperBound)
        // A whole step for what is a tenth of one beyond would be empty.
        let first = (low / step + 0.1).rounded(.down) * step
        return first...max(first + step, (high / step - 0.05).rounded(.up) * step)
    }

    func ticks(in range: ClosedRange<Double>) -> [Double] {
        let first = (range.lowerBound / step - 1e-9).rounded(.up)
        let last = (range.upperBound / step + 1e-9).rounded(.down)
        guard first <= last, last - first < 1000 else { return [] }
        return stride(from: first, through: last, by: 1).map { $0 * step }
    }
}
