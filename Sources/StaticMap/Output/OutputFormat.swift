// SPDX-License-Identifier: MIT
import MapCore
public import MapImages
package import MapScene

/// The output formats of a map.
public enum OutputFormat: String, CaseIterable, Sendable {
    /// Lossless, with transparency.
    case png
    /// A PNG of at most 256 colors, chosen for the image: a third of the size, lossy where there are more.
    case png8
    /// Lossy, on a background where the map is transparent.
    case jpeg
    /// With transparency; lossless unless a quality is set.
    case webp
    /// Shapes and text, which are sharp at any size.
    case svg
    /// Shapes and text on a page, for printing.
    case pdf

    /// Creates the format of a file from its extension, ignoring case; nil if the extension is unknown. No extension
    /// gives `png8`.
    ///
    /// - Parameter fileName: a name or path that ends with `.png`, `.jpg`, `.jpeg`, `.webp`, `.svg` or `.pdf`.
    public init?(fileName: String) {
        switch fileExtension(of: fileName) {
        case "png": self = .png
        case "jpg", "jpeg": self = .jpeg
        case "webp": self = .webp
        case "svg": self = .svg
        case "pdf": self = .pdf
        default: return nil
        }
    }

    /// The registered media type.
    public var mediaType: String {
        switch self {
        case .png8: OutputFormat.png.mediaType
        case .png, .jpeg, .webp: "image/\(rawValue)"
        case .svg: "image/svg+xml"
        case .pdf: "application/pdf"
        }
    }
}

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
    /// The color behind transparent parts; nil for white in JPEG, and for transparency in other formats. A
    /// translucent one lies on white in JPEG.
    public var background: Color?
    /// How SVG output represents text; a PDF embeds its fonts.
    public var text: Text
    /// The prefix of the names of image files that an SVG links to, in the folder of the SVG; nil to embed images in
    /// the SVG.
    public var linkedImages: String?
    /// The title of an SVG or PDF; "Map" for a sentence that describes the map.
    public var title: String
    /// The author of a PDF; empty for none.
    public var author: String

    /// How much time to spend on making a PNG small.
    public var compression: Compression
    /// Whether a PNG has a description of the map, as international text of the keywords "Title" and "Description". An SVG and a
    /// PDF always have it.
    public var describes = false
    /// The display for which pixels are reduced to few colors; nil for all colors.
    package var display: Display?

    /// Creates options. Each format uses those that apply to it.
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
