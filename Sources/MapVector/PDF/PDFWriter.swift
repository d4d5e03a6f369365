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
    /// Where the page is cut; nil for one that is not.
    package var sheet: PDFSheet?

    package init(
        title: String = "Map", author: String = "", subject: String = "", background: Color? = nil,
        language: String = "",
        georeference: PDFGeoreference? = nil, sheet: PDFSheet? = nil
    ) {
        self.title = title
        self.author = author
        self.subject = subject
        self.background = background
        self.language = language
        self.georeference = georeference
        self.sheet = sheet
    }

    /// - Parameters:
    ///   - drawing: the drawing.
    ///   - size: the page size in CSS pixels; nil for the drawing's own size.
    /// - Returns: the file.
    /// - Throws: cairo's error, such as a lack of memory.
    package func write(_ drawing: Drawing, size: Size? = nil) throws(CairoError) -> [UInt8] {
        let scale = drawing.scale > 0 && drawing.scale.isFinite ? drawing.scale : 1
        let size = size ?? Size(width: Double(drawing.width) / scale, height: Double(drawing.height) / scale)
        var bytes: [UInt8] = []
        let pages = try PDFPages(title: title, author: author, subject: subject, background: background) {
            bytes += $0
            return true
        }
        let figure = PDFFigure(
            alt: subject.isEmpty ? title : subject, language: language, georeference: georeference, sheet: sheet)
        try pages.add(PDFPage(drawing, size: size, figure: figure), bookmark: "", number: 1)
        try pages.finish()
        return bytes
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

/// A drawing to be a page.
package struct PDFPage: Sendable {
    package var drawing: Drawing
    /// In points of the drawing (1/96 inch).
    package var size: Size
    package var figure: PDFFigure

    package init(_ drawing: Drawing, size: Size, figure: PDFFigure) {
        (self.drawing, self.size, self.figure) = (drawing, size, figure)
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
    ///   - subject: what the document is about; empty for nothing.
    ///   - background: behind the drawings; nil for none.
    ///   - destinations: the names that links such as `#sheet-3` lead to, each of which a page gets.
    ///   - write: takes the next bytes of the file; false when they cannot be written.
    /// - Throws: cairo's error, such as a lack of memory.
    package init(
        title: String, author: String, subject: String = "", background: Color?, destinations: Set<String> = [],
        write: @escaping ([UInt8]) -> Bool
    ) throws(CairoError) {
        self.destinations = destinations
        output = PDFStream(PDFStructure(title: title, author: author, subject: subject), write)
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
            (CAIRO_PDF_METADATA_SUBJECT, subject), (CAIRO_PDF_METADATA_CREATOR, "staticmap"),
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
    ///   - page: its content.
    ///   - bookmark: the page's name in the outline of the document; empty for none.
    ///   - number: of the page, from 1, to which the bookmark leads.
    ///   - destination: the name that links lead to the page by; nil for none.
    /// - Throws: cairo's error, such as a full disk.
    package func add(_ page: PDFPage, bookmark: String, number: Int, destination: String? = nil) throws(CairoError) {
        let drawing = page.drawing
        // Cairo cuts what is drawn at whole points: the file says the true size.
        let size = Size(width: page.size.width * 0.75, height: page.size.height * 0.75)
        let drawn = Size(width: size.width.rounded(.up), height: size.height.rounded(.up))
        cairo_pdf_surface_set_size(surface, drawn.width, drawn.height)
        cairo_save(context)
        cairo_translate(context, 0, drawn.height - size.height)
        PagePlacement(drawing, page.size).apply(to: context)
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
        output.endPage(page.figure, size: size, layers: target.layers)
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
