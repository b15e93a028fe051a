import type { Env } from '#lib/runtime/env.ts'
import { say } from './progress.mjs'

/** For the person at the terminal, once it serves. */
export function sayReady({ APP_URL }: Env): void {
  say(`
  Ready at ${APP_URL}

  Open it in a browser and sign up; then create a model, import one, or open the demo building.
  Programs: make an API key under Settings, API keys; the reference is at ${APP_URL}/docs
  AI clients: ${APP_URL}/connect tells how to add ${APP_URL}/mcp
  Stop with Ctrl-C.
`)
}
