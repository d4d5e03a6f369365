// SPDX-License-Identifier: MIT

/// Debian's fonts-noto-core, fonts-noto-cjk and fonts-inter: what tests see of a machine's fonts, so that images do
/// not depend on what else it has.
package let testFontFolders = [
    "/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto", "/usr/share/fonts/opentype/inter",
]
