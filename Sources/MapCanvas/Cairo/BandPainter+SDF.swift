// SPDX-License-Identifier: MIT
import CCairo
import MapPlane

extension BandPainter {
    mutating func paint(_ mark: SDFMark, _ area: PixelRect) throws(CairoError) {
        guard mark.scale > 0, mark.scale.isFinite else { return }
        let touched = area.touched(by: mark.bounds)
        guard !touched.isEmpty else { return }
        var canvas = SDFCanvas(touched)
        if let halo = mark.halo, !halo.color.isInvisible, halo.width > 0 || halo.blur > 0 {
            let ramp = SDFCoverage(halo: halo, scale: mark.scale)
            for piece in mark.pieces { canvas.paint(piece, ramp, halo.color) }
        }
        if !mark.color.isInvisible {
            let ramp = SDFCoverage(scale: mark.scale)
            for piece in mark.pieces { canvas.paint(piece, ramp, mark.color) }
        }
        guard let part = canvas.bitmap else { return }
        try fill(.rectangle(touched.rect), with: part, touched.origin, .pad)
    }
}
