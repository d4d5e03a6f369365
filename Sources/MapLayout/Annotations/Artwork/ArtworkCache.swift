// SPDX-License-Identifier: MIT
import MapGeo
import MapScene

/// Caches artwork by appearance, so that equal annotations are built once.
struct ArtworkCache {
    let builder: ArtworkBuilder
    private var cached: [Annotation: AnnotationArtwork] = [:]

    init(_ builder: ArtworkBuilder) {
        self.builder = builder
    }

    mutating func artwork(for annotation: Annotation) -> AnnotationArtwork {
        let key = annotation.key
        if let artwork = cached[key] { return artwork }
        let artwork = builder.artwork(for: annotation)
        cached[key] = artwork
        return artwork
    }
}

extension Annotation {
    /// The annotation reduced to what its artwork depends on.
    fileprivate var key: Annotation {
        var key = self
        key.coordinate = Coordinate(latitude: 0, longitude: 0)
        (key.id, key.alt, key.href, key.number) = (nil, nil, nil, nil)
        (key.coordinateSystem, key.clusteringIdentifier, key.path) = (nil, nil, nil)
        (key.zPriority, key.displayPriority, key.collisionMode) = (nil, nil, .rectangle)
        key.properties = Properties()
        guard view != .callout else { return key }
        if view.kind != .text { (key.title, key.subtitle) = (nil, nil) }
        if !selected { (key.callout, key.canShowCallout, key.calloutOffset) = (nil, nil, nil) }
        // The title determines whether a callout can open.
        if selected { (key.title, key.subtitle) = (title, subtitle) }
        return key
    }
}
