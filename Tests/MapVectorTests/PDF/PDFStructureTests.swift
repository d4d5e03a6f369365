// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapGeometry
import MapImages
import MapVector
import TestSupport
import Testing

@Suite("What is added to cairo's PDF") struct PDFStructureTests {
    private func drawing() -> Drawing {
        var drawing = Drawing(width: 200, height: 100, scale: 1)
        func item(_ id: String, _ role: DrawingItem.Role, _ x: Double) -> DrawingItem {
            let box = Rect(x: x, y: 10, width: 30, height: 30)
            return DrawingItem(id: id, role: role, bounds: box, mark: .fill(.rectangle(box), .nonZero, .color(.black)))
        }
        drawing.items = [
            item("layer/water", .layer, 0), item("layer/roads", .layer, 20), item("overlay/0", .overlay, 40),
            item("layer/names", .label, 60), item("overlay/1", .overlay, 80), item("annotation/0", .annotation, 100),
            item("attribution", .attribution, 150),
        ]
        return drawing
    }

    private func written() throws -> ReadPDF {
        let place = PDFGeoreference(
            frame: Rect(x: 20, y: 10, width: 160, height: 80),
            corners: [Point(24, 61), Point(24, 60), Point(26, 60), Point(26, 61)], epsg: 3067, wellKnownText: "")
        let bytes = try PDFWriter(
            title: "A map", author: "Me (you)", subject: "Ein Plan von Żory & <mehr>", language: "de",
            georeference: place
        ).write(drawing())
        return ReadPDF(bytes)
    }

    @Test("each layer is there once, and its parts in the order of the drawing") func layers() throws {
        let file = try written()
        let all = file.text
        for name in ["Base map", "Labels", "Overlays", "Annotations", "Title, legend and scale"] {
            #expect(all.ranges(of: "/Type /OCG /Name (\(name))").count == 1, "\(name)")
        }
        let page = try #require(file.pages.first)
        let lines = try file.content(of: page)
        let begins = lines.filter { $0.hasPrefix("/OC ") }
        #expect(begins == ["/OC /L0 BDC", "/OC /L2 BDC", "/OC /L1 BDC", "/OC /L2 BDC", "/OC /L3 BDC", "/OC /L4 BDC"])
        #expect(lines.count { $0.hasSuffix("BDC") } == lines.count { $0 == "EMC" })
        #expect(lines.first == "/Figure << /MCID 0 >> BDC" && lines.last == "EMC")
        #expect(!all.contains("BibEntry"))
    }

    @Test("an image that is drawn twice has one name") func repeats() throws {
        var drawing = drawing()
        let bitmap = Bitmap(width: 2, height: 2, pixels: [1, 2, 3, 4].map { 0xFF00_0000 | $0 })
        drawing.items += [5.0, 50, 90].map { x in
            let mark = Mark.image(ImageMark(bitmap, transform: .translation(Point(x, 50)), opacity: 0.5))
            return DrawingItem(id: "overlay/\(x)", role: .overlay, bounds: mark.bounds, mark: mark)
        }
        let file = ReadPDF(try PDFWriter().write(drawing))
        let page = try #require(file.pages.first)
        let resources = try #require(file.objects.reference("Resources", in: page))
        let names = file.body(resources).split(separator: "/").filter { $0.hasPrefix("x") }.map {
            $0.prefix { $0 != " " }
        }
        #expect(!names.isEmpty && Set(names).count == names.count, "\(file.body(resources))")
    }

    @Test("the page says where it is, what it shows and in which language") func words() throws {
        let all = try written().text
        #expect(all.contains("/BBox [ 15 7.500000000 135 67.500000000 ]"))
        #expect(all.contains("/GPTS [ 61 24 60 24 60 26 61 26 ]") && all.contains("/EPSG 3067"))
        #expect(all.contains("/Lang (de)") && all.contains("/S /Figure"))
        // "Ein Plan von Ż…" in UTF-16.
        #expect(all.contains("/Alt <FEFF00450069006E00200050006C0061006E00200076006F006E0020017B"))
        #expect(all.contains("Ein Plan von Żory &amp; &lt;mehr&gt;") && all.contains("<rdf:li>Me (you)</rdf:li>"))
    }

    @Test("the table leads to the objects") func table() throws { try written().checkTable() }

    @Test(
        "what is no object stays",
        arguments: ["", "7", "xref\n0 1", "%PDF-1.5", "1 0 obj\n<< /A 1 >>\n", "1 0 obj\nendobj"])
    func odd(_ text: String) {
        var bytes = Array(text.utf8)
        let objects = PDFObjects(reading: &bytes)
        #expect(objects.numbers == (text.hasSuffix("endobj") ? [1] : []))
        #expect(bytes.isEmpty == (text.isEmpty || text.hasSuffix("endobj")))
    }

    @Test("each page of several has its layers, its place, its words and its links") func several() throws {
        var bytes: [UInt8] = []
        let pages = try PDFPages(title: "Two", author: "", background: nil, destinations: ["b"]) {
            bytes += $0
            return true
        }
        for (index, name) in ["a", "b"].enumerated() {
            var drawing = drawing()
            if index == 1 { drawing.items.removeAll { $0.role == .overlay } }
            for (id, link) in [("annotation/0", "#b"), ("attribution", "https://\(name).example/")] {
                for item in drawing.items.indices where drawing.items[item].id == id {
                    drawing.items[item].targets = [
                        Target(path: id, href: link, shape: .box(drawing.items[item].bounds))
                    ]
                }
            }
            let west = Double(index)
            let place = PDFGeoreference(
                frame: drawing.rect, corners: [Point(west, 1), Point(west, 0), Point(9, 0), Point(9, 1)], epsg: 3857,
                wellKnownText: "")
            let figure = PDFFigure(alt: "Map \(name)", language: index == 0 ? "en" : "de", georeference: place)
            try pages.add(
                PDFPage(drawing, size: Size(width: 200, height: 100), figure: figure), bookmark: name,
                number: index + 1, destination: name)
        }
        try pages.finish()
        let file = ReadPDF(bytes)
        file.checkTable()
        let all = file.text
        #expect(all.ranges(of: "/Type /OCG").count == 5 && !all.contains("BibEntry") && !all.contains("/S /Link"))
        #expect(all.contains("/Lang (en)") && all.contains("/Lang (de) /Alt (Map b)"))
        #expect(
            all.contains("/Alt (Map a)") && all.contains("/GPTS [ 1 0 0 0 0 9 1 9 ]")
                && all.contains("/GPTS [ 1 1 0 1 0 9 1 9 ]"))
        #expect(file.pages.count == 2)
        var keys: [Int] = []
        for page in file.pages {
            let lines = try file.content(of: page)
            #expect(lines.count { $0.hasSuffix("BDC") } == lines.count { $0 == "EMC" })
            #expect(lines.contains("/OC /L2 BDC") == (page == file.pages[0]))
            let resources = try #require(file.objects.reference("Resources", in: page))
            let names = try #require(file.objects.reference("Properties", in: resources))
            #expect(file.body(names).contains("/L0 ") && file.body(names).contains("/L4 "))
            keys.append(try #require(file.value("StructParents", in: page)))
        }
        keys += file.objects.numbers.compactMap { file.value("StructParent", in: $0) }
        // Two pages, and two links on each.
        #expect(keys.sorted() == Array(0..<6))
    }

    @Test(
        "pages of any size are whole, and their table leads to the objects",
        arguments: [
            Size(width: 227.9, height: 233.2), Size(width: 400, height: 133.1), Size(width: 400, height: 200),
        ])
    func pages(_ size: Size) throws {
        var bytes: [UInt8] = []
        let pages = try PDFPages(title: "", author: "", background: nil) {
            bytes += $0
            return true
        }
        var drawing = Drawing(width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)), scale: 1)
        drawing.items = [
            DrawingItem(
                id: "layer/a", role: .layer, bounds: drawing.rect,
                mark: .fill(.rectangle(drawing.rect), .nonZero, .color(.black)))
        ]
        for number in 1...2 {
            try pages.add(
                PDFPage(drawing, size: size, figure: PDFFigure(alt: "")), bookmark: "\(number)", number: number)
        }
        try pages.finish()
        let file = ReadPDF(bytes)
        file.checkTable()
        let boxes = file.text.split(separator: "\n").filter { $0.contains("/MediaBox") }.map { line in
            line.split(separator: " ").compactMap { Double($0) }
        }
        #expect(boxes.count == 2)
        for box in boxes {
            #expect(abs(box[2] - size.width * 0.75) < 1e-5 && abs(box[3] - size.height * 0.75) < 1e-5, "\(box)")
        }
        // What cairo cuts at is the page, and no less.
        let cuts = try file.pages.flatMap { try file.content(of: $0) }.filter { $0.hasSuffix("re W n") }.map { line in
            line.split(separator: " ").compactMap { Double($0) }
        }
        for cut in cuts { #expect(cut[2] >= size.width * 0.75 - 0.01 && cut[3] >= size.height * 0.75 - 0.01, "\(cut)") }
    }
}

/// A PDF whose table of objects is in plain text.
private struct ReadPDF {
    let objects: PDFObjects
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var rest = bytes
        objects = PDFObjects(reading: &rest)
    }

    func body(_ number: Int) -> String { String(decoding: objects.bodies[number] ?? [], as: UTF8.self) }

    var text: String { objects.numbers.sorted().map(body).joined(separator: "\n") }

    var pages: [Int] { objects.numbers.filter { objects.contains("/Type /Page ", in: $0) } }

    func content(of page: Int) throws -> [Substring] {
        let contents = try #require(objects.reference("Contents", in: page))
        return String(decoding: try #require(objects.stream(contents)), as: UTF8.self).split(separator: "\n")
    }

    func value(_ key: String, in number: Int) -> Int? {
        let body = body(number)
        return body.firstRange(of: "/\(key) ").flatMap { Int(body[$0.upperBound...].prefix { $0.isNumber }) }
    }

    /// Expects that each entry of the table is the place of its object.
    func checkTable() {
        let text = String(decoding: bytes.map { $0 < 128 ? $0 : 63 }, as: UTF8.self)
        let start = Int(text.components(separatedBy: "startxref\n").last?.prefix { $0.isNumber } ?? "") ?? 0
        #expect(bytes[start...].starts(with: "xref\n0 ".utf8))
        let table = text.utf8.dropFirst(start).split(separator: 10).map { String($0) ?? "" }.dropFirst()
        for (number, line) in table.dropFirst().prefix(while: { $0.hasSuffix(" ") }).enumerated()
        where line.contains(" n") {
            let place = Int(line.prefix(10)) ?? 0
            #expect(bytes[place...].starts(with: "\(number) 0 obj".utf8), "\(number): \(line)")
        }
        #expect(table.count > 10)
    }
}
