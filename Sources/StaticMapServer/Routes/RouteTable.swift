// SPDX-License-Identifier: MIT
import HTTPTypes

/// All that the server answers, in the order in which patterns are tried: routing, the names in logs and metrics, and the
/// paths of OpenAPI come from this list.
extension Route {
    package static let all = operation + scenes + documents + dialects + styles + data

    /// For probes, scrapers and people.
    private static let operation: [Route] = [
        .described(.get, "/health", name: "health", summary: "Whether the server answers", MapService.health),
        .described(.get, "/ready", name: "ready", summary: "Whether the server can draw", MapService.health),
        .described(
            .get, "/metrics", name: "metrics", summary: "Counts, times and memory, for Prometheus",
            MapService.metricsText),
        .other("/", name: "page", see: "docs/playground.md", MapService.page),
        .other("/playground/{file...}", name: "playground", see: "docs/playground.md", MapService.playgroundFile),
    ]

    /// What is drawn of a scene, and asked of it.
    private static let scenes: [Route] = [
        .described(.get, "/render", name: "render", summary: "Draws a scene of the address", MapService.render),
        .described(.post, "/render", name: "render", summary: "Draws a scene", MapService.render),
        .described(
            .post, "/report", name: "report", summary: "All there is to say about an image", MapService.report),
        .described(.post, "/regions", name: "regions", summary: "What can be hit", MapService.regions),
        .described(.post, "/hit", name: "hit", summary: "What lies at points", MapService.hit),
        .described(
            .post, "/project", name: "project", summary: "Turns coordinates into points of the image, and back",
            MapService.project),
        .described(
            .post, "/edit", name: "edit", summary: "Moves what lies in a scene, as a user drags it", MapService.edit),
        .described(
            .post, "/locate", name: "locate", summary: "Resolves what is known of a location", MapService.locate),
        .described(.post, "/check", name: "check", summary: "All problems of a scene", MapService.check),
        .described(
            .get, "/explain", name: "explain", summary: "The scene that a dialect's address means",
            MapService.explain),
        .described(
            .post, "/mcp", name: "mcp", summary: "Tools for agents, in the Model Context Protocol", MapService.mcp),
    ]

    /// What the server says of itself.
    private static let documents: [Route] = [
        .described(.get, "/schema", name: "schema", summary: "The scene format's schema", MapService.schema),
        .described(.get, "/openapi.json", name: "openapi", summary: "This description", MapService.openAPI),
        .described(
            .get, "/styles.json", name: "styles", summary: "The styles that are served", MapService.styleList),
        .described(
            .get, "/rendered.json", name: "styles", summary: "TileJSON of the styles that are drawn",
            MapService.renderedList),
        .described(
            .get, "/data.json", name: "data", summary: "TileJSON of the archives that are served",
            MapService.dataList),
        .described(
            .get, "/index.json", name: "index", summary: "TileJSON of styles and archives", MapService.wholeList),
        .described(.get, "/fonts.json", name: "fonts", summary: "The names of fonts", MapService.fontList),
    ]

    private static let dialects: [Route] = [
        .dialect([.get], "/maps/api/staticmap", name: "google", MapService.googleRequest),
        .dialect([.get], "/api/v1/snapshot", name: "apple", MapService.appleRequest),
        .dialect([.get], "/v3/staticmap", name: "amap", MapService.amapRequest),
        .dialect([.get, .post], "/style/{id}/static/{camera}/{size}", name: "martin", MapService.martinRequest),
        .dialect(
            [.get, .post], "/styles/v1/{user}/{style}/static/{overlay}/{view...}", name: "mapbox",
            MapService.mapboxRequest),
        .dialect(
            [.get, .post], "/styles/{id}/static/{view}/{size}", name: "tileserver", MapService.tileServerRequest),
        .dialect(
            [.get, .post], "/styles/{id}/static/raw/{view}/{size}", name: "tileserver",
            MapService.rawTileServerRequest),
        .other("/wms", name: "wms", see: "its capabilities", MapService.wms),
    ]

    /// Styles, and tiles that are drawn in them.
    private static let styles: [Route] = [
        .other("/styles/{id}.json", name: "styles", see: tiles, MapService.styleTileJSON),
        .other("/styles/{id}/style.json", name: "styles", see: tiles, MapService.styleJSON),
        .other("/styles/{id}/wmts.xml", name: "styles", see: tiles, MapService.wmts),
        .other("/styles/{id}/wmts", name: "tiles", see: tiles, MapService.wmtsTile),
        .other("/styles/{id}/sprite{file}", name: "styles", see: tiles, MapService.onlySprite),
        .other("/styles/{id}/sprite/{file}", name: "styles", see: tiles, MapService.namedSprite),
        .other("/styles/{id}/{size}.json", name: "styles", see: tiles, MapService.styleTileJSON),
        .other("/styles/{id}/{z}/{x}/{y}.{format}", name: "tiles", see: tiles, MapService.tile),
        .other("/styles/{id}/{size}/{z}/{x}/{y}.{format}", name: "tiles", see: tiles, MapService.tile),
    ]

    /// Archives, glyphs and files.
    private static let data: [Route] = [
        .other("/data/{id}.json", name: "data", see: tiles, MapService.dataTileJSON),
        .other("/data/{id}/elevation/{z}/{x}/{y}", name: "data", see: tiles, MapService.elevation),
        .other("/data/{id}/{z}/{x}/{y}.{format}", name: "data", see: tiles, MapService.dataTile),
        .other("/fonts/{fontstack}/{range}.pbf", name: "fonts", see: tiles, MapService.glyphs),
        .other("/files/{path...}", name: "files", see: tiles, MapService.files),
    ]

    /// Clients learn these addresses from styles and TileJSON.
    private static let tiles = "docs/http-api.md#tiles-and-data"
}
