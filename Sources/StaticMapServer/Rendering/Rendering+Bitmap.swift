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
        do throws(RenderError) {
            let map = try renderer.layout(document, cutAlong: grid)
            do {
                return try RasterPainter().paint(map.drawing, threads: 1)
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
            return try bitmap.encodedTile(
                as: OutputFormat(rawValue: output.format) ?? .png, quality: output.quality)
        } catch {
            throw RequestError(.internalServerError, "\(error)")
        }
    }
}
