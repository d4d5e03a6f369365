// SPDX-License-Identifier: MIT
package import MapCanvas

/// Options for writing an SVG document.
package struct SVGOptions: Sendable {
    /// How text is written.
    package enum Text: Sendable {
        /// As outlines, which look the same everywhere.
        case outlines
        /// As text in named fonts, where a label's font is known; requires the fonts to be installed.
        case fonts
    }

    /// How images are stored.
    package enum ImageStorage: Sendable {
        /// As data URLs.
        case embedded
        /// In separate files with a name prefix.
        case linked(prefix: String)
    }

    /// The title, for accessibility.
    package var title: String
    /// A longer description, such as the attribution; empty for none.
    package var description: String
    package var text: Text
    package var images: ImageStorage
    /// The background color; nil for none.
    package var background: Color?
    /// Metadata of parts, by item id.
    package var metadata: [String: PartMetadata] = [:]
    /// Names of bitmaps, which must outlive the options.
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

/// An SVG document and its linked files.
package struct SVGDocument: Sendable {
    package struct File: Sendable {
        package var name: String
        package var bytes: [UInt8]
    }

    package var bytes: [UInt8]
    package var files: [File]
}
