// SPDX-License-Identifier: MIT
package import Foundation

/// The fonts that tests draw with: those of `Tests/Fixtures/fonts.txt`, so that images are the same on every machine.
package enum TestFonts {
    /// A folder with links to these fonts and nothing else.
    ///
    /// - Throws: when a font is not installed.
    package static func folder() throws -> URL { try prepared.get() }

    /// Why there are no fonts.
    package struct Missing: Error, CustomStringConvertible {
        let path: String
        package var description: String { "\(path) is not installed: run `make setup`" }
    }

    /// Made once a run: tests run at the same time.
    private static let prepared = Result { try prepare() }

    private static func prepare() throws -> URL {
        let manager = FileManager.default
        let list = try String(contentsOf: packageRoot.appending(path: "Tests/Fixtures/fonts.txt"), encoding: .utf8)
        let fonts = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { URL(filePath: String($0)) }
        let folder = packageRoot.appending(path: ".build/test-fonts")
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)

        let present = try Set(manager.contentsOfDirectory(atPath: folder.path))
        for stale in present.subtracting(fonts.map(\.lastPathComponent)) {
            try manager.removeItem(at: folder.appending(path: stale))
        }
        for font in fonts {
            guard manager.fileExists(atPath: font.path) else { throw Missing(path: font.path) }
            guard !present.contains(font.lastPathComponent) else { continue }
            try manager.createSymbolicLink(
                at: folder.appending(path: font.lastPathComponent), withDestinationURL: font)
        }
        return folder
    }
}
