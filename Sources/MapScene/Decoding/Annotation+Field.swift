// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo

extension Annotation {
    /// Decodes one annotation.
    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        let id = object.optional("id") { $0.filled() }
        let coordinate = object.required("coordinate", Coordinate.init)
        self.init(id: id, at: coordinate ?? Coordinate(latitude: 0, longitude: 0))
        view = object.optional("view") { $0.choice(of: View.self) } ?? .marker
        title = object.optional("title") { $0.string() }
        subtitle = object.optional("subtitle") { $0.string() }
        tint = object.one(of: ["tint", "markerTintColor", "pinTintColor"], Color.init(tint:))
        alt = object.optional("alt") { $0.string() }
        href = object.optional("href") { $0.filled() }
        selected = object.optional("selected") { $0.bool() } ?? false
        canShowCallout = object.optional("canShowCallout") { $0.bool() }
        callout = object.optional("callout", Callout.init)
        coordinateSystem = object.optional("coordinateSystem") { $0.choice(of: CoordinateSystem.self) }
        object.finish()
        guard coordinate != nil else { return nil }
        if let problem = selectionProblem {
            object.field("selected")?.report(problem.message, severity: .warning, hint: problem.hint)
        }
    }
}

extension ObjectReader {
    /// Decodes the one of several names for the same thing that is there.
    mutating func one<T>(of names: [String], _ decode: (Field) -> T?) -> T? {
        let given = names.compactMap { name in field(name).map { (name, $0) } }
        if let (name, first) = given.dropFirst().first, let (other, _) = given.first {
            first.report("\"\(name)\" is another name for \"\(other)\": give one or the other")
        }
        return given.first.flatMap { decode($0.1) }
    }
}
