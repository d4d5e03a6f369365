// SPDX-License-Identifier: MIT
import HTTPTypes
import Libc
import NIOCore

/// A socket that listens, so that connections wait in it for whoever takes them.
package struct ListeningSocket: Sendable {
    package let file: Int32
    package let port: Int

    /// Listens on an address.
    ///
    /// - Parameters:
    ///   - host: a name or an address.
    ///   - port: 0 for any free one.
    /// - Throws: why that is not possible.
    package init(host: String, port: Int) throws(RequestError) {
        let file: Int32
        do {
            let address = try SocketAddress.makeAddressResolvingHost(host, port: port)
            file = try address.withSockAddr { try Self.open($0, size: $1) }
        } catch {
            let reason = (error as? SystemError)?.description ?? "\(error)"
            throw RequestError(.internalServerError, "the server cannot listen on \(host), port \(port): \(reason)")
        }
        self.init(inherited: file)
    }

    /// A socket that listens already.
    init(inherited file: Int32) {
        self.file = file
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        // As decimal digits.
        var digits = [CChar](repeating: 0, count: 32)
        port = withUnsafeMutablePointer(to: &address) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard getsockname(file, address, &size) == 0,
                    getnameinfo(address, size, nil, 0, &digits, socklen_t(digits.count), NI_NUMERICSERV) == 0
                else { return 0 }
                return Int(String(decoding: digits.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
                    ?? 0
            }
        }
    }

    private struct SystemError: Error, CustomStringConvertible {
        let description: String

        init() { description = String(cString: strerror(errno)) }
    }

    private static func open(_ address: UnsafePointer<sockaddr>, size: Int) throws -> Int32 {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        let file = socket(Int32(address.pointee.sa_family), kind, 0)
        guard file >= 0 else { throw SystemError() }
        var yes: Int32 = 1
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard fcntl(file, F_SETFD, FD_CLOEXEC) == 0, bind(file, address, socklen_t(size)) == 0, listen(file, 1024) == 0
        else {
            let error = SystemError()
            close(file)
            throw error
        }
        return file
    }
}
