// SPDX-License-Identifier: MIT
import MapPlane

extension BandPainter {
    mutating func paint(_ ribbon: Ribbon, _ area: PixelRect) {
        let area = area.touched(by: ribbon.bounds)
        guard !area.isEmpty else { return }
        switch ribbon.paint {
        case .color(let color):
            var coverage = Coverage(area)
            let stride = coverage.stride
            coverage.paint { values in
                let target = RibbonCoverage(
                    values: values, stride: stride, area: area, cover: Float(clampedToUnit(color.alpha)) * 255)
                RibbonRasterizer(ribbon, area).draw(target)
            }
            var opaque = color
            opaque.alpha = 1
            composite(coverage, opaque)
        case .ramp(let colors, let opacity):
            guard !colors.isEmpty else { return }
            let shades = colors.map { $0.premultiplied * Float(clampedToUnit(opacity)) }
            var layer = PixelLayer(area)
            let stride = layer.stride
            layer.paint { pixels in
                shades.withUnsafeBufferPointer { shades in
                    let target = RibbonGradient(pixels: pixels, stride: stride, area: area, shades: shades)
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
