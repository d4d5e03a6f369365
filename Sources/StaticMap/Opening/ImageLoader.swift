import MapCanvas
import MapDiagnostics
import MapLayout
// SPDX-License-Identifier: MIT
import MapRuntime
import MapScene
import MapStyle

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Finds, reads and decodes the images of a scene: files below its folder or a folder of assets, and `data:` addresses.
/// Nothing else is ever opened.
struct ImageLoader {
    /// Bytes of a file.
    private static let limit = 32 << 20
    private static let maxPixels = 4096 * 4096

    /// In the order in which they are searched.
    let folders: [String]
    let scale: Double

    /// Images by the name that the scene uses. Those that cannot be had are warned about, wherever they are wanted, and left
    /// out.
    func load(_ wishes: [Scene.ImageReference], _ reporter: SceneReporter) -> [String: AnnotationImage] {
        var pictures: [String: AnnotationImage] = [:]
        var failures: [String: Diagnostic] = [:]
        for wanted in wishes where pictures[wanted.name] == nil {
            do throws(Diagnostic) {
                if let failure = failures[wanted.name] { throw failure }
                pictures[wanted.name] = try picture(wanted.name)
            } catch {
                failures[wanted.name] = error
                let instead = wanted.instead.map { "; \($0)" } ?? ""
                reporter.report(
                    at: wanted.path, severity: .warning, message: "\(shown(wanted.name)): \(error.message)\(instead)",
                    hint: error.hint)
            }
        }
        return pictures
    }

    private func shown(_ name: String) -> String { "\"\(name.prefix(60))\(name.count > 60 ? "…" : "")\"" }

    private func picture(_ name: String) throws(Diagnostic) -> AnnotationImage {
        if name.hasPrefix("<svg") { return try decode(Array(name.utf8), density: 1) }
        if name.hasPrefix("data:") { return try decode(try DataAddress(name).bytes, density: 1) }
        guard !name.contains("://") else {
            throw Diagnostic(.error, "images are not fetched", hint: "put the file into the scene's folder")
        }
        for (candidate, density) in densities(of: name) {
            for folder in folders {
                let path = candidate.hasPrefix("/") || folder == "." ? candidate : folder + "/" + candidate
                guard fileExists(path) else { continue }
                guard isInside(path) else {
                    throw Diagnostic(
                        .error, "the file lies outside of the scene's folder",
                        hint: "--assets names other folders for images")
                }
                var bytes: [UInt8] = []
                do {
                    bytes = try readFile(path, limit: Self.limit)
                } catch {
                    throw Diagnostic(.error, error.message)
                }
                return try decode(bytes, density: density)
            }
        }
        throw Diagnostic(.error, "there is no such file")
    }

    /// The file's names to try: first the coarsest that is fine enough for the scale, then finer ones, then the rest.
    private func densities(of name: String) -> [(name: String, density: Double)] {
        let folderEnd = name.lastIndex(of: "/") ?? name.startIndex
        guard let dot = name.lastIndex(of: "."), dot > folderEnd else { return [(name, 1)] }
        for density in [2.0, 3] where name[..<dot].hasSuffix("@\(Int(density))x") { return [(name, density)] }
        let fine = [1.0, 2, 3].filter { $0 >= scale - 1e-9 }
        let coarse = [3.0, 2, 1].filter { $0 < scale - 1e-9 }
        return (fine + coarse).map { density in
            (density == 1 ? name : "\(name[..<dot])@\(Int(density))x\(name[dot...])", density)
        }
    }

    /// Links followed.
    private func isInside(_ path: String) -> Bool {
        guard let real = realPath(path) else { return false }
        return folders.contains { folder in
            guard let root = realPath(folder) else { return false }
            return real.hasPrefix(root.hasSuffix("/") ? root : root + "/")
        }
    }

    private func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private func decode(_ bytes: [UInt8], density: Double) throws(Diagnostic) -> AnnotationImage {
        guard SVGIcon.matches(bytes) else {
            return AnnotationImage(try decodeImage(bytes, maxPixels: Self.maxPixels), density: density)
        }
        return try AnnotationImage(SVGIcon(bytes), scale: scale, maxPixels: Self.maxPixels)
    }
}

/// The bytes of an RFC 2397 address.
private struct DataAddress {
    let bytes: [UInt8]

    init(_ address: String) throws(Diagnostic) {
        guard let comma = address.firstIndex(of: ",") else {
            throw Diagnostic(.error, "expected \"data:image/png;base64,…\", found no comma")
        }
        let payload = address[address.index(after: comma)...]
        if address[..<comma].hasSuffix(";base64") {
            guard let data = Data(base64Encoded: String(payload)) else {
                throw Diagnostic(.error, "the data address is not valid base64")
            }
            bytes = Array(data)
        } else {
            bytes = percentUnescaped(Array(payload.utf8))
        }
    }
}
