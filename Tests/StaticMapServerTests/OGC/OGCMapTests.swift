// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import MapImages
import StaticMapServer
import TestSupport
import Testing

@Suite("OGC API – Maps") struct OGCMapTests {
    private static let resources = [
        "", "/styles/dark", "/collections/world", "/collections/world/styles/light",
    ]

    @Test("each resource has a map with its box and its system", arguments: resources)
    func responds(_ resource: String) async throws {
        let (answer, image) = try await OGC.image(resource + "/map?width=200")
        #expect(answer.headers[.contentType] == "image/png" && image.width == 200)
        #expect(answer.headers[.contentCrs] == OGC.mercator)
        let box = try OGC.box(answer)
        #expect(box[0] < box[2] && box[1] < box[3])
        #expect(Set(image.pixels).count > 10)
    }

    @Test("landing page, collections and styles lead to their maps")
    func links() async throws {
        for path in ["", "/collections/world"] {
            let link = OGC.links(try await OGC.json(path), OGC.relation + "map").first
            #expect(try await OGC.image(OGC.path(link) + "&width=64").image.width == 64)
        }
        for list in ["/styles", "/collections/world/styles"] {
            let styles = try await OGC.json(list)["styles"]?.array ?? []
            #expect(styles.count > 3)
            for style in styles.prefix(2) {
                let link = OGC.links(style, OGC.relation + "map").first
                #expect(try await OGC.image(OGC.path(link) + "&width=64").image.width == 64)
            }
        }
        let page = try await OGC.json("")
        #expect(page["crs"]?.array?.isEmpty == false && page["storageCrs"]?.string == OGC.mercator)
        #expect(page["extent"]?["spatial"]?["bbox"]?.array?.first?.array?.count == 4)
        #expect(page["extent"]?["spatial"]?["storageCrsBbox"]?.array?.first?.array?.count == 4)
    }

    @Test("the client's Accept or f chooses the format")
    func formats() async throws {
        let path = "/map?bbox=\(OGC.box)&width=64"
        for (name, type) in [("png", "image/png"), ("jpeg", "image/jpeg"), ("webp", "image/webp")] {
            let accepted = try await OGC.get(path, type)
            #expect(accepted.headers[.contentType] == type && accepted.headers[.vary] == "Accept")
            let named = try await OGC.get(path + "&f=" + name, "text/html")
            #expect(named.headers[.contentType] == type && named.headers[.vary] == nil)
            #expect(accepted.bytes == named.bytes)
        }
        // The same address again is another image for another client.
        #expect(try await OGC.get(path, "image/jpeg").headers[.contentType] == "image/jpeg")
        #expect(try await OGC.status(path + "&f=tiff") == 400)
        #expect(try await OGC.status(path, "text/html") == 406)
    }

    @Test("a box is in degrees unless it says otherwise, and may be in any system in the order of its axes")
    func bbox() async throws {
        let (answer, plain) = try await OGC.image("/map?bbox=\(OGC.box)&width=100")
        let box = try OGC.box(answer)
        #expect(abs(box[0] - 2_771_855.3) < 1 && abs(box[3] - 8444400.9) < 1)
        let mercator = box.map { "\($0)" }.joined(separator: ",")
        let systems = [
            "[EPSG:3857]", OGC.mercator, OGC.mercator.replacing("http:", with: "https:"), "EPSG:3857",
        ].map { percentEncoded($0) }
        for system in systems {
            let same = try await OGC.image("/map?bbox=\(mercator)&bbox-crs=\(system)&width=100")
            #expect(same.image.width == plain.width && same.image.height == plain.height, "\(system)")
            let comparison = ImageComparison(
                expected: plain, actual: same.image, tolerance: ImageTolerance(.channels(8)))
            #expect(comparison.sizeProblem == nil && comparison.differingShare < 0.02, "\(system)")
        }
        let swapped = try await OGC.image("/map?bbox=60.1,24.9,60.2,25&bbox-crs=%5BEPSG:4326%5D&width=100").image
        #expect(swapped.pixels == plain.pixels)
        let deep = try await OGC.image("/map?bbox=24.9,60.1,0,25,60.2,100&width=100").image
        #expect(deep.pixels == plain.pixels)
        // Without a box, its system is no matter.
        #expect(try await OGC.status("/map?bbox-crs=%5BEPSG:3857%5D&width=20") == 200)
        for bad in ["bbox=1,2,3", "bbox=a,b,c,d", "bbox=0,10,10,0", "bbox=0,0,1,1&bbox-crs=EPSG:9999"] {
            #expect(try await OGC.status("/map?\(bad)") == 400, "\(bad)")
        }
        for both in ["bbox=0,0,1,1&center=0,0", "bbox=0,0,1,1&subset=Lat(0:1)", "center=0,0&subset=Lat(0:1)"] {
            #expect(try await OGC.status("/map?\(both)") == 400, "\(both)")
        }
    }

    @Test("a box across the antimeridian is one map")
    func crossesAntimeridian() async throws {
        let (answer, image) = try await OGC.image("/map?bbox=170,-20,-170,0&width=200")
        let box = try OGC.box(answer)
        #expect(abs(box[2] - box[0] - 2 * 1_113_194.9) < 10 && image.width == 200)
        let subset = try await OGC.image("/map?subset=Lon(170:-170),Lat(-20:0)&width=200").image
        #expect(subset.pixels == image.pixels)
    }

    @Test("subset names axes, several parameters are one")
    func subset() async throws {
        let plain = try await OGC.image("/map?bbox=\(OGC.box)&width=100").image
        for query in [
            "subset=Lat(60.1:60.2),Lon(24.9:25)", "subset=Lat(60.1:60.2)&subset=Lon(24.9:25)",
            "subset=latitude(60.1:60.2),long(24.9:25)&subset-crs=%5BEPSG:4326%5D",
        ] {
            #expect(try await OGC.image("/map?\(query)&width=100").image.pixels == plain.pixels, "\(query)")
        }
        let metres = "subset=E(2770000:2780000),N(8430000:8440000)&subset-crs=%5BEPSG:3857%5D"
        #expect(
            try OGC.box(try await OGC.get("/map?\(metres)&width=50")) == [2_770_000, 8_430_000, 2_780_000, 8_440_000])
        let open = try OGC.box(try await OGC.get("/map?subset=Lat(*:60)&width=50"))
        #expect(abs(open[1] + 20_037_508.34) < 1 && abs(open[0] + 20_037_508.34) < 1)
        #expect(try await OGC.status("/map?subset=E(1:2)") == 400)
        #expect(try await OGC.status("/map?subset=time(1:2)") == 400)
        #expect(try await OGC.status("/map?subset=Lat(95:97)") == 404)
        #expect(try await OGC.status("/map?subset-crs=%5BEPSG:3857%5D&width=20") == 200)
    }

    @Test("a center shows what is around it, as far as size and scale reach")
    func center() async throws {
        let query = "width=200&height=100&scale-denominator=100000"
        let (answer, image) = try await OGC.image("/map?center=24.95,60.15&\(query)")
        #expect(image.width == 200 && image.height == 100)
        let box = try OGC.box(answer)
        // 0.28 mm are 28 m on the ground, which Web Mercator stretches by the latitude.
        let metres = 28 * 200 / cos(60.15 * .pi / 180)
        #expect(abs(box[2] - box[0] - metres) < 1, "\(box)")
        #expect(abs((box[0] + box[2]) / 2 - 24.95 / 360 * 40_075_016.69) < 1)
        for same in ["center=60.15,24.95&center-crs=%5BEPSG:4326%5D", "center=Lat(60.15),Lon(24.95)"] {
            #expect(try await OGC.image("/map?\(same)&\(query)").image.pixels == image.pixels, "\(same)")
        }
        #expect(try await OGC.image("/map?center=24.95,60.15").image.width == 1024)
        #expect(try await OGC.status("/map?center=24.95") == 400)
        #expect(try await OGC.status("/map?center=24.95,95") == 400)
    }

    @Test("width and height are pixels, one of them gives the other, and both may stretch")
    func scales() async throws {
        let plain = try await OGC.image("/map?bbox=\(OGC.box)&width=200").image
        #expect(plain.width == 200 && abs(plain.height - 402) <= 2)
        #expect(try await OGC.image("/map?bbox=\(OGC.box)&height=402").image.width == 200)
        let stretched = try await OGC.image("/map?bbox=\(OGC.box)&width=200&height=100").image
        #expect(stretched.width == 200 && stretched.height == 100)
        #expect(max(try await OGC.image("/map").image.width, 0) == 1024)
        for name in ["width", "height"] {
            for bad in ["0", "-5", "1.5", "a", ""] {
                #expect(try await OGC.status("/map?\(name)=\(bad)") == 400, "\(name)=\(bad)")
            }
            #expect(try await OGC.status("/map?bbox=\(OGC.box)&\(name)=10&scale-denominator=1000") == 400)
        }
        let api = try await OGC.json("/api")
        let pixels = try #require(api["info"]?["x-OGC-limits"]?["maps"]?["maxPixels"]?.number)
        #expect(try await OGC.status("/map?width=\(Int(pixels))&height=2") == 413)
    }

    @Test("a scale without a size gives the size, as fine as pixels are")
    func scaleDenominator() async throws {
        let coarse = try await OGC.image("/map?bbox=\(OGC.box)&scale-denominator=100000").image
        // 0.1 degrees of longitude at 60.15 degrees are 5540 m, 198 pixels of 28 m.
        #expect(abs(coarse.width - 198) <= 2, "\(coarse.width)")
        let fine = try await OGC.image("/map?bbox=\(OGC.box)&scale-denominator=100000&mm-per-pixel=0.14").image
        #expect(abs(fine.width - 2 * coarse.width) <= 1)
        for bad in ["scale-denominator=0", "scale-denominator=x", "mm-per-pixel=-1", "mm-per-pixel=0"] {
            #expect(try await OGC.status("/map?\(bad)") == 400, "\(bad)")
        }
    }

    @Test("pixels that are finer have wider lines and larger names")
    func displayResolution() async throws {
        let plain = try await OGC.image("/map?bbox=\(OGC.box)&width=300").image
        let same = try await OGC.image("/map?bbox=\(OGC.box)&width=300&mm-per-pixel=0.28").image
        let fine = try await OGC.image("/map?bbox=\(OGC.box)&width=300&mm-per-pixel=0.14").image
        #expect(same.pixels == plain.pixels && fine.width == plain.width && fine.pixels != plain.pixels)
    }

    @Test("crs names the system of the image, in which box and field are")
    func systems() async throws {
        let names = try await OGC.json("/collections/world")["crs"]?.array?.compactMap(\.string) ?? []
        #expect(names.count == 3 + ServedSystems.usual.count && names[3].contains("/def/crs/"))
        for name in names.prefix(3) {
            let (answer, image) = try await OGC.image("/map?bbox=\(OGC.box)&width=100&crs=\(percentEncoded(name))")
            #expect(answer.headers[.contentCrs] == (name.hasSuffix("CRS84") ? nil : name))
            let box = try OGC.box(answer)
            if name.hasSuffix("4326") { #expect(box == [60.1, 24.9, 60.2, 25]) }
            if name.hasSuffix("CRS84") {
                #expect(box == [24.9, 60.1, 25, 60.2] && image.height == 100)
                let sameBox = "bbox=\(OGC.box)&bbox-crs=\(percentEncoded(name))"
                let same = try await OGC.image("/map?\(sameBox)&width=100&crs=OGC:CRS84").image
                #expect(same.pixels == image.pixels)
            }
        }
        #expect(try await OGC.status("/map?crs=EPSG:9999") == 400)
    }

    @Test("a map may be in the system of a country or of a continent")
    func otherSystems() async throws {
        let address = "http://www.opengis.net/def/crs/EPSG/0/3035"
        // pyproj 3.7 has 24.94, 60.17 at 5145382.16, 4206177.50.
        let own = "bbox=4196177.5,5135382.16,4216177.5,5155382.16&bbox-crs=\(percentEncoded(address))"
        let (answer, image) = try await OGC.image("/map?\(own)&crs=EPSG:3035&width=200&transparent=false")
        #expect(answer.headers[.contentCrs] == address && image.width == 200 && image.height == 200)
        #expect(try OGC.box(answer) == [4_196_177.5, 5_135_382.16, 4_216_177.5, 5_155_382.16])
        // The same by its axes, and by its middle: a pixel is of 0.28 mm.
        let subset = "subset=N(4196177.5:4216177.5),E(5135382.16:5155382.16)&subset-crs=%5BEPSG:3035%5D"
        #expect(
            try await OGC.image("/map?\(subset)&crs=EPSG:3035&width=200&transparent=false").image.pixels == image.pixels
        )
        let centered = try OGC.box(
            try await OGC.get("/map?center=24.94,60.17&crs=EPSG:3035&width=200&height=100&scale-denominator=100000"))
        #expect(abs((centered[1] + centered[3]) / 2 - 5_145_382.16) < 0.1, "\(centered)")
        // Areas are true, so that lengths are off by little.
        #expect(abs(centered[3] - centered[1] - 5600) < 1 && abs(centered[2] - centered[0] - 2800) < 1, "\(centered)")
        // Degrees in it, and it in degrees.
        let within = try OGC.box(try await OGC.get("/map?bbox=\(OGC.box)&crs=EPSG:3035&width=50"))
        #expect(within[1] < 5_145_382 && within[3] > 5_145_382 && within[3] - within[1] < 12_000, "\(within)")
        let degrees = try OGC.box(try await OGC.get("/map?\(own)&crs=OGC:CRS84&width=50"))
        #expect(degrees[0] < 24.9 && degrees[2] > 24.98 && degrees[2] - degrees[0] < 0.6, "\(degrees)")
        // All there is, as far as the system is meant for it; elsewhere there is nothing.
        let whole = try OGC.box(try await OGC.get("/map?crs=EPSG:3035&width=100"))
        #expect(whole[0] > 0 && whole[2] < 8e6 && whole[3] - whole[1] > 4e6, "\(whole)")
        #expect(try await OGC.status("/map?bbox=-1,-1,1,1&bbox-crs=OGC:CRS84&crs=EPSG:2056&width=20") == 404)
        #expect(try await OGC.status("/map?bbox=9e7,9e7,9.1e7,9.1e7&bbox-crs=EPSG:3035&width=20") == 404)
    }

    /// The color of the corner of a map of which nothing but the background is there.
    private func corner(_ query: String, _ service: MapService) async throws -> UInt32 {
        let answer = await service.get("/ogc/map?bbox=0,0,1,1&width=8&height=8&\(query)")
        try #require(answer.status == .ok, "\(query): \(answer.text)")
        return try decodeImage(answer.bytes, maxPixels: 4096).pixels[0]
    }

    /// A style of a background alone.
    private func plainService() throws -> (MapService, ScratchFolder) {
        let folder = try ScratchFolder()
        try folder.write(
            "styles/own.json",
            ##"{"version": 8, "sources": {}, "layers": [{"id": "b", "type": "background", "paint": {"background-color": "#336699"}}]}"##
        )
        let config = try folder.write(
            "config.json", #"{"options": {"paths": {"styles": "styles"}}, "styles": {"own": {"style": "own.json"}}}"#)
        return (try ServerFixture.service { $0.configFile = config }, folder)
    }

    @Test("the background is transparent, of the style or of a color, as the standard has its defaults")
    func background() async throws {
        let (service, _) = try plainService()
        defer { service.end() }
        for (query, color) in [
            ("", 0), ("transparent=true", 0), ("transparent=false", 0xFF33_6699), ("bgcolor=0xFF8800", 0xFFFF_8800),
            ("bgcolor=FF8800", 0xFFFF_8800), ("bgcolor=0xff8800&transparent=false", 0xFFFF_8800),
            ("bgcolor=LightBlue", 0xFFAD_D8E6), ("bgcolor=red&transparent=true", 0), ("f=jpeg", 0xFF33_6699),
        ] as [(String, UInt32)] {
            let found = try await corner(query, service)
            #expect(query == "f=jpeg" ? found >> 24 == 255 : found == color, "\(query): \(String(found, radix: 16))")
        }
        for bad in ["bgcolor=0xZZ", "bgcolor=", "transparent=maybe", "void-color=nothing", "void-transparent=1"] {
            #expect(await service.get("/ogc/map?width=8&\(bad)").status == .badRequest, "\(bad)")
        }
    }

    @Test("beyond the world there is the background, or what void-color and void-transparent say")
    func void() async throws {
        let (service, _) = try plainService()
        defer { service.end() }
        let polar = "crs=OGC:CRS84&bbox=0,88,10,94&width=10&height=60"
        for (query, void, ground) in [
            ("", 0, 0), ("transparent=false", 0xFF33_6699, 0xFF33_6699), ("bgcolor=red", 0xFFFF_0000, 0xFFFF_0000),
            ("void-color=blue", 0xFF00_00FF, 0), ("transparent=false&void-color=blue", 0xFF00_00FF, 0xFF33_6699),
            ("transparent=false&void-transparent=true", 0, 0xFF33_6699),
            ("transparent=true&void-transparent=false&bgcolor=red", 0xFFFF_0000, 0),
        ] as [(String, UInt32, UInt32)] {
            let answer = await service.get("/ogc/map?\(polar)&\(query)")
            try #require(answer.status == .ok, "\(answer.text)")
            let image = try decodeImage(answer.bytes, maxPixels: 4096)
            #expect(image.pixels[5] == void && image.pixels[58 * 10 + 5] == ground, "\(query)")
            // The corners of a world that is not a rectangle.
            let oval = await service.get("/ogc/map?crs=EPSG:8857&width=60&\(query)")
            let corners = try decodeImage(oval.bytes, maxPixels: 1 << 16)
            let middle = corners.height / 2 * corners.width + 30
            #expect(corners.pixels[0] == void && corners.pixels[middle] == ground, "\(query)")
        }
    }

    @Test("an archive that no style draws has a map in a style of its own")
    func drawsStrangers() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            "shops.geojson",
            #"{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[[24, 60], [26, 60], [26, 61], [24, 61], [24, 60]]]}}"#
        )
        try folder.write("styles/own.json", #"{"version": 8, "sources": {}, "layers": []}"#)
        let config = try folder.write(
            "config.json",
            """
            {"options": {"paths": {"styles": "styles"}}, "styles": {"own": {"style": "own.json"}},
             "data": {"shops": {"mbtiles": "\(file)"}}}
            """)
        let service = try ServerFixture.service { $0.configFile = config }
        defer { service.end() }
        let answer = await service.get("/ogc/collections/shops/map?width=100")
        try #require(answer.status == .ok, "\(answer.text)")
        let image = try decodeImage(answer.bytes, maxPixels: 1 << 20)
        #expect(Set(image.pixels).count > 1)
        let box = try #require(answer.headers[.contentBbox]).split(separator: ",").compactMap { Double($0) }
        #expect(abs(box[0] - 24 / 360.0 * 40_075_016.69) < 2)
        let tile = await service.get("/ogc/collections/shops/map/tiles/WebMercatorQuad/6/18/36")
        #expect(tile.status == .ok && tile.headers[.contentType] == "image/png")
    }

    @Test("a map that the client has is not sent again, and what changes nothing is a warning")
    func caches() async throws {
        let path = "/map?bbox=\(OGC.box)&width=40&colour=red"
        let first = try await OGC.get(path)
        let tag = try #require(first.headers[.eTag])
        #expect(first.headers[.staticMapWarning]?.contains("colour") == true)
        let service = try ServerFixture.shared.get()
        let second = await service.get("/ogc" + path, [(.ifNoneMatch, tag)])
        #expect(second.status == .notModified && second.headers[.contentBbox] == first.headers[.contentBbox])
    }

    /// The share of channels that differ by more than a few steps.
}
