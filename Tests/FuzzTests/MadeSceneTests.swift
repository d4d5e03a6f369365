// SPDX-License-Identifier: MIT
import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Scenes that are made by the schema. For a long run:
///
///     STATICMAP_FUZZ_COUNT=100000 STATICMAP_FUZZ_SEED=1 swift test --filter MadeSceneTests
@Suite("Scenes that are made up") struct MadeSceneTests {
    @Test("end in a map or in errors with a place, within their limits") func random() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["STATICMAP_FUZZ_COUNT"].flatMap { Int($0) } ?? 300
        var random = SplitMix(seed: environment["STATICMAP_FUZZ_SEED"].flatMap { UInt64($0) } ?? 30)
        let target = try #require(FuzzTarget.named("made-scene"))
        let trace = environment["STATICMAP_FUZZ_TRACE"]
        var drawn = 0
        for _ in 0..<count {
            let bytes = (0..<Int.random(in: 16...600, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            // What ends the process is found in the file.
            if let trace { try Data(FuzzTarget.madeSceneText(bytes).utf8).write(to: URL(filePath: trace)) }
            guard let isDrawn = FuzzTarget.drawsMadeScene(bytes) else {
                let problem = target.problem(with: bytes) ?? "it is fine the second time"
                Issue.record("\(problem)")
                continue
            }
            if isDrawn { drawn += 1 }
        }
        #expect(drawn * 10 > count * 8, "only \(drawn) of \(count) are drawn")
    }
}
