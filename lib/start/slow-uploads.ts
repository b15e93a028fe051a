import type { IncomingMessage } from 'node:http'

/** A body must come at this rate, measured over a window; below it, the connection is only being held. */
const BYTES_PER_SECOND = 4096
const WINDOW_SECONDS = 15

type Upload = { request: IncomingMessage; cut: () => void; bytes: number; since: number }

/**
 * Watches the requests whose bodies are on their way and cuts those that do not get on. A body that waits in our own buffers is
 * our delay, not the client's.
 */
export class SlowUploads {
  readonly #uploads = new Set<Upload>()
  readonly #timer: NodeJS.Timeout

  constructor(windowSeconds = WINDOW_SECONDS) {
    const look = () => {
      const now = Date.now()
      for (const upload of this.#uploads) {
        const { request, bytes, since } = upload
        const read = request.socket.bytesRead
        if (request.complete || request.destroyed) this.#uploads.delete(upload)
        else if (request.readableLength > 0 || read - bytes >= (BYTES_PER_SECOND * (now - since)) / 1000) {
          upload.bytes = read
          upload.since = now
        } else if (now - since >= windowSeconds * 1000) {
          this.#uploads.delete(upload)
          upload.cut()
        }
      }
    }
    this.#timer = setInterval(look, Math.min(1000, windowSeconds * 250)).unref()
  }

  watch(request: IncomingMessage, cut: () => void): void {
    this.#uploads.add({ request, cut, bytes: request.socket.bytesRead, since: Date.now() })
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
