// SPDX-License-Identifier: MIT
import MapCanvas
package import MapCore
import MapGeo
import MapImages

/// The JSON schema of scenes, which follows from the keys of their objects.
package enum SceneSchema {
    typealias Definition = (name: String, schema: JSONNode)

    /// The schema without the words that describe its objects and keys.
    package static var bare: JSONNode {
        let head: JSONNode = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:staticmap:scene:1",
            "title": "staticmap scene",
        ]
        let named = definitions.map { JSONObject.Member($0.name, $0.schema) }
        let members = [head, Scene.schema].flatMap { $0.object?.members ?? [] }
        let last = JSONObject.Member("$defs", JSONNode(.object(JSONObject(named))))
        return JSONNode(.object(JSONObject(members + [last])))
    }

    static let overlay: JSONNode = either([
        "polyline", "polygon", "circle", "fog", "tileOverlay", "geotiffOverlay", "geojsonOverlay", "gpxOverlay",
        "featureOverlay", "graticule", "night",
    ])
    static let decoration: JSONNode = either([
        "scaleBar", "compass", "screenImage", "rectangle", "legend", "screenText", "inset", "profile",
    ])

    private static func either(_ names: [String]) -> JSONNode {
        ["oneOf": .list(names.map(JSONNode.reference))]
    }

    private static func definition<T: KeyedValue>(_ type: T.Type) -> Definition { (T.definition, T.schema) }

    private static func definition(_ name: String, _ kind: Overlay.Kind, rules: JSONNode = [:]) -> Definition {
        (name, Keys.schema(of: Overlay(kind.usual), rules: rules))
    }

    private static func definition(_ name: String, _ kind: Decoration.Kind) -> Definition {
        (name, Keys.schema(of: kind.usual))
    }

    private static var definitions: [Definition] {
        let coordinate = JSONNode.tuple([.reference("longitude"), .reference("latitude")])
        let maps: [Definition] = [
            definition(BaseMap.self), definition(Recoloring.self), definition(Recoloring.Tint.self),
            definition(Display.self), definition(Elevation.self), definition(Contours.self),
            ("coordinate", ["oneOf": [coordinate, .reference(NamedCoordinate.definition), .filled]]),
            definition(NamedCoordinate.self), ("latitude", .number(in: -90...90)),
            ("longitude", .number(in: -360...360)), definition(Camera.self),
            ("zoom", .number(in: Camera.zooms.lowerBound...Camera.zooms.upperBound + 1)), definition(MapRect.self),
            definition(Region.self), definition(CoordinateSpan.self),
            ("length", length(in: 0...Double.greatestFiniteMagnitude, sign: "")), ("gesture", ["type": "boolean"]),
            definition(Placement.self), definition(EdgeInsets.self),
        ]
        let places: [Definition] = [
            definition(Annotation.self), ("ownLength", length(in: -32_767...32_767, sign: "-?")),
            definition(AnnotationOffset.self), definition(AnnotationTextStyle.self), definition(UserLocation.self),
            definition(ClusterStyle.self), definition(Numbering.self), definition(CalloutCard.self),
            definition(Callout.self), definition(CalloutAccessory.self), definition(CalloutDetail.self),
            ("coordinateSystem", ChoiceCodec<CoordinateSystem>().schema), ("properties", ["type": "object"]),
            ("color", .filled), ("blend", ChoiceCodec<BlendMode>().schema),
        ]
        let line: JSONNode = ["oneOf": .oneOf(required: [["coordinates"], ["polyline"]])]
        let overlays: [Definition] = [
            definition("polyline", .polyline, rules: line), definition(Polyline.Gradient.self),
            definition(Polyline.Arrows.self), definition(LineStyle.Casing.self),
            definition("polygon", .polygon, rules: line), definition(Handles.self), definition("circle", .circle),
            definition("graticule", .graticule, rules: Graticule.schemaRules), definition("fog", .fog),
            definition("night", .night),
            definition(Fog.Reveal.self),
        ]
        let decorations: [Definition] = [
            ("position", ChoiceCodec<Decoration.Position>().schema), definition("scaleBar", .scaleBar),
            definition("compass", .compass), definition("legend", .legend), definition("screenText", .text),
            definition("screenImage", .image), definition("rectangle", .rectangle), definition(ImageStates.self),
            definition("inset", .inset), definition("profile", .profile),
        ]
        let data: [Definition] = [
            definition(SceneAnimation.self), definition(SceneAnimation.Waypoint.self),
            definition(SceneAnimation.Track.self), definition(SceneAnimation.Timeline.self),
            definition("tileOverlay", .tiles), definition("geotiffOverlay", .geotiff),
            definition("geojsonOverlay", .geojson), definition("gpxOverlay", .gpx), definition("featureOverlay", .csv),
            definition(ColorScale.self), definition(SizeScale.self), definition(DataLabel.self),
            definition(TrackStyle.self), definition(TrackMoment.self),
            definition(DataJoin.self), definition(Flows.self), definition(Aggregation.self),
        ]
        return maps + page + places + overlays + decorations + data
    }

    /// Points or a percentage.
    private static func length(in points: ClosedRange<Double>, sign: String) -> JSONNode {
        let pattern = JSONNode.text("^" + sign + "[0-9]+(\\.[0-9]+)?%$")
        return ["oneOf": [.number(in: points), ["type": "string", "pattern": pattern]]]
    }
}
