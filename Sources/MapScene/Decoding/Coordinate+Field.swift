// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo

extension Coordinate {
    /// `[longitude, latitude]` or `{"latitude": …, "longitude": …}`, in degrees.
    init?(_ field: Field) {
        if field.node.object != nil {
            self.init(object: field)
            return
        }
        guard let elements = field.node.array, elements.count == 2, let fields = field.elements() else {
            field.report(expected: "[longitude, latitude]")
            return nil
        }
        let swapped = elements.compactMap(\.number)
        let mayBeSwapped = swapped.count == 2 && abs(swapped[0]) <= 90 && abs(swapped[1]) <= 180
        let longitude = fields[0].longitude()
        let latitude = fields[1].latitude(hint: mayBeSwapped ? "[lon, lat]: are they swapped?" : nil)
        guard let longitude, let latitude else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    private init?(object field: Field) {
        guard var object = field.object() else { return nil }
        let latitude = object.required("latitude") { $0.latitude() }
        let longitude = object.required("longitude") { $0.longitude() }
        object.finish()
        guard let latitude, let longitude else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension Field {
    func latitude(hint: String? = nil) -> Double? {
        guard let number = node.number else { return expected("a latitude") }
        guard abs(number) <= 90 else { return expected("a latitude from -90 to 90", hint: hint) }
        return number
    }

    /// Once around more than needed, so that lines and boxes may go on across the antimeridian.
    func longitude() -> Double? {
        guard let number = node.number else { return expected("a longitude") }
        guard abs(number) <= 360 else { return expected("a longitude from -360 to 360") }
        return number
    }
}
