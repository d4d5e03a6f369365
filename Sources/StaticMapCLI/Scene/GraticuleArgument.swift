// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

/// `auto`, or the distance between lines of latitude and longitude in degrees: `10`, or `10,5` with the longitude first.
struct GraticuleArgument: ExpressibleByArgument {
    let json: JSONNode

    init?(argument: String) {
        guard argument != "auto" else {
            json = .members(["type": .text("graticule")])
            return
        }
        guard let degrees = numbers(argument), (1...2).contains(degrees.count),
            degrees.allSatisfy({ (0.0001...180).contains($0) }), (degrees.last ?? 0) <= 90
        else { return nil }
        json = .members([
            "type": .text("graticule"),
            "interval": degrees.count == 1 ? .number(degrees[0]) : .list(degrees.map(JSONNode.number)),
        ])
    }
}
