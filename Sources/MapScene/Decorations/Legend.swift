// SPDX-License-Identifier: MIT
import MapDiagnostics

/// A card that lists the annotations with a number of their own (`$num`, `$alpha`), or a letter or two in their balloon: the
/// sign, the title, the subtitle.
public struct Legend: Hashable, Sendable {
    /// Stands above the list; nil for none.
    public var title: String?
    /// No wider than this, in points; longer lines end with "…".
    public var maxWidth: Double

    /// Makes a legend.
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
    /// The sign by which a legend calls it: its number, or what stands in its balloon if that is short; nil for none.
    package var legendSign: String? {
        if let number { return number }
        guard let glyphText = marker?.glyphText, (1...3).contains(glyphText.count) else { return nil }
        return glyphText
    }
}
