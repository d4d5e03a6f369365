// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import TestSupport

/// A view of a whole style that another program has drawn.
struct ReferenceView: Decodable, Sendable {
    let image: String
    private let style: String
    private let center: [Double]
    private let zoom: Double
    private let bearing: Double
    private let width: Double
    private let height: Double
    private let scale: Double
    private let pitch: Double?
    private let projection: String?

    enum CodingKeys: String, CodingKey {
        case image = "picture"
        case style, center, zoom, bearing, width, height, scale, pitch, projection
    }

    /// The perceived distance from which a pixel differs, as in most of MapLibre's render tests.
    static let perceived = 0.1285

    /// True for views that are more than flat maps.
    var isSpatial: Bool { (pitch ?? 0) > 0 || projection == "globe" }

    /// The views whose images lie in a folder of the shared data.
    static func all(in folder: String) throws -> [ReferenceView] {
        let index = try Data(contentsOf: URL(filePath: "\(SharedData.path("data"))/\(folder)/index.json"))
        return try JSONDecoder().decode([ReferenceView].self, from: index)
    }

    /// Our map beside the image in a folder of the shared data.
    func compared(in folder: String, _ renderer: MapRenderer) throws -> ImageComparison {
        let data = SharedData.path("data")
        var scene = Scene(size: Size(width: width, height: height), scale: scale)
        scene.basemap = BaseMap(style: .file("\(data)/\(style)"))
        scene.basemap.projection = projection.flatMap(BaseMap.Projection.init)
        scene.camera = Camera(
            .center(Coordinate(latitude: center[1], longitude: center[0]), zoom: zoom), bearing: bearing)
        scene.camera.tilt.pitch = pitch ?? 0
        scene.attribution = .hidden
        let actual = try decodeImage(renderer.render(scene).bytes, maxPixels: 1 << 26)
        let png = try Data(contentsOf: URL(filePath: "\(data)/\(folder)/\(image)"))
        return ImageComparison(
            expected: try decodeImage([UInt8](png), maxPixels: 1 << 26), actual: actual,
            tolerance: ImageTolerance(.perceived(Self.perceived)))
    }
}
