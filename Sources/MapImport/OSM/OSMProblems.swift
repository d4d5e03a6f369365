// SPDX-License-Identifier: MIT
import COSM
import Libc
import MapCore
package import MapGeometry

extension Diagnostic {
    /// Why a file, or a part of it, cannot be read.
    init(_ failure: COSMFailure, _ path: String) {
        var failure = failure
        let message = withUnsafePointer(to: &failure.message) { tuple in
            tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                String(cString: $0)
            }
        }
        let code: Diagnostic.Code =
            switch failure.status {
            case COSM_FOREIGN: .importUnknownFormat
            case COSM_UNSUPPORTED: .importUnsupported
            case COSM_SYSTEM: .fileUnreadable
            case COSM_CANCELLED: .renderCancelled
            default: .importDamagedFile
            }
        self.init(code: code, file: path, message)
    }

    /// What is wrong with an object.
    init(_ problem: COSMProblem, _ path: String) {
        if problem.kind == COSM_PROBLEM_DAMAGED_PART || problem.kind == COSM_PROBLEM_LARGE_PART {
            let reason = problem.kind == COSM_PROBLEM_LARGE_PART ? "takes too much memory" : "is damaged"
            self.init(
                .warning, code: .importDamagedFile, file: path, path: "block \(problem.id)",
                "the block \(reason); it was left out")
            return
        }
        let kind = problem.origin == COSM_NODE ? "node" : problem.origin == COSM_WAY ? "way" : "relation"
        let place =
            problem.longitude.isNaN ? "" : " at \(text(problem.latitude)), \(text(problem.longitude))"
        let (code, message): (Diagnostic.Code, String) =
            switch problem.kind {
            case COSM_PROBLEM_COORDINATE: (.importDamagedFile, "its coordinate is outside of the world")
            case COSM_PROBLEM_DUPLICATE: (.importDamagedFile, "the file has it more than once; the first one counts")
            case COSM_PROBLEM_MISSING_NODES: (.importIncomplete, "\(problem.count) of its nodes are not in the file")
            case COSM_PROBLEM_MISSING_MEMBERS: (.importIncomplete, "\(problem.count) of its ways are not in the file")
            case COSM_PROBLEM_CROSSING: (.importBrokenArea, "the edge of the area crosses itself\(place)")
            case COSM_PROBLEM_OPEN_RING: (.importBrokenArea, "the edge of the area is not closed\(place)")
            case COSM_PROBLEM_TOO_COMPLEX: (.importBrokenArea, "the area would take too long to assemble")
            default: (.importBrokenArea, "it does not describe an area")
            }
        self.init(.warning, code: code, file: path, path: "\(kind) \(problem.id)", message)
    }
}

extension Diagnostic {
    /// What is wrong with the coast; no way is to blame where it is 0.
    init(coast problem: (way: Int64, message: String), _ path: String) {
        self.init(
            .warning, code: .importBrokenArea, file: path, path: problem.way == 0 ? "" : "way \(problem.way)",
            problem.message)
    }
}

/// Passes on the first problems of each kind, and says how many more there are: an extract that was cut badly has thousands.
struct ProblemCount {
    private var counts: [Diagnostic.Code: Int] = [:]

    private static let limit = 20

    mutating func add(_ problem: Diagnostic, to sink: DiagnosticSink) {
        counts[problem.code, default: 0] += 1
        if counts[problem.code, default: 0] <= Self.limit { sink.add(problem) }
    }

    func finish(_ sink: DiagnosticSink, _ path: String) {
        for (code, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count > Self.limit {
            sink.add(
                Diagnostic(
                    .note, code: code, file: path, "\(count - Self.limit) further problems of this kind are not shown"))
        }
    }
}

/// Degrees as OpenStreetMap has them, with seven decimals at most.
private func text(_ degrees: Double) -> String { "\((degrees * 1e7).rounded() / 1e7)" }

/// Places for the names of areas.
extension OSMBlock {
    /// A place well inside of the largest of a feature's outer rings, outside of its holes; nil without rings.
    ///
    /// - SeeAlso: `interiorPoint`, which finds the pole of inaccessibility.
    package func labelPoint(of feature: OSMFeature) -> Point? {
        let rings = parts[feature.rings]
        let outers = rings.indices.filter { !rings[$0].isInner }
        let largest = outers.max {
            abs(signedArea(points[rings[$0].points])) < abs(signedArea(points[rings[$1].points]))
        }
        guard let largest else { return nil }
        let holes = rings[(largest + 1)...].prefix { $0.isInner }
        return MapImport.labelPoint(of: ([rings[largest]] + holes).map { points[$0.points] })
    }
}

/// A place well inside of an area, in the unit of its points.
///
/// - Parameter rings: an outer ring and its holes, which end with the points with which they begin.
/// - Returns: nil for a ring without points.
package func labelPoint(of rings: [ArraySlice<Point>]) -> Point? {
    let box = Rect(around: rings.first ?? [])
    guard !box.isNull else { return nil }
    // Of a disk of the same area. To a twentieth of its width: nobody sees more, and few steps find it.
    let radius = (abs(signedArea(rings[0])) / .pi).squareRoot()
    let precision = max(radius / 10, box.width / 1e6, 1e-12)
    return interiorPoint(of: rings.map { $0.dropLast() }, precision: precision, enough: max(precision, radius / 3))
}
