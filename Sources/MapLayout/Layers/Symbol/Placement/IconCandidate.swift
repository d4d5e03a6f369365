// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapStyle

/// An icon at a possible position.
struct IconCandidate: Sendable {
    /// Fitted to the text where `icon-text-fit` says so.
    let properties: IconProperties
    /// Of the anchor, moved with the drawn text that the icon is fitted to.
    let position: Point
    /// The same for the text's collision box.
    let boxPosition: Point
    /// Of the map or the line, in radians.
    let rotation: Double
    /// Of the map alone, in radians; zero for icons aligned with the viewport or a line.
    let mapRotation: Double
    /// The plane that positions are on, on a tilted map.
    var frame: SymbolFrame?
    /// As that of the anchor.
    var collisionUnit = 0.0

    var shape: CollisionShape {
        let box = Transform.rotation(mapRotation).apply(properties.collisionBox.cut(to: collisionUnit)).offset(
            by: boxPosition)
        return .box(frame?.box(of: box) ?? box)
    }

    var mark: (mark: Mark, bounds: Rect) {
        let turn = Transform.rotation(properties.rotation + rotation + properties.textRotation)
        guard let frame else { return properties.markedImage(turn.then(.translation(position))) }
        var properties = properties
        // As in MapLibre, a tilted camera interpolates between the pixels of all images.
        if frame.perspective.camera.sinPitch != 0 { properties.isPixelAligned = false }
        return properties.markedImage(
            turn.then(.translation(position)).then(frame.toImage(at: position)), sharpness: frame.sharpness,
            haloScale: frame.haloScale)
    }
}

extension IconProperties {
    /// The collision box around the anchor.
    fileprivate var collisionBox: Rect {
        let factor = scale * layoutScale
        let box = Rect(
            minX: (frame.minX - contentInsets[3]) * factor - padding[3],
            minY: (frame.minY - contentInsets[0]) * factor - padding[0],
            maxX: (frame.maxX + contentInsets[1]) * factor + padding[1],
            maxY: (frame.maxY + contentInsets[2]) * factor + padding[2])
        return Transform.rotation(rotation + textRotation).apply(box)
    }

    /// The image in its frame, which `position` transforms to output pixels; the factors are those of a `SymbolFrame`.
    fileprivate func markedImage(
        _ position: Transform, sharpness: Double = 1, haloScale: Double = 1
    ) -> (mark: Mark, bounds: Rect) {
        func mark(_ bitmap: Bitmap, _ transform: Transform) -> (Mark, Rect) {
            self.mark(bitmap, transform, sharpness: sharpness, haloScale: haloScale)
        }
        let columns = StretchAxis(
            length: image.pixelWidth, zones: image.stretchX, content: image.content.map { ($0[0], $0[2]) },
            icon: self, from: frame.minX, to: frame.maxX)
        let rows = StretchAxis(
            length: image.pixelHeight, zones: image.stretchY, content: image.content.map { ($0[1], $0[3]) },
            icon: self, from: frame.minY, to: frame.maxY)
        if columns.isUniform, rows.isUniform {
            var transform = Transform(
                a: columns.slope, b: 0, c: 0, d: rows.slope, tx: columns.start, ty: rows.start
            ).then(position)
            if isPixelAligned, transform.keepsRectangles, transform.a == 1, transform.d == 1 {
                // An image of the output's density is copied to whole pixels.
                transform.tx = (transform.tx - 0.5).rounded(.up)
                transform.ty = (transform.ty - 0.5).rounded(.up)
                return mark(image.bitmap, transform)
            }
            // Antialiased edges fade into a transparent border.
            return mark(image.borderedBitmap, Transform.translation(Point(-1, -1)).then(transform))
        }
        let (stretched, corner) = StretchableImage(columns: columns, rows: rows).rendered(
            image.bitmap, position, isSmooth: !isPixelAligned || image.isSDF)
        return mark(stretched, Transform.translation(corner).then(position))
    }

    private func mark(
        _ bitmap: Bitmap, _ transform: Transform, sharpness: Double, haloScale: Double
    ) -> (Mark, Rect) {
        if image.isSDF {
            let mark = SDFMark(
                [.init(DistanceField(opacityOf: bitmap), transform)], scale: scale * sharpness, color: color,
                halo: halo?.widened(by: haloScale))
            return (.sdf(mark), mark.bounds)
        }
        let mark = ImageMark(
            bitmap, transform: transform, opacity: opacity, sampling: isPixelAligned ? .nearest : .linear)
        return (.image(mark), mark.bounds)
    }
}

/// How an icon is fitted to its text (`icon-text-fit`).
struct IconFit: Sendable {
    var fitsWidth: Bool
    var fitsHeight: Bool
    /// `icon-text-fit-padding` in points: top, right, bottom, left.
    var padding: [Double]
    /// True with variable anchors: MapLibre draws such icons only where their text is placed.
    var needsText: Bool
}

extension IconProperties {
    /// The icon fitted to a label; as it is for a label without visible glyphs.
    func fitted(to option: TextProperties.Option, of text: TextProperties) -> IconProperties {
        let block = option.block.bounds
        guard let fit, !option.block.glyphs.isEmpty else { return self }
        var icon = self
        let center = option.middle
        let factor = text.layoutScale / pixelRatio
        let box = Rect(
            x: (center.x - block.width / 2) * factor, y: (center.y - block.height / 2) * factor,
            width: block.width * factor, height: block.height * factor)
        var (left, right) = (box.center.x - image.width / 2, box.center.x + image.width / 2)
        var (top, bottom) = (box.center.y - image.height / 2, box.center.y + image.height / 2)
        if fit.fitsWidth { (left, right) = (box.minX - fit.padding[3], box.maxX + fit.padding[1]) }
        if fit.fitsHeight { (top, bottom) = (box.minY - fit.padding[0], box.maxY + fit.padding[2]) }
        icon.frame = Rect(minX: left, minY: top, maxX: right, maxY: bottom).offset(by: offset)
        icon.fitsText = true
        icon.textRotation = option.block.rotation
        if let content = image.content {
            let ratio = image.pixelRatio
            icon.contentInsets = [
                content[1] / ratio, image.width - content[2] / ratio, image.height - content[3] / ratio,
                content[0] / ratio,
            ]
            icon.keepProportions(content)
        }
        return icon
    }

    /// Applies `textFitWidth` and `textFitHeight` to the frame.
    private mutating func keepProportions(_ content: [Double]) {
        let height = content[3] - content[1]
        guard height > 0, frame.width > 0, frame.height > 0 else { return }
        let aspect = (content[2] - content[0]) / height
        let (across, down) = (image.textFitWidth, image.textFitHeight)
        if down == .proportional {
            if across == .proportional || (across == .stretchOnly && frame.width / frame.height < aspect) {
                let width = (frame.height * aspect).rounded(.up)
                let left = frame.minX * width / frame.width
                frame = Rect(x: left, y: frame.minY, width: width, height: frame.height)
            }
        } else if across == .proportional, down == .stretchOnly, aspect > 0, frame.width / frame.height > aspect {
            let height = (frame.width / aspect).rounded(.up)
            let top = frame.minY * height / frame.height
            frame = Rect(x: frame.minX, y: top, width: frame.width, height: height)
        }
    }
}
