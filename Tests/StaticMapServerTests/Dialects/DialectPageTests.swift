// SPDX-License-Identifier: MIT
import Foundation
import StaticMapServer
import TestSupport
import Testing

@Suite("The page about dialects") struct DialectPageTests {
    /// Sections of docs/dialects.md, with the parameters and options that the code reads.
    static let sections: [(heading: String, parameters: Set<String>, options: Set<String>)] = [
        ("tileserver-gl", TileServerDialect.parameters, TileServerPath.names),
        ("Mapbox Static Images", MapboxDialect.parameters, []),
        ("Google Maps Static", GoogleDialect.parameters, GoogleMarkers.names.union(GooglePath.names)),
        ("Apple Maps Web Snapshots", AppleDialect.parameters, []),
        ("AMap static map", AMapDialect.parameters, []),
        ("Martin", [], []),
        (
            "MapTiler", MapTilerDialect.parameters,
            MapTilerDialect.options.union(TileServerPath.names).subtracting(["border", "borderwidth"])
        ),
        ("Stadia", StadiaDialect.parameters, []),
        ("Geoapify", GeoapifyDialect.parameters, GeoapifyDialect.options),
        ("Tencent", TencentDialect.parameters, TencentDialect.options),
        ("Baidu", BaiduDialect.parameters, []),
        ("WMS", WMSRequest.parameters, []),
    ]

    @Test("it names every parameter that the code reads, and no other", arguments: sections.map(\.heading))
    func namesParameters(_ heading: String) throws {
        let page = try String(contentsOf: packageRoot.appending(path: "docs/dialects.md"), encoding: .utf8)
        let section = try #require(
            page.components(separatedBy: "\n## ").first { $0.hasPrefix(heading + "\n") }, "no section \(heading)")
        let known = try #require(Self.sections.first { $0.heading == heading })
        #expect(names(in: section, endingWith: "=") == known.parameters)
        #expect(names(in: section, endingWith: ":") == known.options)
    }

    /// Names in the first column, such as `zoom=`.
    private func names(in section: String, endingWith mark: Character) -> Set<String> {
        var names: Set<String> = []
        for line in section.split(separator: "\n") where line.hasPrefix("| ") {
            guard let cell = line.split(separator: "|").first else { continue }
            let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
            for index in stride(from: 1, to: parts.count, by: 2) where parts[index].last == mark {
                let name = parts[index].dropLast()
                if name != "data", name.allSatisfy({ $0.isLetter || $0 == "_" }) { names.insert(String(name)) }
            }
        }
        return names
    }
}
