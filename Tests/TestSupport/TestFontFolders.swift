// SPDX-License-Identifier: MIT
package import Foundation

/// Debian's fonts-noto-core, fonts-noto-cjk and fonts-inter: what tests see of a machine's fonts, so that images do
/// not depend on what else it has.
package let testFontFolders = ["truetype/noto", "opentype/noto", "opentype/inter"].map {
    URL(filePath: "/usr/share/fonts/\($0)")
}
