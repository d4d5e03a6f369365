// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo

extension Annotation {
    /// A classic pin, its tip on the coordinate. With a callout it is selected, so that the callout is open.
    public static func pin(
        _ title: String? = nil, at coordinate: Coordinate, tint: Color? = nil, subtitle: String? = nil,
        callout: Callout? = nil, id: String? = nil, href: String? = nil
    ) -> Annotation {
        Annotation(id: id, at: coordinate, view: .pin(tint: tint), title: title, subtitle: subtitle, href: href)
            .opening(callout)
    }

    /// A marker balloon, its tip on the coordinate and its title below. With a callout it is selected.
    public static func marker(
        _ title: String? = nil, at coordinate: Coordinate, tint: Color? = nil, glyph: String? = nil,
        subtitle: String? = nil, callout: Callout? = nil, id: String? = nil, href: String? = nil
    ) -> Annotation {
        Annotation(
            id: id, at: coordinate, view: .marker(Marker(tint: tint, glyphText: glyph)), title: title,
            subtitle: subtitle, href: href
        ).opening(callout)
    }

    /// A picture, its middle on the coordinate: a path in the scene's folder, or a `data:` address.
    public static func image(
        _ image: ImageAsset, at coordinate: Coordinate, title: String? = nil, callout: Callout? = nil,
        id: String? = nil, href: String? = nil
    ) -> Annotation {
        Annotation(id: id, at: coordinate, view: .image(image), title: title, href: href).opening(callout)
    }

    /// Words, their middle on the coordinate.
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
    /// One of UIKit's buttons.
    public static func button(_ button: Button, href: String? = nil, label: String? = nil) -> CalloutAccessory {
        CalloutAccessory(.button(button), href: href, label: label)
    }

    /// An image: a path in the scene's folder, or a `data:` address.
    public static func image(_ image: ImageAsset, href: String? = nil, label: String? = nil) -> CalloutAccessory {
        CalloutAccessory(.image(image), href: href, label: label)
    }

    /// A word or two.
    public static func text(_ text: String, href: String? = nil) -> CalloutAccessory {
        CalloutAccessory(.text(text), href: href)
    }
}
