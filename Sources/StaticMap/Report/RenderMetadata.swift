// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapLayout
import MapScene

/// What is known of a picture beside its pixels.
struct RenderMetadata: Sendable {
    var format = OutputFormat.png
    var datum = SceneDatum((.wgs84, .wgs84))
    var omissions: [Omission] = []
    /// Which annotations stand together.
    var clusters: [(id: String, members: [String])] = []
    /// Names of fonts, sorted.
    var fonts: [String] = []
    /// Tiles that an archive should have and has not.
    var missingTiles: [MissingTile] = []
    /// The highest zoom for which the base map has data in the view; nil when that is not known.
    var dataZoom: Int?
    /// The tracks of each fog, from which what it has cleared is found when somebody asks: that takes a while.
    var fogs: [(target: String, tracks: [ExploredTrack])] = []
}

extension MapRenderer.OpenedMap {
    /// What is known of the map once it is drawn.
    func metadata(of drawing: Drawing, _ format: OutputFormat) -> RenderMetadata {
        let maskedFills = FogLayout(viewport: input.viewport, overlays: input.overlays)
        let fogs = input.overlays.enumerated().compactMap { index, overlay -> (String, [ExploredTrack])? in
            guard case .fog(let fog) = overlay.content else { return nil }
            return (overlay.path(at: index), maskedFills.exploredTracks(fog))
        }
        return RenderMetadata(
            format: format, datum: SceneDatum(systems), omissions: drawing.omissions, clusters: drawing.clusters,
            fonts: drawing.fontNames,
            missingTiles: tileLog.all, dataZoom: dataZoom?.zoom, fogs: fogs)
    }
}

/// A tile that is missing in an archive that should contain it.
public struct MissingTile: Hashable, Sendable {
    /// The archive's name in the scene or the style.
    public var archive: String
    /// The tile as z/x/y, such as "14/8299/5636".
    public var tile: String
}

/// The area that a fog of the scene has cleared, on the ground.
public struct ExploredFog: Hashable, Sendable {
    /// The fog's path, such as `overlay/fog`.
    public var target: String
    /// The area within reach of any of its tracks, whether or not it is visible, in square kilometres.
    public var squareKilometers: Double
}
