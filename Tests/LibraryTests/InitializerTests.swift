// SPDX-License-Identifier: MIT
import StaticMap
import Testing

/// Every public property of a scene's values can be given when they are created.
@Suite("Initializers of scenes") struct InitializerTests {
    private let place = Coordinate(latitude: 60, longitude: 24)

    /// The stored properties that two values have alike.
    private func alike<Value>(_ full: Value, _ plain: Value) -> [String] {
        zip(Mirror(reflecting: full).children, Mirror(reflecting: plain).children).compactMap { a, b in
            "\(a.value)" == "\(b.value)" ? a.label : nil
        }
    }

    @Test("of a scene and a camera") func scene() {
        let camera = Camera(
            .followUser(zoom: 3), bearing: 1, padding: Padding(.points(1)), contentInsets: EdgeInsets(top: 1),
            minZoom: 1, maxZoom: 2, zoom: 3, tilt: Tilt(pitch: 10), fallback: .center(place, zoom: 2), snapZoom: true,
            center: place, followsHeading: true, mapScale: 25_000)
        #expect(alike(camera, Camera()) == [])
        let scene = Scene(
            size: Size(width: 1, height: 1), scale: 2, basemap: BaseMap(tiles: ["a"]), camera: camera,
            annotations: [Annotation(at: place)], overlays: [.graticule()], decorations: [.scaleBar],
            userLocation: UserLocation(at: place), attribution: .hidden, selection: .single, clusters: [ClusterStyle()],
            numbering: Numbering(start: 2), appearance: .dark, coordinateSystem: .bd09,
            automaticSide: .height, page: Page(), labels: .best, leaders: true, title: "a", description: "a",
            animation: SceneAnimation(), display: Display(.gray2))
        // What only the package sets.
        #expect(alike(scene, Scene()) == ["tracks", "patterns"])
    }

    @Test("of a base map and its changes") func basemap() throws {
        let json = try InlineJSON(json: "{}")
        let edits = StyleEdits(
            filters: ["a": json], paint: ["a": json], layout: ["a": json], hide: ["a"], show: ["a"],
            sources: ["a": json], layers: [json])
        #expect(alike(edits, StyleEdits()) == [])
        let basemap = BaseMap(
            style: .named("a"), tiles: ["a"], missingTiles: .skip, language: "de", edits: edits, projection: .globe,
            coordinateSystem: .gcj02, recolor: Recoloring(hue: 20), elevation: Elevation(["a"]), worldview: "IN")
        // What only the package sets.
        #expect(alike(basemap, BaseMap()) == ["plane", "furtherEdits"])
        let contours = Contours(interval: 1, index: 5, unit: .feet, color: .systemRed, width: 2, labels: false)
        #expect(alike(contours, Contours()) == [])
        let elevation = Elevation(
            ["a"], encoding: .terrarium, hillshade: .swiss, shadows: true, contours: nil, slopes: .aspect,
            spotHeights: true, exaggeration: 2)
        #expect(alike(elevation, Elevation([])) == [])
    }

    @Test("of annotations") func annotations() {
        let marker = Annotation.Marker(
            tint: .systemRed, glyphText: "a", glyphImage: "a.png", glyphTint: .systemRed, size: .large,
            titleVisibility: .hidden, subtitleVisibility: .hidden, selectedGlyphImage: "b.png")
        #expect(alike(marker, Annotation.Marker()) == [])
        let style = AnnotationTextStyle(
            size: 1, weight: 1, color: .systemRed, halo: .systemRed, haloWidth: 1, box: .systemRed, verticalPadding: 1,
            horizontalPadding: 1, radius: 1, maxWidth: 1, align: .left)
        #expect(alike(style, AnnotationTextStyle()) == [])
        let annotation = Annotation(
            id: "a", at: Coordinate(latitude: 1, longitude: 2), view: .pin(), title: "a", subtitle: "a", alt: "a",
            href: "a", coordinateSystem: .bd09, selected: true, canShowCallout: true, callout: Callout(),
            calloutOffset: Point(1, 1), dragState: .dragging, alpha: 0.5, zPriority: 1, displayPriority: 1,
            collisionMode: .circle, clusteringIdentifier: "a", anchor: Point(1, 1),
            centerOffset: AnnotationOffset(x: .points(1)), rotation: 1, imageScale: 2, properties: ["a": "b"],
            moment: TrackMoment(time: "a"), elevation: .terrain)
        // What only the package sets.
        #expect(alike(annotation, Annotation(at: place)) == ["path", "height", "number", "isListed", "isCluster"])
    }

    @Test("of callouts and clusters") func callouts() {
        let card = CalloutCard(
            icon: "a.png", text: "a", rating: "b.png", padding: 1, maxTextWidth: 1, wrap: .word, background: .systemRed)
        #expect(alike(card, CalloutCard(text: "")) == [])
        let callout = Callout(
            title: "a", subtitle: "a", left: .text("a"), right: .text("a"), detail: CalloutDetail(.text("a")),
            content: card, offset: Point(1, 1), placement: .bottom, overlap: 1, tail: false, appearance: .dark)
        #expect(alike(callout, Callout()) == [])
        let cluster = ClusterStyle(
            for: "a", tint: .systemRed, glyphText: "a", glyphTint: .systemRed, title: "a", subtitle: "a",
            titleVisibility: .hidden, subtitleVisibility: .hidden, selected: true, callout: callout)
        #expect(alike(cluster, ClusterStyle()) == [])
    }

    @Test("of overlays and decorations") func overlays() {
        let line = LineStyle(
            strokeColor: .systemRed, lineWidth: .points(1), lineCap: .butt, lineJoin: .miter, miterLimit: 1,
            lineDashPattern: [1], lineDashPhase: 1, casing: LineStyle.Casing(), strokeStart: 0.1, strokeEnd: 0.9)
        #expect(alike(line, LineStyle()) == [])
        let data = DataOverlay(
            .gpx, .file("b"), style: line, fillColor: .systemRed, layers: ["a"], crs: "a", encoding: "a",
            delimiter: ",", longitude: "a",
            latitude: "a", geometry: "a", colorBy: ColorScale("a"), sizeBy: SizeScale("a"), label: DataLabel("{a}"),
            join: DataJoin("a.csv", key: "a"), flows: Flows(), aggregate: Aggregation(.hexagons),
            track: TrackStyle(ends: true), elevation: .terrain)
        #expect(alike(data, DataOverlay(.geojson, .file("a"))) == [])
        #expect(alike(TrackStyle(units: .imperial, distanceMarks: 1, ends: true, pauses: 60), TrackStyle()) == [])
        #expect(alike(TrackMoment(time: "a", track: "a"), TrackMoment(time: "b")) == [])
        let profile = Profile(
            track: "a", value: .speed, title: "a", size: Size(width: 100, height: 100), hasCard: false)
        #expect(alike(profile, Profile()) == ["data", "cursor"])
        let night = Night(time: "a", until: "b", color: .systemRed, darkness: 0.1, hasTwilight: false)
        #expect(alike(night, Night(time: "c")) == [])
        let tiles = TileOverlay(
            "b", minZoom: 1, maxZoom: 2, overzoom: false, bounds: CoordinateBox(west: 0, south: 0, east: 1, north: 1),
            tileSize: 256, geometryFlipped: true, canReplaceMapContent: true, missingTiles: .overzoom,
            raster: RasterReading(["a"]))
        #expect(alike(tiles, TileOverlay("a")) == ["shift"])
        let raster = RasterReading(["a"], bands: [1], stretch: .percent(2, 98), colors: .palette(.named("viridis")))
        #expect(alike(raster, RasterReading([])) == [])
        let overlay = Overlay(
            .tiles(tiles), id: "a", level: .aboveLabels, alpha: 0.5, coordinateSystem: .bd09, title: "a", alt: "a",
            href: "a", before: "a", blendMode: .multiply, properties: ["a": "b"])
        #expect(alike(overlay, Overlay(.data(data))) == ["feature", "path"])
        let decoration = Decoration(
            .compass(Compass()), id: "a", location: .at(.bottom, margin: Size(width: 1, height: 1)), alt: "a",
            href: "a",
            isVisible: false)
        #expect(alike(decoration, .scaleBar) == [])
    }
}
