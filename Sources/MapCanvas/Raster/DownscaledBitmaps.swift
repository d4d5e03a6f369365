// SPDX-License-Identifier: MIT
import Synchronization

/// Bitmaps that were made smaller for a picture, so that not every band does it again.
final class DownscaledBitmaps: Sendable {
    private struct Key: Hashable {
        var bitmap: ObjectIdentifier
        var columns: Int
        var rows: Int
    }
    /// The whole bitmap is kept too, so that its identifier stays its own.
    private let made = Mutex<[Key: (whole: Bitmap, reduced: Bitmap)]>([:])

    /// One thread makes it, the others wait: they are likely to need the same one.
    func reduced(_ bitmap: Bitmap, by columns: Int, _ rows: Int) -> Bitmap {
        guard columns > 1 || rows > 1 else { return bitmap }
        return made.withLock { made in
            let key = Key(bitmap: ObjectIdentifier(bitmap), columns: columns, rows: rows)
            if let known = made[key] { return known.reduced }
            let reduced = bitmap.reduced(by: columns, rows)
            made[key] = (bitmap, reduced)
            return reduced
        }
    }
}
