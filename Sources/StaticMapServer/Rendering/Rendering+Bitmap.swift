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
            return try renderer.withinLimits { () throws(RenderError) in try bitmap(of: document, cutAlong: grid) }
        } catch {
            throw refusal(error)
        }
    }

    private func bitmap(of document: SceneDocument, cutAlong grid: BlockGrid?) throws(RenderError) -> Bitmap {
        let drawing = try renderer.layout(document, cutAlong: grid).drawing
        do {
            return try RasterPainter().paint(drawing, threads: 1)
        } catch {
            throw RenderError(.unsupported, [Diagnostic(code: RenderCode.failed, "\(error)")])
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
