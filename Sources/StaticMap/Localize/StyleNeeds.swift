// SPDX-License-Identifier: MIT
import MapCore
import MapStyle

/// What a style draws from beside its own file, as far as it is not here.
struct StyleNeeds {
    /// A source, a sprite or a font.
    struct Need: Sendable {
        /// "source", "sprite" or "glyphs".
        let kind: String
        let name: String
        let address: String
        /// Why it cannot be read.
        let reason: String
    }

    private(set) var missing: [Need] = []
    private let folder: String

    /// - Parameters:
    ///   - style: the root object.
    ///   - folder: where relative addresses begin.
    init(_ style: JSONNode, in folder: String) {
        self.folder = folder
        for member in style["sources"]?.object?.members ?? [] { addSource(member.key, member.node) }
        addSprites(style)
        addGlyphs(style)
    }

    private mutating func add(_ kind: String, _ name: String, _ address: String, _ reason: String) {
        missing.append(Need(kind: kind, name: name, address: address, reason: reason))
    }

    private mutating func addSource(_ name: String, _ source: JSONNode) {
        let addresses =
            [source["url"]?.string, source["data"]?.string].compactMap(\.self)
            + (source["tiles"]?.array ?? []).compactMap(\.string)
        // Of several addresses each has the same tiles.
        var reasons: [String] = []
        for address in addresses {
            guard let reason = reason(address) else { return }
            reasons.append(reason)
        }
        if let address = addresses.first, let reason = reasons.first { add("source", name, address, reason) }
    }

    private mutating func addSprites(_ style: JSONNode) {
        for sprite in SpriteAddress.all(in: style) {
            let url = sprite.url.contains("://") ? sprite.url : sprite.url + ".json"
            if let reason = reason(url) { add("sprite", sprite.id, sprite.url, reason) }
        }
    }

    private mutating func addGlyphs(_ style: JSONNode) {
        guard let address = style["glyphs"]?.string else { return }
        let fonts = StyleFonts(style).names
        do throws(Diagnostic) {
            guard case .template(let template) = try StyleAddress.resolve(address, baseFolder: folder) else {
                if let reason = reason(address) { add("glyphs", "all fonts", address, reason) }
                return
            }
            for font in fonts {
                let file = template.replacing("{fontstack}", with: font).replacing("{range}", with: "0-255")
                if !fileExists(file) { add("glyphs", font, address, "there is no \(file)") }
            }
        } catch {
            for font in fonts { add("glyphs", font, address, "on another machine") }
        }
    }

    /// Why an address cannot be read; nil for what is here.
    private func reason(_ address: String) -> String? {
        guard !address.hasPrefix("staticmap://"), !address.hasPrefix(ProvidedArchive.scheme) else { return nil }
        do throws(Diagnostic) {
            switch try StyleAddress.resolve(address, baseFolder: folder) {
            case .file(let path), .mbtiles(let path), .pmtiles(let path):
                return fileExists(path) || !fileNames(in: path).isEmpty ? nil : "there is no \(path)"
            case .template(let path):
                let folder = path.split(separator: "{", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
                return fileNames(in: String(folder)).isEmpty ? "there is nothing in \(folder)" : nil
            }
        } catch {
            return error.code == Diagnostic.Code.styleRemoteAddress ? "on another machine" : error.message
        }
    }
}

/// A sprite of a style.
struct SpriteAddress {
    let id: String
    let url: String

    /// The sprites of a style, by its root object.
    static func all(in style: JSONNode) -> [SpriteAddress] {
        if let url = style["sprite"]?.string { return [SpriteAddress(id: "default", url: url)] }
        return (style["sprite"]?.array ?? []).compactMap { sprite in
            guard let id = sprite["id"]?.string, let url = sprite["url"]?.string else { return nil }
            return SpriteAddress(id: id, url: url)
        }
    }
}

/// The fonts that a style's layers name, in the order in which they do.
struct StyleFonts {
    private(set) var names: [String] = []
    /// What the style specification asks for where a layer names none.
    private static let usual = ["Open Sans Regular", "Arial Unicode MS Regular"]

    /// - Parameter style: the root object.
    init(_ style: JSONNode) {
        for layer in style["layers"]?.array ?? [] where layer["type"]?.string == "symbol" {
            guard let layout = layer["layout"], let text = layout["text-field"], text.string != "" else { continue }
            guard let fonts = layout["text-font"] else {
                add(Self.usual)
                continue
            }
            if let plain = Self.texts(fonts), plain.first != "get" { add(plain) } else { addFonts(in: fonts) }
            addSections(in: text)
        }
    }

    private static func texts(_ node: JSONNode) -> [String]? {
        guard let items = node.array, !items.isEmpty else { return nil }
        let texts = items.compactMap(\.string)
        return texts.count == items.count ? texts : nil
    }

    private mutating func add(_ fonts: [String]) {
        for font in fonts where !names.contains(font) { names.append(font) }
    }

    /// Fonts of expressions stand in literals, and those of functions in stops.
    private mutating func addFonts(in node: JSONNode) {
        if let items = node.array {
            if items.count == 2, items[0].string == "literal", let fonts = Self.texts(items[1]) { return add(fonts) }
            items.forEach { addFonts(in: $0) }
        } else if let stops = node["stops"]?.array {
            for stop in stops { add(stop.array?.last.flatMap(Self.texts) ?? []) }
        }
    }

    /// Parts of a text may have fonts of their own.
    private mutating func addSections(in node: JSONNode) {
        if let font = node["text-font"] { addFonts(in: font) }
        node.array?.forEach { addSections(in: $0) }
    }
}
