// SPDX-License-Identifier: MIT
internal import CProj
import Libc
import MapCore
import MapGeometry

/// PROJ, which is loaded when the first system is made that needs it.
private let proj = LateLibrary(ProjFunctions(), { ProjFunctionsLoad(&$0) }) { reason in
    Diagnostic(
        code: .coordinatesNoLibrary, "coordinates of other systems need PROJ, which cannot be loaded: \(reason)",
        hint: "on Debian, it is in the packages libproj25 and proj-data")
}

/// A context of PROJ, with the transformation of a system to longitude and latitude in it. One thread at a time uses it.
final class ProjTransformation: @unchecked Sendable {
    let functions: ProjFunctions
    private let context: OpaquePointer
    /// Outlives the context, which reads it.
    private let folder: UnsafeMutablePointer<CChar>
    private var operation: OpaquePointer?
    private(set) var name = ""
    private(set) var isGeographic = false
    /// True where the definition has the northing, or the latitude, as its first number.
    private(set) var isNorthFirst = false
    /// The system as a PROJ string; nil where it has none.
    private(set) var projString: String?
    /// The system as well-known text, in the form that most programs read; empty where it has none.
    private(set) var wellKnownText = ""
    /// West, south, east and north in degrees; nil where the database has none.
    private(set) var area: (Double, Double, Double, Double)?

    /// - Parameter definition: has passed `ReferenceSystem`.
    /// - Throws: when PROJ or its database is missing, or the system is not known.
    init(_ definition: String) throws(Diagnostic) {
        functions = try proj.functions()
        guard let context = functions.proj_context_create() else { throw Self.noMemory }
        _ = functions.proj_log_level(context, PJ_LOG_NONE)
        _ = functions.proj_context_set_enable_network(context, 0)
        guard let database = functions.proj_context_get_database_path(context),
            let folder = strdup(MapCore.folder(of: String(cString: database)))
        else {
            _ = functions.proj_context_destroy(context)
            throw Diagnostic(
                code: .coordinatesNoLibrary,
                "coordinates of other systems need PROJ's database, proj.db, which is not there",
                hint: "on Debian, it is in the package proj-data; PROJ_DATA names another folder")
        }
        (self.context, self.folder) = (context, folder)
        let isLimited = withUnsafePointer(to: functions) { ProjContextSetFolder($0, context, folder) }
        guard isLimited != 0 else { throw Self.noMemory }
        try open(definition)
    }

    deinit {
        if let operation { destroy(operation) }
        _ = functions.proj_context_destroy(context)
        free(folder)
    }

    private func destroy(_ object: OpaquePointer) { _ = functions.proj_destroy(object) }

    private func open(_ definition: String) throws(Diagnostic) {
        guard let found = functions.proj_create(context, definition) else { throw unknown(definition) }
        var system = found
        defer { destroy(system) }
        if functions.proj_get_type(system) == PJ_TYPE_COMPOUND_CRS,
            let horizontal = functions.proj_crs_get_sub_crs(context, system, 0)
        {
            destroy(system)
            system = horizontal
        }
        if let text = functions.proj_get_name(system) { name = String(cString: text) }
        if let text = functions.proj_as_wkt(context, system, PJ_WKT1_GDAL, nil) {
            wellKnownText = String(cString: text).split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
                .joined()
        }
        projString = functions.proj_as_proj_string(context, system, PJ_PROJ_4, nil).map { String(cString: $0) }
        var kind = functions.proj_get_type(system)
        if kind == PJ_TYPE_BOUND_CRS, let inner = functions.proj_get_source_crs(context, system) {
            kind = functions.proj_get_type(inner)
            destroy(inner)
        }
        isGeographic = kind == PJ_TYPE_GEOGRAPHIC_2D_CRS || kind == PJ_TYPE_GEOGRAPHIC_3D_CRS
        guard isGeographic || kind == PJ_TYPE_PROJECTED_CRS else {
            throw Diagnostic(
                code: .coordinatesUnknownSystem,
                expected: "a projected system or one of longitude and latitude",
                found: ReferenceSystem.shown(definition))
        }
        var (west, south, east, north) = (0.0, 0.0, 0.0, 0.0)
        if functions.proj_get_area_of_use(context, system, &west, &south, &east, &north, nil) != 0, west > -1000 {
            area = (west, south, east, north)
        }
        guard let geographic = functions.proj_create(context, "OGC:CRS84") else { throw unknown("OGC:CRS84") }
        defer { destroy(geographic) }
        guard let plain = functions.proj_create_crs_to_crs_from_pj(context, system, geographic, nil, nil) else {
            throw unknown(definition)
        }
        defer { destroy(plain) }
        guard let normalized = functions.proj_normalize_for_visualization(context, plain) else {
            throw unknown(definition)
        }
        operation = normalized
        isNorthFirst = swaps(plain)
    }

    /// True when an operation has the numbers of the system in the other order than `operation`, which has them to the east and to
    /// the north.
    private func swaps(_ plain: OpaquePointer) -> Bool {
        let area = area ?? (-10, -10, 20, 20)
        // Not in the middle, where both numbers may be 0.
        let place = Point(area.0 + (area.2 - area.0) * 0.37, area.1 + (area.3 - area.1) * 0.59)
        var (ours, theirs) = ([place], [place])
        transform(&ours, forward: false)
        transform(&theirs, forward: false, by: plain)
        let (a, b) = (ours[0], theirs[0])
        return a.x.isFinite && abs(a.x - b.y) + abs(a.y - b.x) < abs(a.x - b.x) + abs(a.y - b.y)
    }

    private static var noMemory: Diagnostic {
        Diagnostic(code: .coordinatesNoLibrary, "PROJ cannot be started: there is no memory")
    }

    private func unknown(_ definition: String) -> Diagnostic {
        let number = functions.proj_context_errno(context)
        let reason =
            number == 0 ? nil : functions.proj_context_errno_string(context, number).map { String(cString: $0) }
        return Diagnostic(
            code: .coordinatesUnknownSystem,
            expected: "a coordinate system that PROJ knows" + (reason.map { " (\($0))" } ?? ""),
            found: ReferenceSystem.shown(definition))
    }

    /// Transforms in place; what cannot be transformed becomes not a number.
    func transform(_ points: inout [Point], forward: Bool) {
        guard let operation, !points.isEmpty else { return }
        transform(&points, forward: forward, by: operation)
    }

    private func transform(_ points: inout [Point], forward: Bool, by operation: OpaquePointer) {
        let stride = MemoryLayout<Point>.stride
        points.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let x = base.assumingMemoryBound(to: Double.self)
            let count = bytes.count / stride
            _ = functions.proj_trans_generic(
                operation, forward ? PJ_FWD : PJ_INV, x, stride, count, x + 1, stride, count, nil, 0, 0, nil, 0, 0)
        }
        _ = functions.proj_errno_reset(operation)
        for index in points.indices where !(points[index].x.isFinite && points[index].y.isFinite) {
            points[index] = Point(.nan, .nan)
        }
    }
}
