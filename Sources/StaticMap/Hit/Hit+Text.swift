// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapPlane

extension Hit {
    /// The hit as JSON on one line, as `staticmap hit` prints it.
    public var json: String {
        JSONNode.members([
            "target": target.map(JSONNode.text) ?? .text("map"), "vertex": vertex.map(JSONNode.count),
            "id": id.map(JSONNode.text), "title": title.map(JSONNode.text), "alt": alt.map(JSONNode.text),
            "href": href.map(JSONNode.text), "all": .list(all.map(JSONNode.text)), "point": .point(point),
            "coordinate": showsGround ? .coordinate(coordinate) : .null,
            "ground": showsGround ? nil : JSONNode(.bool(false)), "coordinateSystem": coordinateSystem.node,
        ]).line
    }
}
