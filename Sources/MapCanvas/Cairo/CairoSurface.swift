// SPDX-License-Identifier: MIT
import CCairo
package import MapCore
import MapImages

/// Owns a cairo image surface.
struct CairoSurface: ~Copyable {
    let handle: OpaquePointer

    /// Cairo's limit for the width and height of an image surface.
    static let maxSide = Bitmap.maxSide

    /// Wraps existing pixels, which must not move and have no row padding.
    ///
    /// `isOpaque` lets cairo copy instead of composite; every pixel's alpha must then be 255.
    init(pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, isOpaque: Bool = false) throws(CairoError) {
        let operation = "make a surface of \(width) × \(height) pixels"
        guard (1...Self.maxSide).contains(width), (1...Self.maxSide).contains(height) else {
            throw CairoError(operation, reason: "either side must be from 1 to \(Self.maxSide) pixels")
        }
        let format = isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
        let bytes = UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self)
        try self.init(
            cairo_image_surface_create_for_data(bytes, format, Int32(width), Int32(height), Int32(width * 4)), operation
        )
    }

    /// Takes a new surface, unless cairo could not make it.
    private init(_ handle: OpaquePointer?, _ operation: String) throws(CairoError) {
        guard let handle else { throw CairoError(operation, reason: "no surface") }
        if let error = CairoError(status: cairo_surface_status(handle).rawValue, during: operation) {
            cairo_surface_destroy(handle)
            throw error
        }
        self.handle = handle
    }

    private init(
        transparent format: cairo_format_t, _ area: PixelRect, _ operation: String
    ) throws(CairoError) {
        guard let width = Int32(exactly: area.width), let height = Int32(exactly: area.height) else {
            throw CairoError(operation, reason: "no surface")
        }
        try self.init(cairo_image_surface_create(format, width, height), operation)
    }

    /// Creates a transparent surface, at least as large as `area`.
    ///
    /// Its rows start at multiples of 16 bytes: pixman rounds pixels at the start and end of a row, outside of whole
    /// SIMD registers, differently, and bands would differ if that depended on the row.
    init(layerOf area: PixelRect) throws(CairoError) {
        try self.init(
            transparent: CAIRO_FORMAT_ARGB32, area, "make a layer of \(area.width) × \(area.height) pixels")
        // Cairo has a fast path with different rounding for the first mark on a clear surface.
        cairo_surface_mark_dirty(handle)
    }

    /// Creates a transparent surface of coverages alone, as large as `area`.
    init(maskOf area: PixelRect) throws(CairoError) {
        try self.init(transparent: CAIRO_FORMAT_A8, area, "make a mask of \(area.width) × \(area.height) pixels")
    }

    /// Completes pending drawing and releases the pixels.
    func finish() {
        cairo_surface_finish(handle)
    }

    deinit { cairo_surface_destroy(handle) }
}

/// A failed cairo operation.
package struct CairoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operation, such as "paint layer/water".
    package let operation: String
    /// Cairo's error message, or ours.
    package let reason: String

    package init(_ operation: String, reason: String) {
        self.operation = operation
        self.reason = reason
    }

    package var description: String { "cannot \(operation): \(reason)" }
}

extension CairoError {
    /// Returns nil for a success status.
    package init?(status: UInt32, during operation: @autoclosure () -> String) {
        guard status != 0 else { return nil }
        let reason = cairo_status_to_string(cairo_status_t(rawValue: status)).map { String(cString: $0) }
        self.init(operation(), reason: reason ?? "status \(status)")
    }
}

extension CairoError {
    /// The error for the caller who requested the map.
    ///
    /// - Parameters:
    ///   - severity: an error stops the map; a warning leaves a part of it out.
    ///   - path: of what cannot be painted, in the scene.
    /// - Returns: a diagnostic with a code.
    package func diagnostic(_ severity: Diagnostic.Severity = .error, path: String = "") -> Diagnostic {
        Diagnostic(severity, code: .renderUnpaintable, path: path, description)
    }
}
