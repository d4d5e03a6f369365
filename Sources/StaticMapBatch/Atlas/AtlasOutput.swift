// SPDX-License-Identifier: MIT
import MapCanvas
package import MapCore
package import MapGeometry
import MapLayout
package import MapScene
package import MapText
package import MapVector
import StaticMap
import Synchronization

/// Writes the sheets of an atlas as pages of one PDF that links lead to, and an index of the names on them at its end.
package final class AtlasOutput: BatchOutput {
    /// What the index is made of.
    package struct Index: Sendable {
        /// Words for names, such as `streets`, or ids of layers in which `*` stands for any characters.
        package let layers: [String]
        package let title: String
        package let fonts: FontLibrary
        package let page: Page
        package let size: Size

        /// The words.
        package static let words = ["streets", "places", "waters"]

        /// True for the layer of a style.
        func contains(_ id: String) -> Bool {
            layers.contains { word in
                switch word {
                case "streets": ["road-name", "street", "highway-name", "road_label"].contains { id.contains($0) }
                case "places":
                    ["place", "settlement", "city", "town", "village", "suburb"].contains { id.contains($0) }
                case "waters":
                    ["water-name", "waterway-name", "water_name", "waterway_name"].contains { id.contains($0) }
                default: word.matches(id.split(separator: "/").last.map(String.init) ?? id)
                }
            }
        }
    }

    private let pages: PagesOutput
    private let index: Index?
    /// The places of names, by name.
    private let names = Mutex<[String: [IndexLayout.Entry.Place]]>([:])
    package let takesPages = true
    package let hasOrder = true

    /// - Parameters:
    ///   - path: the document; - for standard output, nil for memory.
    ///   - title: of the document.
    ///   - sheets: how many there are, which links lead to.
    ///   - index: what its index is made of; nil for none.
    /// - Throws: when the document cannot be created.
    package init(_ path: String?, title: String, sheets: Int, index: Index?) throws(Diagnostic) {
        let destinations = Set((1...max(1, sheets)).map(AtlasScenes.destination))
        pages = try PagesOutput(path, title: title, author: "", background: nil, destinations: destinations) { name in
            Int(name).map(AtlasScenes.destination)
        }
        self.index = index
    }

    /// The document, of which nothing is left then; empty for one that is not in memory.
    package func takeBytes() -> [UInt8] { pages.takeBytes() }

    /// Adds a sheet, whose id is its number, or another page.
    package func add(_ page: PDFPage, as id: String) throws(Diagnostic) {
        if let number = Int(id) { collect(page, number) }
        try pages.add(page, bookmark: id)
    }

    package func add(_ drawn: [DrawnOutput], _ result: inout BatchResult) throws(Diagnostic) {
        for item in drawn {
            guard case .page(let page) = item.content, let number = Int(item.name) else { continue }
            collect(page, number)
        }
        try pages.add(drawn, &result)
    }

    /// Ends the document with its index.
    package func finish() throws(Diagnostic) {
        if let index {
            let entries = names.withLock { names in
                names.map { name, places in
                    let key = folded(name)
                    let entry = IndexLayout.Entry(
                        name: name, initial: key.prefix(1).uppercased(),
                        places: places.sorted { ($0.sheet, $0.square) < ($1.sheet, $1.square) })
                    return (key: key, entry: entry)
                }
            }.sorted { ($0.key, $0.entry.name) < ($1.key, $1.entry.name) }.map(\.entry)
            let layout = IndexLayout(
                size: index.size, margin: index.page.margin, title: index.title, fonts: index.fonts)
            for (number, page) in layout.pages(entries).enumerated() {
                try pages.add(
                    PDFPage(page, size: index.size, figure: PDFFigure(alt: index.title)),
                    bookmark: number == 0 ? index.title : "")
            }
        }
        try pages.finish()
    }

    /// Notes the names that a sheet shows.
    private func collect(_ page: PDFPage, _ sheet: Int) {
        let drawing = page.drawing
        guard let index, let geometry = PageGeometry(index.page, size: page.size) else { return }
        let frame = Transform.scale(drawing.scale, drawing.scale).apply(geometry.map)
        var found: [(String, Point)] = []
        for item in drawing.items where item.role == .label && index.contains(item.id) { item.mark.addNames(&found) }
        names.withLock { names in
            for (name, point) in found where frame.contains(point) {
                let text = name.split(whereSeparator: \.isNewline).joined(separator: " ")
                guard text.contains(where: \.isLetter), text.count <= 100, names.count < 200_000 || names[text] != nil
                else {
                    continue
                }
                let square = index.page.squares.map { $0.name(of: point, in: frame) } ?? ""
                let place = IndexLayout.Entry.Place(
                    sheet: sheet, square: square, destination: AtlasScenes.destination(sheet))
                if names[text]?.contains(place) != true { names[text, default: []].append(place) }
            }
        }
    }
}

extension Mark {
    /// Adds the texts that the mark spells, and their middles in pixels.
    fileprivate func addNames(_ names: inout [(String, Point)]) {
        switch self {
        case .glyphs(let run) where !run.text.isEmpty:
            names.append((run.text, Rect(around: run.glyphs.map(\.origin)).center))
        case .sdf(let mark) where !mark.text.isEmpty: names.append((mark.text, mark.bounds.center))
        case .group(let group): for mark in group.marks { mark.addNames(&names) }
        default: break
        }
    }
}
