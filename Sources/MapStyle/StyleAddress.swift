// SPDX-License-Identifier: MIT
package import MapCore

/// Bytes of a file that a style consists of: far beyond any sprite or TileJSON.
let maxStyleFileSize = 64 << 20

/// The local file or archive to which an address in a style refers.
package enum StyleAddress: Sendable, Hashable {
    /// A file or folder.
    case file(String)
    case mbtiles(String)
    case pmtiles(String)
    /// A path with placeholders, such as `{z}` or `{fontstack}`.
    case template(String)

    /// Resolves an address to a local path.
    ///
    /// Supported are `file:` URLs, plain paths, and `mbtiles://`, `pmtiles://` and `geotiff://` before either. Relative paths refer to
    /// `baseFolder`. Percent escapes are decoded.
    /// - Throws: for an address of another machine.
    package static func resolve(_ url: String, baseFolder: String) throws(Diagnostic) -> StyleAddress {
        guard !url.isEmpty else {
            throw Diagnostic(code: .styleInvalidAddress, expected: "an address", found: "an empty string")
        }
        guard let (scheme, rest) = split(url) else {
            return kind(of: try path(url, baseFolder: baseFolder))
        }
        switch scheme {
        case "file": return kind(of: try filePath(rest, in: url))
        case "mbtiles": return .mbtiles(try archivePath(rest, in: url, baseFolder: baseFolder))
        case "pmtiles": return .pmtiles(try archivePath(rest, in: url, baseFolder: baseFolder))
        case "geotiff": return .file(try archivePath(rest, in: url, baseFolder: baseFolder))
        case "http", "https": throw remote(url)
        default:
            throw Diagnostic(
                code: .styleInvalidAddress,
                "addresses that begin with \"\(scheme.prefix(20)):\" are not supported: \"\(url.clipped)\"",
                hint: "use a path, file://, mbtiles://, pmtiles:// or geotiff://")
        }
    }

    /// The scheme in lower case and the rest after its colon; nil for a path.
    private static func split(_ url: String) -> (scheme: String, rest: Substring)? {
        guard let colon = url.firstIndex(of: ":") else { return nil }
        let scheme = url[..<colon]
        let isScheme = scheme.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
        }
        let rest = url[url.index(after: colon)...]
        guard isScheme, rest.hasPrefix("//") || ["file", "data"].contains(scheme.lowercased()) else { return nil }
        return (scheme.lowercased(), rest)
    }

    /// The path of a `file:` URL, whose host is empty or `localhost`.
    private static func filePath(_ rest: Substring, in url: String) throws(Diagnostic) -> String {
        guard rest.hasPrefix("//") else { return try path(String(rest), baseFolder: "") }
        let afterSlashes = rest.dropFirst(2)
        let local = afterSlashes.hasPrefix("localhost/") ? afterSlashes.dropFirst(9) : afterSlashes
        guard local.hasPrefix("/") else {
            throw Diagnostic(
                code: .styleRemoteAddress, "a file address cannot name another machine: \"\(url.clipped)\"",
                hint: "an absolute path has three slashes: file:///…; a relative one needs no file:")
        }
        return try path(String(local), baseFolder: "")
    }

    /// Suffixes of archive addresses that are ignored.
    private static let ignoredSuffixes = ["/{z}/{x}/{y}", "/{fontstack}/{range}.pbf", "/{fontstack}/{range}"]

    /// The path after `mbtiles://` or `pmtiles://`, which may be a `file:` URL.
    private static func archivePath(
        _ rest: Substring, in url: String, baseFolder: String
    ) throws(Diagnostic) -> String {
        var location = rest.hasPrefix("//") ? rest.dropFirst(2) : rest
        if let suffix = ignoredSuffixes.first(where: location.hasSuffix) { location = location.dropLast(suffix.count) }
        guard !location.isEmpty else {
            throw Diagnostic(code: .styleInvalidAddress, "the address names no archive: \"\(url.clipped)\"")
        }
        guard let (scheme, inner) = split(String(location)) else {
            return try path(String(location), baseFolder: baseFolder)
        }
        switch scheme {
        case "file": return try filePath(inner, in: url)
        case "http", "https": throw remote(url)
        default: return try path(String(location), baseFolder: baseFolder)
        }
    }

    private static func path(_ text: String, baseFolder: String) throws(Diagnostic) -> String {
        let path = text.removingPercentEscapes
        guard !path.utf8.contains(0) else {
            throw Diagnostic(
                code: .styleInvalidAddress, "a path cannot contain a zero byte: \"\(text.clipped)\"")
        }
        if path.hasPrefix("/") || baseFolder.isEmpty { return path }
        let relative = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
        return baseFolder.hasSuffix("/") ? baseFolder + relative : "\(baseFolder)/\(relative)"
    }

    private static func kind(of path: String) -> StyleAddress {
        if path.contains("{") { return .template(path) }
        let lowercased = path.lowercased()
        if lowercased.hasSuffix(".mbtiles") { return .mbtiles(path) }
        if lowercased.hasSuffix(".pmtiles") { return .pmtiles(path) }
        return .file(path)
    }

    private static func remote(_ url: String) -> Diagnostic {
        let isPart = url.contains("{fontstack}") || url.contains("sprite")
        return Diagnostic(
            code: .styleRemoteAddress, "maps are drawn without a network, so \"\(url.clipped)\" cannot be read",
            hint: isPart
                ? "put sprites and glyphs as files beside the style and name them by a relative path"
                : "download the tiles as MBTiles or PMTiles and name them with mbtiles://, pmtiles:// or --tiles")
    }
}

extension String {
    /// The string with percent escapes decoded; invalid ones, and those that are not UTF-8, are left as they are.
    var removingPercentEscapes: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        return String(validating: percentDecoded(Array(utf8)), as: UTF8.self) ?? self
    }
}
