// SPDX-License-Identifier: MIT
import MapCanvas
import MapRuntime
import StaticMap

/// Gives an image another size, for dialects whose markers have a scale.
struct ImageScaling {
    let folders: [String]

    /// An icon has at most so many bytes.
    private static let limit = 1 << 20

    /// The image with other pixels per point; the name as it is when there is no such file, for the renderer to say.
    func resized(_ name: String, by scale: Double) -> String {
        guard scale > 0, scale < 10, !name.hasPrefix("<svg"), !name.hasPrefix("data:") else { return name }
        for folder in folders {
            guard let bytes = try? readFile(folder + "/" + name, limit: Self.limit) else { continue }
            guard let bitmap = try? decodeImage(bytes, maxPixels: 1 << 22) else { return name }
            guard let png = try? encodePNG(bitmap, threads: 1) else { return name }
            return "data:image/png;scale=\(1 / scale);base64,\(base64(png))"
        }
        return name
    }
}
