// SPDX-License-Identifier: MIT
public import MapCanvas

/// How images are encoded. Each format uses the options that apply to it.
public struct EncodingOptions: Hashable, Sendable {
    /// How SVG output represents text.
    public enum Text: String, CaseIterable, Sendable {
        /// As shapes, which look the same everywhere, regardless of the installed fonts.
        case outlines
        /// As text in named fonts, which can be searched and edited, and requires that the fonts are installed.
        case fonts
    }

    /// How much time to spend on making a PNG small, without loss.
    public enum Compression: String, CaseIterable, Sendable {
        /// Fast, on several threads.
        case fast
        /// About a sixth smaller, but a few hundred times slower; the whole image is held in memory.
        case small
    }

    /// For JPEG and WebP, 1 (small) to 100 (faithful); nil for 90 in JPEG, and for lossless WebP.
    public var quality: Int?
    /// The color behind transparent parts; nil for white in JPEG, and for transparency in other formats.
    public var background: Color?
    /// How SVG output represents text; a PDF embeds its fonts.
    public var text: Text
    /// The prefix of the names of image files that an SVG links to, in the folder of the SVG; nil to embed images in
    /// the SVG.
    public var linkedImages: String?
    /// The title of an SVG or PDF.
    public var title: String
    /// The author of a PDF; empty for none.
    public var author: String

    /// How much time to spend on making a PNG small.
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
