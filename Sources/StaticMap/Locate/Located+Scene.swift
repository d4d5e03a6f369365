// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo

extension LocationResolver.Located {
    /// The result as a scene: the location as a selected marker, its neighbors as numbered pins, and a legend.
    ///
    /// - Parameter title: stands above the legend; nil for none.
    /// - Returns: JSON over several lines.
    public func sceneJSON(title: String? = nil) -> String {
        let selection: JSONNode = .members([
            "id": .text("location"), "coordinate": .coordinate(coordinate), "title": place.flatMap { text($0.name) },
            "subtitle": place.flatMap { text($0.address) }, "zPriority": .number(1000),
        ])
        let others = nearby.enumerated().filter { $0.element.place.coordinate != coordinate }
        let pins = others.map { index, neighbor -> JSONNode in
            .members([
                "id": .text("place\(index + 1)"), "coordinate": .coordinate(neighbor.place.coordinate),
                "view": .text("marker"), "glyphText": .text("$num"), "tint": .text("#5a6b7b"),
                "title": text(neighbor.place.name), "subtitle": .text("\(neighbor.distance) m"),
                "titleVisibility": .text("hidden"), "subtitleVisibility": .text("hidden"),
                "displayPriority": .text("required"),
            ])
        }
        let legend: JSONNode = .members(["type": .text("legend"), "title": title.map(JSONNode.text)])
        return JSONNode.members([
            "version": .count(1), "coordinateSystem": coordinateSystem.node,
            "camera": .members(["fit": .text("all"), "padding": .number(24), "maxZoom": .number(16)]),
            "annotations": .list([selection] + pins), "decorations": pins.isEmpty ? nil : .list([legend]),
        ]).lines + "\n"
    }

    private func text(_ text: String) -> JSONNode? { text.isEmpty ? nil : .text(text) }
}
