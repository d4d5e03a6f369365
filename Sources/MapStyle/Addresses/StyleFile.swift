// SPDX-License-Identifier: MIT
import MapDiagnostics

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads the small files that lie about a style.
enum StyleFile {
    /// Far beyond any sprite or TileJSON; larger files are refused before they are read.
    private static let longest = 64 << 20

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    /// - Throws: when the file is not there, is no regular file, or is larger than 64 MiB.
    static func bytes(of path: String) throws(Diagnostic) -> [UInt8] {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: resolved(path)) else {
            throw Diagnostic(file: path, "the file does not exist or cannot be read")
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw Diagnostic(file: path, "expected a file, found a folder or device")
        }
        guard let size = attributes[.size] as? UInt64 ?? (attributes[.size] as? Int).map(UInt64.init(clamping:)),
            size <= longest
        else { throw Diagnostic(file: path, "the file is larger than \(longest >> 20) MiB") }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Diagnostic(file: path, "the file cannot be read")
        }
        return Array(data)
    }

    /// Attributes are those of a link itself, so links are followed first.
    private static func resolved(_ path: String) -> String {
        var path = path
        for _ in 0..<32 {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return path }
            path = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
        }
        return path
    }

    /// The folder in which a file lies.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
