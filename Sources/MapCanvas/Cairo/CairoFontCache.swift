// SPDX-License-Identifier: MIT
import CCairo

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
