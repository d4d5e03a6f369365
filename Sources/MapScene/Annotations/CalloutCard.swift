// SPDX-License-Identifier: MIT
public import MapCanvas

/// A callout's content as many apps draw it by hand: an icon, at its right text, and below the text a second image such
/// as a row of stars.
///
/// The icon's upper left corner is `padding` from the card's, the text begins `padding` to the right of the icon, the
/// second image `padding` below the text. The card ends `padding` beyond the longest of these.
public struct CalloutCard: Hashable, Sendable {
    /// Where lines of text may end.
    public enum Wrap: String, CaseIterable, Hashable, Sendable {
        /// Between any two characters.
        case character
        /// Between words.
        case word
    }

    /// An image: a path in the scene's folder, or a `data:` address.
    public var icon: ImageAsset?
    /// In letters of 12 points.
    public var text: String
    /// An image: a path in the scene's folder, or a `data:` address.
    public var rating: ImageAsset?
    /// Around and between the parts, in points.
    public var padding = 5.0
    /// Lines are no longer than this, in points.
    public var maxTextWidth = 200.0
    /// Where lines may end.
    public var wrap = Wrap.character
    /// Nil for a quiet grey, light or dark as the callout.
    public var background: Color?

    /// No text is higher, in points; what does not fit ends with "…".
    package static let maxTextHeight = 200.0

    /// Creates a card.
    ///
    /// - Parameters:
    ///   - icon: the image to the left of the text; nil for none.
    ///   - text: the text, set in a 12-point font.
    ///   - rating: the image below the text; nil for none.
    public init(icon: ImageAsset? = nil, text: String, rating: ImageAsset? = nil) {
        self.icon = icon
        self.text = text
        self.rating = rating
    }

    package var images: [ImageAsset] { [icon, rating].compactMap(\.self) }
}
