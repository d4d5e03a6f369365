// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("Archives of strangers") struct HostileArchiveTests {
    /// What is done with an archive, which is `$a`; a gigabyte of addresses is enough for all of it.
    private static let verbs = [
        "inspect $a", "inspect --json $a", "render --tiles $a --size 60x40 --limits strict -o map.png",
        "tiles verify $a", "tiles convert $a -o out.pmtiles", "tiles convert $a -o out.mbtiles",
        "tiles convert $a -o out", "tiles extract $a --bbox 20,50,21,51 --maxzoom 9 -o part.pmtiles",
        "tiles merge $a $a -o both.pmtiles", "tiles render --tiles $a --bbox 0,0,1,1 --zooms 0-1 -o drawn.mbtiles",
    ]

    @Test("end with a message or a map, for every verb", .timeLimit(.minutes(5)), arguments: HostileArchive.all)
    func verbs(_ archive: HostileArchive) async throws {
        for verb in Self.verbs {
            let folder = try ScratchFolder()
            try archive.write(folder)
            let line = "ulimit -v 3000000; ulimit -f 500000; a=\(archive.name); exec timeout 20 $map \(verb)"
            let outcome = try await bash(line, folder)
            let isKnown = [0, 64, 65, 66, 69, 73].contains(outcome.exitCode)
            #expect(isKnown, "\(verb): \(outcome.exitCode) \(outcome.errors.prefix(300))")
            #expect(outcome.exitCode == 0 || !outcome.errors.isEmpty, "\(verb): \(outcome.exitCode) without a word")
            let names = try folder.names()
            #expect(!names.contains { $0.hasSuffix(".part") || $0.hasSuffix(".tiles") }, "\(verb) leaves \(names)")
        }
    }

    @Test("a run of four billion tiles stays a run") func run() async throws {
        let folder = try ScratchFolder()
        let archive = try #require(HostileArchive.all.first { $0.name == "run-of-4-billion.pmtiles" })
        try archive.write(folder)
        let script = """
            ulimit -v 3000000; ulimit -f 100000
            $map tiles convert \(archive.name) -o copy.pmtiles
            $map tiles extract copy.pmtiles --bbox -180,-85,180,85 --maxzoom 9 -o part.pmtiles
            $map tiles extract copy.pmtiles --bbox 20,50,20.01,50.01 --minzoom 3 --maxzoom 5 -o few.mbtiles
            $map tiles verify copy.pmtiles; $map tiles verify part.pmtiles; $map tiles verify few.mbtiles
            ! $map tiles convert copy.pmtiles -o copy.mbtiles
            """
        let outcome = try await bash(script, folder)
        // The tile is no layer, which is what verification says; the last conversion is refused.
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.lines.map { $0.prefix { $0 != "," } } == ["4294967296 tiles", "349525 tiles", "3 tiles"])
        #expect(outcome.errors.contains("4294967296 tiles have only 1 different contents"), "\(outcome.errors)")
    }
}
