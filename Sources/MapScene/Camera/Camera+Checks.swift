// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo

extension Camera {
    /// The zooms that the camera allows, checked.
    func zoomLimits(_ reporter: SceneReporter) -> ClosedRange<Double>? {
        let (low, high) = (minZoom ?? Camera.zooms.lowerBound, maxZoom ?? Camera.zooms.upperBound)
        guard low <= high, Camera.zooms.contains(low), Camera.zooms.contains(high) else {
            reporter.report(
                "camera", "minZoom", code: SceneCode.conflictingKeys,
                message: "expected zooms in ascending order, found \(hundredths(low)) "
                    + "and \(hundredths(high))")
            return nil
        }
        return low...high
    }
}

extension Camera {
    /// What the camera looks at when only its zoom is replaced.
    func isFinite(_ framing: Framing) -> Bool { framing.isFinite && (zoom?.isFinite ?? true) }
}

extension Camera.Framing {
    fileprivate var isFinite: Bool {
        switch self {
        case .center(let center, let zoom): center.isFinite && zoom.isFinite
        case .lookingAt(let center, let distance): center.isFinite && distance.isFinite && distance > 0
        case .region(let center, let span):
            center.isFinite && span.latitudeDelta.isFinite && span.longitudeDelta.isFinite
        case .distance(let center, let latitudinal, let longitudinal):
            center.isFinite && latitudinal.isFinite && longitudinal.isFinite
        case .bounds(let box): [box.west, box.south, box.east, box.north].allSatisfy(\.isFinite)
        case .fit: true
        case .followUser(let zoom): zoom.isFinite
        }
    }
}

extension Camera.Framing {
    /// False for regions and boxes that are no larger than a point or a line.
    var hasExtent: Bool {
        switch self {
        case .center, .lookingAt, .fit, .followUser: true
        case .region(_, let span): span.latitudeDelta > 0 && span.longitudeDelta > 0
        case .distance(_, let latitudinal, let longitudinal): latitudinal > 0 && longitudinal > 0
        case .bounds(let box): box.south < box.north && box.west < box.east
        }
    }
}

extension Coordinate {
    var isFinite: Bool { latitude.isFinite && longitude.isFinite }
}

/// A number with at most two decimals, for messages.
func hundredths(_ number: Double) -> String {
    formatted((number * 100).rounded() / 100)
}
