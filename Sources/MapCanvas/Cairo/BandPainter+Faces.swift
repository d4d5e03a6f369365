// SPDX-License-Identifier: MIT
import MapPlane

extension BandPainter {
    /// Paints faces where no nearer one was painted before, into the same band.
    mutating func paint(_ faces: Faces, _ area: PixelRect) {
        let area = area.intersection(self.area)
        guard !area.isEmpty, faces.opacity > 0 else { return }
        var buffer = depths ?? DepthBuffer(self.area)
        depths = nil
        let visible = area.rect
        let shaders = faces.faces.filter { $0.bounds.intersects(visible) }.map { ($0, FaceShader($0.paint)) }
        if faces.opacity >= 1, shaders.allSatisfy({ $0.1.isOpaque }) {
            withPixels { pixels in
                for (face, shader) in shaders {
                    forEachSpan(of: face, area) { y, columns in
                        let row = pixels.pointer(0, y)
                        shader.shade(y, columns, face.nearness, &buffer) { row[$0] = $1 }
                    }
                }
            }
        } else {
            // Only the nearest faces are seen through, not what they hide.
            var layer = PixelLayer(area)
            let stride = layer.stride
            layer.paint { target in
                for (face, shader) in shaders {
                    forEachSpan(of: face, area) { y, columns in
                        let row = target + (y - area.minY) * stride - area.minX
                        shader.shade(y, columns, face.nearness, &buffer) { row[$0] = $1 }
                    }
                }
            }
            composite(layer, opacity: faces.opacity)
        }
        depths = buffer
    }

    /// Paints an image of things in space where nothing nearer was painted before, into the same band.
    mutating func paint(_ image: ImageMark, _ nearness: [Float], _ area: PixelRect) {
        let (left, top) = (Int(image.transform.tx), Int(image.transform.ty))
        let (width, height) = (image.bitmap.width, image.bitmap.height)
        let bounds = PixelRect(minX: left, minY: top, maxX: left + width, maxY: top + height)
        let area = area.intersection(self.area).intersection(bounds)
        guard !area.isEmpty, nearness.count == width * height else { return }
        var buffer = depths ?? DepthBuffer(self.area)
        depths = nil
        var layer = PixelLayer(area)
        let stride = layer.stride
        layer.paint { target in
            for y in area.minY..<area.maxY {
                let (row, start) = (target + (y - area.minY) * stride - area.minX, (y - top) * width - left)
                buffer.pass(y, area.minX..<area.maxX, nearness, start) { row[$0] = image.bitmap.pixels[start + $0] }
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
