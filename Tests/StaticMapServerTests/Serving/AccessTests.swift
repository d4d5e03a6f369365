// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import StaticMapServer
import Testing

private let publicKey = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAExYvsWkOaZAzj6n5sYhnbH25+CDNE
    DqJFAUR/cuD/Df3XIHQ/1acvLyK2eP/mw429s+kqI43HuHZOFo7V7vDFAw==
    -----END PUBLIC KEY-----
    """
/// Of the curve P-384.
private let otherCurve = """
    -----BEGIN PUBLIC KEY-----
    MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEnTUFG568P9v0rG4Xym2vLDsc7RQEW8qf
    jICHpN1qlNcFb/tmSuzzBa8edKUexLjhUmBlBq5z4ATkdnJVG6Qy/X5KhCWZP+eT
    9lx5A6uhkd0ANkRYpsWlx+1TXpcn8mmu
    -----END PUBLIC KEY-----
    """

@Suite("Who may ask") struct AccessTests {
    /// Made for these tests; nobody has them.
    static let privateKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKbROP820PVnRHf2Q
        M919G7/u9P+wjMehUGLRE+K3bw+hRANCAATFi+xaQ5pkDOPqfmxiGdsfbn4IM0QO
        okUBRH9y4P8N/dcgdD/Vpy8vIrZ4/+bDjb2z6Sojjce4dk4WjtXu8MUD
        -----END PRIVATE KEY-----
        """
    /// What the signature of the key is for, behind `/api/v1/snapshot?`.
    static let appleQuery = "center=60.17,24.94&size=60x60&teamId=T&keyId=K1"
    static let appleSignature = "vjIBKmYShnptTT1fS5Bz4YcEhiBMaZDN473FD2kcIKL-Gtiyqphw0WTkjKPOaWqSOhBjdYFMWkziyyjWKqTZFQ"

    @Test("Google's own example of a signed address is signed as Google says")
    func checksGoogleSignatures() async throws {
        // developers.google.com/maps/documentation/maps-static/digital-signature: the key of the documentation.
        let service = try ServerFixture.service { $0.googleSecret = "vNIXE0xscrmjlyV-12Nj_BvUPaw=" }
        let address = "/maps/api/staticmap?center=40.714728,-73.998672&zoom=12&size=40x40"
        let key = try #require(Data(base64Encoded: "vNIXE0xscrmjlyV+12Nj/BvUPaw="))
        let code = Digest.sha1.authenticationCode(for: Array(address.utf8), key: Array(key))
        let signature = Data(code).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
        #expect(await service.get(address + "&signature=" + signature).status == .ok)
        #expect(await service.get(address + "1&signature=" + signature).status == .forbidden)
        #expect(await service.get(address).status == .forbidden)
        #expect(await service.get("/styles/streets/static/1,2,3/40x40.png").status == .ok)
        service.end()
    }

    @Test("our signatures hold until they expire, each with its own key")
    func checksOwnSignatures() async throws {
        let service = try ServerFixture.service {
            $0.signingKeys = ["a": "first", "b": "second"]
            $0.requiresSignature = true
        }
        func signed(_ address: String, _ secret: String) -> String {
            let code = Digest.sha256.authenticationCode(for: Array(address.utf8), key: Array(secret.utf8))
            return address + "&signature=" + hexadecimalText(code).hexToBase64URL
        }
        let later = Int(Date().timeIntervalSince1970) + 1000
        let address = "/styles/streets/static/1,2,3/40x40.png?key_id=b&expires="
        #expect(await service.get(signed(address + "\(later)", "second")).status == .ok)
        #expect(await service.get(signed(address + "\(later)", "first")).status == .forbidden)
        #expect(await service.get(signed(address + "1000", "second")).text.contains("expired"))
        #expect(await service.get("/styles/streets/static/1,2,3/40x40.png").status == .forbidden)
        #expect(await service.get("/maps/api/staticmap?center=1,2&zoom=3&size=40x40").status == .forbidden)
        #expect(await service.get("/health").status == .ok)
        service.end()
    }

    @Test("API keys come in a header or a parameter")
    func checksKeys() async throws {
        let service = try ServerFixture.service { $0.apiKeys = ["sesame"] }
        #expect(await service.get("/styles.json").status == .unauthorized)
        #expect(await service.get("/styles.json?key=wrong").status == .forbidden)
        #expect(await service.get("/render?scene=%7B%22version%22:1%7D&key=sesame").status != .unauthorized)
        #expect(await service.get("/explain", [(.init("X-Api-Key") ?? .accept, "sesame")]).status == .badRequest)
        service.end()
    }

    @Test("Apple's addresses are signed with the key of the developer account")
    func checksAppleSignatures() async throws {
        let service = try ServerFixture.service { $0.appleKeys = ["K1": Self.privateKey, "K2": publicKey] }
        let address = "/api/v1/snapshot?center=60.17,24.94&size=60x60&teamId=T&keyId="
        func signed(_ parameters: String, _ signature: String) -> String {
            address + parameters + "&signature=" + signature
        }
        let signature = Self.appleSignature
        #expect(await service.get(signed("K1", signature)).status == .ok)
        #expect(
            await service.get(
                signed("K2", "2qxj9U-I8yTmldyZFMbIKDEwe4OLI4xRzDVG6pbQUr2bU80uaDUQYN5Gx5lDtRU-g_tuvEAPtuN_XlZqFVINGg")
            ).status == .ok)
        #expect(await service.get(address + "K1").status == .unauthorized)
        #expect(await service.get(signed("K1", "B" + signature.dropFirst())).status == .unauthorized)
        #expect(await service.get(signed("K1&z=9", signature)).status == .unauthorized)
        #expect(
            await service.get(
                signed(
                    "K1&expires=1000",
                    "SmqsaFsDQqS4S1DY5LEOFWDbr742vI75s6dH_JcNd47P0QzNr4BgEESF3IfK_nbObTn0RSgJ4CMXyfWz5ZQksA")
            ).text.contains("expired"))
        #expect(await service.get("/styles/streets/static/1,2,3/40x40.png").status == .ok)
        service.end()
    }

    @Test("a key of Apple's must be one of the curve P-256", arguments: ["no key", otherCurve])
    func refusesOtherKeys(_ key: String) {
        #expect(throws: RequestError.self) { try ServerFixture.service { $0.appleKeys = ["K1": key] } }
    }

    @Test("AMap's requests are signed with an MD5 of their sorted parameters and the private key")
    func checksAMapSignatures() async throws {
        let service = try ServerFixture.service { $0.amapSecret = "secret" }
        // The parameters in another order than that of the alphabet.
        let text = "key=K&location=116.48,39.99&size=60*60&zoom=10secret"
        let code = Digest.md5.hexadecimal(text)
        let address = "/v3/staticmap?zoom=10&size=60*60&location=116.48,39.99&key=K"
        #expect(await service.get(address + "&sig=" + code).status == .ok)
        #expect(await service.get(address + "&sig=" + code.reversed()).text.contains("INVALID_USER_SIGNATURE"))
        #expect(await service.get(address).status == .forbidden)
        service.end()
    }

    @Test("a client that asks too often is told when to come again")
    func limitsRates() async throws {
        let service = try ServerFixture.service { $0.requestsPerMinute = 3 }
        func status(_ peer: String, _ target: String = "/styles.json") async -> Response {
            await service.answer(ServerRequest(.get, target, authority: "maps.test", peer: peer))
        }
        for _ in 0..<3 { #expect(await status("192.0.2.1").status == .ok) }
        let refused = await status("192.0.2.1")
        #expect(refused.status == .tooManyRequests)
        #expect(Int(refused.headers[.retryAfter] ?? "").map { (1...60).contains($0) } == true)
        #expect(await status("192.0.2.2").status == .ok)
        #expect(await status("192.0.2.1", "/health").status == .ok)
        service.end()
        let limit = try #require(RateLimit(perMinute: 60))
        let start = ContinuousClock.now
        for _ in 0..<60 { try limit.admit("a", now: start) }
        #expect(throws: RequestError.self) { try limit.admit("a", now: start) }
        try limit.admit("a", now: start + .seconds(1.5))
    }

    @Test("guessing keys is counted by address; a valid key has a bucket of its own")
    func limitsGuesses() async throws {
        let service = try ServerFixture.service {
            $0.requestsPerMinute = 3
            $0.apiKeys = ["sesame"]
        }
        defer { service.end() }
        func status(_ key: String, _ peer: String) async -> HTTPResponse.Status {
            await service.answer(ServerRequest(.get, "/styles.json?key=" + key, authority: "maps.test", peer: peer))
                .status
        }
        for guess in 0..<3 { #expect(await status("guess\(guess)", "192.0.2.1") == .forbidden) }
        #expect(await status("guess3", "192.0.2.1") == .tooManyRequests)
        for _ in 0..<3 { #expect(await status("sesame", "192.0.2.1") == .ok) }
        #expect(await status("sesame", "192.0.2.7") == .tooManyRequests)
        // A network of version 6 is one client.
        for host in 1...3 { #expect(await status("guess", "2001:db8:0:1::\(host)") == .forbidden) }
        #expect(await status("guess", "2001:db8:0:1:9::7") == .tooManyRequests)
        #expect(await status("guess", "2001:db8:0:2::1") == .forbidden)
    }

    @Test("many clients are remembered in bounded memory, and those that ask are not forgotten")
    func boundsBuckets() throws {
        let limit = try #require(RateLimit(perMinute: 2))
        let start = ContinuousClock.now
        try limit.admit("busy", now: start)
        try limit.admit("busy", now: start)
        for index in 0..<300_000 {
            try limit.admit("client \(index)", now: start)
            if index % 1000 == 0 { #expect(throws: RequestError.self) { try limit.admit("busy", now: start) } }
        }
        #expect((10_000..<200_000).contains(limit.count))
    }

    @Test("the address before a trusted proxy is the one that the proxy has added")
    func forwardedAddresses() async throws {
        let service = try ServerFixture.service {
            $0.requestsPerMinute = 1
            $0.trustsForwarded = true
        }
        defer { service.end() }
        func status(_ forwarded: String) async -> HTTPResponse.Status {
            var fields = HTTPFields()
            fields[.forwardedFor] = forwarded
            let request = ServerRequest(.get, "/styles.json", headers: fields, authority: "a", peer: "10.0.0.1")
            return await service.answer(request).status
        }
        #expect(await status("203.0.113.9, 192.0.2.1") == .ok)
        #expect(await status("203.0.113.8, 192.0.2.1:4711") == .tooManyRequests)
        #expect(await status("192.0.2.2") == .ok)
        // What is no address is the proxy's own client.
        #expect(await status("forged") == .ok)
        #expect(await status("forged again") == .tooManyRequests)
    }

    @Test("shared caches get nothing that a key has opened, nor what begins with the client's words")
    func caching() async throws {
        let map = "/styles/streets/static/1,2,3/40x40.png"
        let open = try ServerFixture.service { $0.trustsForwarded = true }
        let keyed = try ServerFixture.service { $0.apiKeys = ["k"] }
        let named = try ServerFixture.service { $0.publicURL = "https://maps.example/" }
        let signing = try ServerFixture.service { $0.signingKeys = ["a": "secret"] }
        defer { for service in [open, keyed, named, signing] { service.end() } }
        #expect(await open.get(map).headers[.cacheControl] == "public, max-age=3600")
        #expect(await open.get("/styles/streets/style.json").headers[.cacheControl] == "private, max-age=300")
        #expect(await named.get("/styles/streets/style.json").headers[.cacheControl] == "public, max-age=300")
        for _ in 0..<2 {
            #expect(await keyed.get(map + "?key=k").headers[.cacheControl] == "private, max-age=3600")
        }
        let end = Int(Date().timeIntervalSince1970) + 1000
        let address = map + "?expires=\(end)"
        let code = Digest.sha256.authenticationCode(for: Array(address.utf8), key: Array("secret".utf8))
        let signed = await signing.get(address + "&signature=" + hexadecimalText(code).hexToBase64URL)
        let left = end - Int(Date().timeIntervalSince1970)
        let age = signed.headers[.cacheControl]?.split(separator: "=").last.flatMap { Int($0) }
        #expect(signed.status == .ok && (left...1000).contains(age ?? 0))
        for prefix in ["/maps", "/maps/"] {
            let style = await open.get("/styles/streets/style.json", [(.forwardedPrefix, prefix)])
            #expect(style.text.contains("http://maps.test/maps/styles/streets/sprite"))
        }
        for prefix in ["//evil.example", "https://evil.example", "/a/../b", "/a\"b", "x", "/a b"] {
            let style = await open.get("/styles/streets/style.json", [(.forwardedPrefix, prefix)])
            #expect(style.text.contains("http://maps.test/styles/streets/sprite"), "\(prefix)")
        }
    }

    @Test(
        "logs have no keys and no signatures",
        arguments: [
            ("/a?key=secret&x=1", "/a?key=***&x=1"), ("/a?x=1&signature=secret", "/a?x=1&signature=***"),
            ("/a?k%65y=secret&sig=secret", "/a?key=***&sig=***"), ("/a?access_token=secret", "/a?access_token=***"),
            ("/explain?url=%2Fb%3Fkey%3Dsecret", "/explain?url=%2Fb%3Fkey%3D%2A%2A%2A"), ("/key=a", "/key=a"),
        ])
    func hidesSecrets(_ address: String, _ shown: String) { #expect(withoutSecrets(address) == shown) }

    @Test("a packed body is 415") func packedBodies() async throws {
        let service = try ServerFixture.shared.get()
        let answer = await service.send(
            .post, "/check", [(.contentEncoding, "gzip"), (.contentType, "application/json")], body: "x")
        #expect(answer.status == .unsupportedMediaType && answer.headers[.acceptEncoding] == "identity")
        #expect(
            await service.send(.post, "/check", [(.contentEncoding, "Identity")], body: #"{"version": 1}"#).status
                == .ok)
    }

    @Test(
        "documents are packed with what the client prefers",
        arguments: [
            ("gzip, br", "br"), ("br;q=0.5, gzip", "gzip"), ("gzip", "gzip"), ("*", "br"), ("identity", nil),
            ("br;q=0", nil), ("", nil),
        ] as [(String, String?)])
    func compresses(_ field: String, _ encoding: String?) async throws {
        let answer = await (try ServerFixture.shared.get()).get("/schema", [(.acceptEncoding, field)])
        #expect(answer.headers[.contentEncoding] == encoding)
        #expect(answer.headers[.vary] == "Accept-Encoding")
        #expect(answer.headers[.eTag]?.hasPrefix("W/") == (encoding != nil))
    }

    @Test("hosts that are not allowed are misdirected")
    func checksHosts() async throws {
        let service = try ServerFixture.service { $0.allowedHosts = ["maps.example"] }
        #expect(await service.get("/explain").status.code == 421)
        let other = try ServerFixture.service { $0.allowedHosts = ["MAPS.test"] }
        #expect(await other.get("/explain").status == .badRequest)
        service.end()
        other.end()
    }

    @Test(
        "an address of version 6 is a host with any port, unless it is allowed with one",
        arguments: [
            ("[::1]", "[::1]", true), ("[::1]", "[::1]:8080", true), ("[::1]", "[::2]:8080", false),
            ("[::1]:8080", "[::1]:8080", true), ("[::1]:8080", "[::1]:9090", false),
        ])
    func checksAddresses(_ allowed: String, _ host: String, _ isServed: Bool) async throws {
        let service = try ServerFixture.service { $0.allowedHosts = [allowed] }
        defer { service.end() }
        let answer = await service.answer(ServerRequest(.get, "/version", authority: host))
        #expect((answer.status == .ok) == isServed, "\(answer.status)")
    }
}

extension String {
    /// Base64url of bytes in hexadecimal digits.
    fileprivate var hexToBase64URL: String {
        var bytes: [UInt8] = []
        var rest = self[...]
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
    }
}
