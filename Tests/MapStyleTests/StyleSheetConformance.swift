// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import TestSupport

/// Data of other projects that lies beside the package on the machines that have it.
enum StyleData {
    /// All files below a folder with a given ending, sorted; none when the folder is not there.
    static func files(below name: String, ending: String) -> [URL] { SharedData.files(below: name, ending: ending) }

    static func document(_ file: URL) throws -> JSONDocument {
        try JSONDocument(file: file.lastPathComponent, text: Array(Data(contentsOf: file)))
    }
}
