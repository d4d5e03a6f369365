// SPDX-License-Identifier: MIT
package import MapDiagnostics

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads a whole file.
/// - Throws: a diagnostic when there is no such file, or it is larger than the limit.
package func readFile(_ path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    let manager = FileManager.default
    guard let attributes = try? manager.attributesOfItem(atPath: path) else {
        throw Diagnostic(file: path, "there is no such file")
    }
    if let size = attributes[.size] as? Int, size > limit {
        throw Diagnostic(file: path, "the file has \(size) bytes; at most \(limit) are read")
    }
    guard let data = manager.contents(atPath: path) else {
        throw Diagnostic(file: path, "the file cannot be read")
    }
    return Array(data)
}

/// The folder that a path lies in; "." for a bare name.
package func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

package func fileExists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
}
