// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import StaticMapServer
import TestSupport
import Testing

@Suite("OGC API – Common") struct OGCCommonTests {
    @Test("the landing page leads to definition, conformance and collections")
    func landingPage() async throws {
        for path in ["", "/"] {
            let page = try await OGC.json(path)
            #expect(page["title"]?.string != nil && page["description"]?.string != nil)
            for relation in [
                "self", "alternate", "service-desc", "service-doc", "conformance", "data", OGC.relation + "data",
                OGC.relation + "conformance", OGC.relation + "tiling-schemes",
            ] {
                let links = OGC.links(page, relation)
                #expect(!links.isEmpty, "\(relation)")
                for link in links {
                    #expect(link["type"]?.string != nil)
                    #expect(try await OGC.status(OGC.path(link)) == 200, "\(relation)")
                }
            }
        }
    }

    @Test("the definition of the API has every route, each with an id")
    func definition() async throws {
        let answer = try await OGC.get("/api", "application/vnd.oai.openapi+json;version=3.0")
        #expect(answer.headers[.contentType] == "application/vnd.oai.openapi+json;version=3.0")
        #expect(try answer.json()["openapi"]?.string == "3.0.3")
        let paths = try answer.json()["paths"]
        for route in Route.all where route.operation.tag == .ogc {
            let method = route.methods[0].rawValue.lowercased()
            #expect(paths?[route.path]?[method]?["operationId"]?.string == route.operation.id, "\(route.path)")
        }
        let ids = Route.all.map(\.operation.id)
        for suffix in ["getMap", "getTile", "getTileSet", "getTileSetsList", "tileMatrixSets", "tileMatrixSet"] {
            #expect(ids.contains { $0 == suffix || $0.hasSuffix("." + suffix) }, "\(suffix)")
        }
    }

    @Test("what is conformed to is listed, and is what the page of the documentation lists")
    func conformance() async throws {
        let classes = try await OGC.json("/conformance")["conformsTo"]?.array?.compactMap(\.string) ?? []
        #expect(classes.contains("http://www.opengis.net/spec/ogcapi-common-1/1.0/conf/core"))
        #expect(classes.contains("http://www.opengis.net/spec/ogcapi-maps-1/1.0/conf/core"))
        #expect(classes.contains("http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/core"))
        #expect(classes == OGCConformance.classes && Set(classes).count == classes.count)
        let page = try String(contentsOf: packageRoot.appending(path: "docs/ogc.md"), encoding: .utf8)
        for name in classes {
            let short = try #require(name.split(separator: "/spec/", maxSplits: 1).last)
            #expect(page.contains("`\(short.replacing("/conf", with: ""))`"), "docs/ogc.md does not have \(short)")
        }
    }

    @Test("each requirement of the documentation names a test that there is")
    func documentsTests() throws {
        let page = try String(contentsOf: packageRoot.appending(path: "docs/ogc.md"), encoding: .utf8)
        let folder = packageRoot.appending(path: "Tests/StaticMapServerTests")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var source = ""
        for case let file as URL in files where file.pathExtension == "swift" {
            source += try String(contentsOf: file, encoding: .utf8)
        }
        var count = 0
        for line in page.split(separator: "\n") where line.hasPrefix("| `/req/") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let names = cells.last?.matches(of: #/`([A-Za-z]+)\.([A-Za-z]+)`/#) ?? []
            #expect(!names.isEmpty, "\(line)")
            for name in names {
                #expect(source.contains("struct \(name.1) ") && source.contains("func \(name.2)("), "\(line)")
                count += 1
            }
        }
        #expect(count > 40)
    }

    @Test("documents are JSON or a page, as f or Accept says; another form is refused")
    func negotiates() async throws {
        let paths = [
            "", "/conformance", "/api", "/collections", "/collections/world", "/styles", "/styles/streets",
            "/styles/streets/metadata", "/tileMatrixSets", "/tileMatrixSets/WebMercatorQuad", "/map/tiles",
            "/map/tiles/WebMercatorQuad", "/collections/world/tiles/WebMercatorQuad", "/collections/world/styles",
        ]
        for path in paths {
            let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
            for (query, accept, isPage) in [
                ("?f=html", nil, true), ("?f=json", browser, false), ("", browser, true),
                ("", "application/json", false), ("", nil, false), ("", "text/html;q=0.2,application/json", false),
            ] as [(String, String?, Bool)] {
                let answer = try await OGC.get(path + query, accept)
                #expect(answer.status == .ok, "\(path)\(query)")
                let type = answer.headers[.contentType] ?? ""
                #expect(type.contains("html") == isPage, "\(path)\(query) \(accept ?? "") \(type)")
                #expect(answer.headers[.vary]?.contains("Accept") == true, "\(path)")
                if isPage { #expect(answer.text.contains("</html>") && answer.text.contains("<a href="), "\(path)") }
            }
            #expect(try await OGC.status(path + "?f=xml") == 400, "\(path)")
            #expect(try await OGC.status(path, "image/tiff") == 406, "\(path)")
        }
        #expect(try await OGC.status("/nothing") == 404)
    }

    @Test("a page says what a document says, and nothing in it becomes markup")
    func showsPages() async throws {
        let page = try await OGC.get("/collections/world?f=html").text
        #expect(page.contains("<h1>") && page.contains("ogc/collections/world/map") && page.contains("<img "))
        #expect(!page.contains("<script"))
    }

    @Test("collections have extents, systems and links, in the list and each for itself")
    func collections() async throws {
        let list = try await OGC.json("/collections")
        let service = try ServerFixture.shared.get()
        let ids = (list["collections"]?.array ?? []).compactMap { $0["id"]?.string }
        #expect(ids == service.catalog.data.map(\.id) && !ids.isEmpty)
        for node in list["collections"]?.array ?? [] {
            let id = node["id"]?.string ?? ""
            let own = try await OGC.json("/collections/\(id)")
            #expect(own["id"] == node["id"] && own["extent"] == node["extent"] && own["title"]?.string != nil)
            let box = own["extent"]?["spatial"]?["bbox"]?.array?.first?.array?.compactMap(\.number) ?? []
            #expect(box.count == 4 && box[0] <= box[2] && box[1] < box[3] && abs(box[0]) <= 180, "\(box)")
            let systems = (own["crs"]?.array ?? []).compactMap(\.string)
            #expect(systems.count > 3 && systems.contains(OGC.mercator) && own["storageCrs"]?.string == OGC.mercator)
            let stored = own["extent"]?["spatial"]?["storageCrsBbox"]?.array?.first?.array?.count
            #expect(stored == 4)
            #expect(OGC.links(own, "self").count == 1)
            for relation in ["map", "tilesets-map", "styles"] {
                let link = OGC.links(own, OGC.relation + relation).first
                #expect(try await OGC.status(OGC.path(link)) == 200, "\(id) \(relation)")
            }
        }
        #expect(try await OGC.status("/collections/nothing") == 404)
    }

    @Test("a key in the address goes into all links, and without it nothing is told")
    func keepsKeys() async throws {
        let service = try ServerFixture.service { $0.apiKeys = ["k"] }
        defer { service.end() }
        #expect(await service.get("/ogc").status == .unauthorized)
        let page = try await service.get("/ogc?key=k").json()
        let links = page["links"]?.array ?? []
        #expect(!links.isEmpty && links.allSatisfy { $0["href"]?.string?.contains("key=k") == true })
    }

    @Test("any origin may read maps and what is said of them")
    func allowsOrigins() async throws {
        let answer = try await OGC.get("/map?bbox=\(OGC.box)&width=40")
        #expect(answer.headers[.accessControlAllowOrigin] == "*")
        let exposed = answer.headers[.accessControlExposeHeaders] ?? ""
        #expect(exposed.contains("Content-Crs") && exposed.contains("Content-Bbox"))
    }
}
