// SPDX-License-Identifier: MIT
import MapGeo
import MapScene

/// Signs by their look: what looks alike is made once.
struct ArtworkCache {
    let builder: ArtworkBuilder
    private var cached: [Annotation: AnnotationArtwork] = [:]

    init(_ builder: ArtworkBuilder) {
        self.builder = builder
    }

    mutating func artwork(for annotation: Annotation) -> AnnotationArtwork {
        let palette = annotation.palette
        if let artwork = cached[palette] { return artwork }
        let artwork = builder.artwork(for: annotation)
        cached[palette] = artwork
        return artwork
    }
}

extension Annotation {
    /// The annotation without all that its sign does not depend on.
    fileprivate var palette: Annotation {
        var palette = self
        palette.coordinate = Coordinate(latitude: 0, longitude: 0)
        (palette.id, palette.alt, palette.href, palette.number) = (nil, nil, nil, nil)
        (palette.coordinateSystem, palette.clusteringIdentifier, palette.path) = (nil, nil, nil)
        (palette.zPriority, palette.displayPriority, palette.collisionMode) = (nil, nil, .rectangle)
        guard view != .callout else { return palette }
        if view != .text { (palette.title, palette.subtitle) = (nil, nil) }
        if !selected { (palette.callout, palette.canShowCallout, palette.calloutOffset) = (nil, nil, nil) }
        // The title decides whether a callout is open.
        if selected { (palette.title, palette.subtitle) = (title, subtitle) }
        return palette
    }
}
