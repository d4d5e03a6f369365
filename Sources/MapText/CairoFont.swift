// SPDX-License-Identifier: MIT
import CCairo
import CPango
import Synchronization

extension FontFace {
    /// The face as a cairo font face, for formats that embed fonts; glyph indices are the same.
    ///
    /// All documents share it: cairo holds on to the fonts that it scaled last, and each face of FreeType that these come
    /// from takes up to some hundred kilobytes.
    ///
    /// - Returns: a `cairo_font_face_t` owned by the caller, and the variations for cairo's font options, such as
    ///   "wght=600"; nil for a face made of paths, and for a file that FreeType cannot read.
    package func cairoFace() -> (face: OpaquePointer, variations: String)? {
        let shared = cairoFont.withLock { shared -> CairoFont? in
            if shared.font == nil { shared.font = makeCairoFont() }
            shared.documents += 1
            if shared.documents % Self.documentsBeforeEmptying == 0 { CairoFontCache.empty() }
            return shared.font
        }
        guard let shared, let face = cairo_font_face_reference(shared.face) else { return nil }
        return (face, shared.variations)
    }

    /// So few that glyphs take little, and so many that emptying, of a quarter of a millisecond, costs nothing.
    private static var documentsBeforeEmptying: Int { 100 }

    private func makeCairoFont() -> CairoFont? {
        guard let font, !file.isEmpty,
            let loaded = LoadedFace(file: file, index: hb_face_get_index(hb_font_get_face(font)))
        else { return nil }
        let flags = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP
        guard let face = cairo_ft_font_face_create_for_ft_face(loaded.face, Int32(flags)) else { return nil }
        let retained = Unmanaged.passRetained(loaded)
        // Ties the lifetime of FreeType's face to cairo's.
        let status = cairo_font_face_set_user_data(face, LoadedFace.key, retained.toOpaque()) { loaded in
            guard let loaded else { return }
            Unmanaged<LoadedFace>.fromOpaque(loaded).release()
        }
        guard status == CAIRO_STATUS_SUCCESS else {
            retained.release()
            cairo_font_face_destroy(face)
            return nil
        }
        return CairoFont(face, variations: variations(of: font))
    }

    private func variations(of font: OpaquePointer) -> String {
        var count: UInt32 = 0
        guard let coordinates = hb_font_get_var_coords_design(font, &count), count > 0 else { return "" }
        var axes = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: Int(count))
        hb_ot_var_get_axis_infos(hb_font_get_face(font), 0, &count, &axes)
        return axes.prefix(Int(count)).enumerated().map { index, axis in
            let tag = [24, 16, 8, 0].map { Character(Unicode.Scalar(UInt8(truncatingIfNeeded: axis.tag >> $0))) }
            return "\(String(tag))=\(coordinates[index])"
        }.joined(separator: ",")
    }
}

/// A font face of cairo's, which all threads may refer to: cairo locks FreeType's face while it reads it.
final class CairoFont: Sendable {
    nonisolated(unsafe) let face: OpaquePointer
    /// For cairo's font options.
    let variations: String

    /// Owns the face from now on.
    init(_ face: OpaquePointer, variations: String) {
        self.face = face
        self.variations = variations
    }

    deinit { cairo_font_face_destroy(face) }
}

/// A FreeType face with a library of its own, so that any thread may release it.
private final class LoadedFace {
    /// The key of cairo's user data; never written to.
    nonisolated(unsafe) static let key = UnsafeMutablePointer<cairo_user_data_key_t>.allocate(capacity: 1)

    let face: FT_Face
    private let library: FT_Library

    init?(file: String, index: UInt32) {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else { return nil }
        var face: FT_Face?
        guard FT_New_Face(library, file, Int(index & 0xFFFF), &face) == 0, let face else {
            FT_Done_FreeType(library)
            return nil
        }
        self.library = library
        self.face = face
    }

    deinit {
        FT_Done_Face(face)
        FT_Done_FreeType(library)
    }
}

/// What cairo keeps of the fonts that nobody uses any more: the last 256, each with all glyphs that it ever showed.
///
/// A font of every other document stays among them, and more and more glyphs with it.
enum CairoFontCache {
    /// `CAIRO_SCALED_FONT_MAX_HOLDOVERS` of cairo, and the font that it made last.
    private static let capacity = 257

    /// Drops these fonts in the only way that cairo has: as many others, without glyphs, take their places.
    static func empty() {
        guard let face = cairo_user_font_face_create(), let options = cairo_font_options_create() else { return }
        defer {
            cairo_font_options_destroy(options)
            cairo_font_face_destroy(face)
        }
        var identity = cairo_matrix_t()
        cairo_matrix_init_identity(&identity)
        for size in 1...capacity {
            var matrix = cairo_matrix_t()
            cairo_matrix_init_scale(&matrix, Double(size), Double(size))
            cairo_scaled_font_destroy(cairo_scaled_font_create(face, &matrix, &identity, options))
        }
    }
}
