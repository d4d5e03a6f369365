// SPDX-License-Identifier: MIT
import HTTPTypes

/// All that the server answers, in the order in which patterns are tried: routing, the names in logs and metrics, and the
/// paths of OpenAPI come from this list.
extension Route {
    package static let all = operation + scenes + documents + dialects + vendorTiles + styles + data + ogcAPIs + martin

    /// For probes, scrapers and people.
    private static let operation: [Route] = [
        .answering(
            .get, "/health", "getHealth", .operation, name: "health", "Whether the server answers", MapService.health),
        .answering(
            .get, "/ready", "getReadiness", .operation, name: "ready", "Whether the server can draw",
            MapService.health),
        .answering(
            .get, "/metrics", "getMetrics", .operation, name: "metrics",
            "Counts, times and memory, for Prometheus", MapService.metricsText),
        .answering(
            .get, "/", "getPage", .pages, name: "page", "The playground, or a list of what is served",
            types: ["text/html"], MapService.page),
        .answering(
            .get, "/playground/{file...}", "getPlaygroundFile", .pages, name: "playground", "A file of the playground",
            types: [
                "text/html", "text/javascript", "text/css", "image/svg+xml", "application/json", "image/png",
                "application/octet-stream",
            ],
            MapService.playgroundFile),
    ]

    /// What is drawn of a scene, and asked of it.
    private static let scenes: [Route] = [
        .answering(
            .get, "/render", "renderAddress", .maps, name: "render", "Draws a scene of the address",
            MapService.render),
        .answering(.post, "/render", "renderScene", .maps, name: "render", "Draws a scene", MapService.render),
        .answering(
            .get, "/templates/{name}", "drawTemplate", .maps, name: "templates", "Draws a template",
            types: images, MapService.drawTemplate),
        .answering(
            .post, "/templates/{name}", "fillTemplate", .maps, name: "templates",
            "Draws a template with values of the body", types: images, MapService.drawTemplate),
        .answering(
            .post, "/report", "reportScene", .maps, name: "report", "All there is to say about an image",
            MapService.report),
        .answering(
            .post, "/describe", "describeScene", .maps, name: "describe", "What a map shows, in words",
            MapService.describe),
        .answering(
            .post, "/animate", "animateScene", .maps, name: "animate", "Draws a map that moves",
            MapService.animate),
        .answering(
            .post, "/atlas", "drawAtlas", .maps, name: "atlas", "Draws sheets of one scale as a PDF",
            MapService.atlas),
        .answering(.post, "/regions", "getRegions", .maps, name: "regions", "What can be hit", MapService.regions),
        .answering(.post, "/hit", "hitPoints", .maps, name: "hit", "What lies at points", MapService.hit),
        .answering(
            .post, "/project", "projectPoints", .maps, name: "project",
            "Turns coordinates into points of the image, and back", MapService.project),
        .answering(
            .post, "/edit", "editScene", .maps, name: "edit", "Moves what lies in a scene, as a user drags it",
            MapService.edit),
        .answering(
            .post, "/locate", "locatePlace", .maps, name: "locate", "Resolves what is known of a location",
            MapService.locate),
        .answering(.post, "/check", "checkScene", .maps, name: "check", "All problems of a scene", MapService.check),
        .answering(
            .get, "/explain", "explainAddress", .maps, name: "explain", "The scene that a dialect's address means",
            MapService.explain),
        .answering(
            .post, "/mcp", "sendMessage", .agents, name: "mcp",
            "Tools for agents, in the Model Context Protocol", MapService.mcp),
    ]

    /// What the server says of itself.
    private static let documents: [Route] = [
        .answering(
            .get, "/version", "getVersion", .documents, name: "version", "The versions of program, routes and scenes",
            MapService.version),
        .answering(
            .get, "/problems/{code}", "getProblem", .documents, name: "problems", "What the code of a problem means",
            MapService.problem),
        .answering(
            .get, "/schema", "getSchema", .documents, name: "schema", "The scene format's schema", MapService.schema),
        .answering(
            .get, "/openapi.json", "getOpenAPI", .documents, name: "openapi", "This description", MapService.openAPI),
        .answering(
            .get, "/openapi-3.0.json", "getOpenAPI30", .documents, name: "openapi", "The same in OpenAPI 3.0",
            types: json, MapService.openAPI30),
        .answering(
            .get, "/styles.json", "listStyles", .documents, name: "styles", "The styles that are served",
            MapService.styleList),
        .answering(
            .get, "/templates.json", "listTemplates", .documents, name: "templates",
            "The templates, and what each asks for", types: json, MapService.templateList),
        .answering(
            .get, "/rendered.json", "listRendered", .documents, name: "styles",
            "TileJSON of the styles that are drawn", MapService.renderedList),
        .answering(
            .get, "/data.json", "listData", .documents, name: "data", "TileJSON of the archives that are served",
            MapService.dataList),
        .answering(
            .get, "/index.json", "listAll", .documents, name: "index", "TileJSON of styles and archives",
            MapService.wholeList),
        .answering(
            .get, "/fonts.json", "listFonts", .documents, name: "fonts", "The names of fonts", MapService.fontList),
    ]

    private static let dialects: [Route] = [
        .dialect(
            [.get], "/maps/api/staticmap", "drawGoogle", name: "google", "A map of Google's Maps Static API",
            MapService.googleRequest),
        .dialect(
            [.get], "/api/v1/snapshot", "drawApple", name: "apple", "A map of Apple's Web Snapshots",
            MapService.appleRequest),
        .dialect(
            [.get], "/v3/staticmap", "drawAMap", name: "amap", "A map of AMap's static maps", MapService.amapRequest),
        .dialect(
            [.get], "/maps/{id}/static/{view}/{size}", "drawMapTiler", name: "maptiler",
            "A map of MapTiler's static maps", MapService.maptilerRequest),
        .dialect(
            [.get, .post], "/v1/staticmap", "drawGeoapify", name: "geoapify", "A map of Geoapify's static maps",
            MapService.geoapifyRequest),
        .dialect(
            [.get, .post], "/static/{style}", "drawStadia", name: "stadia", "A map of Stadia's static maps",
            MapService.stadiaRequest),
        .dialect(
            [.get, .post], "/static_cacheable/{style}", "drawCacheableStadia", name: "stadia", "The same",
            MapService.stadiaRequest),
        .dialect(
            [.get], "/ws/staticmap/v2", "drawTencent", name: "tencent", "A map of Tencent's static maps",
            MapService.tencentRequest),
        .dialect(
            [.get], "/ws/staticmap/v2/", "drawTencentFolder", name: "tencent", "The same with a slash",
            MapService.tencentRequest),
        .dialect(
            [.get], "/staticimage/v2", "drawBaidu", name: "baidu", "A map of Baidu's static maps",
            MapService.baiduRequest),
        .dialect(
            [.get, .post], "/style/{id}/static/{camera}/{size}", "drawMartin", name: "martin",
            "A static image of Martin", MapService.martinRequest),
        .dialect(
            [.get, .post], "/styles/v1/{user}/{style}/static/{overlay}/{view...}", "drawMapbox", name: "mapbox",
            "A map of Mapbox's Static Images API", MapService.mapboxRequest),
        .dialect(
            [.get, .post], "/styles/{id}/static/{view}/{size}", "drawTileServer", name: "tileserver",
            "A static image of TileServer GL", MapService.tileServerRequest),
        .dialect(
            [.get, .post], "/styles/{id}/static/raw/{view}/{size}", "drawRawTileServer", name: "tileserver",
            "The same with coordinates in metres", MapService.rawTileServerRequest),
        .answering(
            .get, "/wms", "askWMS", .ogc, name: "wms", "WMS 1.1.1 and 1.3.0",
            types: [
                "image/png", "image/jpeg", "image/webp", "text/xml", "application/vnd.ogc.wms_xml",
                "application/json", "text/plain", "text/html", "application/geo+json",
            ], MapService.wms),
        .answering(
            .get, "/wmts", "askWMTS", .ogc, name: "wmts", "WMTS 1.0.0: capabilities, and tiles by parameters",
            types: tiles + ["text/xml", "application/xml"], MapService.wmtsTile),
        .answering(
            .get, "/wmts/1.0.0/WMTSCapabilities.xml", "getWMTS", .ogc, name: "wmts", "WMTS capabilities of all styles",
            types: ["text/xml", "application/xml"], MapService.wmts),
        .answering(
            .post, "/wms", "postWMS", .ogc, name: "wms", "The same with parameters in the body",
            types: [
                "image/png", "image/jpeg", "image/webp", "text/xml", "application/vnd.ogc.wms_xml",
                "application/json", "text/plain", "text/html", "application/geo+json",
            ], MapService.wms),
    ]

    /// What clients of Mapbox ask for besides images.
    private static let vendorTiles: [Route] = [
        .answering(
            .get, "/styles/v1/{user}/{style}", "getMapboxStyle", .dialects, name: "mapbox", "A style, as Mapbox has it",
            types: json, MapService.mapboxStyleJSON),
        .answering(
            .get, "/styles/v1/{user}/{style}/sprite{file}", "getMapboxSprite", .dialects, name: "mapbox",
            "A file of a style's sprite, as Mapbox has it", types: sprites, MapService.mapboxSprite),
        .answering(
            .get, "/styles/v1/{user}/{style}/tiles/{z}/{x}/{y}", "getMapboxTile", .dialects, name: "mapbox",
            "A tile of Mapbox's Static Tiles API", types: tiles, MapService.mapboxTile),
        .answering(
            .get, "/styles/v1/{user}/{style}/tiles/{size}/{z}/{x}/{y}", "getSizedMapboxTile", .dialects, name: "mapbox",
            "The same with a size", types: tiles, MapService.mapboxTile),
        .answering(
            .get, "/fonts/v1/{user}/{fontstack}/{range}.pbf", "getMapboxGlyphs", .dialects, name: "mapbox",
            "Glyphs of a font, as Mapbox has them", types: ["application/x-protobuf"], MapService.mapboxGlyphs),
    ]

    /// What clients of Martin ask for besides images. The sources are the last that a path may mean.
    private static let martin: [Route] = [
        .answering(
            .get, "/catalog", "getMartinCatalog", .dialects, name: "martin", "What there is, as Martin lists it",
            types: json, MapService.martinCatalog),
        .answering(
            .get, "/style/{id}", "getMartinStyle", .dialects, name: "martin", "A style, as Martin has it", types: json,
            MapService.martinStyle),
        .answering(
            .get, "/sprite/{file}", "getMartinSprite", .dialects, name: "martin", "A file of a style's sprite",
            types: sprites, MapService.martinSprite),
        .answering(
            .get, "/font/{fontstack}/{range}", "getMartinGlyphs", .dialects, name: "martin", "Glyphs of a font",
            types: ["application/x-protobuf"], MapService.martinGlyphs),
        .answering(
            .get, "/{source}/{z}/{x}/{y}", "getMartinTile", .dialects, name: "martin", "A tile of a source of Martin",
            types: ["application/x-protobuf", "application/vnd.maplibre-tile"] + tiles, MapService.martinTile),
        .answering(
            .get, "/{source}", "getMartinSource", .dialects, name: "martin", "TileJSON of a source of Martin",
            types: json, MapService.martinSource),
    ]

    /// Styles, and tiles that are drawn in them.
    private static let styles: [Route] = [
        .answering(
            .get, "/styles/{id}.json", "getStyleTileJSON", .styles, name: "styles", "TileJSON of a style's tiles",
            types: json, MapService.styleTileJSON),
        .answering(
            .get, "/styles/{id}/style.json", "getStyle", .styles, name: "styles",
            "A style, with addresses of this server", types: json, MapService.styleJSON),
        .answering(
            .get, "/styles/{id}/wmts.xml", "getWMTSCapabilities", .styles, name: "styles", "WMTS capabilities",
            types: ["text/xml", "application/xml"], MapService.wmts),
        .answering(
            .get, "/styles/{id}/wmts", "getWMTSTile", .styles, name: "tiles", "WMTS with parameters",
            types: tiles + ["text/xml", "application/xml"], MapService.wmtsTile),
        .answering(
            .get, "/styles/{id}/sprite{file}", "getSprite", .styles, name: "styles", "A file of a style's sprite",
            types: sprites, MapService.onlySprite),
        .answering(
            .get, "/styles/{id}/sprite/{file}", "getNamedSprite", .styles, name: "styles",
            "A file of one of several sprites", types: sprites, MapService.namedSprite),
        .answering(
            .get, "/styles/{id}/{size}.json", "getSizedTileJSON", .styles, name: "styles",
            "TileJSON of tiles of a size; size and style may also change places, as in TileServer GL", types: json,
            MapService.styleTileJSON),
        .answering(
            .get, "/styles/{id}/{z}/{x}/{y}.{format}", "getTile", .styles, name: "tiles", "A tile that is drawn",
            types: tiles, MapService.tile),
        .answering(
            .get, "/styles/{id}/{size}/{z}/{x}/{y}.{format}", "getSizedTile", .styles, name: "tiles",
            "A tile of a size", types: tiles, MapService.tile),
    ]

    /// Archives, glyphs and files.
    private static let data: [Route] = [
        .answering(
            .get, "/data/{id}.json", "getDataTileJSON", .data, name: "data", "TileJSON of an archive", types: json,
            MapService.dataTileJSON),
        .answering(
            .get, "/data/{id}/elevation/{z}/{x}/{y}", "getElevation", .data, name: "data",
            "The elevation at a coordinate, or in the middle of a tile", types: json, MapService.elevation),
        .answering(
            .post, "/data/{id}/elevation", "getElevations", .data, name: "data",
            "The elevations at a list of coordinates", types: json, MapService.elevations),
        .answering(
            .get, "/data/{id}/{z}/{x}/{y}.{format}", "getDataTile", .data, name: "data", "A tile of an archive",
            types: [
                "application/x-protobuf", "application/vnd.maplibre-tile", "application/geo+json",
                "application/octet-stream",
            ] + tiles + ["image/avif"], MapService.dataTile),
        .answering(
            .get, "/fonts/{fontstack}/{range}.pbf", "getGlyphs", .data, name: "fonts", "Glyphs of a font",
            types: ["application/x-protobuf"], MapService.glyphs),
        .answering(
            .get, "/files/{path...}", "getFile", .data, name: "files", "A file of the configuration's folder",
            types: ["application/octet-stream", "application/json", "application/geo+json", "image/png", "image/jpeg"],
            MapService.files),
    ]

    private static let json = ["application/json"]
    private static let images = ["image/png", "image/jpeg", "image/webp", "image/svg+xml", "application/pdf"]
    private static let sprites = ["application/json", "image/png"]
    private static let tiles = ["image/png", "image/jpeg", "image/webp"]
}
