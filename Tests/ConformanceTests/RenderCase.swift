// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// A case of the render suite: a style, a view, and the images that it may be drawn as.
struct RenderCase: Decodable, Sendable {
    let id: String
    let style: String
    let expected: [String]
    /// Points.
    let width: Double
    /// Points.
    let height: Double
    let pixelRatio: Double
    /// Longitude, latitude.
    let center: [Double]
    let zoom: Double
    let bearing: Double
    /// Degrees; nil for flat maps.
    let pitch: Double?
    let roll: Double?
    /// From the lower edge to the upper one, in degrees.
    let fov: Double?
    /// The share of pixels that may differ.
    let allowed: Double
    /// How different two pixels must be to count.
    let threshold: Double
    /// What MapLibre Native does on the case: "same", "near" or "differs".
    let native: String

    /// The cases in a folder of the shared data.
    static func all(in folder: String) throws -> [RenderCase] {
        let index = SharedData.path("\(folder)/index.json")
        return try JSONDecoder().decode([RenderCase].self, from: Data(contentsOf: URL(filePath: index)))
    }
}
