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
        let view = object.optional("view") { $0.choice(of: View.self) }
        let title = object.optional("title") { $0.string() }
        let tint = object.optional("tint", Color.init(tint:))
        let alt = object.optional("alt") { $0.string() }
        let href = object.optional("href") { $0.filled() }
        object.finish()
        guard let coordinate else { return nil }
        self.init(
            id: id, at: coordinate, view: view ?? .marker, title: title, tint: tint, alt: alt, href: href)
    }
}
