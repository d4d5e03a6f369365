// SPDX-License-Identifier: MIT

/// The SHA-256 digest in hexadecimal digits (FIPS 180-4), to compare tiles with what a manifest lists.
func sha256(_ message: [UInt8]) -> String {
    let k = roundConstants
    var h: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    var padded = message + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    for shift in stride(from: 56, through: 0, by: -8) {
        padded.append(UInt8(truncatingIfNeeded: (message.count * 8) >> shift))
    }
    func turned(_ x: UInt32, _ n: UInt32) -> UInt32 { x >> n | x << (32 - n) }
    var w = [UInt32](repeating: 0, count: 64)
    for block in stride(from: 0, to: padded.count, by: 64) {
        for i in 0..<16 { w[i] = padded[(block + 4 * i)..<(block + 4 * i + 4)].reduce(0) { $0 << 8 | UInt32($1) } }
        for i in 16..<64 {
            let a = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3
            let b = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10
            w[i] = w[i - 16] &+ a &+ w[i - 7] &+ b
        }
        var v = h
        for i in 0..<64 {
            let s1 = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)
            let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
            let t1 = v[7] &+ s1 &+ choice &+ k[i] &+ w[i]
            let s0 = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)
            let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
            v = [t1 &+ s0 &+ majority, v[0], v[1], v[2], v[3] &+ t1, v[4], v[5], v[6]]
        }
        for i in 0..<8 { h[i] = h[i] &+ v[i] }
    }
    return h.map { word in
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes, by integer search.
private let roundConstants: [UInt32] = {
    let primes = (2..<312).filter { n in !(2..<n).contains { n % $0 == 0 } }
    return primes.map { prime in
        // The largest n with n³ <= prime · 2^96 has the fraction's 32 bits at its end.
        var (low, high): (UInt64, UInt64) = (0, 1 << 36)
        while high - low > 1 {
            let middle = (low + high) / 2
            let square = middle.multipliedFullWidth(by: middle)
            // n < 2^36, so n³ < 2^108: take the cube in two halves of n².
            let lowPart = square.low.multipliedFullWidth(by: middle)
            let cubeHigh = square.high * middle + lowPart.high
            let target = UInt64(prime) << 32
            if cubeHigh < target || (cubeHigh == target && lowPart.low == 0) { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }
}()
