// SPDX-License-Identifier: MIT
import Foundation

/// Names in a folder, sorted; none when it cannot be read.
func fileNames(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
}
