// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
package import MapGeo
package import MapGeometry

extension Scene {
    /// Solves the camera: what the image shows, to the pixel.
    ///
    /// All framings work on the part of the image that neither `contentInsets` nor `padding` takes; its middle is the
    /// view's focus.
    ///
    /// - Parameters:
    ///   - extent: what an annotation covers, in points relative to its coordinate; asked by fitting cameras only.
    ///   - covered: what decorations and attribution cover in a viewport, in points; asked by fits without padding.
    ///   - projection: that of the style, for a scene that names none.
    ///   - reporter: takes errors, and warnings about zooms that were clamped.
    /// - Returns: nil when an error was reported.
    package func viewport(
        extent: (Annotation) -> Rect, covered: (Viewport) -> [Rect] = { _ in [] },
        projection: MapProjection = .mercator, _ reporter: SceneReporter
    ) -> Viewport? {
        guard let frame = frame(projection, reporter), let zooms = camera.zoomLimits(reporter),
            var viewport = viewport(in: frame.forFraming, zooms, extent, covered, reporter)
        else { return nil }
        guard viewport.perspective?.projected?.isTooWide != true else {
            reporter.report(
                "camera", code: .cameraBeyondProjection,
                message: "the camera sees parts of the Earth that the projection "
                    + "\(quoted(basemap.projection?.rawValue ?? "")) is not for",
                hint: "look from nearer by, or take \"equalEarth\", \"robinson\" or \"globe\"")
            return nil
        }
        if let mapScale = camera.mapScale {
            guard isToScale(viewport, mapScale, reporter) else { return nil }
            viewport = frame.viewportTrueToScale(center: camera.center ?? viewport.center, mapScale)
            if camera.center == nil { warnIfCut(viewport, mapScale, to: frame.content, extent, reporter) }
            viewport.content = frame.content
            return viewport
        }
        if frame != frame.forFraming {
            viewport = frame.viewportWithinWorld(center: viewport.center, zoom: viewport.zoom)
        }
        if let center = camera.center { viewport = frame.viewportWithinWorld(center: center, zoom: viewport.zoom) }
        viewport.content = frame.content
        return viewport
    }

    /// Reports what has no scale: tilted cameras and globes.
    private func isToScale(_ viewport: Viewport, _ mapScale: Double, _ reporter: SceneReporter) -> Bool {
        guard Camera.mapScales.contains(mapScale) else {
            let (low, high) = (formatted(Camera.mapScales.lowerBound), formatted(Camera.mapScales.upperBound))
            reporter.report(
                "camera", "mapScale", code: .cameraNotToScale,
                message: "expected a scale from 1:\(low) to 1:\(high), found 1:\(formatted(mapScale))")
            return false
        }
        let zoom = MapScale.zoom(mapScale, at: viewport.center.latitude)
        let isGlobe = viewport.projection.globeBlend(atZoom: zoom) > 0
        guard !camera.tilt.isFlat || isGlobe else { return true }
        reporter.report(
            "camera", "mapScale", code: .cameraNotToScale,
            message: isGlobe
                ? "a globe has no scale: it shrinks towards its edge"
                : "a tilted map has no scale: it shrinks towards its horizon",
            hint: isGlobe
                ? "\"projection\": \"mercator\" in the base map, or a \"zoom\""
                : "leave out pitch and roll, or give a \"zoom\"")
        return false
    }

    /// Warns of what the camera frames where a map of a scale has no room for it.
    private func warnIfCut(
        _ viewport: Viewport, _ mapScale: Double, to content: Rect, _ extent: (Annotation) -> Rect,
        _ reporter: SceneReporter
    ) {
        guard let framing = answeredFraming(reporter) else { return }
        // A point less is hardly seen, and what sizes may be rounded by.
        let room = content.inset(by: -1)
        let isSeen: Bool
        if case .fit(let content) = framing {
            isSeen = fitItems(of: content, extent).allSatisfy {
                room.union($0.extent.offset(by: viewport.point(for: $0.coordinate))) == room
            }
        } else if viewport.projection.cartographic == nil,
            let sides = framing.points(atScale: mapScale, bearing: viewport.bearing)
        {
            isSeen = sides.width <= room.width && sides.height <= room.height
        } else {
            return
        }
        guard !isSeen else { return }
        reporter.report(
            "camera", "mapScale", severity: .warning, code: .cameraIncompleteFit,
            message: "not all that the camera frames is seen at the scale 1:\(formatted(mapScale))",
            hint: "a larger image, less padding or a larger \"mapScale\" gives it room")
    }

    private func viewport(
        in frame: ViewportFrame, _ zooms: ClosedRange<Double>, _ extent: (Annotation) -> Rect,
        _ covered: (Viewport) -> [Rect], _ reporter: SceneReporter
    ) -> Viewport? {
        guard let framing = answeredFraming(reporter) else { return nil }
        guard camera.isFinite(framing) else {
            reporter.report("camera", code: .sceneNotFinite, message: "expected finite numbers")
            return nil
        }
        guard framing.hasExtent else {
            reporter.report(
                "camera", code: .cameraEmptyRegion, message: "expected a region or box with a height and a width")
            return nil
        }
        let fitted: FittedViewport
        switch framing {
        case .center(let center, let zoom):
            return centered(center, zoom, in: frame, zooms, reporter)
        case .lookingAt(let center, let distance):
            let zoom = frame.zoomLevel(distance: distance, latitude: center.latitude)
            return centered(center, zoom, in: frame, zooms, reporter)
        case .followUser(let zoom):
            guard let user = userLocation, user.coordinate.isFinite else {
                reporter.report("userLocation", code: .sceneNotFinite, message: "expected finite coordinates")
                return nil
            }
            return centered(user.coordinate, zoom, in: frame, zooms, reporter)
        case .region(let center, let span):
            fitted = frame.viewport(showing: span, around: center, zooms: Camera.zooms)
        case .distance(let center, let latitudinal, let longitudinal):
            let span = CoordinateSpan(
                latitudinalMeters: latitudinal, longitudinalMeters: longitudinal, around: center)
            fitted = frame.viewport(showing: span, around: center, zooms: Camera.zooms)
        case .bounds(let box):
            fitted = frame.viewport(showing: box, zooms: Camera.zooms)
        case .fit(let content):
            return fit(content, in: frame, zooms, extent, covered, reporter)
        }
        if let zoom = camera.zoom { return centered(fitted.viewport.center, zoom, in: frame, zooms, reporter) }
        if framing.spansWorld, camera.minZoom == nil, !fitted.viewport.isCurved,
            fitted.viewport.zoom < frame.fillingZoom
        {
            // Rather than to repeat the world beside itself or to end it in bars, its edges are cropped.
            let zoom = max(zooms.lowerBound, min(zooms.upperBound, frame.fillingZoom))
            return frame.viewportWithinWorld(center: fitted.viewport.center, zoom: zoom)
        }
        return clamp(fitted.viewport, to: zooms, in: frame, reporter)
    }

    /// What the camera frames, or what it falls back to when that is not there.
    private func answeredFraming(_ reporter: SceneReporter) -> Camera.Framing? {
        switch (camera.framing, camera.fallback) {
        case (.fit(let content), .some(let fallback)) where !hasContent(content): return fallback
        case (.followUser, .some(let fallback)) where userLocation == nil: return fallback
        case (.followUser, nil) where userLocation == nil:
            reporter.report(
                "camera", "follow", code: .cameraNoUser, message: "there is no user to follow",
                hint: "give the scene a \"userLocation\", or the camera a \"default\"")
            return nil
        default: return camera.framing
        }
    }

    /// True when a fit to this has something to show.
    package func hasContent(_ content: Camera.Content) -> Bool {
        switch content {
        case .all: !annotations.isEmpty || userLocation != nil || overlays.contains { !$0.fitItems.isEmpty }
        case .ids(let ids):
            annotations.contains { $0.isNamed(by: Set(ids)) }
                || overlays.contains { ($0.id.map(ids.contains) ?? false) && !$0.fitItems.isEmpty }
        }
    }

    private func centered(
        _ center: Coordinate, _ zoom: Double, in frame: ViewportFrame, _ zooms: ClosedRange<Double>,
        _ reporter: SceneReporter
    ) -> Viewport {
        let clamped = max(zooms.lowerBound, min(zooms.upperBound, zoom))
        if clamped != zoom { warn(asked: zoom, got: clamped, reporter) }
        return frame.viewportWithinWorld(center: center, zoom: clamped)
    }

    /// What a fit frames, but for the user's location, which belongs to all.
    private func fitted(by content: Camera.Content) -> (annotations: [Annotation], overlays: [Overlay]) {
        guard case .ids(let ids) = content else { return (annotations, overlays) }
        let wanted = Set(ids)
        return (
            annotations.filter { $0.isNamed(by: wanted) },
            overlays.filter { $0.id.map(wanted.contains) ?? false }
        )
    }

    private func fitItems(of content: Camera.Content, _ extent: (Annotation) -> Rect) -> [FitItem] {
        let (seen, areas) = fitted(by: content)
        var items =
            seen.map { FitItem(coordinate: $0.coordinate, extent: extent($0)) } + areas.flatMap(\.fitItems)
        if case .all = content, let user = userLocation {
            items.append(FitItem(coordinate: user.coordinate, extent: Rect(minX: -12, minY: -12, maxX: 12, maxY: 12)))
        }
        return items
    }

    /// How far apart the things that the camera fits are in a view, in points: the longer side of the box around them, without
    /// the size of icons and labels. 0 for a single place.
    package func spreadOfContent(in viewport: Viewport) -> Double {
        guard case .fit(let content) = camera.framing else { return 0 }
        let (seen, areas) = fitted(by: content)
        var places = seen.map(\.coordinate) + areas.flatMap(\.fitItems).map(\.coordinate)
        if case .all = content, let user = userLocation { places.append(user.coordinate) }
        let box = places.reduce(into: Rect.null) { $0.extend(to: viewport.point(for: $1)) }
        return max(0, box.width, box.height)
    }

    private func fit(
        _ content: Camera.Content, in frame: ViewportFrame, _ zooms: ClosedRange<Double>,
        _ extent: (Annotation) -> Rect, _ covered: (Viewport) -> [Rect], _ reporter: SceneReporter
    ) -> Viewport? {
        let (seen, areas) = fitted(by: content)
        guard seen.allSatisfy({ $0.coordinate.isFinite }) else {
            reporter.report("annotations", code: .sceneNotFinite, message: "expected finite coordinates")
            return nil
        }
        guard areas.allSatisfy(\.isFinite) else {
            reporter.report("overlays", code: .sceneNotFinite, message: "expected finite coordinates")
            return nil
        }
        if case .all = content, let user = userLocation, !user.coordinate.isFinite {
            reporter.report("userLocation", code: .sceneNotFinite, message: "expected finite coordinates")
            return nil
        }
        let fit = ContentFit(
            items: fitItems(of: content, extent), zooms: fitZooms(zooms),
            fillsOutput: camera.minZoom == nil && camera.zoom == nil)
        let hasMargin = camera.padding == nil && camera.zoom == nil
        let solved = hasMargin ? fit.viewportWithMargin(in: frame, covered) : fit.viewport(in: frame)
        guard var fitted = solved else {
            reporter.report(
                "camera", code: .cameraNothingToFit, message: "there is nothing to fit",
                hint: "add annotations or overlays, or give the camera a center, a region or bounds")
            return nil
        }
        if let zoom = camera.zoom { return centered(fitted.viewport.center, zoom, in: frame, zooms, reporter) }
        if !fitted.showsAll {
            let zoom = fit.completeZoom(in: frame).map { (10 * $0).rounded(.down) / 10 }
            reporter.report(
                "camera", "fit", severity: .warning, code: .cameraIncompleteFit,
                message: zoom == nil
                    ? "not all that is to be fitted is seen as a whole"
                    : "not all that is to be fitted is seen as a whole at the zoom at which the world fills the image",
                hint: fitted.viewport.isGlobe
                    ? "a globe shows less than half of the Earth"
                    : zoom.map { "\"minZoom\": \(hundredths($0)) shows all of it, and more than one world" }
                        ?? "a larger image, less padding or a smaller minZoom gives it room")
        }
        let whole = fitted.viewport.zoom.rounded(.down)
        if camera.snapZoom == true, zooms.contains(whole), fitted.viewport.zoom - whole > 1e-9 {
            fitted.viewport = frame.viewport(center: fitted.viewport.center, zoom: whole)
        }
        return fitted.viewport
    }

    /// A zoom that the camera asks for, or those that a fit may choose from.
    private func fitZooms(_ zooms: ClosedRange<Double>) -> ClosedRange<Double> {
        if let zoom = camera.zoom {
            let clamped = max(zooms.lowerBound, min(zooms.upperBound, zoom))
            return clamped...clamped
        }
        guard camera.maxZoom == nil else { return zooms }
        return zooms.lowerBound...max(zooms.lowerBound, min(zooms.upperBound, Camera.fitMaxZoom))
    }

    /// The same view at the nearest zoom that the camera allows.
    private func clamp(
        _ viewport: Viewport, to zooms: ClosedRange<Double>, in frame: ViewportFrame, _ reporter: SceneReporter
    ) -> Viewport {
        let zoom = max(zooms.lowerBound, min(zooms.upperBound, viewport.zoom))
        guard zoom != viewport.zoom else { return viewport }
        warn(asked: viewport.zoom, got: zoom, reporter)
        return frame.viewport(center: viewport.center, zoom: zoom)
    }

    private func warn(asked: Double, got: Double, _ reporter: SceneReporter) {
        let limit = got > asked ? "minZoom" : "maxZoom"
        reporter.report(
            "camera", limit, severity: .warning, code: .cameraClampedZoom,
            message: "the zoom \(hundredths(asked)) was clamped to the \(limit) \(hundredths(got))")
    }

    /// The direction that points up: the user's heading for a camera that follows it.
    private func bearing(_ reporter: SceneReporter) -> Double {
        guard camera.followsHeading, case .followUser = camera.framing, let user = userLocation else {
            return camera.bearing
        }
        if let heading = user.heading, heading.isFinite { return heading }
        reporter.report(
            "camera", "follow", severity: .warning, code: .cameraNoHeading,
            message: "the user has no heading to follow; the map is not turned",
            hint: "give the \"userLocation\" a \"heading\"")
        return camera.bearing
    }

    /// Size, scale, bearing and what is left of the image, checked.
    private func frame(_ projection: MapProjection, _ reporter: SceneReporter) -> ViewportFrame? {
        guard let size else {
            reporter.report(
                "size", code: .sceneMissingSize, message: "the image has no size", hint: "\"size\": [600, 400]")
            return nil
        }
        let sides = 1...Scene.longestSide
        guard Scene.scales.contains(scale), sides.contains(size.width * scale), sides.contains(size.height * scale)
        else {
            reporter.report(
                "size", code: .sceneTooLarge,
                message: "expected an image from 1 to \(hundredths(Scene.longestSide)) pixels wide and high, found "
                    + "\(hundredths(size.width)) x \(hundredths(size.height)) points at scale \(hundredths(scale))")
            return nil
        }
        guard let insets = mapInsets(reporter) else { return nil }
        let padding = (camera.padding ?? Padding()).insets(in: size)
        let content = Rect(
            minX: insets.left + padding.left, minY: insets.top + padding.top,
            maxX: size.width - insets.right - padding.right, maxY: size.height - insets.bottom - padding.bottom)
        guard content.width >= 1, content.height >= 1, Rect(size: size).contains(content) else {
            let culprit = camera.contentInsets == EdgeInsets() ? "padding" : "contentInsets"
            reporter.report(
                "camera", culprit, code: .cameraNoRoom,
                message: "padding and insets leave nothing of the image's "
                    + "\(hundredths(size.width)) x \(hundredths(size.height)) points")
            return nil
        }
        guard camera.bearing.isFinite else {
            reporter.report("camera", "bearing", code: .sceneNotFinite, message: "expected a finite number")
            return nil
        }
        let tilt = camera.tilt
        guard Tilt.pitches.contains(tilt.pitch), Tilt.fieldsOfView.contains(tilt.verticalFieldOfView),
            tilt.roll.isFinite
        else {
            reporter.report(
                "camera", code: .cameraInvalidTilt,
                message:
                    "expected a pitch from 0 to 180, a vertical field of view from 1 to 150 and a finite roll, found "
                    + "\(hundredths(tilt.pitch)), \(hundredths(tilt.verticalFieldOfView)) and \(hundredths(tilt.roll))")
            return nil
        }
        guard let projection = solvedProjection(projection, reporter) else { return nil }
        return ViewportFrame(
            size: size, scale: scale, bearing: bearing(reporter), content: content, tilt: tilt,
            projection: projection)
    }
}

extension Scene {
    /// What of the image is not for what the camera frames: its own insets, and all of a page around the map.
    package func mapInsets(_ reporter: SceneReporter) -> EdgeInsets? {
        guard page != nil, let size else { return camera.contentInsets }
        guard let geometry = mapFrame(in: size) else {
            reporter.report(
                "page", code: .pageNoRoom, message: "the page leaves no room for a map",
                hint: "a larger size, a smaller margin, or fewer parts")
            return nil
        }
        var insets = camera.contentInsets
        insets.left += geometry.map.minX
        insets.top += geometry.map.minY
        insets.right += size.width - geometry.map.maxX
        insets.bottom += size.height - geometry.map.maxY
        return insets
    }

    /// The map's part of the image, in points; nil where the image is the map.
    package var mapFrame: PageGeometry? { size.flatMap { mapFrame(in: $0) } }

    /// The same for an image of a size.
    package func mapFrame(in size: Size) -> PageGeometry? {
        let hasMetricGrid = overlays.contains { overlay in
            if case .graticule(let graticule) = overlay.content { graticule.grid != .degrees } else { false }
        }
        return page.flatMap { PageGeometry($0, size: size, hasMetricGrid: hasMetricGrid) }
    }
}

extension Scene {
    /// How the Earth is shown.
    ///
    /// - Parameters:
    ///   - styles: what the style says.
    ///   - reporter: takes what is wrong.
    /// - Returns: nil when an error was reported.
    fileprivate func solvedProjection(_ styles: MapProjection, _ reporter: SceneReporter) -> MapProjection? {
        if let plane = basemap.plane { return .cartographic(plane) }
        guard let projection = basemap.projection else { return styles }
        do throws(Diagnostic) {
            let solved = try projection.inViews
            guard solved.cartographic == nil || camera.tilt.isFlat else {
                reporter.report(
                    "camera", code: .cameraInvalidTilt,
                    message: "a map in the projection \(quoted(projection.rawValue)) is seen from straight above",
                    hint: "leave out pitch and roll, or the projection")
                return nil
            }
            return solved
        } catch {
            reporter.report(
                "basemap", "projection", code: error.code, message: error.message, hint: error.hint)
            return nil
        }
    }
}

extension Camera.Framing {
    /// True for a region or box that goes around the Earth.
    fileprivate var spansWorld: Bool {
        switch self {
        case .region(_, let span): span.longitudeDelta >= 359.999
        case .bounds(let box): box.east - box.west >= 359.999
        default: false
        }
    }
}

extension Annotation {
    /// True for an annotation of one of these names, and for a place of a data overlay that has one of them.
    fileprivate func isNamed(by ids: Set<String>) -> Bool {
        if let id { return ids.contains(id) }
        guard let path, path.hasPrefix("overlay/") else { return false }
        return ids.contains { path.hasPrefix(targetPath("overlay", $0) + "/") }
    }
}
