// SPDX-License-Identifier: MIT
import Synchronization

/// Caches bitmaps downscaled for one output, so that each band need not downscale them again.
final class DownscaledBitmaps: Sendable {
    private struct Key: Hashable {
        var bitmap: ObjectIdentifier
        var columns: Int
        var rows: Int
    }
    /// Retains the original, so that its identifier is not reused.
    private let reducedBitmaps = Mutex<[Key: (original: Bitmap, reduced: Bitmap)]>([:])

    /// Downscales under the lock: other threads are likely to need the same bitmap.
    func reduced(_ bitmap: Bitmap, by columns: Int, _ rows: Int) -> Bitmap {
        guard columns > 1 || rows > 1 else { return bitmap }
        return reducedBitmaps.withLock { reducedBitmaps in
            let key = Key(bitmap: ObjectIdentifier(bitmap), columns: columns, rows: rows)
            if let cached = reducedBitmaps[key] { return cached.reduced }
            let reduced = bitmap.reduced(by: columns, rows)
            reducedBitmaps[key] = (bitmap, reduced)
            return reduced
        }
    }
}
