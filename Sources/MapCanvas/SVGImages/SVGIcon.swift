// SPDX-License-Identifier: MIT
import CPango
import CRsvg
package import MapCore
package import MapGeometry
package import MapImages
package import MapText

/// An SVG image that can be rasterized at any scale. No other files are loaded, and librsvg sees only what `SVGDocument`
/// lets through.
package struct SVGIcon: Sendable {
    private let bytes: [UInt8]
    private let cost: SVGCost
    /// For images with text.
    private let fonts: FontLibrary?
    /// The intrinsic size in points (CSS pixels).
    package let size: Size

    /// Parses the document and its size.
    /// - Throws: when the document is damaged, or has parts that are not drawn.
    ///
    /// - Parameters:
    ///   - original: the document.
    ///   - fonts: what its texts are set in; nil for the fonts of the system.
    package init(_ original: [UInt8], fonts: FontLibrary? = nil) throws(Diagnostic) {
        let document = try SVGDocument(original)
        let bytes = document.xml
        var size = Size(width: 0, height: 0)
        try SVGIcon.withHandle(bytes) { library, handle in
            size = SVGIcon.naturalSize(of: handle, library)
            return nil
        }
        guard size.width > 0, size.height > 0, size.width <= 10_000, size.height <= 10_000 else {
            throw SVGIcon.problem("expected a width and a height up to 10000, or a viewBox")
        }
        self.bytes = bytes
        self.size = size
        self.fonts = document.root.hasText ? fonts : nil
        cost = try SVGCostWalk(document, size: size).cost
    }

    /// True for text that looks like SVG: its first element, after declarations and comments, is `svg`.
    package static func matches(_ bytes: [UInt8]) -> Bool {
        let prefix = bytes.prefix(4096)
        guard let first = prefix.first(where: { !$0.isWhiteSpace && ![0xEF, 0xBB, 0xBF].contains($0) }),
            first == UInt8(ascii: "<")
        else { return false }
        return String(decoding: prefix, as: UTF8.self).contains("<svg")
    }

    /// Rasterizes the image at a number of pixels per point.
    package func bitmap(scale: Double, maxPixels: Int) throws(Diagnostic) -> Bitmap {
        let (exactWidth, exactHeight) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
        guard exactWidth >= 1, exactHeight >= 1, exactWidth <= Double(CairoSurface.maxSide),
            exactHeight <= Double(CairoSurface.maxSide),
            exactWidth * exactHeight <= Double(maxPixels)
        else {
            throw Diagnostic(
                code: .imageTooLarge,
                "SVG: expected at most \(maxPixels) pixels, found \(exactWidth) × \(exactHeight)")
        }
        try cost.check(scale: scale, size: size)
        let (width, height) = (Int(exactWidth), Int(exactHeight))
        let draw = { () -> Result<[UInt32], Diagnostic> in
            var pixels = [UInt32](repeating: 0, count: width * height)
            do throws(Diagnostic) {
                try SVGIcon.withHandle(bytes) { library, handle in
                    pixels.withUnsafeMutableBufferPointer { SVGIcon.render(handle, library, into: $0, width, height) }
                }
                return .success(pixels)
            } catch {
                return .failure(error)
            }
        }
        let pixels = try (fonts?.withCurrentFonts(draw) ?? draw()).get()
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    /// Returns nil on success.
    private static func render(
        _ handle: UnsafeMutablePointer<RsvgHandle>, _ library: SVGFunctions,
        into pixels: UnsafeMutableBufferPointer<UInt32>, _ width: Int, _ height: Int
    ) -> Diagnostic? {
        guard let base = pixels.baseAddress else { return problem("no pixels") }
        do throws(CairoError) {
            let surface = try CairoSurface(pixels: base, width: width, height: height)
            let context = try CairoContext(surface, origin: .zero)
            var viewport = RsvgRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
            var error: UnsafeMutablePointer<GError>?
            let isDrawn = library.renderDocument(handle, context.handle, &viewport, &error)
            let failure = message(&error)
            surface.finish()
            return isDrawn != 0 ? nil : problem(failure)
        } catch {
            return problem("\(error)")
        }
    }

    /// Width and height where they are absolute lengths, else the size of the viewBox.
    private static func naturalSize(of handle: UnsafeMutablePointer<RsvgHandle>, _ library: SVGFunctions) -> Size {
        var (width, height) = (0.0, 0.0)
        if library.sizeInPixels(handle, &width, &height) != 0 {
            return Size(width: width, height: height)
        }
        var (hasWidth, hasHeight, hasBox): (gboolean, gboolean, gboolean) = (0, 0, 0)
        var (w, h, box) = (RsvgLength(), RsvgLength(), RsvgRectangle())
        library.dimensions(handle, &hasWidth, &w, &hasHeight, &h, &hasBox, &box)
        return hasBox != 0 ? Size(width: box.width, height: box.height) : Size(width: 0, height: 0)
    }

    /// Opens the document during `use`, and throws the diagnostic that it returns.
    private static func withHandle(
        _ bytes: [UInt8], _ use: (_ library: SVGFunctions, UnsafeMutablePointer<RsvgHandle>) -> Diagnostic?
    ) throws(Diagnostic) {
        let library = try librsvg.functions()
        var error: UnsafeMutablePointer<GError>?
        let handle = bytes.withUnsafeBufferPointer { bytes in
            library.newFromData(bytes.baseAddress, gsize(bytes.count), &error)
        }
        guard let handle else { throw problem(message(&error)) }
        defer { g_object_unref(handle) }
        library.setDPI(handle, 96)
        if let problem = use(library, handle) { throw problem }
    }

    private static func message(_ error: inout UnsafeMutablePointer<GError>?) -> String {
        guard let found = error else { return "the image is damaged" }
        defer { g_error_free(found) }
        error = nil
        return found.pointee.message.map { String(cString: $0) } ?? "the image is damaged"
    }

    private static func problem(_ words: String) -> Diagnostic {
        Diagnostic(code: .imageUndecodable, "SVG: \(words)")
    }
}

/// librsvg, which is loaded when the first SVG is drawn: with the libraries that it needs it takes a sixth of the time in which
/// the program starts.
private let librsvg = LateLibrary(SVGFunctions(), { SVGFunctionsLoad(&$0) }) { reason in
    Diagnostic(code: .imageUndecodable, "SVG: librsvg cannot be loaded: \(reason)")
}
