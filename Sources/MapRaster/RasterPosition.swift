// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapGeometry
import MapProj

/// Where the pixels of a raster are: a system of coordinates, and the transform that leads to it.
///
/// - SeeAlso: OGC 19-008r4, GeoTIFF 1.1, annexes B and C.
struct RasterPosition: Sendable {
    let system: ReferenceSystem
    /// From columns and rows, which begin at the upper left corner of the first pixel, to coordinates of the system.
    let transform: Transform
    let inverse: Transform
    /// Of a unit of heights; nil where the file says none.
    let metres: Double?

    init(_ tags: GeographicTags, file: String) throws(Diagnostic) {
        let keys = GeoKeys(tags)
        var transform: Transform
        let matrix = tags.transformation
        if tags.scale.count >= 2, tags.tiePoints.count >= 6 {
            let (x, y) = (tags.scale[0], tags.scale[1])
            transform = Transform(
                a: x, b: 0, c: 0, d: -y, tx: tags.tiePoints[3] - tags.tiePoints[0] * x,
                ty: tags.tiePoints[4] + tags.tiePoints[1] * y)
        } else if matrix.count >= 8 {
            transform = Transform(
                a: matrix[0], b: matrix[4], c: matrix[1], d: matrix[5], tx: matrix[3], ty: matrix[7])
        } else {
            throw Diagnostic(
                code: .rasterNoPosition, file: file, "the TIFF does not say where on the Earth it is",
                hint: "gdal_translate -a_srs EPSG:… -a_ullr west north east south adds that; "
                    + "as the source \"image\" of a style it has \"coordinates\"")
        }
        if keys.isPoint {
            // The position is that of the middle of the first pixel.
            let corner = transform.apply(Point(-0.5, -0.5))
            (transform.tx, transform.ty) = (corner.x, corner.y)
        }
        guard let inverse = transform.inverse,
            [transform.a, transform.d, transform.tx, transform.ty].allSatisfy(\.isFinite)
        else {
            throw Diagnostic(code: .rasterNoPosition, file: file, "the raster's place on the Earth is no area")
        }
        guard let definition = keys.definition else {
            throw Diagnostic(
                code: .rasterNoPosition, file: file,
                "the coordinate system of the raster is one of its own, which is not known",
                hint: "gdalwarp -t_srs EPSG:3857 \(file) known.tif")
        }
        do throws(Diagnostic) {
            system = try ReferenceSystem.ofCoordinates(definition)
        } catch {
            throw error.of(file)
        }
        (self.transform, self.inverse, metres) = (transform, inverse, keys.verticalMetres)
    }
}

/// The keys of a GeoTIFF by which its system is known.
private struct GeoKeys {
    private var numbers: [UInt16: Int] = [:]
    private var doubles: [UInt16: Double] = [:]
    private var texts: [UInt16: String] = [:]

    private static let userDefined = 32767

    init(_ tags: GeographicTags) {
        guard tags.keys.count >= 4 else { return }
        let text = Array(tags.text.utf8)
        let count = min(Int(tags.keys[3]), (tags.keys.count - 4) / 4)
        for index in 0..<count {
            let entry = tags.keys[(4 + 4 * index)..<(8 + 4 * index)].map { Int($0) }
            let (key, length, offset) = (UInt16(clamping: entry[0]), entry[2], entry[3])
            switch entry[1] {
            case 0: numbers[key] = offset
            case 34736: if offset < tags.doubles.count { doubles[key] = tags.doubles[offset] }
            case 34737:
                let end = min(text.count, offset + length)
                if offset < end { texts[key] = String(decoding: text[offset..<end], as: UTF8.self) }
            default: break
            }
        }
    }

    /// GTRasterTypeGeoKey: values belong to points.
    var isPoint: Bool { numbers[1025] == 2 }

    /// For `ReferenceSystem`; nil where it cannot be told.
    var definition: String? {
        if let code = numbers[3072], code != Self.userDefined, code > 0 { return "EPSG:\(code)" }
        let citations = [texts[3073], texts[1026], texts[2049]].compactMap(\.self)
        for citation in citations {
            let prefix = "ESRI PE String = "
            if citation.hasPrefix(prefix) {
                return String(citation.dropFirst(prefix.count).prefix { $0 != "|" })
            }
        }
        switch numbers[1024] {
        case 1: return projection
        case 2, nil:
            if let code = numbers[2048], code != Self.userDefined, code > 0 { return "EPSG:\(code)" }
            return geographic.map { "+proj=longlat \($0)" }
        default: return nil
        }
    }

    /// Metres of a unit of heights: by VerticalUnitsGeoKey, or by VerticalGeoKey where that names a system of EPSG in feet.
    var verticalMetres: Double? {
        switch numbers[4099] ?? 0 {
        case 9001: return 1
        case 9002: return Foot.international
        case 9003: return Foot.survey
        default: break
        }
        switch numbers[4096] ?? 0 {
        case 6130...6132, 8050, 8228: return Foot.international
        case 5702, 6360, 8052: return Foot.survey
        default: return nil
        }
    }

    /// The ellipsoid or datum, as PROJ's keywords.
    private var geographic: String? {
        if let code = numbers[2048], code != Self.userDefined {
            let known = [
                4326: "+datum=WGS84", 4258: "+ellps=GRS80", 4269: "+datum=NAD83", 4267: "+datum=NAD27",
            ]
            return known[code]
        }
        switch numbers[2056] {
        case 7030: return "+ellps=WGS84"
        case 7019: return "+ellps=GRS80"
        case 7004: return "+ellps=bessel"
        case 7022: return "+ellps=intl"
        case 7008: return "+ellps=clrk66"
        default:
            guard let axis = doubles[2057] else { return nil }
            if let inverse = doubles[2059] { return "+a=\(axis) +rf=\(inverse)" }
            return doubles[2058].map { "+a=\(axis) +b=\($0)" }
        }
    }

    /// A projection of the file's own: the methods that are common.
    private var projection: String? {
        guard let geographic, let method = numbers[3075] else { return nil }
        let (unit, metres): (String, Double)
        switch numbers[3076] {
        case 9001, nil: (unit, metres) = ("+units=m", 1)
        case 9002: (unit, metres) = ("+units=ft", Foot.international)
        case 9003: (unit, metres) = ("+units=us-ft", Foot.survey)
        default: return nil
        }
        let lon = doubles[3080] ?? doubles[3084] ?? doubles[3088] ?? doubles[3095] ?? 0
        let lat = doubles[3081] ?? doubles[3085] ?? doubles[3089] ?? 0
        // PROJ counts these in metres, whatever the unit of the coordinates.
        let east = (doubles[3082] ?? doubles[3086] ?? doubles[3090] ?? 0) * metres
        let north = (doubles[3083] ?? doubles[3087] ?? doubles[3091] ?? 0) * metres
        let scale = doubles[3092] ?? doubles[3093] ?? 1
        let parallels = "+lat_1=\(doubles[3078] ?? lat) +lat_2=\(doubles[3079] ?? lat)"
        let common = "+lon_0=\(lon) +x_0=\(east) +y_0=\(north) \(unit) \(geographic)"
        switch method {
        case 1: return "+proj=tmerc +lat_0=\(lat) +k=\(scale) \(common)"
        case 7:
            return doubles[3078].map { "+proj=merc +lat_ts=\($0) \(common)" } ?? "+proj=merc +k=\(scale) \(common)"
        case 8: return "+proj=lcc \(parallels) +lat_0=\(lat) \(common)"
        case 9: return "+proj=lcc +lat_1=\(lat) +lat_0=\(lat) +k_0=\(scale) \(common)"
        case 10: return "+proj=laea +lat_0=\(lat) \(common)"
        case 11: return "+proj=aea \(parallels) +lat_0=\(lat) \(common)"
        case 15:
            return "+proj=stere +lat_0=\(lat < 0 ? -90 : 90) +lat_ts=\(lat) \(common)"
        case 24: return "+proj=sinu \(common)"
        default: return nil
        }
    }
}
