// SPDX-License-Identifier: MIT
import HTTPTypes

/// All that the server answers, in the order in which patterns are tried: routing, the names in logs and metrics, and the
/// paths of OpenAPI come from this list.
extension Route {
    package static let all = operation + scenes + documents + dialects + vendorTiles + styles + data + ogcAPIs + martin

    /// For probes, scrapers and people.
    private static let operation: [Route] = [
        .get("/health", "getHealth", .operation, "Whether the server answers", MapService.health),
        .get("/ready", "getReadiness", .operation, "Whether the server can draw", MapService.health),
        .get("/metrics", "getMetrics", .operation, "Counts, times and memory, for Prometheus", MapService.metricsText),
        .get(
            "/", "getPage", .pages, name: "page", "The playground, or a list of what is served", types: ["text/html"],
            MapService.page),
        .get(
            "/playground/{file...}", "getPlaygroundFile", .pages, "A file of the playground",
            types: [
                "text/html", "text/javascript", "text/css", "image/svg+xml", "application/json", "image/png",
                "application/octet-stream",
            ],
            MapService.playgroundFile),
    ]

    /// What is drawn of a scene, and asked of it.
    private static let scenes: [Route] = [
        .get("/render", "renderAddress", .maps, "Draws a scene of the address", MapService.render),
        .post("/render", "renderScene", .maps, "Draws a scene", MapService.render),
        .get("/templates/{name}", "drawTemplate", .maps, "Draws a template", types: images, MapService.drawTemplate),
        .post(
            "/templates/{name}", "fillTemplate", .maps, "Draws a template with values of the body", types: images,
            MapService.drawTemplate),
        .post("/report", "reportScene", .maps, "All there is to say about an image", MapService.report),
        .post("/describe", "describeScene", .maps, "What a map shows, in words", MapService.describe),
        .post("/animate", "animateScene", .maps, "Draws a map that moves", MapService.animate),
        .post("/atlas", "drawAtlas", .maps, "Draws sheets of one scale as a PDF", MapService.atlas),
        .post("/regions", "getRegions", .maps, "What can be hit", MapService.regions),
        .post("/hit", "hitPoints", .maps, "What lies at points", MapService.hit),
        .post(
            "/project", "projectPoints", .maps, "Turns coordinates into points of the image, and back",
            MapService.project),
        .post("/edit", "editScene", .maps, "Moves what lies in a scene, as a user drags it", MapService.edit),
        .post("/locate", "locatePlace", .maps, "Resolves what is known of a location", MapService.locate),
        .post("/check", "checkScene", .maps, "All problems of a scene", MapService.check),
        .get("/explain", "explainAddress", .maps, "The scene that a dialect's address means", MapService.explain),
        .post("/mcp", "sendMessage", .agents, "Tools for agents, in the Model Context Protocol", MapService.mcp),
    ]

    /// What the server says of itself.
    private static let documents: [Route] = [
        .get("/version", "getVersion", .documents, "The versions of program, routes and scenes", MapService.version),
        .get("/problems/{code}", "getProblem", .documents, "What the code of a problem means", MapService.problem),
        .get("/schema", "getSchema", .documents, "The scene format's schema", MapService.schema),
        .get("/openapi.json", "getOpenAPI", .documents, "This description", MapService.openAPI),
        .get(
            "/openapi-3.0.json", "getOpenAPI30", .documents, name: "openapi", "The same in OpenAPI 3.0", types: json,
            MapService.openAPI30),
        .get("/styles.json", "listStyles", .documents, "The styles that are served", MapService.styleList),
        .get(
            "/templates.json", "listTemplates", .documents, "The templates, and what each asks for", types: json,
            MapService.templateList),
        .get(
            "/rendered.json", "listRendered", .documents, name: "styles", "TileJSON of the styles that are drawn",
            MapService.renderedList),
        .get("/data.json", "listData", .documents, "TileJSON of the archives that are served", MapService.dataList),
        .get("/index.json", "listAll", .documents, "TileJSON of styles and archives", MapService.wholeList),
        .get("/fonts.json", "listFonts", .documents, "The names of fonts", MapService.fontList),
    ]

    private static let dialects: [Route] = [
        .dialect(
            [.get], "/maps/api/staticmap", "drawGoogle", name: "google", "A map of Google's Maps Static API",
            MapService.query(GoogleDialect.request)),
        .dialect(
            [.get], "/api/v1/snapshot", "drawApple", name: "apple", "A map of Apple's Web Snapshots",
            MapService.query(AppleDialect.request)),
        .dialect(
            [.get], "/v3/staticmap", "drawAMap", name: "amap", "A map of AMap's static maps",
            MapService.query(AMapDialect.request)),
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
            MapService.query(TencentDialect.request)),
        .dialect(
            [.get], "/ws/staticmap/v2/", "drawTencentFolder", name: "tencent", "The same with a slash",
            MapService.query(TencentDialect.request)),
        .dialect(
            [.get], "/staticimage/v2", "drawBaidu", name: "baidu", "A map of Baidu's static maps",
            MapService.query(BaiduDialect.request)),
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
        .get("/wms", "askWMS", .ogc, "WMS 1.1.1 and 1.3.0", types: wms, MapService.wms),
        .get(
            "/wmts", "askWMTS", .ogc, "WMTS 1.0.0: capabilities, and tiles by parameters", types: rasters + xml,
            MapService.wmtsTile),
        .get(
            "/wmts/1.0.0/WMTSCapabilities.xml", "getWMTS", .ogc, "WMTS capabilities of all styles", types: xml,
            MapService.wmts),
        .post("/wms", "postWMS", .ogc, "The same with parameters in the body", types: wms, MapService.wms),
    ]

    /// What clients of Mapbox ask for besides images.
    private static let vendorTiles: [Route] = [
        .get(
            "/styles/v1/{user}/{style}", "getMapboxStyle", .dialects, name: "mapbox", "A style, as Mapbox has it",
            types: json, MapService.mapboxStyleJSON),
        .get(
            "/styles/v1/{user}/{style}/sprite{file}", "getMapboxSprite", .dialects, name: "mapbox",
            "A file of a style's sprite, as Mapbox has it", types: sprites, MapService.mapboxSprite),
        .get(
            "/styles/v1/{user}/{style}/tiles/{z}/{x}/{y}", "getMapboxTile", .dialects, name: "mapbox",
            "A tile of Mapbox's Static Tiles API", types: rasters, MapService.mapboxTile),
        .get(
            "/styles/v1/{user}/{style}/tiles/{size}/{z}/{x}/{y}", "getSizedMapboxTile", .dialects, name: "mapbox",
            "The same with a size", types: rasters, MapService.mapboxTile),
        .get(
            "/fonts/v1/{user}/{fontstack}/{range}.pbf", "getMapboxGlyphs", .dialects, name: "mapbox",
            "Glyphs of a font, as Mapbox has them", types: glyphs, MapService.mapboxGlyphs),
    ]

    /// What clients of Martin ask for besides images. The sources are the last that a path may mean.
    private static let martin: [Route] = [
        .get(
            "/catalog", "getMartinCatalog", .dialects, name: "martin", "What there is, as Martin lists it", types: json,
            MapService.martinCatalog),
        .get(
            "/style/{id}", "getMartinStyle", .dialects, name: "martin", "A style, as Martin has it", types: json,
            MapService.martinStyle),
        .get(
            "/sprite/{file}", "getMartinSprite", .dialects, name: "martin", "A file of a style's sprite",
            types: sprites, MapService.martinSprite),
        .get(
            "/font/{fontstack}/{range}", "getMartinGlyphs", .dialects, name: "martin", "Glyphs of a font",
            types: glyphs, MapService.martinGlyphs),
        .get(
            "/{source}/{z}/{x}/{y}", "getMartinTile", .dialects, name: "martin", "A tile of a source of Martin",
            types: ["application/x-protobuf", "application/vnd.maplibre-tile"] + rasters, MapService.martinTile),
        .get(
            "/{source}", "getMartinSource", .dialects, name: "martin", "TileJSON of a source of Martin", types: json,
            MapService.martinSource),
    ]

    /// Styles, and tiles that are drawn in them.
    private static let styles: [Route] = [
        .get(
            "/styles/{id}.json", "getStyleTileJSON", .styles, "TileJSON of a style's tiles", types: json,
            MapService.styleTileJSON),
        .get(
            "/styles/{id}/style.json", "getStyle", .styles, "A style, with addresses of this server", types: json,
            MapService.styleJSON),
        .get("/styles/{id}/wmts.xml", "getWMTSCapabilities", .styles, "WMTS capabilities", types: xml, MapService.wmts),
        .get(
            "/styles/{id}/wmts", "getWMTSTile", .styles, name: "tiles", "WMTS with parameters", types: rasters + xml,
            MapService.wmtsTile),
        .get(
            "/styles/{id}/sprite{file}", "getSprite", .styles, "A file of a style's sprite", types: sprites,
            MapService.onlySprite),
        .get(
            "/styles/{id}/sprite/{file}", "getNamedSprite", .styles, "A file of one of several sprites", types: sprites,
            MapService.namedSprite),
        .get(
            "/styles/{id}/{size}.json", "getSizedTileJSON", .styles,
            "TileJSON of tiles of a size; size and style may also change places, as in TileServer GL", types: json,
            MapService.styleTileJSON),
        .get(
            "/styles/{id}/{z}/{x}/{y}.{format}", "getTile", .styles, name: "tiles", "A tile that is drawn",
            types: rasters, MapService.tile),
        .get(
            "/styles/{id}/{size}/{z}/{x}/{y}.{format}", "getSizedTile", .styles, name: "tiles", "A tile of a size",
            types: rasters, MapService.tile),
    ]

    /// Archives, glyphs and files.
    private static let data: [Route] = [
        .get(
            "/data/{id}.json", "getDataTileJSON", .data, "TileJSON of an archive", types: json,
            MapService.dataTileJSON),
        .get(
            "/data/{id}/elevation/{z}/{x}/{y}", "getElevation", .data,
            "The elevation at a coordinate, or in the middle of a tile", types: json, MapService.elevation),
        .post(
            "/data/{id}/elevation", "getElevations", .data, "The elevations at a list of coordinates", types: json,
            MapService.elevations),
        .get(
            "/data/{id}/{z}/{x}/{y}.{format}", "getDataTile", .data, "A tile of an archive",
            types: [
                "application/x-protobuf", "application/vnd.maplibre-tile", "application/geo+json",
                "application/octet-stream",
            ] + rasters + ["image/avif"], MapService.dataTile),
        .get(
            "/fonts/{fontstack}/{range}.pbf", "getGlyphs", .data, "Glyphs of a font", types: glyphs, MapService.glyphs),
        .get(
            "/files/{path...}", "getFile", .data, "A file of the configuration's folder",
            types: ["application/octet-stream", "application/json", "application/geo+json", "image/png", "image/jpeg"],
            MapService.files),
    ]

    private static let json = ["application/json"]
    static let images = ["image/png", "image/jpeg", "image/webp", "image/svg+xml", "application/pdf"]
    private static let sprites = ["application/json", "image/png"]
    static let rasters = ["image/png", "image/jpeg", "image/webp"]
    private static let xml = ["text/xml", "application/xml"]
    private static let glyphs = ["application/x-protobuf"]
    private static let wms =
        rasters + [
            "text/xml", "application/vnd.ogc.wms_xml", "application/json", "text/plain", "text/html",
            "application/geo+json",
        ]
}
