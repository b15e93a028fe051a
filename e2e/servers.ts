import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type APIRequestContext, expect } from '@playwright/test'

/** Server processes of a test's own: to be killed, or to be two on one database. Started as `npm start` starts them. */
export type OwnServer = { address: string; pid: number; stop(signal: NodeJS.Signals): Promise<number | null> }

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })

/** `variables` must say where the data lies: DATA_DIR, and DATABASE_URL for PostgreSQL. */
export async function startServer(variables: Record<string, string>): Promise<OwnServer> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['lib/start/start.mjs'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: '',
      NODE_ENV: 'production',
      RATE_LIMIT: 'off',
      ...variables,
      PORT: String(port),
      HOST: '127.0.0.1',
      APP_URL: address,
    },
  })
  running.add(child)
  let said = ''
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (bytes) => {
      said = (said + bytes).slice(-10_000)
      if (said.includes('Ready at')) resolve()
    })
    ended.then((code) => reject(new Error(`the server ended with ${code}:\n${said}`)))
  })
  return {
    address,
    pid: child.pid ?? 0,
    stop(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** A model by REST, as far as these tests look at it. */
export type Model = { id: string; revision: number; nodes: { id: string }[]; metadata?: Record<string, unknown> }

export async function createModel(program: APIRequestContext, address: string): Promise<Model> {
  const answer = await program.post(`${address}/api/construct-models`, { data: { name: 'Many hands' } })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}

export async function readModel(program: APIRequestContext, address: string, id: string): Promise<Model> {
  const answer = await program.get(`${address}/api/construct-models/${id}`)
  expect(answer.status()).toBe(200)
  return answer.json()
}
