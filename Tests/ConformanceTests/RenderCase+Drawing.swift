// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import TestSupport

/// Draws cases of the render suite and compares them with what MapLibre draws.
struct CaseDrawing: Sendable {
    /// The suite's folder, and the one with the files that its styles name.
    let folder, assets: String
    /// Takes the images; nil to keep none.
    let sheet: RenderSheet?
    let scratch: ScratchFolder
    let renderer = MapRenderer(
        home: Home(folder: packageRoot.path(percentEncoded: false)), fontFolders: testFontFolders,
        useSystemFonts: false, threads: 1)

    /// The share of pixels that differ; nil when there is no image, or an empty one where there should be something.
    func difference(_ item: RenderCase) throws -> Double? {
        guard let actual = try? draw(item) else { return nil }
        var best: ImageComparison?
        for path in item.expected {
            let expected = try bitmap([UInt8](Data(contentsOf: URL(filePath: "\(folder)/\(path)"))))
            let comparison = ImageComparison(
                expected: expected, actual: actual, tolerance: ImageTolerance(.perceived(item.threshold)))
            guard comparison.sizeProblem == nil else { continue }
            if best.map({ comparison.differingPixels < $0.differingPixels }) ?? true { best = comparison }
        }
        if let sheet, let best {
            try sheet.keep(item.id, best)
        }
        guard let best, !(actual.isBlank && !best.expected.isBlank) else { return nil }
        return best.differingShare
    }

    /// The scene that a user would write to see the style.
    private func draw(_ item: RenderCase) throws -> Bitmap {
        let json = try String(contentsOfFile: "\(folder)/\(item.style)", encoding: .utf8)
            .replacingOccurrences(of: "\"local://", with: "\"file://\(assets)/")
        let style = try scratch.write("\(item.id)/style.json", json)
        var scene = Scene(size: Size(width: item.width, height: item.height), scale: item.pixelRatio)
        scene.basemap = BaseMap(style: .file(style))
        scene.camera = Camera(
            .center(Coordinate(latitude: item.center[1], longitude: item.center[0]), zoom: item.zoom),
            bearing: item.bearing)
        scene.camera.tilt = Tilt(
            pitch: item.pitch ?? 0, roll: item.roll ?? 0,
            verticalFieldOfView: item.fov.flatMap { $0 == Self.usualFieldOfView ? nil : $0 } ?? Tilt.defaultFieldOfView)
        scene.attribution = .hidden
        return try bitmap(renderer.render(scene).bytes)
    }

    /// As the suite rounds it.
    private static let usualFieldOfView = 36.87

    private func bitmap(_ png: [UInt8]) throws -> Bitmap { try decodeImage(png, maxPixels: 1 << 24) }
}

extension Bitmap {
    /// True when all pixels are the same.
    fileprivate var isBlank: Bool { pixels.allSatisfy { $0 == pixels[0] } }
}
