// SPDX-License-Identifier: MIT
import MapDiagnostics
package import MapRuntime

extension MapRenderer {
    /// Does work for one map within the renderer's limits.
    ///
    /// Work that is already part of such work shares its budget.
    ///
    /// - Parameters:
    ///   - shared: the budget of all parts of work for one map; nil for work that is the whole.
    ///   - work: reads, lays out, paints or encodes the map.
    /// - Returns: what the work returns.
    /// - Throws: an error of kind `pastLimit` with one diagnostic when a limit is passed, else what the work throws.
    package func withinLimits<Result>(
        _ shared: RenderBudget? = nil, _ work: () throws(RenderError) -> Result
    ) throws(RenderError) -> Result {
        guard RenderBudget.current == nil else { return try work() }
        let budget = shared ?? RenderBudget(limits)
        do throws(RenderError) {
            let result = try budget.run(work)
            guard let problem = budget.problem else { return result }
            throw RenderError(.pastLimit, [problem])
        } catch {
            throw budget.problem.map { RenderError(.pastLimit, [$0]) } ?? error
        }
    }
}
