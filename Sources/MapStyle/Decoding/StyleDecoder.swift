// SPDX-License-Identifier: MIT
import MapCore

/// Reads a whole style. All problems are reported; only those without which nothing can be drawn are fatal.
struct StyleDecoder {
    let baseFolder: String
    let language: LabelLanguage?
    let threads: Int

    init(baseFolder: String, language: LabelLanguage? = nil, threads: Int = 1) {
        self.baseFolder = baseFolder
        self.language = language
        self.threads = threads
    }

    /// The style, as far as it could be read: after an error, it is not worth drawing.
    /// While layers are read, `work` is done with the style without layers, and with the sources that these name.
    func decode(_ root: Field, besides work: [@Sendable (StyleSheet) -> Void] = []) -> StyleSheet? {
        guard let object = root.node.object else {
            root.failType("object", isFatal: true)
            return nil
        }
        checkMembers(root, object)
        let globalState = state(object)
        // Reported after what is wrong with the layers.
        let later = DiagnosticSink()
        var sheet = StyleSheet(
            name: object["name"]?.string, baseFolder: baseFolder, sources: sources(root, object), layers: [],
            sprites: sprites(root.reporting(to: later), object), glyphs: object["glyphs"]?.string,
            globalState: globalState, camera: camera(object))
        var outline = sheet
        let named = Set((object["layers"]?.array ?? []).compactMap { $0["source"]?.string })
        outline.sources = sheet.sources.filter { named.contains($0.key) }
        sheet.layers = layers(root, object, globalState, besides: work.map { piece in { [outline] in piece(outline) } })
        later.all.forEach(root.diagnostics.add)
        sheet.glyphsLocation = object["glyphs"].map { StyleLocation(root.child("glyphs", $0)) }
        sheet.lighting = StyleLighting(object["light"]?.object)
        sheet.sky = object["sky"]?.object.map { StyleSky($0) }
        sheet.projection = object["projection"]?.object.flatMap { StyleProjection($0) }
        if let terrain = object["terrain"], let members = terrain.object, let source = members["source"]?.string {
            sheet.terrain = StyleTerrain(
                source: source, exaggeration: max(0, min(100, members["exaggeration"]?.number ?? 1)),
                location: StyleLocation(root.child("terrain", terrain)))
        }
        return sheet
    }

    private func checkMembers(_ root: Field, _ object: JSONObject) {
        let shape = shape(root)
        for member in object.members {
            let field = root.child(member.key, member.node)
            if member.key == "version" {
                checkVersion(field)
            } else if member.key == "constants" {
                guard member.node.isTruthy else { continue }
                field.fail(
                    .styleDeprecated, "constants have been deprecated as of v8",
                    hint: "write the values in their places",
                    isFatal: true)
            } else {
                _ = shape.members.first { $0.name == member.key }?.check(field)
            }
        }
        for name in ["version", "sources", "layers"] where object[name] == nil {
            root.fail(
                .styleMissingProperty, "missing required property \"\(name)\"",
                hint: name == "version" ? "8 for a style, 1 for a scene" : nil, isFatal: name == "layers")
        }
    }

    private func checkVersion(_ field: Field) {
        guard field.node.number != 8 else { return }
        field.fail(.styleUnsupportedVersion, "expected one of [8], \(field.node.compactText) found", isFatal: true)
    }

    /// Members of the root apart from those that have a decoder of their own. Others are allowed and ignored.
    private func shape(_ root: Field) -> ObjectShape {
        let checker = RootPropertyChecker(root: root)
        return ObjectShape(
            [
                .string("name"), .numbers("center", count: 2), .number("centerAltitude"), .number("zoom"),
                .number("bearing"), .number("pitch"), .number("roll"),
                .custom("transition") { $0.checkObject(.transition) },
                .custom("light", checker.light),
                .custom("sky", checker.sky),
                .custom("terrain", checker.terrain),
                .custom("projection", checker.projection),
                .custom("font-faces", checker.fontFaces),
                .custom("glyphs", checker.glyphs),
                .custom("state") { $0.node.object != nil || $0.failType("object") },
            ], allowsOthers: true)
    }

    private func sources(_ root: Field, _ object: JSONObject) -> [String: StyleSource] {
        guard let node = object["sources"] else { return [:] }
        let field = root.child("sources", node)
        guard let members = node.object?.members else {
            field.failType("object", isFatal: true)
            return [:]
        }
        let decoder = SourceDecoder(root: root)
        var sources: [String: StyleSource] = [:]
        for member in members { sources[member.key] = decoder.decode(field.child(member.key, member.node)) }
        return sources
    }

    private func layers(
        _ root: Field, _ object: JSONObject, _ globalState: [String: Value], besides work: [@Sendable () -> Void]
    ) -> [StyleLayer] {
        guard let node = object["layers"] else { return [] }
        let field = root.child("layers", node)
        guard let items = node.array else {
            field.failType("array", isFatal: true)
            return []
        }
        let decoder = LayerDecoder(
            layers: items,
            sources: Dictionary(
                (object["sources"]?.object?.members ?? []).map { ($0.key, $0.node) }, uniquingKeysWith: { $1 }),
            globalState: globalState, language: language)
        return decoder.decode(field, threads: threads, besides: work)
    }

    /// Sprites in the order of the style; those without an address are left out.
    private func sprites(_ root: Field, _ object: JSONObject) -> [(id: String, url: String)] {
        guard let node = object["sprite"] else { return [] }
        let field = root.child("sprite", node)
        guard let items = node.array else {
            field.checkString()
            return node.string.map { [(id: "default", url: $0)] } ?? []
        }
        var sprites: [(id: String, url: String)] = []
        var urls: Set<String> = []
        var ids: Set<String> = []
        for (index, item) in items.enumerated() {
            guard field.element(index, item).checkObject(.sprite), let id = item["id"]?.string,
                let url = item["url"]?.string
            else { continue }
            if !urls.insert(url).inserted {
                field.fail(
                    .styleDuplicateSprite, "all the sprites' URLs must be unique, but \(url.clipped) is duplicated")
            }
            if ids.insert(id).inserted {
                sprites.append((id, url))
            } else {
                field.fail(
                    .styleDuplicateSprite, "all the sprites' ids must be unique, but \(id.clipped) is duplicated")
            }
        }
        return sprites
    }

    /// The defaults of `global-state`.
    private func state(_ object: JSONObject) -> [String: Value] {
        var state: [String: Value] = [:]
        for member in object["state"]?.object?.members ?? [] {
            state[member.key] = member.node["default"].map(Value.init) ?? .null
        }
        return state
    }

    private func camera(_ object: JSONObject) -> StyleCamera {
        let center = object["center"]?.array?.compactMap(\.number) ?? []
        return StyleCamera(
            center: center.count == 2 ? center : nil, zoom: object["zoom"]?.number,
            bearing: object["bearing"]?.number)
    }
}

/// Reads one source. A member with an invalid value is reported and keeps its default.
struct SourceDecoder {
    /// The style as a whole.
    let root: Field

    func decode(_ field: Field) -> StyleSource? {
        guard let members = field.node.object else {
            field.fail(.styleMissingProperty, "\"type\" is required", hint: "a source is an object")
            return nil
        }
        guard let type = members["type"], type.isTruthy else {
            field.fail(.styleMissingProperty, "\"type\" is required")
            return nil
        }
        guard type.string != "canvas" else {
            field.pointing(at: type).fail(
                .styleUnsupportedSource,
                "Please use runtime APIs to add canvas sources, rather than including them in stylesheets.")
            return nil
        }
        guard let kind = type.string.flatMap(StyleSource.Kind.init(rawValue:)) else {
            let words = ["vector", "raster", "raster-dem", "geojson", "video", "image"]
            field.child("type", type).checkChoice(of: words)
            return nil
        }
        if kind == .rasterDEM {
            elevation(field, members)
        } else {
            field.checkObject(.source(kind))
        }
        if kind == .geojson, members["cluster"]?.isTruthy == true { clusterProperties(field, members) }
        return source(kind, members)
    }

    private func source(_ kind: StyleSource.Kind, _ members: JSONObject) -> StyleSource {
        var source = StyleSource(kind: kind, members: members)
        source.url = members["url"]?.string
        source.tiles = members["tiles"]?.array?.compactMap(\.string) ?? []
        source.minZoom = members["minzoom"]?.number.map(boundedZoom) ?? 0
        source.maxZoom = members["maxzoom"]?.number.map(boundedZoom) ?? (kind == .geojson ? 18 : 22)
        source.tileSize = members["tileSize"]?.number.flatMap { 1...4096 ~= $0 ? $0 : nil } ?? 512
        source.scheme = members["scheme"]?.string == "tms" ? "tms" : "xyz"
        source.bounds = members["bounds"]?.array.flatMap(fourNumbers)
        source.attribution = members["attribution"]?.string
        source.data = members["data"]
        return source
    }

    /// Paths of problems in elevation sources lack the source's name, as in the reference validator.
    private func elevation(_ field: Field, _ members: JSONObject) {
        let isCustom = members["encoding"]?.string == "custom"
        let shape = ObjectShape.source(.rasterDEM)
        for member in members.members {
            let value = root.child(member.key, member.node)
            if !isCustom, ["redFactor", "greenFactor", "blueFactor", "baseShift"].contains(member.key) {
                let encoding = members["encoding"].flatMap(\.string).map { "\"\($0.clipped)\"" } ?? "Default"
                value.fail(
                    .styleUnknownProperty,
                    "In \"\(field.path)\": \"\(member.key)\" is only valid when \"encoding\" is set to \"custom\". "
                        + "\(encoding) encoding found")
            } else if let known = shape.members.first(where: { $0.name == member.key }) {
                _ = known.check(value)
            } else {
                value.failUnknown(member.key, known: shape.members.map(\.name))
            }
        }
    }

    /// `clusterProperties`: an operator and an expression, in which neither the zoom nor feature state is available.
    private func clusterProperties(_ field: Field, _ members: JSONObject) {
        for member in members["clusterProperties"]?.object?.members ?? [] {
            guard let items = member.node.array, items.count == 2 else { continue }
            let property = field.child(member.key, member.node)
            clusterExpression(property.child("map", items[1]))
            if items[0].string == nil { clusterExpression(property.child("reduce", items[0])) }
        }
    }

    private func clusterExpression(_ field: Field) {
        do {
            guard try CompiledExpression(field.node, spec: nil).dependsOnView else { return }
            field.fail(
                .styleUnsupportedExpression,
                "\"zoom\" and \"feature-state\" expressions are not supported with cluster properties.")
        } catch {
            let _: Void? = field.fail(.styleInvalidExpression, error)
        }
    }

    private func fourNumbers(_ items: [JSONNode]) -> [Double]? {
        let numbers = items.compactMap(\.number)
        return items.count == 4 && numbers.count == 4 ? numbers : nil
    }
}

/// A zoom limited to the range of tile grids.
func boundedZoom(_ zoom: Double) -> Double {
    min(max(zoom, 0), 30)
}
