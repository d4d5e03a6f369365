// SPDX-License-Identifier: MIT
import MapDiagnostics

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
                .redundantProperty,
                "layer \"\(id(object))\" redundantly specifies \"resampling\" and \"raster-resampling\" paint "
                    + "properties, but only one is allowed. It is advised to use \"resampling\".")
        }
        return isDrawable
    }

    private func source(_ field: Field, _ object: JSONObject, _ kind: StyleLayer.Kind?) -> Bool {
        guard let name = object["source"], name.isTruthy else {
            return field.fail(.missingProperty, "missing required property \"source\"")
        }
        let key = name.string ?? name.compactText
        guard let source = sources[key] else {
            return field.pointing(at: name).fail(
                .unknownSource, "source \"\(key.clipped)\" not found",
                hint: didYouMean(key, sources.keys.sorted().prefix(Self.maxCandidates)))
        }
        let type = source["type"]?.string
        let needsElevation = kind == .hillshade || kind == .colorRelief
        if type == "vector", kind == .raster { return mismatch(field, name, object, "raster") }
        if type != "raster-dem", needsElevation { return mismatch(field, name, object, "raster-dem") }
        if type == "raster", kind != .raster { return mismatch(field, name, object, "vector") }
        if type == "vector", object["source-layer"]?.isTruthy != true {
            return field.fail(
                .missingSourceLayer, "layer \"\(id(object))\" must specify a \"source-layer\"")
        }
        if type == "raster-dem", !needsElevation {
            return field.pointing(at: name).fail(
                .sourceMismatch,
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
            .lineGradientWithoutMetrics,
            "layer \"\(id(object))\" specifies a line-gradient, which requires a GeoJSON source with "
                + "`lineMetrics` enabled.")
    }

    private func mismatch(_ field: Field, _ name: JSONNode, _ object: JSONObject, _ needed: String) -> Bool {
        field.pointing(at: name).fail(.sourceMismatch, "layer \"\(id(object))\" requires a \(needed) source")
    }

    private func id(_ object: JSONObject) -> String {
        object["id"]?.string?.clipped ?? "undefined"
    }
}
