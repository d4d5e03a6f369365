// SPDX-License-Identifier: MIT
import Foundation
import StaticMap

/// Draws the hotels of Helsinki: `swift run CityMap map.png`
@main struct CityMap {
    static func main() async throws {
        let square = Coordinate(latitude: 60.1711, longitude: 24.9442)

        var scene = Scene(size: Size(width: 600, height: 400), scale: 2)
        scene.camera = .fit(padding: 40)
        scene.annotations = Hotel.all.map { pin(for: $0, isSelected: $0.id == "seurahuone") }
        scene.add(.marker("Railway Square", at: square, tint: .systemBlue))
        scene.add(.circle(center: square, radius: 200, strokeColor: .systemBlue, lineWidth: 1))
        scene.add(.scaleBar)

        let map = try await MapRenderer().render(scene)
        for warning in map.warnings { print(warning) }

        let file = URL(filePath: CommandLine.arguments.dropFirst().first ?? "map.png")
        try map.write(to: file)
        print("\(file.path): \(map.width)×\(map.height)")
        let point = map.point(for: square)
        print("Railway Square is at \(Int(point.x)), \(Int(point.y)) points")
    }

    /// A pin; the selected one is purple, and its callout is open.
    private static func pin(for hotel: Hotel, isSelected: Bool) -> Annotation {
        let callout = Callout(subtitle: "from €\(hotel.price)", right: .button(.detailDisclosure))
        return .pin(
            hotel.name, at: hotel.coordinate, tint: isSelected ? .systemPurple : .systemGreen,
            callout: isSelected ? callout : nil, id: hotel.id)
    }
}
