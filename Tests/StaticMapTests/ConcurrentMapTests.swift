// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import Synchronization
import TestSupport
import Testing

@Suite("How many maps are rendered at a time") struct ConcurrentMapTests {
    /// Keeps every map that draws it until it is opened.
    private final class Gate: Sendable {
        private let isOpen = Atomic(false)
        private let inside = Atomic(0)
        private let passed = Atomic(0)

        var insideCount: Int { inside.load(ordering: .relaxed) }
        var passedCount: Int { passed.load(ordering: .relaxed) }

        func open() { isOpen.store(true, ordering: .relaxed) }

        func pass() {
            inside.wrappingAdd(1, ordering: .relaxed)
            while !isOpen.load(ordering: .relaxed) { Thread.sleep(forTimeInterval: 0.001) }
            inside.wrappingSubtract(1, ordering: .relaxed)
            passed.wrappingAdd(1, ordering: .relaxed)
        }

        /// Waits until so many maps are at the gate, or for two seconds.
        func waitUntilInside(_ count: Int) async throws {
            for _ in 0..<400 where insideCount < count { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    private func scene(_ gate: Gate) -> Scene {
        var scene = Scene(size: Size(width: 40, height: 30))
        scene.camera = .center(Coordinate(latitude: 0, longitude: 0), zoom: 2)
        scene.overlays = [Overlay.drawing { _, _ in gate.pass() }]
        return scene
    }

    @Test("is the number of processors, and at least 2, unless it is set") func number() {
        var renderer = Maps.renderer()
        #expect(renderer.maximumConcurrentMaps >= 2)
        renderer.maximumConcurrentMaps = 5
        #expect(renderer.maximumConcurrentMaps == 5)
        renderer.maximumConcurrentMaps = 0
        #expect(renderer.maximumConcurrentMaps == 1)
    }

    @Test("further calls wait for their turn, and block no thread", .timeLimit(.minutes(1))) func waiting() async throws
    {
        var renderer = Maps.renderer()
        renderer.maximumConcurrentMaps = 2
        let (gate, scenes) = (Gate(), 40)
        let scene = scene(gate)
        try await withThrowingTaskGroup(of: Void.self) { [renderer] group in
            // More than there are threads for Swift's tasks: were they blocked, nothing below would run.
            for _ in 0..<scenes { group.addTask { _ = try await renderer.render(scene) } }
            try await gate.waitUntilInside(2)
            try await Task.sleep(for: .milliseconds(50))
            #expect(gate.insideCount == 2)
            #expect(gate.passedCount == 0)
            gate.open()
            try await group.waitForAll()
        }
        #expect(gate.passedCount == scenes)
    }

    @Test("a call that is cancelled while it waits returns at once, and is not rendered", .timeLimit(.minutes(1)))
    func cancelled() async throws {
        var renderer = Maps.renderer()
        renderer.maximumConcurrentMaps = 1
        let (gate, waiting) = (Gate(), Gate())
        let first = Task { [renderer, scene = scene(gate)] in try await renderer.render(scene) }
        try await gate.waitUntilInside(1)
        let second = Task { [renderer, scene = scene(waiting)] in try await renderer.render(scene) }
        try await Task.sleep(for: .milliseconds(20))
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(gate.insideCount == 1)
        waiting.open()
        gate.open()
        _ = try await first.value
        let third = Task { [renderer, scene = scene(gate)] in try await renderer.render(scene) }
        _ = try await third.value
        #expect(waiting.passedCount == 0)
        #expect(gate.passedCount == 2)
    }
}
