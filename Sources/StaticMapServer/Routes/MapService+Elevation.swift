// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapTiles

extension MapService {
    /// `{id}/{z}/{x}/{y}` with the numbers of a tile, of whose middle the height is told, or
    /// `{id}/{z}/{longitude}/{latitude}`.
    func elevation(_ request: ServerRequest) async throws(RequestError) -> Response {
        let parts = request.parts
        let data = try servedData(parts[0])
        let encoding = try encoding(of: data)
        guard let zoom = whole(parts[1]), zoom >= data.info.minZoom, zoom <= data.info.maxZoom else {
            throw .bad("z", "expected a zoom from \(data.info.minZoom) to \(data.info.maxZoom)")
        }
        let coordinate: Coordinate
        if let x = whole(parts[2]), let y = whole(parts[3]) {
            let id = TileID(z: zoom, x: x, y: y)
            guard id.isValid else { throw .notFound("there is no tile \(id)") }
            coordinate = WebMercator.unproject(id.mercatorRect.center)
        } else {
            guard let longitude = Double(parts[2]), let latitude = Double(parts[3]),
                let place = Self.place(longitude, latitude)
            else { throw .bad("x", "expected a tile's column and row, or a longitude and a latitude") }
            coordinate = place
        }
        let node = try await drawn(request) { () throws(RequestError) in
            try Self.reading { () throws(Diagnostic) in
                var tiles = ElevationTiles(data: data, encoding: encoding)
                return try tiles.json(at: coordinate, zoom: zoom)
            }
        }
        guard let node else { throw .notFound("\"\(data.id)\" has no tile there") }
        return lasting(.json(node))
    }

    /// `{"points": [{"lon": 8.5, "lat": 47.4, "z": 12}, …]}`: the height at each, as a list; null where there is no tile.
    /// Zooms are limited to those of the data.
    ///
    /// - SeeAlso: tileserver-gl, `docs/endpoints.rst`.
    func elevations(_ request: ServerRequest) async throws(RequestError) -> Response {
        let data = try servedData(request.parts[0])
        let encoding = try encoding(of: data)
        guard let nodes = try json(request.body)["points"]?.array, !nodes.isEmpty else {
            throw .bad("points", "expected a list of points, each with lon, lat and z")
        }
        guard nodes.count <= Self.maxElevations else {
            throw .bad("points", "expected at most \(Self.maxElevations) points, found \(nodes.count)")
        }
        var points: [(coordinate: Coordinate, zoom: Int)] = []
        for (index, node) in nodes.enumerated() {
            guard let longitude = node["lon"]?.number, let latitude = node["lat"]?.number,
                let place = Self.place(longitude, latitude)
            else { throw .bad("points[\(index)]", "expected lon within 180 and lat within 85.06 degrees") }
            let zoom = node["z"]?.number ?? Double(data.info.maxZoom)
            points.append(
                (place, Int(min(max(zoom, Double(data.info.minZoom)), Double(data.info.maxZoom)).rounded(.down))))
        }
        let places = points
        let heights = try await drawn(request) { () throws(RequestError) in
            try Self.reading { () throws(Diagnostic) in
                var tiles = ElevationTiles(data: data, encoding: encoding)
                var heights: [Double?] = []
                for place in places {
                    guard !WorkContext.isCancelled else { break }
                    heights.append(try tiles.metres(at: place.coordinate, zoom: place.zoom))
                }
                return heights
            }
        }
        return lasting(.json(.list(heights.map { $0.map(JSONNode.number) ?? .null })))
    }

    /// Each may need a tile of its own.
    private static let maxElevations = 1000

    private static func place(_ longitude: Double, _ latitude: Double) -> Coordinate? {
        guard abs(longitude) <= 180, abs(latitude) <= WebMercator.maxLatitude else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private func encoding(of data: ServedData) throws(RequestError) -> ElevationTiles.Encoding {
        guard let encoding = data.elevationEncoding else {
            throw RequestError(
                .badRequest, "\"\(data.id)\" has no heights",
                hint: "\"encoding\" of the data, or of the archive's metadata, says how colors mean heights")
        }
        return encoding
    }

    static func reading<Value>(_ body: () throws(Diagnostic) -> Value) throws(RequestError) -> Value {
        do throws(Diagnostic) {
            return try body()
        } catch {
            throw RequestError(.internalServerError, "the archive cannot be read: \(error.message)")
        }
    }

    private func lasting(_ response: Response) -> Response {
        var answer = response
        answer.headers[.cacheControl] = caching
        return answer
    }
}

/// Metres above the sea, out of the colors of elevation tiles.
struct ElevationTiles {
    /// How colors mean heights.
    enum Encoding: String {
        case mapbox, terrarium

        fileprivate func metres(_ color: UInt32) -> Double {
            let (red, green, blue) = (Double(color >> 16 & 0xFF), Double(color >> 8 & 0xFF), Double(color & 0xFF))
            return switch self {
            case .mapbox: (red * 65536 + green * 256 + blue) * 0.1 - 10_000
            case .terrarium: red * 256 + green + blue / 256 - 32_768
            }
        }
    }

    let data: ServedData
    let encoding: Encoding
    /// The last few tiles that were read; nil for one that is not there.
    private var images: [(id: TileID, image: Bitmap?)] = []

    init(data: ServedData, encoding: Encoding) {
        (self.data, self.encoding) = (data, encoding)
    }

    /// A pixel of the whole world at a zoom.
    private struct Position {
        let id: TileID
        /// From the tile's upper left corner, from 0 up to its side.
        let x: Double
        let y: Double
    }

    /// The height at a coordinate from tiles of a zoom, between those of four pixels; nil where there is no tile.
    ///
    /// As in tileserver-gl, a pixel's height is that of its upper left corner.
    mutating func metres(at coordinate: Coordinate, zoom: Int) throws(Diagnostic) -> Double? {
        guard let (position, image) = try position(of: coordinate, zoom: zoom) else { return nil }
        let (column, row) = (Int(position.x), Int(position.y))
        let (u, v) = (position.x - Double(column), position.y - Double(row))
        let height = encoding.metres(image.pixels[row * image.width + column])
        let right = try self.height(position.id, column + 1, row, image) ?? height
        let below = try self.height(position.id, column, row + 1, image) ?? height
        let beyond = try self.height(position.id, column + 1, row + 1, image) ?? (right + below) / 2
        return (1 - v) * ((1 - u) * height + u * right) + v * ((1 - u) * below + u * beyond)
    }

    /// The same with where it was read.
    mutating func json(at coordinate: Coordinate, zoom: Int) throws(Diagnostic) -> JSONNode? {
        guard let (position, _) = try position(of: coordinate, zoom: zoom),
            let metres = try metres(at: coordinate, zoom: zoom)
        else { return nil }
        return [
            "long": .number(coordinate.longitude), "lat": .number(coordinate.latitude), "elevation": .number(metres),
            "z": .count(zoom), "x": .count(position.id.x), "y": .count(position.id.y),
            "pixelX": .count(Int(position.x)), "pixelY": .count(Int(position.y)),
        ]
    }

    private mutating func position(
        of coordinate: Coordinate, zoom: Int
    ) throws(Diagnostic) -> (position: Position, image: Bitmap)? {
        let place = WebMercator.project(coordinate)
        let count = 1 << zoom
        func index(_ unit: Double) -> Int { max(0, min(count - 1, Int((unit * Double(count)).rounded(.down)))) }
        let id = TileID(z: zoom, x: index(place.x), y: index(place.y))
        guard let image = try image(id) else { return nil }
        func offset(_ unit: Double, _ index: Int, _ side: Int) -> Double {
            max(0, min(Double(side).nextDown, (unit * Double(count) - Double(index)) * Double(side)))
        }
        return (Position(id: id, x: offset(place.x, id.x, image.width), y: offset(place.y, id.y, image.height)), image)
    }

    /// The height of a pixel that may lie in the next tile; nil where there is none.
    private mutating func height(
        _ id: TileID, _ column: Int, _ row: Int, _ own: Bitmap
    ) throws(Diagnostic) -> Double? {
        let (right, below) = (column == own.width, row == own.height)
        let count = 1 << id.z
        let next = TileID(z: id.z, x: (id.x + (right ? 1 : 0)) % count, y: id.y + (below ? 1 : 0))
        guard next.y < count else { return nil }
        guard right || below else { return encoding.metres(own.pixels[row * own.width + column]) }
        guard let image = try image(next), image.width == own.width, image.height == own.height else { return nil }
        return encoding.metres(image.pixels[(below ? 0 : row) * image.width + (right ? 0 : column)])
    }

    private mutating func image(_ id: TileID) throws(Diagnostic) -> Bitmap? {
        if let known = images.first(where: { $0.id == id }) { return known.image }
        var image: Bitmap?
        if let bytes = try data.archive.tile(id) {
            do {
                image = try decodeImage(bytes, maxPixels: 4096 * 4096)
            } catch {
                throw Diagnostic(code: .tilesDamagedTile, "tile \(id): \(error)")
            }
        }
        images.append((id, image))
        if images.count > 8 { images.removeFirst() }
        return image
    }
}
