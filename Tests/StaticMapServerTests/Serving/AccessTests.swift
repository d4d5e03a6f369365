// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import HTTPTypes
import StaticMapServer
import Testing

@Suite("Who may ask") struct AccessTests {
    @Test("Google's own example of a signed address is signed as Google says")
    func checksGoogleSignatures() async throws {
        // developers.google.com/maps/documentation/maps-static/digital-signature: the key of the documentation.
        let service = try ServerFixture.service { $0.googleSecret = "vNIXE0xscrmjlyV-12Nj_BvUPaw=" }
        let address = "/maps/api/staticmap?center=40.714728,-73.998672&zoom=12&size=40x40"
        let key = try #require(Data(base64Encoded: "vNIXE0xscrmjlyV+12Nj/BvUPaw="))
        let code = HMAC<Insecure.SHA1>.authenticationCode(for: Data(address.utf8), using: SymmetricKey(data: key))
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
            let code = HMAC<SHA256>.authenticationCode(
                for: Data(address.utf8), using: SymmetricKey(data: Data(secret.utf8)))
            return address + "&signature=" + Data(code).map { String(format: "%02x", $0) }.joined().hexToBase64URL
        }
        let later = Int(Date().timeIntervalSince1970) + 1000
        let address = "/styles/streets/static/1,2,3/40x40.png?key_id=b&expires="
        #expect(await service.get(signed(address + "\(later)", "second")).status == .ok)
        #expect(await service.get(signed(address + "\(later)", "first")).status == .forbidden)
        #expect(await service.get(signed(address + "1000", "second")).text.contains("expired"))
        #expect(await service.get("/styles/streets/static/1,2,3/40x40.png").status == .forbidden)
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
