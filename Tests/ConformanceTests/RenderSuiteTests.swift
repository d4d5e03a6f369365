// SPDX-License-Identifier: MIT
import Testing

@Suite("Render suite") struct RenderSuiteTests {
    @Test("every case has a name of its own and something to compare with")
    func index() throws {
        guard let cases = try RenderCase.all() else { return }
        #expect(Set(cases.map(\.id)).count == cases.count)
        #expect(cases.allSatisfy { !$0.expected.isEmpty && $0.center.count == 2 })
    }
}
