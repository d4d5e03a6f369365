// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Checks that a layer names a source that fits its kind.
struct SourceUse {
    /// Names are compared with no more than this many, so that many wrong names among many do no harm.
    private static let maxCandidates = 200

    let values: ValueChecker
    let sources: [String: JSONNode]

    /// True when the layer has what it needs to draw; reports what is missing or does not fit.
    func check(_ place: Place, _ object: JSONObject, kind: StyleLayer.Kind?) -> Bool {
        let isDrawable = kind == .background || source(place, object, kind)
        if kind == .raster, object["paint"]?["resampling"]?.isGiven == true,
            object["paint"]?["raster-resampling"]?.isGiven == true, let paint = object["paint"]
        {
            values.findings.add(
                place.pointing(at: paint),
                "layer \"\(id(object))\" redundantly specifies \"resampling\" and \"raster-resampling\" paint "
                    + "properties, but only one is allowed. It is advised to use \"resampling\".")
        }
        return isDrawable
    }

    private func source(_ place: Place, _ object: JSONObject, _ kind: StyleLayer.Kind?) -> Bool {
        guard let name = object["source"], name.isGiven else {
            values.findings.add(place, "missing required property \"source\"")
            return false
        }
        let key = name.string ?? name.compactText
        guard let source = sources[key] else {
            values.findings.add(
                place.pointing(at: name), "source \"\(key.clipped)\" not found",
                hint: didYouMean(key, sources.keys.sorted().prefix(Self.maxCandidates)))
            return false
        }
        let type = source["type"]?.string
        let needsElevation = kind == .hillshade || kind == .colorRelief
        if type == "vector", kind == .raster { return mismatch(place, name, object, "raster") }
        if type != "raster-dem", needsElevation { return mismatch(place, name, object, "raster-dem") }
        if type == "raster", kind != .raster { return mismatch(place, name, object, "vector") }
        if type == "vector", object["source-layer"]?.isGiven != true {
            values.findings.add(place, "layer \"\(id(object))\" must specify a \"source-layer\"")
            return false
        }
        if type == "raster-dem", !needsElevation {
            values.findings.add(
                place.pointing(at: name),
                "raster-dem source can only be used with layer type 'hillshade' or 'color-relief'.")
            return false
        }
        checkGradient(place, object, kind, source)
        return true
    }

    private func checkGradient(_ place: Place, _ object: JSONObject, _ kind: StyleLayer.Kind?, _ source: JSONNode) {
        guard kind == .line, object["paint"]?["line-gradient"]?.isGiven == true,
            source["type"]?.string != "geojson" || source["lineMetrics"]?.isGiven != true
        else { return }
        values.findings.add(
            place,
            "layer \"\(id(object))\" specifies a line-gradient, which requires a GeoJSON source with "
                + "`lineMetrics` enabled.")
    }

    private func mismatch(_ place: Place, _ name: JSONNode, _ object: JSONObject, _ needed: String) -> Bool {
        values.findings.add(place.pointing(at: name), "layer \"\(id(object))\" requires a \(needed) source")
        return false
    }

    private func id(_ object: JSONObject) -> String {
        object["id"]?.string?.clipped ?? "undefined"
    }
}
