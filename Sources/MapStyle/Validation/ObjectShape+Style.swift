// SPDX-License-Identifier: MIT
import MapDiagnostics

extension ObjectShape {
    /// `transition` and all `…-transition`: milliseconds.
    static var transition: ObjectShape { ObjectShape([.number("duration", from: 0), .number("delay", from: 0)]) }

    /// One entry of a list of sprites.
    static var sprite: ObjectShape { ObjectShape([.requiredString("id"), .requiredString("url")]) }

    /// One file of `font-faces`.
    static var fontFace: ObjectShape { ObjectShape([.requiredString("url"), .strings("unicode-range")]) }

    /// A function object; its stops and default have their own checks.
    static func function(stops: @escaping Check, default: @escaping Check) -> ObjectShape {
        ObjectShape([
            .any("expression"), .custom("stops", stops), .number("base", from: 0), .string("property"),
            .choice("type", of: ["identity", "exponential", "interval", "categorical"]),
            .choice("colorSpace", of: ["rgb", "lab", "hcl"]), .custom("default", `default`),
        ])
    }

    /// The members of a source (`source_*` of the reference).
    static func source(_ kind: StyleSource.Kind) -> ObjectShape {
        switch kind {
        case .vector:
            ObjectShape(
                tiled + [.custom("promoteId", promoteID), .choice("encoding", of: ["mvt", "mlt"])], allowsOthers: true)
        case .raster: ObjectShape(tiled + [.number("tileSize")], allowsOthers: true)
        case .rasterDEM: ObjectShape(elevation)
        case .geojson: ObjectShape(geojson)
        case .video: ObjectShape([.any("type"), .requiredStrings("urls"), corners])
        case .image: ObjectShape([.any("type"), .requiredString("url"), corners])
        }
    }

    private static var tiled: [Member] {
        [
            .any("type"), .string("url"), .strings("tiles"), .numbers("bounds", count: 4),
            .choice("scheme", of: ["xyz", "tms"]), .number("minzoom"), .number("maxzoom"), .string("attribution"),
            .boolean("volatile"),
        ]
    }

    private static var elevation: [Member] {
        tiled.filter { $0.name != "scheme" } + [
            .number("tileSize"), .choice("encoding", of: ["terrarium", "mapbox", "custom"]), .number("redFactor"),
            .number("blueFactor"), .number("greenFactor"), .number("baseShift"),
        ]
    }

    private static var geojson: [Member] {
        [
            .any("type"), .requiredAny("data"), .number("maxzoom"), .string("attribution"),
            .number("buffer", from: 0, to: 512), .custom("filter") { $0.checkFilter() != nil },
            .number("tolerance"), .boolean("cluster"), .number("clusterRadius", from: 0), .number("clusterMaxZoom"),
            .number("clusterMinPoints"), .any("clusterProperties"), .boolean("lineMetrics"), .boolean("generateId"),
            .custom("promoteId", promoteID),
        ]
    }

    /// The four corners of an image, clockwise from the top left: longitude and latitude.
    private static var corners: Member {
        Member(name: "coordinates", isRequired: true) { corners in
            corners.checkArray(length: 4) { $0.checkArray(length: 2) { $0.checkNumber() } }
        }
    }

    /// One property for all layers, or one for each layer.
    private static func promoteID(_ field: Field) -> Bool {
        guard let object = field.node.object else { return field.checkString() }
        return object.members.count { !field.child($0.key, $0.node).checkString() } == 0
    }
}
