// SPDX-License-Identifier: MIT
import MapDiagnostics

/// A card that lists the annotations with a number of their own (`$num`, `$alpha`), or a letter or two in their balloon, and
/// titled markers with a glyph image: the sign, the title, the subtitle.
public struct Legend: Hashable, Sendable {
    /// The title above the list; nil for none.
    public var title: String?
    /// Its maximum width, in points; longer lines end with "…".
    public var maxWidth: Double

    /// Creates a legend.
    ///
    /// - Parameters:
    ///   - title: the title above the list; nil for none.
    ///   - maxWidth: its maximum width in points, 60...2000; longer lines end with "…".
    public init(title: String? = nil, maxWidth: Double = 190) {
        self.title = title
        self.maxWidth = maxWidth
    }

    init(_ object: inout ObjectReader) {
        self.init(
            title: object.optional("title") { $0.filled() },
            maxWidth: object.optional("maxWidth") { $0.number(in: 60...2000) } ?? Legend().maxWidth)
    }
}

extension Annotation {
    /// The sign of an entry in a legend.
    package enum LegendSign: Hashable, Sendable {
        case text(String)
        /// A glyph image, and the text that replaces it if it cannot be read.
        case image(ImageAsset, or: String?)
    }

    /// The sign by which a legend calls it: its number, or what stands in its balloon if that is short; nil for none.
    package var legendSign: LegendSign? {
        if let number { return .text(number) }
        let short = marker?.glyphText.flatMap { (1...3).contains($0.count) ? $0 : nil }
        if let image = marker?.glyphImage, title?.isEmpty == false { return .image(image, or: short) }
        return short.map(LegendSign.text)
    }
}
