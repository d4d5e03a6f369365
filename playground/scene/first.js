// SPDX-License-Identifier: MIT
/** What a visitor sees first. */
export const firstScene = `{
  "version": 1,
  "size": [640, 440],
  "scale": 2,
  "basemap": "streets",
  "camera": {
    "center": [24.9448, 60.1707], "zoom": 14.8
  },
  "annotations": [
    {
      "id": "station", "title": "Station",
      "coordinate": [24.9398, 60.1713],
      "glyphText": "A", "tint": "#5856D6"
    },
    {
      "id": "cathedral", "view": "pin",
      "coordinate": [24.9498, 60.1701],
      "title": "Cathedral",
      "subtitle": "Open until 18:00",
      "selected": true,
      "callout": {
        "right": {"button": "detailDisclosure"}
      }
    }
  ],
  "overlays": [
    {
      "id": "garden", "type": "circle",
      "center": [24.9467, 60.1723], "radius": 70,
      "fillColor": "#34C75940",
      "strokeColor": "#248A3D", "lineWidth": 2
    },
    {
      "id": "walk", "type": "polyline",
      "lineWidth": 5, "strokeColor": "#FF3B30",
      "casing": true, "arrows": {"spacing": 56},
      "coordinates": [
        [24.9398, 60.1709], [24.9415, 60.1693],
        [24.9444, 60.1686], [24.9478, 60.1688],
        [24.9498, 60.1697]
      ]
    }
  ],
  "decorations": [{"type": "scaleBar"}]
}
`;
