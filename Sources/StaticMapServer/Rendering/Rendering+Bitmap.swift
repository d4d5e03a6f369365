// SPDX-License-Identifier: MIT
import HTTPTypes
package import MapCanvas
import MapDiagnostics
package import MapLayout
import StaticMap

extension Rendering {
    /// Paints a scene and encodes nothing. Along a grid, maps that are drawn apart agree about labels.
    package func bitmap(of text: [UInt8], cutAlong grid: BlockGrid? = nil) throws(RequestError) -> Bitmap {
        let document = try document(text)
        let sink = DiagnosticSink()
        do throws(RenderError) {
            var map = try renderer.open(document, sink)
            map.input.blockGrid = grid
            let drawing = SceneLayout(map.input).drawing()
            if sink.hasErrors { throw RenderError(.badData, sink.all) }
            do {
                return try RasterPainter().paint(drawing, threads: 1)
            } catch {
                throw RenderError(.unsupported, [Diagnostic(code: RenderCode.failed, "\(error)")])
            }
        } catch {
            throw refusal(error)
        }
    }

    /// Writes pixels in one of the raster formats.
    package func encoded(_ bitmap: Bitmap, _ output: RenderRequest.Output) throws(RequestError) -> [UInt8] {
        do {
            switch output.format {
            case "jpeg": return try encodeJPEG(bitmap, quality: output.quality ?? 80)
            case "webp": return try encodeWebP(bitmap, .quality(output.quality ?? 90))
            case "png8": return try encodePNG(bitmap.quantized)
            default: return try encodePNG(bitmap)
            }
        } catch {
            throw RequestError(.internalServerError, "\(error)")
        }
    }
}

extension Bitmap {
    /// A part of the pixels; what lies outside is transparent.
    package func cropped(x: Int, y: Int, width: Int, height: Int) -> Bitmap {
        var part = [UInt32](repeating: 0, count: width * height)
        for row in 0..<height where (0..<self.height).contains(y + row) {
            let columns = max(0, -x)..<min(width, self.width - x)
            guard !columns.isEmpty else { continue }
            let source = (y + row) * self.width + x
            for column in columns { part[row * width + column] = pixels[source + column] }
        }
        return Bitmap(width: width, height: height, pixels: part)
    }
}
