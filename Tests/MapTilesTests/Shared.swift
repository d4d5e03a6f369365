// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import TestSupport

/// A JSON file of the shared data; nil where it is absent.
func sharedJSON(_ relative: String) -> JSONNode? {
    let path = SharedData.path(relative)
    return try? JSONDocument(file: path, text: bytes(path)).root
}

func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
}
