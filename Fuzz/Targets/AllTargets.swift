// SPDX-License-Identifier: MIT

extension FuzzTarget {
    /// All targets, in the order in which data goes through the program.
    package static let all: [FuzzTarget] = [
        json, jsonLines, scene, style, expression, sprite, geojson, gpx, kml, topojson, wellKnownText, wellKnownBinary,
        geopackage, flatGeobuf, shapefile, csv, polyline, osm, pmtiles, pmtilesDirectory, mbtiles, geotiff, compression,
        zip,
        mvt, schema, mlt, glyphs,
        image,
        svg, dialect, headers, configuration, map, madeScene, request, batchRows, archiveVerbs,
    ]

    package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
