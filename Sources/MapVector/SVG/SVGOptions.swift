// SPDX-License-Identifier: MIT
package import MapCanvas

/// How an SVG document is written.
package struct SVGOptions: Sendable {
    /// What letters become.
    package enum Text: Sendable {
        /// Shapes, which look the same everywhere.
        case outlines
        /// Text in named fonts, where the font of a label is known; it looks right where the fonts are installed.
        case fonts
    }

    /// Where pictures go.
    package enum ImageStorage: Sendable {
        /// Into the document.
        case embedded
        /// Into files whose names begin so, beside the document.
        case linked(prefix: String)
    }

    /// What it is, for people who cannot see it.
    package var title: String
    /// More of it, such as who made the map; empty for none.
    package var description: String
    package var text: Text
    package var images: ImageStorage
    /// Under everything; nil for none.
    package var background: Color?
    /// What is known of things, by the id of their items.
    package var metadata: [String: PartMetadata] = [:]
    /// What bitmaps that live as long as this are called.
    package var bitmapNames: [ObjectIdentifier: String] = [:]

    package init(
        title: String = "Map", description: String = "", text: Text = .outlines, images: ImageStorage = .embedded,
        background: Color? = nil
    ) {
        self.title = title
        self.description = description
        self.text = text
        self.images = images
        self.background = background
    }
}

/// An SVG document and the files that it links to.
package struct SVGDocument: Sendable {
    package struct File: Sendable {
        package var name: String
        package var bytes: [UInt8]
    }

    package var bytes: [UInt8]
    package var files: [File]
}
