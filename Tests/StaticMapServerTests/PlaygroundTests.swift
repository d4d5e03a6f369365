// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import StaticMap
import StaticMapServer
import Testing

@Suite("The playground's files") struct PlaygroundTests {
    @Test("the page is at /, with a policy that lets nothing of another server in")
    func servesThePage() async throws {
        let service = try ServerFixture.shared.get()
        let page = await service.get("/")
        #expect(page.status == .ok)
        #expect(page.text.contains("playground/main.js"))
        let policy = try #require(page.headers[.contentSecurityPolicy])
        #expect(policy.contains("default-src 'self'"))
        #expect(!policy.contains("unsafe") && !policy.contains("http"))
        // Nothing inline, which the policy would refuse, and no address of another server.
        #expect(!page.text.contains("style=\"") && !page.text.contains("://"))
    }

    @Test("modules have their type and a tag, and are asked for anew each time")
    func servesModules() async throws {
        let service = try ServerFixture.shared.get()
        let module = await service.get("/playground/main.js")
        #expect(module.status == .ok)
        #expect(module.headers[.contentType] == "text/javascript; charset=utf-8")
        #expect(module.headers[.cacheControl] == "no-cache")
        let tag = try #require(module.headers[.eTag])
        #expect(await service.get("/playground/main.js", [(.ifNoneMatch, tag)]).status == .notModified)
    }

    @Test(
        "nothing outside the folder is served",
        arguments: [
            "/playground/../Package.swift", "/playground/%2e%2e/Package.swift", "/playground/..%2fPackage.swift",
            "/playground//index.html", "/playground/map", "/playground/", "/playground/.hidden.js",
            "/playground/main.js%00", "/playground/lib/leaflet/../../../../etc/passwd",
            "/playground/lib/nothing/leaflet.js",
            "/playground/lib/leaflet",
        ])
    func refuses(_ target: String) async throws {
        #expect(await (try ServerFixture.shared.get()).get(target).status == .notFound)
    }

    @Test("a link that leads out of the folder is not followed")
    func refusesLinks() async throws {
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appending(path: "playground-\(UUID().uuidString)")
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: folder) }
        for name in ["styles", "basemap"] {
            try manager.createSymbolicLink(
                atPath: folder.path + "/" + name, withDestinationPath: ServerFixture.home.path + "/" + name)
        }
        try manager.createDirectory(atPath: folder.path + "/playground", withIntermediateDirectories: false)
        try Data("secret".utf8).write(to: folder.appending(path: "secret.js"))
        try manager.createSymbolicLink(atPath: folder.path + "/playground/link.js", withDestinationPath: "../secret.js")
        try Data("fine".utf8).write(to: folder.appending(path: "playground/fine.js"))
        let service = try ServerFixture.service { $0.home = .init(folder: folder.path) }
        #expect(await service.get("/playground/fine.js").text == "fine")
        #expect(await service.get("/playground/link.js").status == .notFound)
        service.end()
    }

    @Test("switched off, / is a plain list and the rest of the API stays")
    func switchesOff() async throws {
        let service = try ServerFixture.service { $0.servesPlayground = false }
        let page = await service.get("/")
        #expect(page.status == .ok && !page.text.contains("playground"))
        #expect(await service.get("/playground/main.js").status == .notFound)
        #expect(await service.get("/styles.json").status == .ok)
        service.end()
    }

    @Test("with API keys the page and its files are open, and what they ask for is not")
    func needsNoKey() async throws {
        let service = try ServerFixture.service { $0.apiKeys = ["sesame"] }
        #expect(await service.get("/").text.contains("playground/main.js"))
        #expect(await service.get("/playground/main.js").status == .ok)
        let refused = await service.get("/styles.json")
        #expect(refused.status == .unauthorized)
        #expect(try refused.json()["parameter"]?.string == "key")
        #expect(await service.get("/render").status == .unauthorized)
        service.end()
    }

    @Test("so with signatures; the page says that an address must be signed by the parameter that is missing")
    func needsNoSignature() async throws {
        let service = try ServerFixture.service {
            $0.signingKeys = ["a": "secret"]
            $0.requiresSignature = true
        }
        #expect(await service.get("/").text.contains("playground/main.js"))
        let refused = await service.get("/styles.json")
        #expect(refused.status == .forbidden)
        #expect(try refused.json()["parameter"]?.string == "signature")
        service.end()
    }

    @Test("without the page, the list at / needs the key as everything does")
    func listNeedsKey() async throws {
        let off = try ServerFixture.service {
            $0.apiKeys = ["sesame"]
            $0.servesPlayground = false
        }
        #expect(await off.get("/").status == .unauthorized)
        #expect(await off.get("/playground/main.js").status == .unauthorized)
        off.end()
    }
}
