// SPDX-License-Identifier: MIT
public import MapGeo

extension Camera {
    /// Creates a camera that is centered on a coordinate.
    ///
    /// - Parameters:
    ///   - center: the coordinate in the middle.
    ///   - zoom: MapLibre's zoom, within `Camera.zooms`; at 0 the world is 512 points wide.
    ///   - bearing: the direction that points up, in degrees clockwise from north.
    /// - Returns: the camera.
    public static func center(_ center: Coordinate, zoom: Double, bearing: Double = 0) -> Camera {
        Camera(.center(center, zoom: zoom), bearing: bearing)
    }

    /// Creates a camera as `MKMapCamera(lookingAtCenter:fromDistance:pitch:heading:)`.
    ///
    /// - Parameters:
    ///   - center: the coordinate in the middle.
    ///   - distance: from the camera to the center in metres, within `Camera.distances`; see
    ///     `Viewport.centerCoordinateDistance`.
    ///   - pitch: the tilt, in degrees from straight down towards the horizon, within `Tilt.pitches`.
    ///   - heading: the direction that points up, in degrees clockwise from north.
    /// - Returns: the camera.
    public static func looking(
        atCenter center: Coordinate, fromDistance distance: Double, pitch: Double = 0, heading: Double = 0
    ) -> Camera {
        var camera = Camera(.lookingAt(center, fromDistance: distance), bearing: heading)
        camera.tilt.pitch = pitch
        return camera
    }

    /// Creates a camera that shows all of a rectangle of MapKit's map points, as `MKMapView.setVisibleMapRect(_:)`.
    ///
    /// - Parameters:
    ///   - mapRect: the rectangle, in map points.
    ///   - padding: the margin at each side, in points.
    /// - Returns: the camera.
    public static func mapRect(_ mapRect: MapRect, padding: Double = 0) -> Camera {
        .bounds(mapRect.box, padding: padding)
    }

    /// Creates a camera that shows at least a span of degrees, as `MKCoordinateRegion(center:span:)`.
    ///
    /// - Parameters:
    ///   - center: the coordinate in the middle.
    ///   - span: the extent, in degrees.
    /// - Returns: the camera.
    public static func region(center: Coordinate, span: CoordinateSpan) -> Camera {
        Camera(.region(center: center, span: span))
    }

    /// Creates a camera that shows at least a distance, as
    /// `MKCoordinateRegion(center:latitudinalMeters:longitudinalMeters:)`.
    ///
    /// - Parameters:
    ///   - center: the coordinate in the middle.
    ///   - latitudinalMeters: the extent from north to south, in metres on the ground.
    ///   - longitudinalMeters: the extent from west to east, in metres on the ground.
    /// - Returns: the camera.
    public static func region(
        center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double
    ) -> Camera {
        Camera(
            .distance(
                center: center, latitudinalMeters: latitudinalMeters, longitudinalMeters: longitudinalMeters))
    }

    /// Creates a camera that shows all of a box.
    ///
    /// - Parameters:
    ///   - box: the box, in degrees.
    ///   - padding: the margin at each side, in points.
    /// - Returns: the camera.
    public static func bounds(_ box: CoordinateBox, padding: Double = 0) -> Camera {
        Camera(.bounds(box), padding: Padding(.points(padding)))
    }

    /// Creates a camera that shows all annotations, overlays and the user's location, including icons and labels.
    ///
    /// - Parameters:
    ///   - padding: the margin at each side, in points.
    ///   - maxZoom: the largest zoom; nil for `Camera.fitMaxZoom`.
    /// - Returns: the camera.
    public static func fit(padding: Double = 24, maxZoom: Double? = nil) -> Camera {
        Camera(.fit(.all), padding: Padding(.points(padding)), maxZoom: maxZoom)
    }

    /// Creates a camera that shows some of the scene's annotations and overlays.
    ///
    /// - Parameters:
    ///   - ids: the ids of annotations and overlays.
    ///   - padding: the margin at each side, in points.
    ///   - maxZoom: the largest zoom; nil for `Camera.fitMaxZoom`.
    /// - Returns: the camera.
    public static func fit(_ ids: [String], padding: Double = 24, maxZoom: Double? = nil) -> Camera {
        Camera(.fit(.ids(ids)), padding: Padding(.points(padding)), maxZoom: maxZoom)
    }
}
