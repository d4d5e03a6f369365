// SPDX-License-Identifier: MIT
private import CCairo
package import MapCanvas
package import MapGeometry
package import MapImages

/// Writes a drawing as a single-page PDF with cairo: shapes stay vectors, and text is set in embedded fonts.
///
/// A point of the drawing is a CSS pixel (1/96 inch); PDF units are 1/72 inch. No date is written: the same drawing
/// yields the same bytes.
package struct PDFWriter: Sendable {
    /// Document metadata; empty strings are omitted.
    package var title: String
    package var author: String
    package var subject: String
    /// The background color; nil for none.
    package var background: Color?
    /// The language of title and subject, as an ISO 639 code; empty for none.
    package var language: String
    /// Where the map lies on the Earth; nil for what is no map, or none that lies flat.
    package var georeference: PDFGeoreference?

    package init(
        title: String = "Map", author: String = "", subject: String = "", background: Color? = nil,
        language: String = "",
        georeference: PDFGeoreference? = nil
    ) {
        self.title = title
        self.author = author
        self.subject = subject
        self.background = background
        self.language = language
        self.georeference = georeference
    }

    /// - Parameters:
    ///   - drawing: the drawing.
    ///   - size: the page size in CSS pixels; nil for the drawing's own size.
    /// - Returns: the file.
    /// - Throws: cairo's error, such as a lack of memory.
    package func write(_ drawing: Drawing, size: Size? = nil) throws(CairoError) -> [UInt8] {
        let output = PDFBytes()
        let scale = drawing.scale > 0 && drawing.scale.isFinite ? drawing.scale : 1
        let size = size ?? Size(width: Double(drawing.width) / scale, height: Double(drawing.height) / scale)
        let (width, height) = (size.width * 0.75, size.height * 0.75)
        let surface = cairo_pdf_surface_create_for_stream(
            PDFBytes.write, Unmanaged.passUnretained(output).toOpaque(), width, height)
        guard let surface else { throw CairoError("create a page", reason: "no surface") }
        defer { cairo_surface_destroy(surface) }
        setMetadata(CAIRO_PDF_METADATA_TITLE, title, surface)
        setMetadata(CAIRO_PDF_METADATA_AUTHOR, author, surface)
        setMetadata(CAIRO_PDF_METADATA_SUBJECT, subject, surface)
        setMetadata(CAIRO_PDF_METADATA_CREATOR, "staticmap", surface)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "")
        let context = cairo_create(surface)
        defer { cairo_destroy(context) }
        guard let context else { throw CairoError("create a page", reason: "no context") }
        PagePlacement(drawing, size).apply(to: context)
        let target = PDFTarget(context, drawing)
        target.layers = []
        if let background { target.fill(.rectangle(drawing.rect), .nonZero, .color(background)) }
        var renderer = VectorRenderer(target)
        renderer.render(drawing)
        if let failure = target.failure { throw failure }
        try check(cairo_status(context))
        cairo_surface_finish(surface)
        try check(cairo_surface_status(surface))
        let structure = PDFStructure(
            title: title, author: author, alt: subject.isEmpty ? title : subject, language: language,
            georeference: georeference, page: Size(width: width, height: height), layers: target.layers ?? [])
        return structure.applied(to: output.bytes)
    }

    private func setMetadata(_ key: cairo_pdf_metadata_t, _ text: String, _ surface: OpaquePointer) {
        let text = text.forCairo
        if !text.isEmpty { cairo_pdf_surface_set_metadata(surface, key, text) }
    }

    private func check(_ status: cairo_status_t) throws(CairoError) {
        guard status != CAIRO_STATUS_SUCCESS else { return }
        let reason = cairo_status_to_string(status).map { String(cString: $0) }
        throw CairoError("write a PDF", reason: reason ?? "status \(status.rawValue)")
    }
}

/// How a drawing, which has whole pixels, lies on a page.
private struct PagePlacement {
    /// In units of the page for each pixel.
    private let scale: Size
    /// In pixels.
    private let clip: Rect

    /// On a page of a size in CSS pixels.
    init(_ drawing: Drawing, _ size: Size) {
        let (width, height) = (size.width * drawing.scale, size.height * drawing.scale)
        let (wide, high) = (Double(max(1, drawing.width)), Double(max(1, drawing.height)))
        if wide >= width - 1e-6, high >= height - 1e-6, drawing.scale > 0, drawing.scale.isFinite {
            // What covers the page keeps its scale, and is cut at the page's edge.
            scale = Size(width: 0.75 / drawing.scale, height: 0.75 / drawing.scale)
            clip = Rect(x: 0, y: 0, width: min(wide, width), height: min(high, height))
        } else {
            scale = Size(width: size.width * 0.75 / wide, height: size.height * 0.75 / high)
            clip = drawing.rect
        }
    }

    func apply(to context: OpaquePointer) {
        cairo_scale(context, scale.width, scale.height)
        // Keeps what is hidden out of the file, too.
        cairo_rectangle(context, 0, 0, clip.width, clip.height)
        cairo_clip(context)
    }
}

/// Collects the bytes that cairo writes.
private final class PDFBytes {
    var bytes: [UInt8] = []

    static let write: cairo_write_func_t = { output, data, count in
        guard let output, let data else { return CAIRO_STATUS_WRITE_ERROR }
        let collected = Unmanaged<PDFBytes>.fromOpaque(output).takeUnretainedValue()
        collected.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
    }
}

/// Writes drawings as the pages of one PDF, with a bookmark for each, and hands its bytes on as cairo makes them.
///
/// Pages share fonts. What cairo needs to remember of a page is little: its place in the file, and which glyphs it has. The object may be used by one thread at a time.
package final class PDFPages {
    private let surface: OpaquePointer
    private let context: OpaquePointer
    private let output: PDFStream
    private let background: Color?
    /// Of all pages.
    private var target: PDFTarget?
    /// The names that links within the document lead to.
    private let destinations: Set<String>

    /// - Parameters:
    ///   - title: of the document; empty for none.
    ///   - author: of the document; empty for none.
    ///   - background: behind the drawings; nil for none.
    ///   - destinations: the names that links such as `#sheet-3` lead to, each of which a page gets.
    ///   - write: takes the next bytes of the file; false when they cannot be written.
    /// - Throws: cairo's error, such as a lack of memory.
    package init(
        title: String, author: String, background: Color?, destinations: Set<String> = [],
        write: @escaping ([UInt8]) -> Bool
    ) throws(CairoError) {
        self.destinations = destinations
        output = PDFStream(write)
        self.background = background
        // Each page sets its own size.
        let surface = cairo_pdf_surface_create_for_stream(
            PDFStream.write, Unmanaged.passUnretained(output).toOpaque(), 1, 1)
        guard let surface, let context = cairo_create(surface) else {
            throw CairoError("create a document", reason: "no surface")
        }
        self.surface = surface
        self.context = context
        for (key, text) in [
            (CAIRO_PDF_METADATA_TITLE, title), (CAIRO_PDF_METADATA_AUTHOR, author),
            (CAIRO_PDF_METADATA_CREATOR, "staticmap"),
        ] where !text.forCairo.isEmpty {
            cairo_pdf_surface_set_metadata(surface, key, text.forCairo)
        }
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "")
    }

    deinit {
        target = nil
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Adds a page.
    ///
    /// - Parameters:
    ///   - drawing: the page's content.
    ///   - size: of the page, in points of the drawing (1/96 inch).
    ///   - bookmark: the page's name in the outline of the document; empty for none.
    ///   - number: of the page, from 1, to which the bookmark leads.
    ///   - destination: the name that links lead to the page by; nil for none.
    /// - Throws: cairo's error, such as a full disk.
    package func add(_ drawing: Drawing, size: Size, bookmark: String, number: Int, destination: String? = nil)
        throws(CairoError)
    {
        let paper = PaperSize(Size(width: size.width * 0.75, height: size.height * 0.75))
        cairo_pdf_surface_set_size(surface, paper.drawn.width, paper.drawn.height)
        if let boxes = paper.boxes { output.exchange(boxes.drawn, for: boxes.true) }
        cairo_save(context)
        cairo_translate(context, 0, paper.drawn.height - paper.size.height)
        PagePlacement(drawing, size).apply(to: context)
        if let destination {
            cairo_tag_begin(context, CAIRO_TAG_DEST, "name='\(destination.asPrintableAddress)' x=0 y=0")
            cairo_tag_end(context, CAIRO_TAG_DEST)
        }
        let target = self.target ?? PDFTarget(context, drawing, destinations: destinations)
        self.target = target
        target.begin(drawing)
        if let background { target.fill(.rectangle(drawing.rect), .nonZero, .color(background)) }
        var renderer = VectorRenderer(target)
        renderer.render(drawing)
        cairo_restore(context)
        if let failure = target.failure { throw failure }
        let name = bookmark.forCairo
        if !name.isEmpty {
            cairo_pdf_surface_add_outline(
                surface, CAIRO_PDF_OUTLINE_ROOT, name, "page=\(number)", CAIRO_PDF_OUTLINE_FLAG_OPEN)
        }
        cairo_show_page(context)
        try check(cairo_status(context))
    }

    /// Writes the end of the file.
    package func finish() throws(CairoError) {
        cairo_surface_finish(surface)
        try check(output.finish() ? cairo_surface_status(surface) : CAIRO_STATUS_WRITE_ERROR)
    }

    private func check(_ status: cairo_status_t) throws(CairoError) {
        guard status != CAIRO_STATUS_SUCCESS else { return }
        let reason = cairo_status_to_string(status).map { String(cString: $0) }
        throw CairoError("write a PDF", reason: reason ?? "status \(status.rawValue)")
    }
}

/// A page of a document of several: cairo cuts what is drawn on such pages at whole points.
///
/// So a page is drawn on a larger one, of whole points, and the size that the file says is exchanged for the true one. Both are as
/// long in the file, whose table of places stays right.
private struct PaperSize {
    /// In points.
    let size: Size
    /// The page as cairo knows it. A little more than whole points, so that it is written with as many decimals.
    let drawn: Size

    init(_ size: Size) {
        self.size = size
        let isWhole = size.width == size.width.rounded() && size.height == size.height.rounded()
        drawn =
            isWhole
            ? size : Size(width: size.width.rounded(.up) + 1e-6, height: size.height.rounded(.up) + 1e-6)
    }

    /// How the file says the size that cairo knows, and how it is to say the true one; nil where they are the same.
    var boxes: (drawn: String, true: String)? {
        guard drawn != size else { return nil }
        func box(_ size: Size, _ end: String) -> String {
            "/MediaBox [ 0 0 \(Self.text(size.width)) \(Self.text(size.height))\(end)"
        }
        let (long, short) = (box(drawn, " ]"), box(size, ""))
        return (long, short + String(repeating: " ", count: long.utf8.count - short.utf8.count - 1) + "]")
    }

    /// With six decimals.
    private static func text(_ value: Double) -> String {
        let millionths = String(Int((value * 1e6).rounded()))
        let digits = String(repeating: "0", count: max(0, 7 - millionths.utf8.count)) + millionths
        return digits.dropLast(6) + "." + digits.suffix(6)
    }
}

/// Hands on what cairo writes.
private final class PDFStream {
    private let take: ([UInt8]) -> Bool
    /// What is to be exchanged, in the order of the file.
    private var pending: [(old: [UInt8], new: [UInt8])] = []
    /// What may be the beginning of it.
    private var held: [UInt8] = []

    /// The longest text that is exchanged.
    private static let longest = 64

    init(_ take: @escaping ([UInt8]) -> Bool) { self.take = take }

    /// Puts a text in the place of one that is as long.
    func exchange(_ old: String, for new: String) { pending.append((Array(old.utf8), Array(new.utf8))) }

    private func hand(on bytes: [UInt8]) -> Bool {
        held += bytes
        while let next = pending.first, let found = held.firstRange(of: next.old) {
            held.replaceSubrange(found, with: next.new)
            pending.removeFirst()
        }
        let ready = pending.isEmpty ? held.count : max(0, held.count - Self.longest)
        defer { held.removeFirst(ready) }
        return ready == 0 || take(Array(held[..<ready]))
    }

    func finish() -> Bool {
        defer { held = [] }
        return held.isEmpty || take(held)
    }

    static let write: cairo_write_func_t = { stream, data, count in
        guard let stream, let data else { return CAIRO_STATUS_WRITE_ERROR }
        let object = Unmanaged<PDFStream>.fromOpaque(stream).takeUnretainedValue()
        let bytes = Array(UnsafeBufferPointer(start: data, count: Int(count)))
        return object.hand(on: bytes) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
    }
}
