// SPDX-License-Identifier: MIT

/// Scenes that draw fast, and some that do not draw.
enum Scenes {
    /// One color: 60 x 40 points, 120 x 80 pixels.
    static let plain = """
        {"version": 1, "size": [60, 40], "scale": 2,
         "basemap": {"style": {"version": 8, "sources": {}, "layers": [
            {"id": "ground", "type": "background", "paint": {"background-color": "#dde8d0"}}]}},
         "camera": {"center": [0, 0], "zoom": 1}}
        """

    static let unknownKey = plain.replacing("\"size\"", with: "\"sise\"")

    /// Five mistakes, each on a line of its own.
    static let fiveMistakes = """
        {
          "version": 2,
          "size": [0, 400],
          "camera": {"center": [60.17, 124.94], "zoom": 3},
          "annotations": [
            {"id": "a", "coordinate": [24.94, 60.17], "colour": "red"},
            {"id": "b", "coordinate": [24.95, 60.17], "view": "pinn"}
          ]
        }
        """
}
