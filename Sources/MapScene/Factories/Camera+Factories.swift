// SPDX-License-Identifier: MIT
public import MapGeo

extension Camera {
    /// A place in the middle, at MapLibre's zoom: at 0 the world is 512 points wide.
    public static func center(_ center: Coordinate, zoom: Double, bearing: Double = 0) -> Camera {
        Camera(.center(center, zoom: zoom), bearing: bearing)
    }

    /// As `MKCoordinateRegion(center:span:)`: at least so many degrees, the place stays in the middle.
    public static func region(center: Coordinate, span: CoordinateSpan) -> Camera {
        Camera(.region(center: center, span: span))
    }

    /// As `MKCoordinateRegion(center:latitudinalMeters:longitudinalMeters:)`.
    public static func region(
        center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double
    ) -> Camera {
        Camera(
            .distance(
                center: center, latitudinalMeters: latitudinalMeters, longitudinalMeters: longitudinalMeters))
    }

    /// All of a box.
    public static func bounds(_ box: CoordinateBox, padding: Double = 0) -> Camera {
        Camera(.bounds(box), padding: Padding(.points(padding)))
    }

    /// All that the scene puts on the map, with its icons and words, and room around it in points.
    public static func fit(padding: Double = 24, maxZoom: Double? = nil) -> Camera {
        Camera(.fit(.all), padding: Padding(.points(padding)), maxZoom: maxZoom)
    }

    /// The things with these ids.
    public static func fit(_ ids: [String], padding: Double = 24, maxZoom: Double? = nil) -> Camera {
        Camera(.fit(.ids(ids)), padding: Padding(.points(padding)), maxZoom: maxZoom)
    }
}
