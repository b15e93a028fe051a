import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { startServer } from '#lib/fixtures/server-process.ts'
import { newModel, read, send, signUp } from '#lib/fixtures/service.ts'
import { limits } from '#lib/runtime/limits.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { say, step } from '#lib/start/progress.mjs'
import { analyse } from '#lib/statics/analyse.ts'
import { costLimits } from '#lib/statics/cost-limits.ts'
import { readStructure } from '#lib/statics/model/read-structure.ts'
import { plainKernel, simdKernel } from '#lib/statics/solver/dense-kernel.ts'
import { factorise, type MatrixEntries, solve } from '#lib/statics/solver/factorisation.ts'
import type { EliminationPlan } from '#lib/statics/solver/fronts.ts'
import { entriesOf, orderUnknowns } from '#lib/statics/solver/stiffness-matrix.ts'
import { idleUnknowns, structureMatrix } from '#lib/statics/solver/structure-matrix.ts'
import { grouped } from '#lib/values/count-text.ts'
import { median } from '#lib/values/median.ts'

/** What the analysis of regular buildings takes, in CPU time, beside scipy's sparse solver on the same matrix where that is installed. */
export const STATICS = { bays: 15, storeys: 14 }

const STEEL = { E: 210_000, G: 80_769, density: 7850 }

/** From here on neither the kernel in TypeScript nor scipy is waited for, which take minutes. */
const MANY = 20_000

/** Columns and beams on a grid, fixed at the foot. */
function building(nx: number, ny: number, nz: number): CreateModel {
  const id = (i: number, j: number, k: number) => `${i}.${j}.${k}`
  const nodes: { id: string; position: { x: number; y: number; z: number } }[] = []
  const frames: { id: string; startNodeId: string; endNodeId: string; rotation: number; sectionId: string }[] = []
  const supports: { id: string; nodeId: string; restraints: Record<string, boolean> }[] = []
  const held = { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true }
  for (let k = 0; k <= nz; k++) {
    for (let j = 0; j <= ny; j++) {
      for (let i = 0; i <= nx; i++) {
        nodes.push({ id: id(i, j, k), position: { x: 6 * i, y: 5 * j, z: 3.5 * k } })
        const frame = (name: string, startNodeId: string, endNodeId: string, sectionId: string) =>
          frames.push({ id: `${name}${id(i, j, k)}`, startNodeId, endNodeId, rotation: 0, sectionId })
        if (k === 0) supports.push({ id: `S${id(i, j, k)}`, nodeId: id(i, j, k), restraints: held })
        else {
          frame('C', id(i, j, k - 1), id(i, j, k), 'column')
          if (i < nx) frame('X', id(i, j, k), id(i + 1, j, k), 'beam')
          if (j < ny) frame('Y', id(i, j, k), id(i, j + 1, k), 'beam')
        }
      }
    }
  }
  const section = (name: string, area: number, i33: number, i22: number) => ({
    ...{ id: name, type: 'custom' as const, materialId: 'steel' },
    dimensions: { area, i33, i22, j: 1.3e-6 },
  })
  return {
    name: 'A building',
    units: { length: 'm', force: 'kN' },
    ...{ nodes, frames, supports },
    materials: [{ id: 'steel', source: { properties: STEEL } }],
    sections: [section('column', 0.012, 3.1e-4, 4.2e-5), section('beam', 0.0084, 4.65e-4, 2.1e-5)],
  }
}

/** CPU milliseconds, so that who else works on the machine counts little. */
function cpu<T>(work: () => T): { result: T; ms: number } {
  const start = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(start)
  return { result, ms: (user + system) / 1000 }
}

export async function reportStatics({ bays, storeys }: typeof STATICS): Promise<void> {
  say(`\n${cpus()[0]?.model ?? ''}, Node ${process.version}; CPU time\n`)
  const sizes = [
    [8, 8, 7],
    [10, 10, 12],
    [bays, bays, storeys],
  ] as const
  say(
    '| frames | unknowns | non-zeros | Gflop | peak | order | factor, SIMD | TypeScript | scipy splu | of scipy | solve a case | answer, one case | and three modes | by default |',
  )
  say('|---|---|---|---|---|---|---|---|---|---|---|---|---|---|')
  for (const [nx, ny, nz] of sizes)
    say(await step(`${nx} x ${ny} bays, ${nz} storeys`, async () => rowOf(returnedModel(building(nx, ny, nz)))))
  say(`\n10 Gflop in plain JavaScript: ${Math.round(plainMs())} ms`)
  say(await step('Questions over HTTP', () => overHttp(building(bays, bays, storeys))))
}

const QUESTIONS = 15

/** Wall time: an analysis asked for again beside a query of the same model, and small reads beside an analysis that runs. */
async function overHttp(model: CreateModel): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'statics-'))
  const server = await startServer({ DATA_DIR: folder, RATE_LIMIT: 'off' })
  try {
    const service = await signUp(server.address)
    const path = `/api/construct-models/${await newModel(service, model)}`
    const small = `/api/construct-models/${await newModel(service)}`
    const analysis = () => send(service, `${path}/analyse`, '{"modes":0}')
    const query = () => send(service, `${path}/query`, '{"select":{"kinds":["frames"]},"groupBy":["section"],"show":["length"]}')
    const first = await wallMs(analysis)
    await query()
    const [again, asked, alone]: [number[], number[], number[]] = [[], [], []]
    for (let k = 0; k < QUESTIONS; k++) {
      again.push(await wallMs(analysis))
      asked.push(await wallMs(query))
      alone.push(await wallMs(() => read(service, small)))
    }
    const beside: number[] = []
    let runs = true
    const running = send(service, `${path}/analyse`, '{"modes":3}').finally(() => {
      runs = false
    })
    while (runs) beside.push(await wallMs(() => read(service, small)))
    await running
    const [second, one] = [median(again), median(asked)]
    const ms = (value: number) => `${value.toFixed(1)} ms`
    return [
      `\nOver HTTP, ${grouped(model.frames?.length ?? 0)} frames: the first answer ${ms(first)}, again ${ms(second)}, a query ${ms(one)}: ${(second / one).toFixed(2)};`,
      `a small model read alone ${ms(median(alone))}, beside an analysis with modes ${ms(median(beside))}, at most ${ms(Math.max(...beside))} of ${beside.length}`,
    ].join(' ')
  } finally {
    await server.stop('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function wallMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function rowOf(model: ViewerModel): string {
  const options = { offsets: 'ignored', shear: true } as const
  const structure = readStructure(model, options, { isWeighed: true, heated: new Set() })
  if ('issues' in structure) throw new Error(JSON.stringify(structure.issues))
  const matrix = structureMatrix(structure)
  const { result: plan, ms: order } = cpu(() => orderUnknowns(matrix, structure.nodes.coordinates))
  const { diagonal, isIdle } = idleUnknowns(structure, matrix)
  const entries = entriesOf(matrix, plan, diagonal, isIdle)
  const simd = simdKernel()
  const isLarge = structure.frames.length > MANY
  if (simd && !isLarge) factorise(plan, entries, simd) // warms up
  const fast = simd && cpu(() => factorise(plan, entries, simd))
  const plain = isLarge ? undefined : cpu(() => factorise(plan, entries, plainKernel()))
  const measured = fast ?? plain
  if (!measured) throw new Error('so many frames need WebAssembly')
  const { result: factor, ms: ours } = measured
  const side = new Float64Array(matrix.freedoms.count).fill(1)
  const solved = cpu(() => solve(factor, [side]))
  const scipy = isLarge ? undefined : scipyMs(plan, entries)
  const mass = { selfMass: true, cases: undefined }
  const whole = cpu(() => analyse(model, { ...options, cases: undefined, modes: 0, mass, storeys: false }))
  const withModes = cpu(() => analyse(model, { ...options, cases: undefined, modes: 3, mass, storeys: false }))
  const most = { bytes: limits.analysisBytes, seconds: limits.analysisSeconds }
  const judge = (modes: number) =>
    costLimits(most, { ...options, cases: undefined, modes, mass, storeys: false }).mayCost(
      plan.cost,
      matrix.freedoms.count,
      structure,
      1,
    )
  const isTaken = [0, 3].map((modes) => (judge(modes) ? 'refused' : 'taken'))
  const ms = (value: number | undefined) => (value === undefined ? '-' : `${grouped(Math.round(value))} ms`)
  const cells = [
    grouped(structure.frames.length),
    grouped(matrix.freedoms.count),
    `${(plan.cost.nonZeros / 1e6).toFixed(1)} M`,
    (plan.cost.flops / 1e9).toFixed(1),
    `${grouped(Math.round(plan.cost.peakBytes / 1e6))} MB`,
    ms(order),
    ms(fast?.ms),
    ms(plain?.ms),
    scipy === undefined ? (isLarge ? '-' : 'not installed') : ms(scipy),
    scipy === undefined ? '-' : (ours / scipy).toFixed(2),
    ms(solved.ms),
    ms(whole.ms),
    ms(withModes.ms),
    `${isTaken[0]}, with modes ${isTaken[1]}`,
  ]
  return `| ${cells.join(' | ')} |`
}

/** Reads rows, columns and values of the lower triangle; prints the CPU milliseconds of the best of two factorisations. */
const PROGRAM = `
import sys, time, numpy
from scipy.sparse import coo_matrix
from scipy.sparse.linalg import splu
raw = numpy.fromfile(sys.argv[1], dtype=numpy.float64).reshape(-1, 3)
r, c, v = raw[:, 0].astype(int), raw[:, 1].astype(int), raw[:, 2]
off = r != c
n = int(r.max()) + 1
a = coo_matrix((numpy.r_[v, v[off]], (numpy.r_[r, c[off]], numpy.r_[c, r[off]])), shape=(n, n)).tocsc()
best = 1e9
for _ in range(2):
    t = time.process_time()
    splu(a, permc_spec='MMD_AT_PLUS_A', diag_pivot_thresh=0.0, options=dict(SymmetricMode=True))
    best = min(best, time.process_time() - t)
print(1000 * best)
`

/** Undefined where python3-scipy is not installed. */
function scipyMs(plan: EliminationPlan, entries: MatrixEntries): number | undefined {
  if (spawnSync('python3', ['-c', 'import scipy']).status !== 0) return undefined
  const triples: number[] = []
  const positionOf = Int32Array.from(plan.unknownAt.keys())
  for (const front of plan.fronts.keys()) {
    // Rows as places: the matrix in the order of elimination, which scipy orders anew.
    entries.assemble(front, (row, column, value) => triples.push(row, column, value), positionOf)
  }
  const folder = mkdtempSync(join(tmpdir(), 'statics-'))
  const file = join(folder, 'matrix')
  writeFileSync(file, new Uint8Array(Float64Array.from(triples).buffer))
  const { stdout, stderr, status } = spawnSync('python3', ['-c', PROGRAM, file], {
    encoding: 'utf8',
    env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
  })
  rmSync(folder, { recursive: true })
  if (status !== 0) throw new Error(stderr)
  return Number(stdout)
}

/** 10 Gflop of a sum of products in a loop, as anybody writes it. */
function plainMs(): number {
  const [a, b] = [0, 1].map((seed) => Float64Array.from({ length: 1000 }, (_, k) => Math.sin(k + seed))) as [
    Float64Array,
    Float64Array,
  ]
  let sum = 0
  const { ms } = cpu(() => {
    for (let round = 0; round < 5_000_000; round++) {
      let part = 0
      for (let k = 0; k < 1000; k++) part += a[k]! * b[k]!
      sum += part
    }
  })
  if (!Number.isFinite(sum)) throw new Error('the sum is none')
  return ms
}
