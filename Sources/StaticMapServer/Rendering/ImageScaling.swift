// SPDX-License-Identifier: MIT
import MapCanvas
import MapRuntime
import StaticMap

/// Gives an image another size, for dialects whose markers have a scale.
struct ImageScaling {
    let folders: [String]

    /// An icon has at most so many bytes.
    private static let limit = 1 << 20

    /// The image inside of an SVG of the new size; the name as it is when there is no such file, for the renderer to say.
    func resized(_ name: String, by scale: Double) -> String {
        guard scale > 0, scale < 10, !name.hasPrefix("<svg"), !name.hasPrefix("data:") else { return name }
        for folder in folders {
            guard let bytes = try? readFile(folder + "/" + name, limit: Self.limit) else { continue }
            guard let bitmap = try? decodeImage(bytes, maxPixels: 1 << 22) else { return name }
            let (width, height) = (Double(bitmap.width) * scale, Double(bitmap.height) * scale)
            guard let png = try? encodePNG(bitmap, threads: 1) else { return name }
            return """
                <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="\(width)" \
                height="\(height)"><image width="\(width)" height="\(height)" \
                xlink:href="data:image/png;base64,\(base64(png))"/></svg>
                """
        }
        return name
    }
}
