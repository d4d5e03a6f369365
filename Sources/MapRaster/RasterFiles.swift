// SPDX-License-Identifier: MIT
import Libc
import MapCore

/// The GeoTIFF files, or files of heights, that a path names: itself, or those of a folder, by name; nil where it names something else.
package func rasterFiles(at path: String) -> [String]? {
    let lowercased = path.lowercased()
    guard ![".pmtiles", ".mbtiles", ".geojson", ".pbf", ".json"].contains(where: lowercased.hasSuffix),
        !path.contains("{"), WorkContext.current.files.permits(path), let state = FileState(path)
    else { return nil }
    switch state.kind {
    case .file: return HeightFile.matches(path) || isTIFF(path) ? [path] : nil
    case .folder:
        let names = fileNames(in: path).filter { name in
            [".tif", ".tiff"].contains(where: name.lowercased().hasSuffix) || HeightFile.matches(name)
        }
        return names.isEmpty ? nil : names.map { "\(path)/\($0)" }
    default: return nil
    }
}

/// True for the first bytes of a TIFF or BigTIFF.
private func isTIFF(_ path: String) -> Bool {
    guard let file = try? openFile(path) else { return false }
    defer { close(file.descriptor) }
    var start = [UInt8](repeating: 0, count: 4)
    guard pread(file.descriptor, &start, 4, 0) == 4 else { return false }
    return [[0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43]].contains(start)
}
