// SPDX-License-Identifier: MIT
public import MapCanvas

/// How pictures are written; each format takes what it knows.
public struct EncodingOptions: Hashable, Sendable {
    /// What becomes of letters in SVG.
    public enum Text: String, CaseIterable, Sendable {
        /// Shapes: they look the same everywhere, whatever fonts are installed.
        case outlines
        /// Text in named fonts, which can be searched and changed, and looks right where the fonts are installed.
        case fonts
    }

    /// How hard to try to make a PNG small; it shows the same.
    public enum Compression: String, CaseIterable, Sendable {
        /// Takes next to no time, on several threads.
        case fast
        /// Takes some hundred times as long for a sixth less; the picture is in memory as a whole.
        case small
    }

    /// Of JPEG and WebP, 1 (small) to 100 (faithful); nil for a JPEG of 90 and a lossless WebP.
    public var quality: Int?
    /// What shows where the map is transparent; nil for white in JPEG, and for nothing in other formats.
    public var background: Color?
    /// What becomes of letters in SVG; a PDF has its fonts with it.
    public var text: Text
    /// What the names of files begin with that pictures in an SVG are put into, beside the document; nil to put them
    /// into the document itself.
    public var linkedImages: String?
    /// What the picture is called, in SVG and PDF.
    public var title: String
    /// Who made the picture, in PDF; empty for nobody.
    public var author: String

    /// Of PNG.
    public var compression: Compression

    /// Creates options. Each format uses those that apply to it.
    ///
    /// - Parameters:
    ///   - quality: for JPEG and WebP, 1 (small) to 100 (faithful); nil for 90 in JPEG, and for lossless WebP.
    ///   - background: the color behind transparent parts; nil for white in JPEG, and for transparency in other
    ///     formats.
    ///   - text: how SVG output represents text.
    ///   - linkedImages: the prefix of the names of image files that an SVG links to; nil to embed images in the SVG.
    ///   - title: the title of an SVG or PDF.
    ///   - author: the author of a PDF; empty for none.
    ///   - compression: how much time to spend on making a PNG small.
    public init(
        quality: Int? = nil, background: Color? = nil, text: Text = .outlines, linkedImages: String? = nil,
        title: String = "Map", author: String = "", compression: Compression = .fast
    ) {
        self.quality = quality
        self.background = background
        self.text = text
        self.linkedImages = linkedImages
        self.title = title
        self.author = author
        self.compression = compression
    }
}
