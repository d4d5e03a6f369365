// SPDX-License-Identifier: MIT
import MapCore
package import MapGeo
package import MapGeometry

/// A sheet of paper with a map on it: a title above, a legend beside it, an imprint below, and a frame with coordinates around it.
///
/// The camera frames its content in the map's part of the sheet.
public struct Page: Hashable, Sendable {
    /// What surrounds the map.
    public enum Frame: String, CaseIterable, Hashable, Sendable {
        /// A double line, between which degrees and minutes are marked and named.
        case ticks
        /// A line.
        case line
        /// Nothing.
        case none
    }

    /// The distance of all that is printed from the edges of the paper, in points.
    public var margin: Double
    /// The title above the map; nil for none.
    public var title: String?
    /// A smaller line below the title; nil for none.
    public var subtitle: String?
    /// A legend in a column to the right of the map; nil for none.
    public var legend: Legend?
    /// Small lines below the map, such as the sources and the date; nil for the scale and the projection alone.
    public var imprint: String?
    /// The date of the map, such as `2026-11-26`, for which the imprint says where a compass points; nil for none.
    public var date: String?
    /// What surrounds the map.
    public var frame: Frame
    /// How far a map without a margin is drawn beyond the edges of the paper, where it is cut, in points.
    public var bleed: Double
    /// Whether marks outside of the paper show where it is cut.
    public var hasCropMarks: Bool
    /// The number of the sheet in an atlas; nil for none.
    public var sheet: String?
    /// The sheets around it, named at the edges of the map.
    public var neighbors = Neighbors()
    /// Squares with letters and numbers, for an index; nil for none.
    public var squares: Squares?
    /// The datum of the degrees that are printed around the map, and that of the map; nil for WGS 84 in both.
    package var shift: DatumShift?

    /// The numbers of the sheets around one.
    public struct Neighbors: Hashable, Sendable {
        /// Beyond the upper edge.
        public var north: String?
        /// Beyond the right edge.
        public var east: String?
        /// Beyond the lower edge.
        public var south: String?
        /// Beyond the left edge.
        public var west: String?

        /// Creates the numbers of the sheets around one.
        public init(north: String? = nil, east: String? = nil, south: String? = nil, west: String? = nil) {
            (self.north, self.east, self.south, self.west) = (north, east, south, west)
        }
    }

    /// Squares by which an index finds names: `B3` is in the second column and the third row.
    public struct Squares: Hashable, Sendable {
        /// From 1 to 26.
        public var columns: Int
        /// From 1 to 26.
        public var rows: Int

        /// Creates squares.
        public init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

        /// The letter of a column.
        package static func letter(_ column: Int) -> String {
            String(UnicodeScalar(UInt8(65 + max(0, min(25, column)))))
        }

        /// The square that a point of a map is in.
        package func name(of point: Point, in map: Rect) -> String {
            let column = max(0, min(columns - 1, Int((point.x - map.minX) / map.width * Double(columns))))
            let row = max(0, min(rows - 1, Int((point.y - map.minY) / map.height * Double(rows))))
            return "\(Self.letter(column))\(row + 1)"
        }
    }

    /// Creates a page.
    public init(
        margin: Double = Page.usualMargin, title: String? = nil, subtitle: String? = nil, legend: Legend? = nil,
        imprint: String? = nil, frame: Frame = .ticks, bleed: Double = 0, hasCropMarks: Bool = false,
        sheet: String? = nil, neighbors: Neighbors = Neighbors(), squares: Squares? = nil, date: String? = nil
    ) {
        self.date = date
        self.sheet = sheet
        self.neighbors = neighbors
        self.squares = squares
        self.margin = margin
        self.title = title
        self.subtitle = subtitle
        self.legend = legend
        self.imprint = imprint
        self.frame = frame
        self.bleed = bleed
        self.hasCropMarks = hasCropMarks
    }

    /// 10 mm.
    public static let usualMargin = 10 * 96 / 25.4
}

/// Where things are on a page, in points.
package struct PageGeometry: Hashable, Sendable {
    /// The whole sheet, with what is cut off.
    package let sheet: Rect
    /// The paper that is left when the sheet has been cut.
    package let paper: Rect
    package let title: Rect
    package let legend: Rect
    package let imprint: Rect
    /// The frame around the map, with its coordinates.
    package let outline: Rect
    /// The map itself.
    package let map: Rect

    /// The widths of the band with coordinates, and of lines of text.
    package static let (band, titleLine, subtitleLine, imprintLine) = (17.0, 30.0, 17.0, 10.5)
    private static let (gap, markRoom) = (8.0, 7 * 96 / 25.4)

    /// Nil where there is no room for a map.
    ///
    /// - Parameters:
    ///   - page: what is on it.
    ///   - size: of the sheet, in points.
    ///   - hasMetricGrid: whether the imprint names a grid in meters.
    package init?(_ page: Page, size: Size, hasMetricGrid: Bool = false) {
        sheet = Rect(size: size)
        paper = sheet.inset(by: Self.outside(of: page))
        var rest = paper.inset(by: page.margin)
        guard rest.width > 0, rest.height > 0 else { return nil }
        let head =
            (page.title == nil ? 0 : Self.titleLine) + (page.subtitle == nil ? 0 : Self.subtitleLine)
        title = Rect(x: rest.minX, y: rest.minY, width: rest.width, height: head)
        if head > 0 { rest.minY += head + Self.gap }
        let lines = Self.imprintLines(page, width: rest.width, hasMetricGrid)
        let foot = Double(lines) * Self.imprintLine
        imprint = Rect(x: rest.minX, y: rest.maxY - foot, width: rest.width, height: foot)
        if foot > 0 { rest.maxY -= foot + Self.gap }
        let column = page.legend.map { min($0.maxWidth, rest.width / 3) } ?? 0
        legend = Rect(x: rest.maxX - column, y: rest.minY, width: column, height: rest.maxY - rest.minY)
        if column > 0 { rest.maxX -= column + Self.gap }
        let isBare = page.frame == .none && page.margin == 0 && head == 0 && foot == 0 && column == 0
        outline = isBare ? paper.inset(by: -page.bleed) : rest
        map = page.frame == .ticks ? outline.inset(by: Self.band) : outline
        guard map.width >= 16, map.height >= 16 else { return nil }
    }

    /// How much the sheet is larger than the paper, on each side.
    package static func outside(of page: Page) -> Double {
        max(page.bleed, page.hasCropMarks ? max(page.bleed, 0) + markRoom : 0)
    }

    /// The lines of the imprint, of letters of a usual width; the first say scale, projection and grid, and where a compass points.
    private static func imprintLines(_ page: Page, width: Double, _ hasMetricGrid: Bool) -> Int {
        guard page.frame != .none || page.imprint != nil || page.title != nil || page.date != nil else { return 0 }
        let perLine = max(10, Int(width / 4))
        let own = (page.imprint ?? "").split(separator: "\n", omittingEmptySubsequences: true).map(\.count)
        let known = [hasMetricGrid ? 115 : 65] + (page.date == nil ? [] : [hasMetricGrid ? 115 : 90])
        return min(12, (known + own).reduce(0) { $0 + max(1, ($1 + perLine - 1) / perLine) })
    }
}

extension Page: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "page"

    mutating func keys(_ k: inout Keys) {
        var size: ExtentCodec.Value?
        k("size", &size, ExtentCodec())
        k("margin", &margin, .paper(0...1000))
        k("title", &title, .filled)
        k("subtitle", &subtitle, .filled)
        k("legend", &legend, .pageLegend)
        k("imprint", &imprint, .filled)
        k("date", &date, .magneticDate)
        k("frame", &frame)
        k("bleed", &bleed, .paper(0...200))
        k("cropMarks", &hasCropMarks)
        k("sheet", &sheet, .filled)
        k("neighbors", &neighbors)
        k("squares", &squares, .tuple("[columns, rows]", of: .whole(1...26)))
        guard k.isReading else { return }
        if bleed > 0, frame != .none || margin > 0 || title != nil || subtitle != nil || legend != nil || imprint != nil
        {
            k.noteNoEffect(
                "bleed", "on the map, which ends within the paper: it has a margin, a frame or texts beside it")
        }
        if size?.automatic != nil {
            k.given("size")?.report(
                expected: "two lengths or a format of paper", found: "\"auto\"", code: .sceneConflictingKeys)
        }
    }
}

extension Scene {
    /// The size of the paper that a page names in a scene, and that of the sheet, with what is cut off.
    static func sheet(_ page: Page?, _ field: Field?) -> (paper: Size, whole: Size)? {
        guard let page, let field, let node = field.node["size"] else { return nil }
        let sides = sides(of: node).compactMap(\.self)
        guard sides.count == 2 else { return nil }
        let outside = 2 * PageGeometry.outside(of: page)
        return (
            Size(width: sides[0], height: sides[1]), Size(width: sides[0] + outside, height: sides[1] + outside)
        )
    }
}

extension Page.Neighbors: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "neighbors"

    mutating func keys(_ k: inout Keys) {
        k("north", &north, .filled)
        k("east", &east, .filled)
        k("south", &south, .filled)
        k("west", &west, .filled)
    }
}

extension Page.Squares: Tuple {
    init(parts: [Int]) { self.init(columns: parts[0], rows: parts[parts.count - 1]) }
    var parts: [Int] { [columns, rows] }
}

/// The legend of a page: true, or an object with a title and a width.
private struct PageLegend: KeyedValue {
    var title: String?
    var width = 45 * 96 / 25.4

    static var usual: Self { Self() }
    static let definition = "pageLegend"

    mutating func keys(_ k: inout Keys) {
        k("title", &title, .filled)
        k("width", &width, .paper(60...1000))
    }
}

extension KeyCodec where Self == Form<Legend> {
    fileprivate static var pageLegend: Self {
        Form(
            ["oneOf": [["const": true], .reference(PageLegend.definition)]],
            { field in
                let legend = field.node.bool == true ? PageLegend.usual : PageLegend(field)
                return legend.map { Legend(title: $0.title, maxWidth: $0.width) }
            },
            { PageLegend(title: $0.title, width: $0.maxWidth).jsonNode })
    }
}

extension KeyCodec where Self == Form<String> {
    private static var datePattern: JSONNode {
        let (long, short) = ("(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])", "(0[469]|11)-(0[1-9]|[12][0-9]|30)")
        return .text("^(202[5-9]-(\(long)|\(short)|02-(0[1-9]|1[0-9]|2[0-8]))|2028-02-29)$")
    }

    /// A day of the years that the magnetic model is for.
    fileprivate static var magneticDate: Self {
        Form(
            ["type": "string", "pattern": Self.datePattern],
            { field in
                guard let text = field.node.string, text.utf8.count == 10, let seconds = iso8601Seconds(text) else {
                    return field.expected("a date such as \"2026-11-26\"")
                }
                guard MagneticModel.years.contains(MagneticModel.year(of: seconds)) else {
                    return field.expected("a date from 2025 to 2029, for which the magnetic field is known")
                }
                return text
            }, JSONNode.text)
    }
}

extension SceneSchema {
    static let page: [Definition] = [
        (Page.definition, Page.schema), (PageLegend.definition, PageLegend.schema),
        (Page.Neighbors.definition, Page.Neighbors.schema),
    ]
}
