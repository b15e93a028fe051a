import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** node:http in a process of its own, as the service is, that sends `body`. */
export async function startBare(body: Uint8Array): Promise<{ address: string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-bare-'))
  const file = join(folder, 'body')
  writeFileSync(file, body)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.mjs'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (bytes) => resolve(String(bytes).trim()))
    child.once('exit', (code) => reject(new Error(`the bare server ended with ${code}`)))
  })
  rmSync(folder, { recursive: true })
  return { address: `http://127.0.0.1:${port}`, stop: () => void child.kill() }
}
