// SPDX-License-Identifier: MIT
import Libc
package import MapCore
package import MapData
import MapImages

/// What the colors and sizes of data depend on besides the data.
package struct DataSurroundings {
    /// True on a dark map.
    package var isDark = false
    /// The scene's language, as a BCP 47 tag; nil for English.
    package var language: String?
    /// Where the overlay stands in the scene, such as `overlays[2]`.
    package var path = ""
    /// The tables that the overlay names, by the names of their files.
    package var tables: [String: DataTable] = [:]
    /// The heights of the ground at coordinates of the data, for data that stand on it; nil for others.
    package var ground: GroundHeights?
    package let diagnostics: DiagnosticSink

    package init(isDark: Bool = false, language: String? = nil, path: String = "", diagnostics: DiagnosticSink) {
        self.isDark = isDark
        self.language = language
        self.path = path
        self.diagnostics = diagnostics
    }

    /// Reports what is wrong with a key of the overlay.
    func report(
        _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, at key: String, _ message: String, hint: String? = nil
    ) {
        diagnostics.add(severity, code: code, path: "\(path).\(key)", message, hint: hint)
    }

    /// Reports a property that no feature has, with the names of those that there are.
    func reportUnknown(_ property: String, at key: String, known: [String]) {
        let listed = known.isEmpty ? "the data have no properties" : "there are " + listing(known.prefix(12))
        report(
            .error, .dataNoProperty, at: key, "no feature has the property \(quoted(property))",
            hint: didYouMean(property, known) ?? listed)
    }
}

/// A scale of colors for the values that are there.
struct ResolvedColors {
    private enum Scale {
        case classes(Classification, [Color])
        /// The values over which the colors are spread.
        case ramp([Double], [Color], isLogarithmic: Bool)
        case categories([String: Color], other: Color)
        case nothing
    }

    let noData: Color
    private let scale: Scale
    private let values: [JSONNode?]
    private let numbers: [Double]
    private let definition: ColorScale
    private let surroundings: DataSurroundings
    /// In the order of the legend, with the number of features.
    private var categories: [(text: String, color: Color, count: Int)] = []

    /// Values of a palette with more categories than it has colors are one, "other".
    private static let mostCategories = 12

    init(_ definition: ColorScale, _ values: [JSONNode?], known: [String], _ surroundings: DataSurroundings) {
        self.definition = definition
        self.values = values.map { $0?.isMissing ?? true ? nil : $0 }
        self.surroundings = surroundings
        noData = definition.noData ?? Color(rgb: surroundings.isDark ? 0x48484A : 0xD9D9D9)
        let given = self.values.compactMap(\.self)
        numbers = given.compactMap(\.datum)
        guard !given.isEmpty else {
            if !values.isEmpty, !known.contains(definition.property) {
                surroundings.reportUnknown(definition.property, at: "colorBy.property", known: known)
            }
            scale = .nothing
            return
        }
        let isNumeric = numbers.count * 2 > given.count
        let usual: ColorScale.Method =
            !definition.categories.isEmpty || !isNumeric
            ? .categorical : definition.breaks.isEmpty ? .quantile : .manual
        let method = definition.method ?? usual
        if method == .categorical {
            let found = Self.categories(given, definition, surroundings)
            categories = found.rows
            scale = .categories(found.colors, other: found.other)
            return
        }
        if numbers.count < given.count {
            let example = given.first { $0.datum == nil }?.summary ?? ""
            surroundings.report(
                numbers.isEmpty ? .error : .warning, numbers.isEmpty ? .dataNoNumbers : .dataNotNumbers,
                at: "colorBy.property",
                "\(given.count - numbers.count) of \(given.count) values of \(quoted(definition.property)) are no "
                    + "numbers, such as \(example)"
                    + (numbers.isEmpty ? "" : "; they count as missing"),
                hint: numbers.isEmpty ? #""method": "categorical" gives each value a color"# : nil)
        }
        guard let least = numbers.min(), let largest = numbers.max() else {
            scale = .nothing
            return
        }
        switch method {
        case .continuous, .continuousLog:
            let isLog = method == .continuousLog
            let positive = isLog ? numbers.filter { $0 > 0 } : numbers
            let ends =
                definition.breaks.isEmpty ? [positive.min() ?? least, positive.max() ?? largest] : definition.breaks
            if isLog, ends[0] <= 0 || positive.count < numbers.count {
                surroundings.report(
                    ends[0] <= 0 ? .error : .warning, .dataNotPositive, at: "colorBy.method",
                    "a logarithm needs values above 0; the least of \(quoted(definition.property)) is \(formatted(least))"
                )
            }
            scale = .ramp(ends, Self.stops(definition, surroundings), isLogarithmic: isLog && ends[0] > 0)
        default:
            if method == .log, least <= 0 {
                surroundings.report(
                    largest <= 0 ? .error : .warning, .dataNotPositive, at: "colorBy.method",
                    "a logarithm needs values above 0; the least of \(quoted(definition.property)) is "
                        + "\(formatted(least)): what is not above 0 is in the first class")
            }
            guard
                var classes = Classification(
                    numbers, method, classes: definition.classes, breaks: definition.breaks)
            else {
                scale = .nothing
                return
            }
            let count = classes.bounds.count
            if method != .manual, numbers.areWhole { classes.dropEmptyOfWholeNumbers() }
            if method != .manual, classes.bounds.count < definition.classes {
                let name = quoted(definition.property)
                surroundings.report(
                    .note, .dataFewerClasses, at: "colorBy.classes",
                    "there are \(classes.bounds.count) classes instead of \(definition.classes): "
                        + (classes.bounds.count < count
                            ? "no whole number would be in the others"
                            : method == .log && least <= 0
                                ? "no two values of \(name) above 0 differ" : "too many values of \(name) are equal"))
            }
            scale = .classes(classes, Self.colors(classes.bounds.count, definition, surroundings))
        }
    }

    /// True for a color for each value.
    var hasCategories: Bool { if case .categories = scale { true } else { false } }

    /// How many features are in each class, in the order of the legend; empty for a ramp.
    var classCounts: [Int] {
        switch scale {
        case .classes(let classes, _): classes.counts(of: numbers)
        case .categories: categories.map(\.count)
        case .ramp, .nothing: []
        }
    }

    /// The color of a feature with this value.
    func color(_ node: JSONNode?) -> Color {
        guard let node, !node.isMissing else { return noData }
        switch scale {
        case .nothing: return noData
        case .categories(let colors, let other): return colors[node.categoryText] ?? other
        case .classes(let classes, let colors):
            guard let number = node.datum else { return noData }
            return colors[min(classes.index(of: number), colors.count - 1)]
        case .ramp(let ends, let colors, let isLogarithmic):
            guard let number = node.datum, !isLogarithmic || number > 0 else { return noData }
            return colors.mixed(at: Self.place(of: number, ends, isLogarithmic))
        }
    }

    /// Where a number is on a ramp whose parts between two ends are as long as each other.
    private static func place(of number: Double, _ ends: [Double], _ isLogarithmic: Bool) -> Double {
        guard let last = ends.last, number < last else { return 1 }
        guard number > ends[0] else { return 0 }
        let index = (ends.firstIndex { $0 > number } ?? 1) - 1
        let (low, high) = (ends[index], ends[index + 1])
        let part = isLogarithmic ? Libc.log(number / low) / Libc.log(high / low) : (number - low) / (high - low)
        return (Double(index) + part) / Double(ends.count - 1)
    }

    // MARK: Palettes

    private static func table(_ palette: Palette?, usual: String, _ surroundings: DataSurroundings) -> PaletteTable? {
        guard case .named(let name)? = palette else { return PaletteTable(usual) }
        if let table = PaletteTable(name) { return table }
        surroundings.report(
            .error, .dataUnknownPalette, at: "colorBy.palette", "there is no palette \(quoted(name))",
            hint: didYouMean(name, PaletteTable.names))
        return PaletteTable(usual)
    }

    private static func colors(_ count: Int, _ scale: ColorScale, _ surroundings: DataSurroundings) -> [Color] {
        if case .colors(let own)? = scale.palette {
            let colors = own.count == count ? own : own.sampled(count)
            return scale.reverse ? colors.reversed() : colors
        }
        let table = table(scale.palette, usual: "YlGnBu", surroundings)
        return (table?.colors(count) ?? []).turned(table?.kind == .sequential && surroundings.isDark, scale.reverse)
    }

    private static func stops(_ scale: ColorScale, _ surroundings: DataSurroundings) -> [Color] {
        if case .colors(let own)? = scale.palette { return scale.reverse ? own.reversed() : own }
        let table = table(scale.palette, usual: "viridis", surroundings)
        return (table?.stops ?? []).turned(table?.kind == .sequential && surroundings.isDark, scale.reverse)
    }

    // MARK: Categories

    private static func categories(
        _ values: [JSONNode], _ scale: ColorScale, _ surroundings: DataSurroundings
    ) -> (rows: [(text: String, color: Color, count: Int)], colors: [String: Color], other: Color) {
        var counts: [String: Int] = [:]
        for value in values { counts[value.categoryText, default: 0] += 1 }
        let grey = Color(rgb: surroundings.isDark ? 0x7C7C80 : 0x9E9E9E)
        let words = LegendWords(surroundings.language)
        var (rows, colors): ([(text: String, color: Color, count: Int)], [String: Color]) = ([], [:])
        if scale.categories.isEmpty {
            let order = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            let kept = order.prefix(order.count > mostCategories ? mostCategories - 1 : mostCategories)
            var palette = Self.colors(kept.count, categorical(scale, kept.count), surroundings)
            if case .colors(let own)? = scale.palette { palette = kept.indices.map { own[$0 % own.count] } }
            for (entry, color) in zip(kept, palette) {
                rows.append((entry.key, color, entry.value))
                colors[entry.key] = color
            }
        } else {
            for category in scale.categories where colors[category.value] == nil {
                rows.append((category.value, category.color, counts[category.value] ?? 0))
                colors[category.value] = category.color
            }
            let strange = counts.keys.filter { colors[$0] == nil }.sorted()
            let missing = rows.filter { $0.count == 0 }.map(\.text)
            if let first = missing.first, let near = suggestion(for: first, among: strange) {
                surroundings.report(
                    .warning, .dataUnknownCategory, at: "colorBy.categories",
                    "no feature has the value \(quoted(first))",
                    hint: "did you mean \(quoted(near))?")
            }
        }
        let rest = counts.reduce(0) { colors[$1.key] == nil ? $0 + $1.value : $0 }
        if rest > 0 { rows.append((words.other, grey, rest)) }
        return (rows, colors, grey)
    }

    /// The palette of a scale of categories that names none: of eight colors, or of twelve.
    private static func categorical(_ scale: ColorScale, _ count: Int) -> ColorScale {
        guard scale.palette == nil else { return scale }
        var own = scale
        own.palette = .named(count > 8 ? "Set3" : "Set2")
        return own
    }

    // MARK: Legend

    /// What a legend says of the scale; nil where there is nothing to say.
    func legend(_ symbol: LegendSection.Symbol, alpha: Double) -> LegendSection? {
        let writer = NumberWriter(surroundings.language, pattern: definition.format)
        let words = LegendWords(surroundings.language)
        func count(_ number: Int) -> String { writer.symbols.text(Double(number), decimals: 0) }
        let missing = values.count { color($0) == noData && ($0 == nil || isNoNumber($0)) }
        let noDataRow = LegendSection.Row(
            color: noData.opacity(alpha), text: words.noData, count: count(missing))
        let content: LegendSection.Content
        switch scale {
        case .nothing: return nil
        case .classes(let classes, let colors):
            let counts = classes.counts(of: numbers)
            let texts = labels(of: classes, writer)
            content = .classes(
                zip(zip(colors, texts), counts).map {
                    LegendSection.Row(color: $0.0.opacity(alpha), text: $0.1, count: count($1))
                }, symbol)
        case .categories:
            content = .classes(
                categories.enumerated().map { index, row in
                    let text = definition.labels.indices.contains(index) ? definition.labels[index] : row.text
                    return LegendSection.Row(color: row.color.opacity(alpha), text: text, count: count(row.count))
                }, symbol)
        case .ramp(let ends, let colors, let isLogarithmic):
            let numbers = Self.ticks(ends, isLogarithmic)
            let texts = NumberWriter.tellingApart(numbers, most: 6) { most in
                let own = numbers.decimals(atMost: most)
                return writer.texts(numbers, decimals: own...own)
            }
            let ticks = zip(numbers, texts).map {
                LegendSection.Tick(place: Self.place(of: $0, ends, isLogarithmic), text: $1)
            }
            content = .bar((colors.count > 33 ? colors.sampled(33) : colors).map { $0.opacity(alpha) }, ticks)
        }
        return LegendSection(
            title: definition.title, name: definition.property, content: content, noData: missing > 0 ? noDataRow : nil)
    }

    private func isNoNumber(_ node: JSONNode?) -> Bool {
        if case .categories = scale { false } else { node?.datum == nil }
    }

    private func labels(of classes: Classification, _ writer: NumberWriter) -> [String] {
        let (given, count) = (definition.labels.count, classes.bounds.count)
        if given == count { return definition.labels }
        if given > 0 {
            surroundings.report(
                .warning, .sceneNoEffect, at: "colorBy.labels",
                "expected a label for each of \(count) classes, found \(given); the legend has their bounds")
        }
        let isManual = [nil, .manual].contains(definition.method) && !definition.breaks.isEmpty
        guard !isManual else { return labels(between: definition.breaks, count, writer) }
        let isWhole = numbers.areWhole && definition.format == nil
        // Whole numbers: 1 to 5, 6 to 9. The bounds between them say nothing more.
        let bounds = isWhole ? classes.bounds.map { $0.rounded(.down) } : classes.bounds
        let ends = [classes.lowest] + bounds
        let decimals = isWhole ? 0 : numbers.prefix(1000).decimals(atMost: 6)
        return NumberWriter.tellingApart(ends, most: decimals) { most in
            let texts = writer.texts(ends, decimals: 0...most)
            let next = isWhole ? writer.texts(bounds.map { $0 + 1 }, decimals: 0...0) : Array(texts.dropFirst())
            return bounds.indices.map { index in
                let (lower, upper) = (index == 0 ? texts[0] : next[index - 1], texts[index + 1])
                return lower == upper ? upper : lower + " – " + upper
            }
        }
    }

    /// Breaks have the decimals that were given, four at most, or more where they are small.
    private func labels(between breaks: [Double], _ count: Int, _ writer: NumberWriter) -> [String] {
        let least = breaks.map(abs).filter { $0 > 0 && $0 < 1 }.min() ?? 1
        let own = breaks.decimals(atMost: max(4, 1 - Int(log10(least).rounded(.down))))
        let texts = NumberWriter.tellingApart(breaks, most: own) { writer.texts(breaks, decimals: own...$0) }
        return (0..<count).map { index in
            index == 0
                ? "≤ " + texts[0]
                : index == breaks.count ? "> " + texts[index - 1] : texts[index - 1] + " – " + texts[index]
        }
    }

    /// Round numbers along a ramp, three to six of them.
    static func ticks(_ ends: [Double], _ isLogarithmic: Bool) -> [Double] {
        guard ends.count == 2, let low = ends.first, let high = ends.last, low < high else { return ends }
        guard isLogarithmic else {
            let rough = (high - low) / 4
            let unit = pow(10, log10(rough).rounded(.down))
            let step = ([1, 2, 2.5, 5, 10].first { $0 * unit >= rough * 0.8 } ?? 10) * unit
            let first = (low / step).rounded(.up)
            let count = Int(min(12, ((high / step).rounded(.down) - first).rounded()))
            guard count >= 0 else { return [low, high] }
            return (0...count).map { (first + Double($0)) * step }
        }
        let decades = log10(low).rounded(.down)...log10(high).rounded(.up)
        let isLong = decades.upperBound - decades.lowerBound > 3
        let ticks = stride(from: decades.lowerBound, through: decades.upperBound, by: 1).flatMap { exponent in
            (isLong ? [1.0] : [1, 3]).map { $0 * pow(10, exponent) }
        }
        let inside = ticks.filter { $0 >= low && $0 <= high }
        return inside.count > 1 ? inside : [low, high]
    }
}

extension [Double] {
    /// True for whole numbers that are exact.
    fileprivate var areWhole: Bool { allSatisfy { $0 == $0.rounded() && abs($0) < 1e15 } }
}

extension [Color] {
    fileprivate func turned(_ first: Bool, _ second: Bool) -> [Color] { first != second ? reversed() : self }
}

extension JSONNode {
    /// True for what stands for no value.
    var isMissing: Bool { isNull || string == "" }

    /// The value as the name of a category.
    var categoryText: String { string ?? line }
}
