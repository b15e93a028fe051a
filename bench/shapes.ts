import { spawnSync } from 'node:child_process'
import {
  circle,
  crossing,
  longSided,
  modelOf,
  onOneLine,
  riddled,
  scattered,
  sieve,
  slopingComb,
  wavy,
} from '#lib/fixtures/shapes.ts'
import { buildScene } from '#lib/geometry/scene.ts'
import { checkModel } from '#lib/model/check/check.ts'
import { renderModel } from '#lib/render/render-model.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { giveUp, say } from '#lib/start/progress.mjs'

/**
 * `npm run bench -- shapes`: seconds of a core and the most memory of drawing, checking and picturing the shapes that cost most, each in
 * a process of its own. That they are bounded is tested in counted steps; this says what the steps come to here.
 */
const SHAPES: Record<string, () => ViewerModel> = {
  'a circle of 130,000 nodes': () => modelOf(circle(130_000)),
  '200 random nodes': () => modelOf(scattered(200)),
  '500 random nodes': () => modelOf(scattered(500)),
  '1,000 random nodes': () => modelOf(scattered(1000)),
  '20,000 random nodes': () => modelOf(scattered(20_000)),
  '9,800 nodes that bend in and out': () => modelOf(wavy(9800)),
  '2,401 openings apart': () => modelOf(sieve(49)),
  '200 openings that overlap': () => modelOf(riddled(200)),
  '500 openings that overlap': () => modelOf(riddled(500)),
  '5,000 openings that overlap': () => modelOf(riddled(5000)),
  'a comb of 4,000 sloping teeth': () => modelOf(slopingComb(4000)),
  '26 outlines of 9,000 nodes': () => modelOf(...Array.from({ length: 26 }, () => longSided(9000))),
  '78,000 quads': () => modelOf(...Array.from({ length: 78_000 }, (_, k) => quad(k))),
  '20,000 frames on one line': () => onOneLine(20_000),
  '20,000 frames crossing in a plane': () => crossing(20_000),
}

function quad(k: number): ReturnType<typeof circle> {
  const [x, y] = [k % 280, Math.floor(k / 280)]
  const corners: [number, number, number][] = [
    [x, y, 3],
    [x + 0.9, y, 3],
    [x + 0.9, y + 0.9, 3],
    [x, y + 0.9, 3],
  ]
  return [corners, []]
}

const WAYS: Record<string, (model: ViewerModel) => unknown> = {
  nothing: () => null,
  scene: (model) => buildScene(model),
  check: (model) => checkModel(model),
  picture: (model) => renderModel(model, { views: ['plan'], width: 1024, height: 768 }),
}

const [shape, way] = process.argv.slice(3)
if (shape && way) {
  const model = SHAPES[shape]!()
  const before = process.cpuUsage()
  WAYS[way]!(model)
  const { user, system } = process.cpuUsage(before)
  const seconds = (user + system) / 1e6
  process.stdout.write(JSON.stringify({ seconds, megabytes: process.resourceUsage().maxRSS / 1024 }))
  process.exit(0)
}

try {
  say('| shape | scene | check | picture |\n|---|---|---|---|')
  for (const name of Object.keys(SHAPES)) {
    const [bare, ...rest] = Object.keys(WAYS).map((each) => measured(name, each))
    const cells = rest.map(({ seconds, megabytes }) => `${seconds.toFixed(2)} s, ${Math.round(megabytes - bare!.megabytes)} MB`)
    say(`| ${name} | ${cells.join(' | ')} |`)
  }
  process.exit(0)
} catch (error) {
  giveUp(error)
}

function measured(name: string, each: string): { seconds: number; megabytes: number } {
  const command = [import.meta.filename, 'shapes', name, each]
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name}, ${each}: ${stderr}`)
  return JSON.parse(stdout)
}
