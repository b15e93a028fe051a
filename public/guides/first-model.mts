// A portal frame by TypeScript, with nothing but fetch. MODELS_URL: this server; MODELS_KEY: an API key with both scopes.
const api = `${process.env.MODELS_URL}/api/construct-models`

async function send<Answer>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(api + path, {
    method,
    headers: { Authorization: `Bearer ${process.env.MODELS_KEY}`, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (response.ok) return answer
  // 422: every problem at once, each with its path. Anything else: a problem document.
  if (response.status === 422) throw new Error(answer.detail.map(({ loc, msg }: Issue) => `${loc.join('.')}: ${msg}`).join('\n'))
  throw new Error(`${response.status}: ${answer.detail}`)
}
type Issue = { loc: (string | number)[]; msg: string }
type Model = { id: string; revision: number; viewerUrl: string }

// 1. A model, with its units: labels only, no number is ever converted.
const model = await send<Model>('POST', '', {
  name: 'Portal frame by TypeScript',
  units: { length: 'm', force: 'kN', temperature: 'C' },
})

// 2. Its elements, all in one batch: taken whole or not at all. The key makes a repeat safe.
const fixed = { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true }
const node = (id: string, x: number, z: number) => ({ id, position: { x, y: 0, z } })
const batch = {
  materials: [{ id: 'S355' }],
  sections: [
    { id: 'Column', type: 'i_wide_flange', profile: 'HEB 200', materialId: 'S355' },
    { id: 'Beam', type: 'i_wide_flange', profile: 'IPE 300', materialId: 'S355' },
  ],
  nodes: [node('A0', 0, 0), node('A1', 0, 4), node('B0', 6, 0), node('B1', 6, 4)],
  frames: [
    { id: 'C1', startNodeId: 'A0', endNodeId: 'A1', sectionId: 'Column' },
    { id: 'C2', startNodeId: 'B0', endNodeId: 'B1', sectionId: 'Column' },
    { id: 'B1', startNodeId: 'A1', endNodeId: 'B1', sectionId: 'Beam' },
  ],
  supports: [
    { id: 'SA', nodeId: 'A0', restraints: fixed },
    { id: 'SB', nodeId: 'B0', restraints: fixed },
  ],
}
await send('POST', `/${model.id}/elements`, batch, { 'Idempotency-Key': `first-batch-${model.id}` })

// 3. A mistake: it says where, what, and what was probably meant; nothing is stored.
await send('POST', `/${model.id}/frames`, { frames: [{ id: 'B2', startNodeId: 'A1', endNodeId: 'B1a' }] }).catch((error: Error) =>
  console.log(error.message),
)

// 4. What would keep it from being analysed.
console.log(JSON.stringify(await send('GET', `/${model.id}/check`)))

// 5. Where to walk around in it.
console.log(model.viewerUrl)
