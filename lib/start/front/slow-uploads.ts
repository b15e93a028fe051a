import type { IncomingMessage } from 'node:http'

/** A body must come at this rate, measured over a window; below it, the connection is only being held. */
const BYTES_PER_SECOND = 4096
const WINDOW_SECONDS = 15

type Upload = { request: IncomingMessage; cut: () => void; bytes: number; since: number; until: number }

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
        const { request, bytes, since, until } = upload
        const read = request.socket.bytesRead
        if (request.complete || request.destroyed) this.#uploads.delete(upload)
        else if (read > until) {
          this.#uploads.delete(upload)
          upload.cut()
        } else if (request.readableLength > 0 || read - bytes >= (BYTES_PER_SECOND * (now - since)) / 1000) {
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

  /** `most`: bytes from now on. */
  watch(request: IncomingMessage, cut: () => void, most = Number.POSITIVE_INFINITY): void {
    const bytes = request.socket.bytesRead
    this.#uploads.add({ request, cut, bytes, since: Date.now(), until: bytes + most })
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
