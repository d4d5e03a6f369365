// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import MapCore
import MapData
import TestSupport
import Testing

@Suite("GeoPackage") struct GeoPackageTests {
    private let file = packageRoot.appending(path: "Tests/Fixtures/shapes.gpkg").path

    private func features(_ package: GeoPackage) -> [JSONNode] { package.features["features"]?.array ?? [] }

    @Test("rows are features with their columns as properties") func properties() throws {
        let feature = try #require(features(try GeoPackage(path: file, limit: 1 << 20)).first)
        #expect(
            feature.line == """
                {"type": "Feature", "id": 7, "properties": {"fill": "#ff0000", "height": 2.5, "open": true}, \
                "geometry": {"type": "Polygon", "coordinates": [[[24.2, 60.2], [24.8, 60.2], [24.8, 60.8], \
                [24.2, 60.8], [24.2, 60.2]]]}}
                """)
    }

    @Test("geometries of all kinds are read, and those that cannot be are counted") func kinds() throws {
        let package = try GeoPackage(path: file, limit: 1 << 20)
        let shapes = features(package).dropFirst().compactMap { $0["geometry"]?.line }
        let wanted = #"""
            {"type": "Point", "coordinates": [24.5, 60.5]}
            {"type": "Point", "coordinates": [24.5, 60.5]}
            {"type": "LineString", "coordinates": [[24.1, 60.1], [24.9, 60.9]]}
            {"type": "MultiPoint", "coordinates": [[24.3, 60.3], [24.4, 60.4]]}
            {"type": "MultiLineString", "coordinates": [[[24.1, 60.1], [24.2, 60.2]]]}
            {"type": "MultiPolygon", "coordinates": [[[[24.2, 60.2], [24.8, 60.2], [24.8, 60.8], \#
            [24.2, 60.8], [24.2, 60.2]]]]}
            {"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [24.6, 60.6]}, \#
            {"type": "LineString", "coordinates": [[24, 60], [25, 61]]}]}
            """#
        #expect(shapes.dropLast(2).joined(separator: "\n") == wanted)
        let omissions = """
            the table "lost" is in EPSG:999999 (Flatland): expected a coordinate system that PROJ knows (Unknown error \
            (code 4096)), found "EPSG:999999"
            the table "mixed" has damaged geometries: 3
            the table "mixed" has geometries of a type that is not read, CircularString: 1
            """
        #expect(package.omissions.joined(separator: "\n") == omissions)
    }

    @Test("Web Mercator and systems of PROJ become degrees") func systems() throws {
        for feature in features(try GeoPackage(path: file, limit: 1 << 20)).suffix(2) {
            let numbers = (feature["geometry"]?["coordinates"]?.array ?? []).compactMap(\.number)
            #expect(numbers.count == 2)
            #expect(zip(numbers, [24.94, 60.17]).allSatisfy { abs($0 - $1) < 1e-8 })
        }
    }

    @Test("undefined degrees are those of WGS 84, and no other undefined system is") func undefined() throws {
        let folder = try ScratchFolder()
        func read(_ system: Int) throws -> GeoPackage {
            let path = folder.file("\(system).gpkg")
            try FileManager.default.copyItem(atPath: file, toPath: path)
            try DatabaseQueue(path: path).write {
                try $0.execute(sql: "UPDATE gpkg_geometry_columns SET srs_id = \(system) WHERE table_name = 'areas'")
            }
            return try GeoPackage(path: path, layers: ["areas", "projected"], limit: 1 << 20)
        }
        let degrees = try read(0)
        #expect(degrees.omissions.isEmpty && features(degrees).first?["id"]?.number == 7)
        // The other table names its system.
        #expect(degrees.features.declaresWGS84)
        let own = try GeoPackage(path: folder.file("0.gpkg"), layers: ["areas"], limit: 1 << 20)
        #expect(!own.features.declaresWGS84)
        // The file has no row for these.
        for system in [-1, 4711] {
            let package = try read(system)
            #expect(features(package).count == features(degrees).count - 1)
            #expect(
                package.omissions.first?.hasPrefix("the table \"areas\" is in NONE:\(system): expected EPSG:…") == true)
        }
    }

    @Test("files that are no GeoPackage, or too large, are errors") func errors() throws {
        func message(_ path: String, limit: Int = 1 << 20) -> String? {
            do {
                _ = try GeoPackage(path: path, limit: limit)
                return nil
            } catch {
                return error.message
            }
        }
        let folder = try ScratchFolder()
        try folder.write("text.gpkg", "not a database, but long enough to have a header of a hundred bytes ……………………………")
        #expect(message(folder.file("text.gpkg")) == "expected a GeoPackage, found other data")
        #expect(message(folder.file("absent.gpkg"))?.contains("cannot open the file") == true)
        #expect(message(file, limit: 500) == "the GeoPackage holds too much data")
        let path = folder.file("other.gpkg")
        try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE a (b)") }
        #expect(message(path) == "expected a GeoPackage, found another SQLite file")
        let foreign = folder.file("foreign.gpkg")
        try FileManager.default.copyItem(atPath: file, toPath: foreign)
        try DatabaseQueue(path: foreign).write {
            try $0.execute(sql: "DELETE FROM gpkg_geometry_columns WHERE table_name <> 'lost'")
        }
        #expect(
            message(foreign)?.hasPrefix("the table \"lost\" is in EPSG:999999 (Flatland): expected a coordinate system")
                == true)
    }

    @Test("no damage makes the reader trap") func fuzz() throws {
        let folder = try ScratchFolder()
        let bytes = try Data(contentsOf: URL(filePath: file))
        var random = SplitMix(seed: 3)
        for round in 0..<60 {
            var copy = bytes
            for _ in 0..<20 {
                copy[Int.random(in: 100..<copy.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let path = folder.file("\(round).gpkg")
            try copy.write(to: URL(filePath: path))
            _ = try? GeoPackage(path: path, limit: 1 << 20)
        }
    }
}
