import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { built } from '#lib/runtime/program.mjs'

export type Bare = { address: string; stop(): void }

/** One of the servers beside this file, in a process of its own, as the service is. */
export async function startBare(file: string, ...args: string[]): Promise<Bare> {
  const child = spawn(process.execPath, [built(`bench/${file}`), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (bytes) => resolve(String(bytes).trim()))
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })
  return { address: `http://127.0.0.1:${port}`, stop: () => void child.kill() }
}

/** node:http that sends `body`. */
export async function startBareBody(body: Uint8Array): Promise<Bare> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-bare-'))
  writeFileSync(join(folder, 'body'), body)
  try {
    return await startBare('bare-body.ts', join(folder, 'body'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
