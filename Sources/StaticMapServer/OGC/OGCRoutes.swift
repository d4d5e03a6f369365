// SPDX-License-Identifier: MIT
import HTTPTypes

/// The OGC APIs, all below `/ogc`.
extension Route {
    static let ogcAPIs: [Route] =
        [
            document("", "getOGCLanding", "The landing page of the OGC APIs", MapService.ogcLanding),
            document("/", "getOGCLandingFolder", "The same", MapService.ogcLanding),
            document("/conformance", "getOGCConformance", "What is conformed to", MapService.ogcConformance),
            document(
                "/api", "getOGCAPI", "The definition of the API", types: ["application/vnd.oai.openapi+json"],
                MapService.ogcAPI),
            document("/tileMatrixSets", "tileMatrixSets", "The tile matrix sets", MapService.ogcTileMatrixSets),
            document("/tileMatrixSets/{tms}", "tileMatrixSet", "A tile matrix set", MapService.ogcTileMatrixSet),
            document("/collections", "getCollections", "The collections: the archives", MapService.ogcCollections),
            document("/collections/{collection}", "getCollection", "A collection", MapService.ogcCollection),
            document("/styles", "getStyles", "The styles", MapService.ogcStyles),
            document(
                "/styles/{style}", "getStyleSheet", "A style", types: ["application/vnd.mapbox.style+json"],
                MapService.ogcStyle),
            document(
                "/styles/{style}/metadata", "getStyleMetadata", "What is said of a style", MapService.ogcStyleMetadata),
            document(
                "/collections/{collection}/styles", "collection.getStyles", "The styles of a collection",
                MapService.ogcStyles),
        ]
        + maps("", "dataset.", "all data") + maps("/styles/{style}", "dataset.style.", "all data in a style")
        + maps("/collections/{collection}", "collection.", "a collection")
        + maps("/collections/{collection}/styles/{style}", "collection.style.", "a collection in a style")
        + tiles(
            "/collections/{collection}/tiles", "collection.vector.", "vector tiles of a collection",
            types: ["application/vnd.mapbox-vector-tile"])

    private static let images = ["image/png", "image/jpeg", "image/webp"]

    private static func document(
        _ path: String, _ id: String, _ summary: String, types: [String] = ["application/json"],
        _ answer: @escaping Answer
    ) -> Route {
        .answering(.get, "/ogc" + path, id, .ogc, name: "ogc", summary, types: types + ["text/html"], answer)
    }

    /// The operations' ids end as the standards have them.
    private static func maps(_ path: String, _ id: String, _ what: String) -> [Route] {
        [
            .answering(
                .get, "/ogc\(path)/map", id + "getMap", .ogc, name: "ogc", "A map of \(what)", types: images,
                MapService.ogcMap)
        ] + tiles(path + "/map/tiles", id + "map.", "tiles of a map of \(what)", types: images)
    }

    private static func tiles(_ path: String, _ id: String, _ what: String, types: [String]) -> [Route] {
        [
            document(path, id + "getTileSetsList", "The sets of \(what)", MapService.ogcTileSets),
            document(path + "/{tms}", id + "getTileSet", "A set of \(what)", MapService.ogcTileSet),
            .answering(
                .get, "/ogc\(path)/{tms}/{z}/{row}/{column}", id + "getTile", .ogc, name: "ogc", "A tile of \(what)",
                types: types, MapService.ogcTile),
        ]
    }
}
