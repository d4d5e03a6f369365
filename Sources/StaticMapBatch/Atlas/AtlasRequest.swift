// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo
import MapGeometry
package import MapScene
package import MapText
package import StaticMap

/// What an atlas is to cover, and how.
package struct AtlasRequest: Sendable {
    /// What the sheets show.
    package enum Area: Sendable {
        case covering(TileRegion)
        case along([Coordinate])
        case at([(center: Coordinate, title: String?)])
    }

    package var area: Area
    /// What neighboring sheets have in common, in points.
    package var overlap = 10 * 96 / 25.4
    /// Whether it begins with a map of all sheets.
    package var hasOverview = false
    /// The layers whose names the index has, as `AtlasOutput.Index` takes them; nil for no index.
    package var index: [String]?
    /// Columns and rows of the squares on each sheet; nil for those of the scene, or where there is an index, 6 by 8.
    package var squares: [Int]?
    package var title: String?

    package init(_ area: Area) { self.area = area }

    /// An atlas that is ready to be drawn.
    package struct LaidOut: Sendable {
        /// Lines of a batch: the overview, if there is one, and the sheets.
        package let lines: [JSONNode]
        package let title: String
        /// Without the overview.
        package let sheets: Int
        fileprivate let page: Page
        fileprivate let size: Size
        fileprivate let index: [String]?

        /// Checks that the words for the index are known, or match layers of the style.
        ///
        /// - Parameters:
        ///   - document: the scene that the sheets are made from.
        ///   - renderer: opens the style.
        /// - Throws: for the first word that is neither, and when the style cannot be opened.
        package func checkIndex(_ document: SceneDocument, _ renderer: MapRenderer) throws(Diagnostic) {
            let known = AtlasOutput.Index.words
            let others = (index ?? []).filter { !known.contains($0) }
            guard !others.isEmpty, let scene = lines.last?["scene"] else { return }
            let ids: [String]
            do throws(RenderError) {
                ids = try renderer.withinLimits { () throws(RenderError) in
                    let sheet = try renderer.document(
                        text: Array(scene.line.utf8), file: document.file, folder: document.folderPath)
                    return try renderer.open(sheet, DiagnosticSink()).layerIDs
                }
            } catch {
                throw error.diagnostics.first ?? Diagnostic(code: .renderFailed, "\(error)")
            }
            for word in others where !ids.contains(where: word.matches) {
                throw Diagnostic(
                    code: .styleUnknownLayer, path: "index", "the style has no layer \(JSONNode.text(word).summary)",
                    hint: didYouMean(word, known) ?? "known are \(known.joined(separator: ", ")), and ids of its layers"
                )
            }
        }

        /// The document that the pages go to, without pages; the path is - for standard output, nil for memory.
        package func document(_ path: String?, fonts: FontLibrary) throws(Diagnostic) -> AtlasOutput {
            try AtlasOutput(
                path, title: title, sheets: sheets,
                index: index.map {
                    AtlasOutput.Index(layers: $0, title: "Index", fonts: fonts, page: page, size: size)
                })
        }
    }

    /// Adds to a scene what its sheets need: a size, and a page with title and squares.
    ///
    /// - Parameters:
    ///   - text: of the scene.
    ///   - hasSize: true where another source gives the size.
    /// - Throws: when the text is no object.
    package func complete(_ text: inout JSONText, hasSize: Bool = false) throws(Diagnostic) {
        if text.root["size"] == nil, text.root["page"]?["size"] == nil, !hasSize {
            try text.set("A4", at: [.key("size")])
        }
        var page = text.root["page"]?.object ?? JSONObject()
        if let title { page.set("title", .text(title)) }
        if let counts = squares ?? (index != nil && page["squares"] == nil ? [6, 8] : nil) {
            page.set("squares", .list(counts.map(JSONNode.count)))
        }
        try text.set(JSONNode(.object(page)), at: [.key("page")])
    }

    /// Lays the sheets out.
    ///
    /// - Parameters:
    ///   - document: the scene of a sheet, which has a page.
    ///   - base: its text as a tree.
    ///   - mostSheets: that are allowed.
    /// - Returns: the scenes of its pages.
    /// - Throws: when it has no scale or no room, or there would be too many sheets.
    package func laidOut(
        _ document: SceneDocument, _ base: JSONNode, mostSheets: Int = .max
    ) throws(Diagnostic) -> LaidOut {
        guard let mapScale = document.scene.camera.mapScale else {
            throw Diagnostic(
                code: .atlasNoScale, file: document.file, "the sheets have no scale",
                hint: "--map-scale 1:25000, or \"mapScale\" in the camera")
        }
        guard let page = document.scene.page, let size = document.scene.size,
            let geometry = document.scene.mapFrame
        else {
            throw Diagnostic(code: .pageNoRoom, file: document.file, "the page leaves no room for a map")
        }
        let format = AtlasPlan.Format(
            map: geometry.map.size, overlap: overlap, mapScale: mapScale,
            plane: AtlasPlane(try document.scene.basemap.cartographicProjection))
        let plan: AtlasPlan =
            switch area {
            case .covering(let region): try AtlasPlan(covering: region, format)
            case .along(let line): try AtlasPlan(along: line, format)
            case .at(let places): try AtlasPlan(at: places, format)
            }
        guard !plan.sheets.isEmpty else {
            throw Diagnostic(code: .atlasNoScale, file: document.file, "no sheet covers anything")
        }
        guard plan.sheets.count <= mostSheets else {
            throw Diagnostic(
                code: .atlasTooLarge,
                "the atlas would have \(plan.sheets.count) sheets; the limit is \(mostSheets)",
                hint: "a smaller scale, larger paper, or a smaller area")
        }
        let scenes = AtlasScenes(base, plan, mapScale: mapScale, title: title ?? page.title)
        return LaidOut(
            lines: (hasOverview ? [scenes.overview] : []) + scenes.sheets, title: title ?? page.title ?? "Atlas",
            sheets: plan.sheets.count, page: page, size: size, index: index)
    }
}
