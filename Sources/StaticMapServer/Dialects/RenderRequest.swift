// SPDX-License-Identifier: MIT
package import MapDiagnostics

/// What any dialect's request comes to: a scene and its output format.
package struct RenderRequest: Sendable {
    /// As `POST /render` takes it.
    package var scene: JSONNode
    package var output: Output
    /// What the dialect asks for and does not get, one sentence each.
    package var warnings: [String] = []
    /// The grammar that the request was written in.
    package var dialect: String

    /// A format, and its quality.
    package struct Output: Hashable, Sendable {
        /// `png`, `png8`, `jpeg`, `webp`, `svg` or `pdf`.
        package var format: String
        /// Of JPEG and WebP, 1 to 100.
        package var quality: Int?

        package init(_ format: String, quality: Int? = nil) {
            self.format = format
            self.quality = quality
        }
    }

    package init(scene: JSONNode, output: Output, warnings: [String] = [], dialect: String) {
        self.scene = scene
        self.output = output
        self.warnings = warnings
        self.dialect = dialect
    }
}

/// What dialects know of the server besides the request.
package struct DialectContext: Sendable {
    /// Ids of the styles that are served, the default one first.
    package var styles: [String]
    /// Names of the image files in the operator's icon folders.
    package var icons: Set<String>
    /// Styles by the names that dialects have for kinds of maps, such as "satellite".
    package var mapTypes: [String: String]
    /// The highest factor of a dialect's `@{n}x`.
    package var maxScale: Double

    package init(
        styles: [String], icons: Set<String> = [], mapTypes: [String: String] = [:], maxScale: Double = 4
    ) {
        self.styles = styles
        self.icons = icons
        self.mapTypes = mapTypes
        self.maxScale = maxScale
    }

    /// The file that stands in for an image's address: nothing is ever fetched.
    ///
    /// - Parameter address: a file's name or a URL, of which the last part counts.
    /// - Returns: nil when there is no such file; a `data:` address as it is.
    package func icon(_ address: String) -> String? {
        if address.hasPrefix("data:") { return address }
        if icons.contains(address) { return address }
        let plain = address.prefix { $0 != "?" && $0 != "#" }
        let name = plain.split(separator: "/").last.map { percentDecoded($0) } ?? ""
        return icons.contains(name) ? name : nil
    }
}
