// SPDX-License-Identifier: MIT
public import MapCanvas

/// Custom content of a callout, as many apps draw it: an icon, text to its right, and below the text a second image
/// such as a row of stars.
///
/// The icon's top-left corner is `padding` from the card's, the text begins `padding` to the right of the icon, and the
/// second image `padding` below the text. The card ends `padding` beyond the longest of these.
public struct CalloutCard: Hashable, Sendable {
    /// Where lines of text may break.
    public enum Wrap: String, CaseIterable, Hashable, Sendable {
        /// Between any two characters.
        case character
        /// Between words.
        case word
    }

    /// The image to the left of the text, such as a path in the scene's folder; nil for none.
    public var icon: ImageAsset?
    /// The text, set in a 12-point font.
    public var text: String
    /// The image below the text, such as a path in the scene's folder; nil for none.
    public var rating: ImageAsset?
    /// The distance around and between the parts, in points.
    public var padding = 5.0
    /// The maximum length of a line, in points.
    public var maxTextWidth = 200.0
    /// Where lines may break.
    public var wrap = Wrap.character
    /// The background color; nil for a neutral gray, light or dark as the callout.
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
