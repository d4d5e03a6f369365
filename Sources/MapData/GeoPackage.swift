// SPDX-License-Identifier: MIT
private import GRDB
package import MapCore
import MapProj

/// The features of a GeoPackage, an SQLite file, as GeoJSON.
///
/// Feature tables are read, all or those that are named, in the order of their names; each feature has the columns of its row as properties, and
/// its row's key as id. Coordinates are those of any system that PROJ knows.
///
/// - SeeAlso: OGC 12-128r18 (GeoPackage 1.3), sections 1.1 and 2.1.
package struct GeoPackage {
    /// A FeatureCollection, whose `crs` is WGS 84 where a table names its system.
    package private(set) var features = JSONNode.null
    /// What is left out, in words.
    package private(set) var omissions: [String] = []

    private static let codes = SQLiteLocation.Codes(
        unreadable: Diagnostic.Code.dataInvalid, unknownFormat: Diagnostic.Code.dataInvalid,
        pendingChanges: Diagnostic.Code.dataInvalid)
    private var found: [JSONNode] = []
    /// The bytes of geometries and texts that may still be read.
    private var budget: Int

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - layers: the names of the tables to read; empty for all.
    ///   - limit: the most bytes of geometries and texts.
    ///   - maxQuerySteps: as of `MBTilesArchive`, for each table and each ten thousand rows.
    /// - Throws: a `Diagnostic` if the file cannot be opened or is not a GeoPackage, if it is larger than the limit, or if
    ///   a table that is named is not there or none can be read.
    package init(path: String, layers: [String] = [], limit: Int, maxQuerySteps: Int? = nil) throws(Diagnostic) {
        budget = limit
        do {
            let budgets = QueryBudgets(maxSteps: maxQuerySteps ?? QueryBudgets.maxSteps)
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(2)
            configuration.prepareDatabase { db in
                try db.execute(sql: "PRAGMA mmap_size = 0; PRAGMA query_only = ON; PRAGMA trusted_schema = OFF")
                budgets.limit(db)
            }
            let location = try SQLiteLocation(path: path, kind: "a GeoPackage", codes: Self.codes)
            let database = try DatabaseQueue(path: location.uri, configuration: configuration)
            var package = self
            var isDeclared = false
            try database.unsafeRead { db in
                budgets.begin(db)
                let tables = try Self.tables(db, layers)
                isDeclared = tables.contains(where: \.isDeclared)
                for table in tables {
                    budgets.begin(db)
                    try package.read(table, db) { budgets.begin(db) }
                }
            }
            features = .featureCollection(package.found, isWGS84: isDeclared)
            omissions = package.omissions
        } catch let error as Diagnostic {
            throw error
        } catch let error as ReadingError {
            throw Diagnostic(code: .dataInvalid, file: path, error.message, hint: error.hint)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw Diagnostic(code: .dataInvalid, file: path, expected: "a GeoPackage", found: "other data")
        } catch let error as DatabaseError {
            let message = error.message ?? "SQLite error \(error.resultCode.rawValue)"
            throw Diagnostic(code: .dataInvalid, file: path, "cannot read the GeoPackage: \(message)")
        } catch {
            throw Diagnostic(code: .dataInvalid, file: path, "cannot read the GeoPackage: \(error)")
        }
    }

    private struct ReadingError: Error {
        var message: String
        var hint: String?
    }

    /// A table of features.
    private struct Table {
        var name: String
        var geometryColumn: String
        /// The column of the primary key.
        var key: String?
        /// Columns that hold truth values.
        var booleans: Set<String>
        /// Nil for a reference system that is not read.
        var system: ReferenceSystem?
        /// False for undefined degrees.
        var isDeclared: Bool
        /// Why not.
        var reason: String
    }

    private static func tables(_ db: Database, _ layers: [String]) throws -> [Table] {
        guard try db.tableExists("gpkg_contents"), try db.tableExists("gpkg_geometry_columns") else {
            throw ReadingError(message: "expected a GeoPackage, found another SQLite file")
        }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT g.table_name, g.column_name, s.organization, s.organization_coordsys_id, s.srs_name, s.definition,
                g.srs_id
                FROM gpkg_contents c JOIN gpkg_geometry_columns g ON g.table_name = c.table_name
                LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
                WHERE c.data_type = 'features' ORDER BY g.table_name LIMIT 1000
                """)
        let known = rows.compactMap { String.fromDatabaseValue($0[0]) }
        if !known.isEmpty, let missing = layers.first(where: { !known.contains($0) }) {
            throw ReadingError(
                message: "the GeoPackage has no table of features \"\(missing)\"",
                hint: didYouMean(missing, known) ?? "its tables: \(listing(known.prefix(20)))")
        }
        let tables = try rows.compactMap { row -> Table? in
            guard let name = String.fromDatabaseValue(row[0]), let column = String.fromDatabaseValue(row[1]),
                layers.isEmpty || layers.contains(name)
            else { return nil }
            let organization = String.fromDatabaseValue(row[2]) ?? "NONE"
            let number = Int.fromDatabaseValue(row[6]) ?? 0
            let code = Int.fromDatabaseValue(row[3]) ?? number
            let columns = try Row.fetchAll(
                db, sql: "SELECT name, type, pk FROM pragma_table_info(?) LIMIT 1000", arguments: [name])
            func names(where isWanted: (Row) -> Bool) -> [String] {
                columns.filter(isWanted).compactMap { String.fromDatabaseValue($0[0]) }
            }
            // 0 is for undefined degrees, which are most often those of WGS 84.
            let found =
                number == 0
                ? .success(.wgs84) : system(organization, code, definition: String.fromDatabaseValue(row[5]))
            let label = "\(organization):\(code)" + (String.fromDatabaseValue(row[4]).map { " (\($0))" } ?? "")
            return Table(
                name: name, geometryColumn: column, key: names { (Int.fromDatabaseValue($0[2]) ?? 0) > 0 }.first,
                booleans: Set(names { String.fromDatabaseValue($0[1])?.uppercased() == "BOOLEAN" }),
                system: try? found.get(), isDeclared: number != 0, reason: "is in \(label): \(found.message)")
        }
        guard !tables.isEmpty else { throw ReadingError(message: "the GeoPackage has no table of features") }
        if tables.allSatisfy({ $0.system == nil }) {
            throw ReadingError(message: "the table \"\(tables[0].name)\" \(tables[0].reason)")
        }
        return tables
    }

    /// The system of a table, by its authority or, where PROJ does not know that, by its definition.
    private static func system(
        _ organization: String, _ code: Int, definition: String?
    ) -> Result<ReferenceSystem, Diagnostic> {
        let named = Result { () throws(Diagnostic) in try ReferenceSystem("\(organization):\(code)") }
        guard case .failure(let error) = named, error.code != Diagnostic.Code.coordinatesNoLibrary,
            let definition, definition.contains("[")
        else { return named }
        return Result { () throws(Diagnostic) in try ReferenceSystem(definition) }
    }

    /// What a row costs beside its bytes.
    private static let rowCost = 64
    /// So many rows share the budget of a query.
    private static let rowsPerBudget = 10_000

    private mutating func read(_ table: Table, _ db: Database, extendBudget: () -> Void) throws {
        guard let system = table.system else {
            omissions.append("the table \"\(table.name)\" \(table.reason)")
            return
        }
        var (damaged, unsupported) = (0, [String: Int]())
        let name = table.name.replacing("\"", with: "\"\"")
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \"\(name)\"")
        var rowCount = 0
        while let row = try rows.next() {
            rowCount += 1
            if rowCount % Self.rowsPerBudget == 0 { extendBudget() }
            try spend(Self.rowCost)
            guard let value = row[table.geometryColumn] as DatabaseValue?, case .blob(let blob) = value.storage else {
                continue
            }
            try spend(blob.count)
            let geometry: JSONNode?
            do throws(WellKnownBinary.ReadingError) {
                geometry = try WellKnownBinary.geometry(ofGeoPackage: [UInt8](blob)[...])
            } catch {
                geometry = nil
                switch error {
                case .damaged: damaged += 1
                case .unsupported(let kind): unsupported[kind, default: 0] += 1
                }
            }
            if let geometry { found.append(try feature(system.unprojected(geometry), row, table)) }
        }
        if damaged > 0 { omissions.append("the table \"\(table.name)\" has damaged geometries: \(damaged)") }
        for (kind, count) in unsupported.sorted(by: { $0.key < $1.key }) {
            omissions.append("the table \"\(table.name)\" has geometries of a type that is not read, \(kind): \(count)")
        }
    }

    private mutating func feature(_ geometry: JSONNode, _ row: Row, _ table: Table) throws -> JSONNode {
        var properties = JSONObject()
        for (name, value) in row where name != table.geometryColumn && name != table.key {
            let node: JSONNode
            switch value.storage {
            case .int64(let number):
                node = table.booleans.contains(name) ? .bool(number != 0) : .number(Double(number))
            case .double(let number): node = .number(number)
            case .string(let text):
                try spend(text.utf8.count)
                node = .text(text)
            case .null: node = .null
            case .blob: continue
            }
            properties.members.append(JSONObject.Member(name, node))
        }
        let id = table.key.flatMap { Int64.fromDatabaseValue(row[$0]) }.map { JSONNode.number(Double($0)) }
        return ["type": "Feature", "id": id, "properties": JSONNode(.object(properties)), "geometry": geometry]
    }

    private mutating func spend(_ bytes: Int) throws(ReadingError) {
        budget -= bytes
        guard budget >= 0 else { throw ReadingError(message: "the GeoPackage holds too much data") }
    }
}

extension Result where Failure == Diagnostic {
    /// Empty for a success.
    fileprivate var message: String {
        if case .failure(let error) = self { error.message } else { "" }
    }
}
