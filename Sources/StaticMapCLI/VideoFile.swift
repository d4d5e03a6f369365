// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapImages
import StaticMap

/// Frames go through a pipe to ffmpeg, which makes an MP4 of them.
enum VideoFile {
    /// - Returns: warnings about the frames.
    static func write(
        _ document: SceneDocument, _ options: AnimationOptions, to path: String, _ renderer: MapRenderer
    ) throws(RenderError) -> [Diagnostic] {
        var options = options
        options.background = (options.background ?? .white).onWhite
        let fps = options.fps ?? document.scene.animation?.fps ?? 30
        // ffmpeg needs a file that it can go back in; it is renamed when it is whole.
        let unfinished = path + ".part.mp4"
        var pipe: FFmpeg?
        do throws(RenderError) {
            let drawn = try renderer.frames(of: document, options) { chunk throws(RenderError) in
                for frame in chunk.frames {
                    let process: FFmpeg
                    if let pipe {
                        process = pipe
                    } else {
                        process = try FFmpeg(
                            frame.bitmap.width, frame.bitmap.height, fps: fps, quality: options.quality, unfinished)
                        pipe = process
                    }
                    try process.write(frame.bitmap)
                }
            }
            try pipe?.finish()
            guard rename(unfinished, path) == 0 else { throw FFmpeg.problem("the video cannot be moved to \(path)") }
            return drawn.warnings
        } catch {
            pipe?.abandon()
            unlink(unfinished)
            throw error
        }
    }
}

/// A running ffmpeg that reads frames.
private final class FFmpeg {
    private let process: pid_t
    private var input: Int32

    init(_ width: Int, _ height: Int, fps: Double, quality: Int?, _ path: String) throws(RenderError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Self.problem("no pipe can be opened") }
        signal(SIGPIPE, SIG_IGN)
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        // 100 is 12, which nobody can tell from the original; 1 is 45.
        let factor = 45 - Double(quality ?? 80) * 0.33
        let arguments = [
            "ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgra", "-s", "\(width)x\(height)",
            "-r",
            "\(fps)", "-i", "-", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-crf",
            "\(Int(factor.rounded()))", "-pix_fmt", "yuv420p", "-movflags", "+faststart", path,
        ]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, "ffmpeg", &actions, nil, &words, environ)
        close(ends[0])
        guard code == 0 else {
            close(ends[1])
            throw Self.problem(
                "MP4 needs the program ffmpeg, which is not installed",
                hint: "install it, such as with apt install ffmpeg, or write .webp, .png or .gif")
        }
        (process, input) = (child, ends[1])
    }

    func write(_ bitmap: Bitmap) throws(RenderError) {
        let isWritten = bitmap.pixels.withUnsafeBytes { bytes in
            var position = 0
            while position < bytes.count {
                let count = Libc.write(input, bytes.baseAddress?.advanced(by: position), bytes.count - position)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                position += count
            }
            return true
        }
        if !isWritten { throw Self.problem("ffmpeg takes no more frames") }
    }

    func finish() throws(RenderError) {
        let status = end()
        guard status == 0 else { throw Self.problem("ffmpeg failed") }
    }

    func abandon() { _ = end() }

    private func end() -> Int32 {
        guard input >= 0 else { return 0 }
        close(input)
        input = -1
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    static func problem(_ message: String, hint: String? = nil) -> RenderError {
        RenderError(.unsupported, [Diagnostic(code: .animationNoEncoder, message, hint: hint)])
    }
}
