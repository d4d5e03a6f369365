// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo

extension Annotation {
    /// Creates a classic pin whose tip is at the coordinate.
    ///
    /// - Parameters:
    ///   - title: its name.
    ///   - coordinate: its location.
    ///   - tint: the color of the pin's head; nil for the default.
    ///   - subtitle: a second line of text.
    ///   - callout: the callout that is shown open; nil for none. With a callout, the annotation is selected.
    ///   - id: a name, unique among annotations and overlays of the scene.
    ///   - href: the URL that it links to.
    /// - Returns: the annotation.
    public static func pin(
        _ title: String? = nil, at coordinate: Coordinate, tint: Color? = nil, subtitle: String? = nil,
        callout: Callout? = nil, id: String? = nil, href: String? = nil
    ) -> Annotation {
        Annotation(id: id, at: coordinate, view: .pin(tint: tint), title: title, subtitle: subtitle, href: href)
            .opening(callout)
    }

    /// Creates a marker balloon whose tip is at the coordinate, with its title below.
    ///
    /// - Parameters:
    ///   - title: its name.
    ///   - coordinate: its location.
    ///   - tint: the color of the balloon; nil for the default.
    ///   - glyph: the text inside the balloon; nil for the default glyph.
    ///   - subtitle: a second line of text.
    ///   - callout: the callout that is shown open; nil for none. With a callout, the annotation is selected.
    ///   - id: a name, unique among annotations and overlays of the scene.
    ///   - href: the URL that it links to.
    /// - Returns: the annotation.
    public static func marker(
        _ title: String? = nil, at coordinate: Coordinate, tint: Color? = nil, glyph: String? = nil,
        subtitle: String? = nil, callout: Callout? = nil, id: String? = nil, href: String? = nil
    ) -> Annotation {
        Annotation(
            id: id, at: coordinate, view: .marker(Marker(tint: tint, glyphText: glyph)), title: title,
            subtitle: subtitle, href: href
        ).opening(callout)
    }

    /// Creates an annotation that shows an image, centered on the coordinate.
    ///
    /// - Parameters:
    ///   - image: the image, such as a path relative to the scene's folder.
    ///   - coordinate: its location.
    ///   - title: its name.
    ///   - callout: the callout that is shown open; nil for none. With a callout, the annotation is selected.
    ///   - id: a name, unique among annotations and overlays of the scene.
    ///   - href: the URL that it links to.
    /// - Returns: the annotation.
    public static func image(
        _ image: ImageAsset, at coordinate: Coordinate, title: String? = nil, callout: Callout? = nil,
        id: String? = nil, href: String? = nil
    ) -> Annotation {
        Annotation(id: id, at: coordinate, view: .image(image), title: title, href: href).opening(callout)
    }

    /// Creates an annotation that shows text, centered on the coordinate.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - coordinate: its location.
    ///   - style: font, colors and box, with lengths in points.
    ///   - id: a name, unique among annotations and overlays of the scene.
    ///   - href: the URL that it links to.
    /// - Returns: the annotation.
    public static func text(
        _ text: String, at coordinate: Coordinate, style: AnnotationTextStyle = AnnotationTextStyle(),
        id: String? = nil, href: String? = nil
    ) -> Annotation {
        Annotation(id: id, at: coordinate, view: .text(text, style: style), href: href)
    }

    private func opening(_ callout: Callout?) -> Annotation {
        guard let callout else { return self }
        var annotation = self
        annotation.callout = callout
        annotation.selected = true
        return annotation
    }
}

extension CalloutAccessory {
    /// Creates an accessory with one of UIKit's buttons.
    ///
    /// - Parameters:
    ///   - button: the kind of button.
    ///   - href: the URL that it links to.
    ///   - label: a description for people who do not see the image.
    /// - Returns: the accessory.
    public static func button(_ button: Button, href: String? = nil, label: String? = nil) -> CalloutAccessory {
        CalloutAccessory(.button(button), href: href, label: label)
    }

    /// Creates an accessory with an image.
    ///
    /// - Parameters:
    ///   - image: the image, such as a path relative to the scene's folder.
    ///   - href: the URL that it links to.
    ///   - label: a description for people who do not see the image.
    /// - Returns: the accessory.
    public static func image(_ image: ImageAsset, href: String? = nil, label: String? = nil) -> CalloutAccessory {
        CalloutAccessory(.image(image), href: href, label: label)
    }

    /// Creates an accessory with a short text.
    ///
    /// - Parameters:
    ///   - text: a word or two.
    ///   - href: the URL that it links to.
    /// - Returns: the accessory.
    public static func text(_ text: String, href: String? = nil) -> CalloutAccessory {
        CalloutAccessory(.text(text), href: href)
    }
}
