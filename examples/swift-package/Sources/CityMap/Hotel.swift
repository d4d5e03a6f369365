// SPDX-License-Identifier: MIT
import StaticMap

/// What an app knows about a hotel.
struct Hotel {
    var id: String
    var name: String
    var price: Int
    var coordinate: Coordinate

    static let all = [
        Hotel(
            id: "kamp", name: "Kämp", price: 289, coordinate: Coordinate(latitude: 60.1681, longitude: 24.9467)),
        Hotel(
            id: "seurahuone", name: "Seurahuone", price: 174,
            coordinate: Coordinate(latitude: 60.1702, longitude: 24.9424)),
        Hotel(
            id: "arthur", name: "Arthur", price: 119, coordinate: Coordinate(latitude: 60.1727, longitude: 24.9477)),
    ]
}
