// SPDX-License-Identifier: MIT
import MapPlane
import MapRuntime

extension BandPainter {
    mutating func paint(_ circles: Circles, _ area: PixelRect) {
        let area = area.touched(by: circles.bounds)
        guard !area.isEmpty else { return }
        let shaders = circles.styles.map(CircleShader.init)
        var layer = PixelLayer(area)
        let stride = layer.stride
        layer.paint { pixels in
            for (index, circle) in circles.circles.enumerated() {
                if index & 255 == 255, WorkCancellation.isRequested { break }
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
