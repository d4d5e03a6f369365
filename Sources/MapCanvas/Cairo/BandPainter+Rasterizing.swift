// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapImages

extension BandPainter {
    mutating func paint(_ ribbon: Ribbon, _ area: PixelRect) {
        let area = area.touched(by: ribbon.bounds)
        guard !area.isEmpty else { return }
        switch ribbon.paint {
        case .color(let color):
            var coverage = Coverage(area, in: takeMemory())
            let stride = coverage.stride
            coverage.paint { values in
                let target = RibbonCoverage(
                    values, stride: stride, area, pixelCoverage: Float(clampedToUnit(color.alpha)) * 255)
                RibbonRasterizer(ribbon, area).draw(target)
            }
            var opaque = color
            opaque.alpha = 1
            if composite(&coverage, opaque) { memory = coverage.values }
        case .ramp(let colors, let opacity):
            guard !colors.isEmpty else { return }
            let shades = colors.map { $0.premultiplied * Float(clampedToUnit(opacity)) }
            var layer = PixelLayer(area)
            let stride = layer.stride
            layer.paint { pixels in
                shades.withUnsafeBufferPointer { shades in
                    let target = RibbonGradient(pixels: pixels, stride: stride, area: area, colors: shades)
                    RibbonRasterizer(ribbon, area).draw(target)
                }
            }
            composite(layer)
        case .image(let bitmap, let period, let opacity):
            guard period > 0 else { return }
            var layer = PixelLayer(area)
            let stride = layer.stride
            layer.paint { pixels in
                bitmap.pixels.withUnsafeBufferPointer { source in
                    let target = RibbonImage(
                        pixels: pixels, stride: stride, area: area, source: source, width: bitmap.width,
                        height: bitmap.height, period: Float(period), opacity: Float(clampedToUnit(opacity)))
                    RibbonRasterizer(ribbon, area).draw(target)
                }
            }
            composite(layer)
        }
    }
}

extension BandPainter {
    /// Paints faces where no nearer one was painted before, into the same band.
    mutating func paint(_ faces: Faces, _ area: PixelRect) {
        let area = area.intersection(self.area)
        guard !area.isEmpty, faces.opacity > 0 else { return }
        var buffer = depths ?? DepthBuffer(self.area)
        depths = nil
        let visible = area.rect
        // By index: a face need not be copied.
        let shaders = faces.faces.indices.filter { faces.faces[$0].bounds.intersects(visible) }
            .map { (index: $0, shader: FaceShader(faces.faces[$0].paint)) }
        if faces.opacity >= 1, shaders.allSatisfy({ $0.shader.isOpaque }) {
            withPixels { pixels in
                for (index, shader) in shaders {
                    let inverseDepth = faces.faces[index].inverseDepth
                    forEachSpan(of: faces.faces[index], area) { y, columns in
                        let row = pixels.pointer(0, y)
                        shader.shade(y, columns, inverseDepth, &buffer) { row[$0] = $1 }
                    }
                }
            }
        } else {
            // Only the nearest faces are seen through, not what they hide.
            var layer = PixelLayer(area)
            let stride = layer.stride
            layer.paint { target in
                for (index, shader) in shaders {
                    let inverseDepth = faces.faces[index].inverseDepth
                    forEachSpan(of: faces.faces[index], area) { y, columns in
                        let row = target + (y - area.minY) * stride - area.minX
                        shader.shade(y, columns, inverseDepth, &buffer) { row[$0] = $1 }
                    }
                }
            }
            composite(layer, opacity: faces.opacity)
        }
        depths = buffer
    }

    /// Paints an image of things in space where nothing nearer was painted before, into the same band.
    mutating func paint(_ image: ImageMark, _ inverseDepth: [Float], _ area: PixelRect) {
        let (left, top) = (Int(image.transform.tx), Int(image.transform.ty))
        let (width, height) = (image.bitmap.width, image.bitmap.height)
        let bounds = PixelRect(minX: left, minY: top, maxX: left + width, maxY: top + height)
        let area = area.intersection(self.area).intersection(bounds)
        guard !area.isEmpty, inverseDepth.count == width * height else { return }
        var buffer = depths ?? DepthBuffer(self.area)
        depths = nil
        var layer = PixelLayer(area)
        let stride = layer.stride
        layer.paint { target in
            for y in area.minY..<area.maxY {
                let (row, start) = (target + (y - area.minY) * stride - area.minX, (y - top) * width - left)
                buffer.pass(y, area.minX..<area.maxX, inverseDepth, start) { row[$0] = image.bitmap.pixels[start + $0] }
            }
        }
        composite(layer, opacity: image.opacity)
        depths = buffer
    }

    private func forEachSpan(of face: Face, _ area: PixelRect, _ body: (Int, Range<Int>) -> Void) {
        let visible = area.touched(by: face.bounds)
        guard !visible.isEmpty else { return }
        AliasedRasterizer.forEachSpan(of: face.path, figures.figures(of: face.path), in: visible) { y, from, to in
            forEachUnclipped(y, from, to) { body(y, $0..<$1) }
        }
    }
}

extension BandPainter {
    mutating func paint(_ circles: Circles, _ area: PixelRect) {
        let area = area.touched(by: circles.bounds)
        guard !area.isEmpty else { return }
        let shaders = circles.styles.map(CircleShader.init)
        var layer = PixelLayer(area)
        let stride = layer.stride
        layer.paint { pixels in
            for (index, circle) in circles.circles.enumerated() {
                if index & 255 == 255, WorkContext.isCancelled { break }
                let shader = shaders[circle.style]
                let box = area.touched(
                    by: Rect(minX: circle.center.x, minY: circle.center.y, maxX: circle.center.x, maxY: circle.center.y)
                        .inset(by: -Double(shader.outerRadius)))
                guard !box.isEmpty else { continue }
                for y in box.minY..<box.maxY {
                    let row = pixels + (y - area.minY) * stride
                    let dy = Float(Double(y) + 0.5 - circle.center.y)
                    for x in box.minX..<box.maxX {
                        let dx = Float(Double(x) + 0.5 - circle.center.x)
                        let distance = (dx * dx + dy * dy).squareRoot()
                        guard distance < shader.outerRadius else { continue }
                        PixelLayer.blend(shader.color(at: distance), over: &row[x - area.minX])
                    }
                }
            }
        }
        composite(layer)
    }
}

extension BandPainter {
    /// Draws the edges of a path as MapLibre draws fill outlines: antialiased lines two pixels wide. An edge closer
    /// to horizontal covers two pixels of each column, one closer to vertical two pixels of each row, weighted by the
    /// distance of their centers from the edge.
    mutating func paintEdge(_ path: Path, _ paint: Paint, _ area: PixelRect) {
        let index = figures.figures(of: path)
        let area = area.touched(by: (index?.bounds ?? path.bounds).inset(by: -1.5))
        guard !area.isEmpty else { return }
        let opacity: Double =
            switch paint {
            case .color(let color): color.alpha
            case .pattern(_, _, let opacity): opacity
            case .linearGradient, .radialGradient: 0
            }
        guard opacity > 0 else { return }
        var coverage = Coverage(area, in: takeMemory())
        let stride = coverage.stride
        coverage.paint { values in
            let edges = EdgeRasterizer(area, values, stride: stride, opacity: opacity)
            PathReader.read(path, index, touching: area.rect.inset(by: -1)) { figure, _ in edges.draw(figure) }
        }
        switch paint {
        case .color(var color):
            // The coverage includes the opacity, so that edges of one path accumulate as if drawn one by one.
            color.alpha = 1
            if composite(&coverage, color) { memory = coverage.values }
        case .pattern(let bitmap, let transform, _):
            let image = PlacedImage(bitmap, transform, 1, .linear, .tile)
            if composite(&coverage, image) { memory = coverage.values }
        case .linearGradient, .radialGradient: break
        }
    }
}
