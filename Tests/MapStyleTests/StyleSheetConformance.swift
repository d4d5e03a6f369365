// SPDX-License-Identifier: MIT
import Foundation
import MapDiagnostics

/// Data of other projects that lies beside the package on the machines that have it.
enum StyleData {
    /// `../shared` of the package; nil, with a line on the output, when it is not there.
    static func folder(_ name: String) -> URL? {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = package.deletingLastPathComponent().appending(path: "shared").appending(path: name)
        if FileManager.default.fileExists(atPath: folder.path) { return folder }
        print("skipped: no ../shared/\(name)")
        return nil
    }

    /// All files below a folder with a given ending, sorted; none when the folder is not there.
    static func files(below name: String, ending: String) -> [URL] {
        guard let folder = folder(name), let paths = FileManager.default.enumerator(atPath: folder.path) else {
            return []
        }
        return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.sorted()
            .map { folder.appending(path: $0) }
    }

    static func document(_ file: URL) throws -> JSONDocument {
        try JSONDocument(file: file.lastPathComponent, text: Array(Data(contentsOf: file)))
    }
}
