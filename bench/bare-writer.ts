// node:http, the driver, and nothing else: `bare-writer.ts DATABASE_URL` stores the one node of each request and prints its port.
import { createServer } from 'node:http'
import { openBare } from './bare-database.ts'

const database = await openBare(process.argv[2] ?? '')
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    const { nodes } = JSON.parse(Buffer.concat(chunks).toString())
    const body = JSON.stringify(nodes)
    await database.insert({ kind: 'nodes', id: nodes[0].id, body })
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${address && typeof address === 'object' ? address.port : ''}\n`)
})
process.once('SIGTERM', () => void database.close().then(() => process.exit(0)))
