// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import StaticMapServer
import Testing

/// Made for these tests; nobody has them.
private let privateKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKbROP820PVnRHf2Q
    M919G7/u9P+wjMehUGLRE+K3bw+hRANCAATFi+xaQ5pkDOPqfmxiGdsfbn4IM0QO
    okUBRH9y4P8N/dcgdD/Vpy8vIrZ4/+bDjb2z6Sojjce4dk4WjtXu8MUD
    -----END PRIVATE KEY-----
    """
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
        let service = try ServerFixture.service { $0.appleKeys = ["K1": privateKey, "K2": publicKey] }
        let address = "/api/v1/snapshot?center=60.17,24.94&size=60x60&teamId=T&keyId="
        func signed(_ parameters: String, _ signature: String) -> String {
            address + parameters + "&signature=" + signature
        }
        let signature = "vjIBKmYShnptTT1fS5Bz4YcEhiBMaZDN473FD2kcIKL-Gtiyqphw0WTkjKPOaWqSOhBjdYFMWkziyyjWKqTZFQ"
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
