// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapScene
import MapText

/// Puts a map that was laid out on a sheet: cuts it at its frame, and draws what surrounds it.
struct PageLayout {
    let page: Page
    let geometry: PageGeometry
    let viewport: Viewport
    let fonts: FontLibrary
    let images: [ImageAsset: AnnotationImage]
    let annotations: [Annotation]
    let overlays: [Overlay]
    /// What is fixed to the image over the map, in pixels.
    let panels: [Rect]
    let diagnostics: DiagnosticSink

    let ink = Color(rgb: 0x1B2430)
    private let faint = Color(rgb: 0x4A5563)
    /// Of the lines of letters and numbers, and of the light around them, in points.
    static let (lettersHeight, halo) = (12.0, 1.5)
    var scale: Double { viewport.scale }

    /// The map's part of the image, in pixels.
    static func frame(_ geometry: PageGeometry, scale: Double) -> Rect {
        Transform.scale(scale, scale).apply(geometry.map)
    }

    /// The items of a map, cut at the frame. What is fixed to the image may lie beside it.
    func cut(_ items: [DrawingItem]) -> [DrawingItem] {
        let frame = Self.frame(geometry, scale: scale)
        let clip = Path.rectangle(frame)
        return items.compactMap { item in
            guard item.role != .decoration, item.role != .attribution else { return item }
            var item = item
            item.bounds = item.bounds.intersection(frame)
            guard !item.bounds.isNull else { return nil }
            item.mark = .group(Group(clip: clip, marks: [.group(Group(marks: [item.mark]))]))
            item.targets = item.targets.filter { $0.shape.bounds.intersects(frame) }
            return item
        }
    }

    /// The sheet below everything.
    var paper: DrawingItem {
        let marks = [Mark.fill(.rectangle(viewport.pixelRect), .nonZero, .color(.white))]
        return DrawingItem(
            id: "page/paper", role: .background, bounds: viewport.pixelRect, mark: .group(Group(marks: marks)))
    }

    /// What surrounds the map, over everything.
    ///
    /// - Parameter omissions: takes what has no room.
    /// - Returns: the items from the lowest to the topmost.
    func furniture(_ omissions: inout [Omission]) -> [DrawingItem] {
        [
            item("page/frame", frameMarks), item("page/title", titleMarks + sheetMarks),
            item("page/legend", legendMarks(&omissions)),
            item("page/imprint", imprintMarks), item("page/marks", cropMarks),
        ].compactMap(\.self) + neighborItems
    }

    // MARK: - Atlas

    private var sheetNumber: TextBlock? {
        page.sheet.map {
            block($0, weight: 700, size: geometry.title.height > 0 ? 22 : 12, line: PageGeometry.titleLine)
        }
    }

    /// The number of the sheet, at the right of the title.
    private var sheetMarks: [Mark] {
        guard let block = sheetNumber else { return [] }
        let corner =
            geometry.title.height > 0
            ? Point(geometry.title.maxX - block.width, geometry.title.minY)
            : Point(geometry.imprint.maxX - block.width, geometry.imprint.minY - 10)
        return block.marks(at: corner, [Color(rgb: 0xB0152B)])
    }

    /// The numbers of the sheets around this one, with the middle of the edge and the way to them.
    var neighbors: [(side: String, number: String, edge: Point, away: Point)] {
        let map = geometry.map
        let all: [(String, String?, Point, Point)] = [
            ("north", page.neighbors.north, Point(map.center.x, map.minY), Point(0, -1)),
            ("east", page.neighbors.east, Point(map.maxX, map.center.y), Point(1, 0)),
            ("south", page.neighbors.south, Point(map.center.x, map.maxY), Point(0, 1)),
            ("west", page.neighbors.west, Point(map.minX, map.center.y), Point(-1, 0)),
        ]
        return all.compactMap { side, number, edge, away in number.map { (side, $0, edge, away) } }
    }

    /// These numbers, each a link.
    private var neighborItems: [DrawingItem] {
        neighbors.compactMap { side, number, edge, away in
            let (block, width) = tag(number)
            let middle = edge + away * (PageGeometry.band / 2)
            let isTall = away.x != 0
            let size = isTall ? Size(width: 15, height: width) : Size(width: width, height: 15)
            let box = Rect(center: middle, size: size)
            let tip = middle + away * (PageGeometry.band / 2 + 2)
            var arrow = Path()
            let across = Point(-away.y, away.x)
            arrow.addLines([tip + away * 3.5, tip + across * 4, tip - across * 4], closed: true)
            let corner = Point(middle.x - block.width / 2, middle.y - Self.lettersHeight / 2)
            let sign: [Mark] = [
                .fill(.roundedRectangle(box, radius: 4), .nonZero, .color(Color(rgb: 0xB0152B))),
                .fill(arrow, .nonZero, .color(Color(rgb: 0xB0152B))),
            ]
            guard var item = item("page/neighbor/\(side)", sign + block.marks(at: corner, [.white])) else { return nil }
            let path = targetPath("page", "neighbor-\(side)")
            item.targets = [
                Target(
                    path: path, title: number, href: "#sheet-\(number)",
                    shape: .box(Transform.scale(scale, scale).apply(box)))
            ]
            return item
        }
    }

    /// The number of a sheet around this one, and how wide the tag around it is.
    private func tag(_ number: String) -> (block: TextBlock, width: Double) {
        let block = letters(number)
        return (block, max(22, block.width + 16))
    }

    /// Thin lines around the squares of an index.
    var squareLines: [Mark] {
        guard let squares = page.squares else { return [] }
        let map = geometry.map
        var path = Path()
        for column in 1..<max(2, squares.columns) where squares.columns > 1 {
            let x = map.minX + map.width * Double(column) / Double(squares.columns)
            path.addLines([Point(x, map.minY), Point(x, map.maxY)], closed: false)
        }
        for row in 1..<max(2, squares.rows) where squares.rows > 1 {
            let y = map.minY + map.height * Double(row) / Double(squares.rows)
            path.addLines([Point(map.minX, y), Point(map.maxX, y)], closed: false)
        }
        return [.stroke(path, StrokeStyle(width: 0.4), ink.opacity(0.28))]
    }

    /// The letters and numbers of the squares, in the frame or at the edges within it, and where they stand in points.
    var squareNames: [(block: TextBlock, box: Rect)] {
        guard let squares = page.squares else { return [] }
        let (map, band) = (geometry.map, page.frame == .ticks ? PageGeometry.band : -PageGeometry.band)
        let edges = map.inset(by: -band / 2)
        let columns = (0..<squares.columns).flatMap { column in
            let x = map.minX + map.width * (Double(column) + 0.5) / Double(squares.columns)
            return [edges.minY, edges.maxY].map { (Page.Squares.letter(column), Point(x, $0)) }
        }
        let rows = (0..<squares.rows).flatMap { row in
            let y = map.minY + map.height * (Double(row) + 0.5) / Double(squares.rows)
            return [edges.minX, edges.maxX].map { ("\(row + 1)", Point($0, y)) }
        }
        return (columns + rows).compactMap { text, middle in
            let block = letters(text)
            let box = Rect(center: middle, size: Size(width: block.width, height: Self.lettersHeight))
            // It stands at the other edge as well.
            guard page.frame == .ticks || !panels.contains(where: pixels(around: box).intersects) else { return nil }
            return (block, box)
        }
    }

    /// What the names of the squares cover of the map, in pixels.
    var coveredBoxes: [Rect] { page.frame == .ticks ? [] : squareNames.map { pixels(around: $0.box) } }

    private func pixels(around letters: Rect) -> Rect {
        Transform.scale(scale, scale).apply(letters.inset(by: -Self.halo))
    }

    /// An item from marks in points.
    private func item(_ id: String, _ marks: [Mark]) -> DrawingItem? {
        guard !marks.isEmpty else { return nil }
        let placed = marks.map { $0.placed(scale: scale, at: .zero) }
        return DrawingItem(
            id: id, role: .decoration, bounds: placed.bounds.inset(by: -2), mark: .group(Group(marks: placed)))
    }

    // MARK: - Text

    func block(_ words: some StringProtocol, weight: Int, size: Double, line: Double, width: Double? = nil)
        -> TextBlock
    {
        var options = TextBlockOptions(size: size, lineHeight: line, justify: .left)
        if let width { options.maxWidth = width }
        return fonts.layout([TextSection(String(words), font: .interface(weight: weight))], options: options)
    }

    /// The number of a sheet, or the name of a square.
    private func letters(_ words: String) -> TextBlock {
        block(words, weight: 700, size: 9.5, line: Self.lettersHeight)
    }

    /// A line of the title, in smaller letters where it is too long; of what is still too long, the end is left out.
    private func titleLine(_ words: String, weight: Int, size: Double, line: Double, path: String) -> TextBlock {
        let whole = block(words, weight: weight, size: size, line: line)
        let room = geometry.title.width - (sheetNumber.map { $0.width + 12 } ?? 0)
        guard whole.width > room else { return whole }
        let small = max(size * 0.55, size * room / whole.width)
        let smaller = block(words, weight: weight, size: small, line: line)
        guard smaller.width > room else { return smaller }
        diagnostics.add(
            Diagnostic(
                .warning, code: .pageNoRoom, path: path, "the sheet is too narrow for all of the text",
                hint: "choose a larger sheet, or fewer words"))
        let kept = (0..<min(400, words.count)).partitioningIndex {
            block(words.prefix($0) + "…", weight: weight, size: small, line: line).width > room
        }
        return block(words.prefix(max(0, kept - 1)) + "…", weight: weight, size: small, line: line)
    }

    private var titleMarks: [Mark] {
        var (result, y) = ([Mark](), geometry.title.minY)
        if let title = page.title {
            let block = titleLine(title, weight: 700, size: 22, line: PageGeometry.titleLine, path: "page.title")
            result += block.marks(at: Point(geometry.title.minX, y), [ink])
            y += PageGeometry.titleLine
        }
        if let subtitle = page.subtitle {
            let block = titleLine(
                subtitle, weight: 500, size: 11.5, line: PageGeometry.subtitleLine, path: "page.subtitle")
            result += block.marks(at: Point(geometry.title.minX, y), [faint])
        }
        return result
    }

    /// In smaller letters where there are more lines than the page has room for.
    private var imprintMarks: [Mark] {
        let box = geometry.imprint
        guard box.height > 0 else { return [] }
        let texts =
            [(technicalLine, 600, ink)] + (compassLine.map { [($0, 600, ink)] } ?? [])
            + (page.imprint.map { [($0, 400, faint)] } ?? [])
        // In a frame without a band, the tag of the southern sheet lies beside the lines.
        var width = box.width
        if page.frame != .ticks, let south = page.neighbors.south {
            width = min(width, geometry.map.center.x - tag(south).width / 2 - 8 - box.minX)
        }
        var blocks: [TextBlock] = []
        for size in [7.5, 7, 6.5, 6, 5.5] {
            blocks = texts.map {
                block($0.0, weight: $0.1, size: size, line: PageGeometry.imprintLine * size / 7.5, width: width)
            }
            if blocks.reduce(0, { $0 + $1.height }) < box.height + 0.5 { break }
        }
        var (result, y) = ([Mark](), box.minY)
        for (block, text) in zip(blocks, texts) {
            result += block.marks(at: Point(box.minX, y), [text.2])
            y += block.height
        }
        return result
    }

    /// Where a compass points at the center of the map on the page's date, and how that changes.
    private var compassLine: String? {
        guard let date = page.date, let seconds = iso8601Seconds(date) else { return nil }
        let year = MagneticModel.year(of: seconds)
        let (field, later) = (
            MagneticModel(at: viewport.center, year: year), MagneticModel(at: viewport.center, year: year + 1)
        )
        guard field.horizontalIntensity >= MagneticModel.leastIntensity else {
            return "Magnetic north (\(date)): a compass is not reliable here"
        }
        let change = wrapLongitude(later.declination - field.declination)
        let turn =
            abs(change) < 0.05
            ? "" : ", \(formatted(tenths(change)))° more to the \(change > 0 ? "east" : "west") each year"
        return
            "Magnetic north (\(date)) \(side(field.declination, of: "true north"))\(turn)\(gridTurn(field.declination))"
    }

    /// How far magnetic north is from the grid's, in which bearings on the map are measured.
    private func gridTurn(_ declination: Double) -> String {
        for case .graticule(let graticule) in overlays.map(\.content) where [.utm, .mgrs].contains(graticule.grid) {
            let convergence = GridZone(at: viewport.center).convergence(at: viewport.center)
            return "  ·  \(side(wrapLongitude(declination - convergence), of: "grid north"))"
        }
        return ""
    }

    private func tenths(_ degrees: Double) -> Double { (abs(degrees) * 10).rounded() / 10 }

    private func side(_ degrees: Double, of north: String) -> String {
        let angle = tenths(degrees)
        return angle == 0 ? "is \(north)" : "\(formatted(angle))° \(degrees > 0 ? "east" : "west") of \(north)"
    }

    /// The scale, the projection, and how the grid lies.
    private var technicalLine: String {
        var parts: [String] = []
        if viewport.isTrueToScale {
            let ratio = ScaleRatioArtwork.ratio(viewport)
            let latitude = Self.degrees(viewport.center.told(page.shift).latitude, isLatitude: true)
            parts.append("Scale \(ratio), true at \(latitude)")
        }
        if !viewport.tilt.isFlat { parts.append("Oblique view") }
        let shift = page.shift ?? DatumShift(own: .wgs84, map: .wgs84)
        let projection = viewport.isGlobe ? "Globe" : viewport.projection.cartographic?.name
        parts.append(projection ?? "Web Mercator, \(shift.own.name)")
        if projection != nil, shift.own != .wgs84 { parts.append("Degrees of \(shift.own.name)") }
        for case .graticule(let graticule) in overlays.map(\.content) {
            switch graticule.grid {
            case .degrees: continue
            case .system(let name): parts.append("Grid \(name)")
            case .utm, .mgrs:
                let zone = GridZone(at: viewport.center)
                let turn = wrapLongitude(zone.convergence(at: viewport.center))
                let angle = tenths(turn)
                let side = angle == 0 ? "" : turn > 0 ? " east of true north" : " west of true north"
                let name = zone.number == 0 ? "UPS" : "UTM \(zone.designator(at: viewport.center))"
                let datum = graticule.shift?.own ?? shift.map
                let own = datum == shift.own ? "" : " (\(datum.name))"
                parts.append("Grid \(name)\(own), grid north \(formatted(angle))°\(side)")
            }
        }
        return parts.joined(separator: "  ·  ")
    }

    // MARK: - Legend

    /// In smaller sizes where it is too high for its column; in the smallest one, without its last entries.
    private var legend: DecorationArtwork? {
        guard var legend = page.legend, geometry.legend.width > 0 else { return nil }
        let (text, column) = (AnnotationText(fonts: fonts, diagnostics: diagnostics), geometry.legend)
        var artwork: DecorationArtwork?
        for scale in DecorationArtworks.scales {
            legend.maxWidth = column.width / scale
            let height = column.height / scale
            artwork = LegendArtwork(
                legend, annotations, maxCount: LegendArtwork.mostEntries(in: height),
                palette: DecorationPalette(.light), text: text, images: images
            )?.card(maxHeight: height).scaled(by: scale)
            if let artwork, artwork.omittedEntries.isEmpty, artwork.size.height <= column.height { break }
        }
        return artwork
    }

    private func legendMarks(_ omissions: inout [Omission]) -> [Mark] {
        guard let artwork = legend else {
            if page.legend != nil { diagnostics.add(.emptyLegend(at: "page.legend")) }
            return []
        }
        let omitted = artwork.omittedEntries
        omissions += omitted.map { $0.omission(from: "page/legend") }
        if !omitted.isEmpty || artwork.size.height > geometry.legend.height {
            diagnostics.add(
                Diagnostic(
                    .warning, code: .decorationsLegendTooLong, path: "page.legend",
                    omitted.isEmpty
                        ? "the legend is higher than the sheet has room for"
                        : "\(omitted.count) entries do not fit into the legend",
                    hint: "choose a larger sheet, or number fewer annotations"))
        }
        let corner = Point(geometry.legend.minX, geometry.legend.minY)
        return artwork.marks.map { $0.placed(scale: artwork.scale, at: corner) }
    }

    // MARK: - Crop marks

    private var cropMarks: [Mark] {
        guard page.hasCropMarks else { return [] }
        let (paper, length) = (geometry.paper, 5 * 96 / 25.4)
        let start = max(page.bleed, 2 * 96 / 25.4)
        var path = Path()
        for (x, dx) in [(paper.minX, -1.0), (paper.maxX, 1.0)] {
            for (y, dy) in [(paper.minY, -1.0), (paper.maxY, 1.0)] {
                path.addLines([Point(x + dx * start, y), Point(x + dx * (start + length), y)], closed: false)
                path.addLines([Point(x, y + dy * start), Point(x, y + dy * (start + length))], closed: false)
            }
        }
        return [.stroke(path, StrokeStyle(width: 0.35), .black)]
    }
}

extension Coordinate {
    /// A place of the map in the datum of the degrees that are printed.
    func told(_ shift: DatumShift?) -> Coordinate { shift.map { $0.map.convert(self, to: $0.own) } ?? self }
}
