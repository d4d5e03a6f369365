// SPDX-License-Identifier: MIT
import MapGeo
import MapScene

/// Signs by their look: what looks alike is made once.
struct ArtworkCache {
    let maker: ArtworkBuilder
    private var known: [Annotation: AnnotationArtwork] = [:]

    init(_ maker: ArtworkBuilder) {
        self.maker = maker
    }

    mutating func sign(for annotation: Annotation) -> AnnotationArtwork {
        let look = annotation.look
        if let sign = known[look] { return sign }
        let sign = maker.sign(for: annotation)
        known[look] = sign
        return sign
    }
}

extension Annotation {
    /// The annotation without all that its sign does not depend on.
    fileprivate var look: Annotation {
        var look = self
        look.coordinate = Coordinate(latitude: 0, longitude: 0)
        (look.id, look.alt, look.href, look.number) = (nil, nil, nil, nil)
        (look.coordinateSystem, look.clusteringIdentifier, look.path) = (nil, nil, nil)
        (look.zPriority, look.displayPriority, look.collisionMode) = (nil, nil, .rectangle)
        guard view != .callout else { return look }
        if view != .text { (look.title, look.subtitle) = (nil, nil) }
        if !selected { (look.callout, look.canShowCallout, look.calloutOffset) = (nil, nil, nil) }
        // The title decides whether a callout is open.
        if selected { (look.title, look.subtitle) = (title, subtitle) }
        return look
    }
}
