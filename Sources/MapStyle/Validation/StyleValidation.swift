// SPDX-License-Identifier: MIT
package import MapCore
import MapImages

/// Checks a style as `staticmap check` does, with the messages of MapLibre's own validator.
package enum StyleValidation {
    /// All problems of a style as errors, in the order of the text; empty for a valid style.
    package static func diagnostics(for document: JSONDocument) -> [Diagnostic] {
        let sink = DiagnosticSink()
        _ = StyleDecoder(baseFolder: "").decode(Field(document, diagnostics: sink))
        return sink.byPosition.map { $0.with(.error) }
    }
}

extension StyleSheet {
    /// Reads a style. What leaves something to draw is reported as a warning.
    ///
    /// - Parameters:
    ///   - field: the style, which may be part of another document.
    ///   - baseFolder: the folder to which the style's relative addresses refer.
    ///   - language: the language of names; nil for the names that the style asks for.
    ///   - threads: how many decode the layers; what is decoded and reported does not depend on it.
    ///   - work: what to do besides, with the style without its layers and with the sources that these name.
    /// - Returns: nil after an error, when nothing sensible can be drawn.
    package static func decode(
        _ field: Field, baseFolder: String, language: LabelLanguage? = nil, threads: Int = 1,
        besides work: [@Sendable (StyleSheet) -> Void] = []
    ) -> StyleSheet? {
        let sink = DiagnosticSink()
        let decoder = StyleDecoder(baseFolder: baseFolder, language: language, threads: threads)
        let sheet = decoder.decode(field.reporting(to: sink), besides: work)
        sink.byPosition.forEach(field.diagnostics.add)
        return sink.hasErrors ? nil : sheet
    }
}

extension DiagnosticSink {
    /// In the order of the text; diagnostics at one position in the order in which they were added.
    var byPosition: [Diagnostic] {
        let start = Position(line: 0, column: 0)
        return all.enumerated().sorted {
            ($0.element.position ?? start, $0.offset) < ($1.element.position ?? start, $1.offset)
        }.map(\.element)
    }
}

extension String {
    /// True where a token of ASCII is in the text. `contains` takes as long as a layer of a style, when it is first called.
    fileprivate func hasToken(_ token: String) -> Bool {
        utf8.indices.contains { utf8[$0...].starts(with: token.utf8) }
    }
}

/// Checks the members of a style's root that a flat map does not use, so that `staticmap check` is complete.
///
/// The reference validator leaves out the name of the object in their paths: `color`, not `light.color`.
struct RootPropertyChecker {
    let root: Field

    func light(_ field: Field) -> Bool {
        check(field, StyleLighting.specs, transitions: ["position", "color", "intensity"])
    }

    func sky(_ field: Field) -> Bool {
        check(field, StyleSky.specs)
    }

    func projection(_ field: Field) -> Bool {
        check(field, ["type": PropertySpec(kind: .projectionDefinition, propertyType: .dataConstant)])
    }

    func terrain(_ field: Field) -> Bool {
        let source = PropertySpec(kind: .string, propertyType: .constant, interpolated: false)
        return check(field, ["source": source, "exaggeration": .number(1, from: 0, .constant)])
    }

    /// Font files by name: an address, or a list of files for ranges of characters.
    func fontFaces(_ field: Field) -> Bool {
        guard let object = field.node.object else { return field.failType("object") }
        var isValid = true
        for member in object.members {
            let face = field.child(member.key, member.node)
            if member.node.string != nil { continue }
            let isFaceValid =
                member.node.array == nil
                ? face.failType("string or array") : face.checkArray { $0.checkObject(.fontFace) }
            isValid = isFaceValid && isValid
        }
        return isValid
    }

    func glyphs(_ field: Field) -> Bool {
        guard let url = field.node.string else { return field.failType("string") }
        var isValid = true
        for token in ["{fontstack}", "{range}"] where !url.hasToken(token) {
            isValid = field.fail(.styleMissingGlyphToken, "\"glyphs\" url must include a \"\(token)\" token")
        }
        return isValid
    }

    private func check(
        _ field: Field, _ known: [String: PropertySpec], transitions: Set<String> = []
    ) -> Bool {
        guard let object = field.node.object else { return field.failType("object") }
        var isValid = true
        for member in object.members {
            let property = root.child(member.key, member.node)
            if let spec = known[member.key] {
                let checker = PropertyChecker(name: member.key, spec: spec, group: .paint)
                isValid = checker.compile(property) != nil && isValid
            } else if member.key.hasSuffix("-transition"), transitions.contains(String(member.key.dropLast(11))) {
                isValid = property.checkObject(.transition) && isValid
            } else {
                isValid = property.failUnknown(member.key, known: known.keys.sorted())
            }
        }
        return isValid
    }
}

/// Checks that a layer names a source that fits its kind.
struct LayerSourceChecker {
    /// Names are compared with at most this many, so that many wrong names among many take no long time.
    private static let maxCandidates = 200

    let sources: [String: JSONNode]

    /// True when the layer has a source that it can draw, or needs none; problems are reported.
    func check(_ field: Field, _ object: JSONObject, kind: StyleLayer.Kind?) -> Bool {
        let isDrawable = kind == .background || source(field, object, kind)
        if kind == .raster, object["paint"]?["resampling"]?.isTruthy == true,
            object["paint"]?["raster-resampling"]?.isTruthy == true, let paint = object["paint"]
        {
            field.pointing(at: paint).fail(
                .styleRedundantProperty,
                "layer \"\(id(object))\" redundantly specifies \"resampling\" and \"raster-resampling\" paint "
                    + "properties, but only one is allowed. It is advised to use \"resampling\".")
        }
        return isDrawable
    }

    private func source(_ field: Field, _ object: JSONObject, _ kind: StyleLayer.Kind?) -> Bool {
        guard let name = object["source"], name.isTruthy else {
            return field.fail(.styleMissingProperty, "missing required property \"source\"")
        }
        let key = name.string ?? name.compactText
        guard let source = sources[key] else {
            return field.pointing(at: name).fail(
                .styleUnknownSource, "source \"\(key.clipped)\" not found",
                hint: didYouMean(key, sources.keys.sorted().prefix(Self.maxCandidates)))
        }
        let type = source["type"]?.string
        let needsElevation = kind == .hillshade || kind == .colorRelief
        if type == "vector", kind == .raster { return mismatch(field, name, object, "raster") }
        if type != "raster-dem", needsElevation { return mismatch(field, name, object, "raster-dem") }
        if type == "raster", kind != .raster { return mismatch(field, name, object, "vector") }
        if type == "vector", object["source-layer"]?.isTruthy != true {
            return field.fail(
                .styleMissingSourceLayer, "layer \"\(id(object))\" must specify a \"source-layer\"")
        }
        if type == "raster-dem", !needsElevation {
            return field.pointing(at: name).fail(
                .styleSourceMismatch,
                "raster-dem source can only be used with layer type 'hillshade' or 'color-relief'.")
        }
        checkGradient(field, object, kind, source)
        return true
    }

    private func checkGradient(_ field: Field, _ object: JSONObject, _ kind: StyleLayer.Kind?, _ source: JSONNode) {
        guard kind == .line, object["paint"]?["line-gradient"]?.isTruthy == true,
            source["type"]?.string != "geojson" || source["lineMetrics"]?.isTruthy != true
        else { return }
        field.fail(
            .styleLineGradientWithoutMetrics,
            "layer \"\(id(object))\" specifies a line-gradient, which requires a GeoJSON source with "
                + "`lineMetrics` enabled.")
    }

    private func mismatch(_ field: Field, _ name: JSONNode, _ object: JSONObject, _ needed: String) -> Bool {
        field.pointing(at: name).fail(.styleSourceMismatch, "layer \"\(id(object))\" requires a \(needed) source")
    }

    private func id(_ object: JSONObject) -> String {
        object["id"]?.string?.clipped ?? "undefined"
    }
}
