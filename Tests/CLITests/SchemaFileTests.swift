// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapImport
import StaticMapCLI
import TestSupport
import Testing

@Suite("Tables of tags and layers") struct SchemaFileTests {
    private static let openMapTiles = packageRoot.appending(path: "schemas/openmaptiles.yml").path(
        percentEncoded: false)

    /// Without what is for readers alone.
    private func withoutSources(_ node: JSONNode) -> JSONNode {
        switch node.value {
        case .object(let object):
            var result = JSONObject()
            for member in object.members where member.key != "source" {
                result.members.append(.init(member.key, withoutSources(member.node)))
            }
            return JSONNode(.object(result))
        case .array(let items): return .list(items.map(withoutSources))
        default: return node
        }
    }

    @Test("the table in the program is that of schemas/openmaptiles.yml: make schemas")
    func twin() throws {
        let source = try schemaDocument(Self.openMapTiles)
        let own = try JSONDocument(.schema, file: "own", text: Array(ImportSchema.openMapTilesTable.utf8))
        #expect(withoutSources(source.root) == own.root)
        let diagnostics = DiagnosticSink()
        #expect(ImportSchema.read(own, languages: [], diagnostics: diagnostics) != nil, "\(diagnostics.all)")
    }

    private func problems(_ yaml: String) throws -> [String] {
        let diagnostics = DiagnosticSink()
        let document = try schemaDocument(yaml: Array(yaml.utf8), file: "my.yml")
        #expect(ImportSchema.read(document, languages: ["de"], diagnostics: diagnostics) == nil)
        return diagnostics.all.map(\.description)
    }

    @Test("mistakes are told with their lines, and with what is meant")
    func mistakes() throws {
        let found = try problems(
            """
            layers:
              trees:
                rows:
                  - from: pint
                    wen: {natural: tree}
                    set: {height: "@meter height"}
            """)
        #expect(found.count == 4, "\(found)")
        #expect(found.contains { $0.contains("my.yml:4:15:") && $0.contains("did you mean \"point\"?") }, "\(found)")
        #expect(found.contains { $0.contains("expected the key \"when\"") && $0.contains("\"wen\"") }, "\(found)")
        #expect(found.contains { $0.contains("my.yml:6:") && $0.contains("did you mean \"meters\"?") }, "\(found)")
    }

    @Test("a table that extends the schema has its own rows first, and the other layers as they are")
    func extends() throws {
        let diagnostics = DiagnosticSink()
        let document = try schemaDocument(
            yaml: Array(
                """
                extends: openmaptiles
                layers:
                  trees:
                    rows:
                      - from: point
                        when: {natural: tree}
                        set: {class: $leaf_type}
                """.utf8), file: "my.yml")
        let schema = try #require(ImportSchema.read(document, languages: ["de"], diagnostics: diagnostics))
        #expect(diagnostics.all.isEmpty)
        let layers = schema.vectorLayers(zooms: 8...14).array?.compactMap { $0["id"]?.string } ?? []
        #expect(layers.first == "trees")
        #expect(layers.count == 17)
    }

    @Test("text that is not YAML is told with its place")
    func syntax() {
        #expect(throws: Diagnostic.self) { try schemaDocument(yaml: Array("a: [".utf8), file: "my.yml") }
    }
}
