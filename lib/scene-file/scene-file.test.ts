import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { anyModel } from '#lib/fixtures/any-model.ts'
import { modelNames, readExample } from '#lib/fixtures/example-models.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { office } from '#lib/fixtures/office.ts'
import { buildScene, buildSceneInSteps } from '#lib/geometry/scene.ts'
import { columnsOf, MANY } from '#lib/model/columns.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { aligned, type Directory, HEAD_BYTES } from './layout.ts'
import { NoScene, readScene } from './read-scene.ts'
import { sceneBytes } from './write-scene.ts'

const written = (model: ViewerModel): ArrayBuffer => {
  const bytes = sceneBytes(model)
  if (!bytes) throw new Error('not to be written')
  return bytes.buffer
}

describe('the scene form of a model', () => {
  it('gives back any model, element by element and whole (property)', () => {
    fc.assert(
      fc.property(anyModel, (given) => {
        const { elementAt, whole, columns } = readScene(written(given))
        expect(whole()).toEqual(given)
        for (const kind of MANY) {
          const elements = given[kind] ?? []
          expect(Array.from({ length: elements.length + 1 }, (_, k) => elementAt[kind](k))).toEqual([...elements, undefined])
          expect(elements.map((_, k) => columns.idOf(kind, k))).toEqual(elements.map(({ id }) => id))
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('is drawn as the model itself is (property)', () => {
    const scenes = (given: ViewerModel) => [toTheEnd(buildSceneInSteps(readScene(written(given)).columns)), buildScene(given)]
    fc.assert(
      fc.property(anyModel, (given) => {
        const [read, made] = scenes(given)
        expect(read).toEqual(made)
      }),
      { numRuns: runs(100) },
    )
    const [read, made] = scenes(office())
    expect(read).toEqual(made)
  })

  it.each(modelNames)('holds %s', (name) => {
    const given = returnedModel(readExample(name))
    const { whole, columns } = readScene(written(given))
    const none = { areas: [], supports: [], members: [], frames: [], loads: [] } // a stored model has all kinds
    expect(whole()).toEqual({ ...none, ...given })
    const { idOf: _, ...told } = columns
    const { idOf: __, ...own } = columnsOf(given)
    expect(told.head).toEqual(own.head)
    expect([...told.frames.start]).toEqual([...own.frames.start])
  })

  it('does not hold ids that are no text', () => {
    const given = returnedModel({ name: '', nodes: [{ id: 'a\0', position: { x: 0, y: 0, z: 0 } }] } as CreateModel)
    expect(sceneBytes(given)).toBeNull()
  })

  it('holds more loads than a directory could', () => {
    const loads = Array.from({ length: 200_000 }, (_, k) => ({
      id: `a rather long name of load ${k}`,
      caseId: 'D',
      nodeId: 'A',
      force: { z: -k },
    }))
    const { elementAt, columns } = readScene(written({ ...office(), loadCases: [{ id: 'D' }], loads }))
    expect(columns.loads.count).toBe(loads.length)
    expect(elementAt.loads(199_999)).toEqual(loads[199_999])
  })

  it('has no column of what no load says, and none of what is said in no column', () => {
    const load = { id: '1', caseId: 'D', nodeId: 'A', force: { x: 1 }, moment: {}, at: null }
    const file = written({ ...office(), loads: [load] })
    const { columns, beside } = readScene(file)
    const said = Object.entries(columns.loads.numbers).filter(([, numbers]) => numbers)
    expect(said.map(([name]) => name)).toEqual(['force.x'])
    expect(beside.rests.loads.at(0)).toBe('{"moment":{},"at":null}')
  })

  it('has no directory that nobody would read', () => {
    const polygon = Array.from({ length: 500_000 }, (_, k) => ({ x: k + 0.123456789, y: 1 / (k + 1) }))
    expect(sceneBytes({ ...returnedModel({ name: '' } as CreateModel), sections: [{ id: 'S', polygon }] })).toBeNull()
  })
})

describe('what is no scene', () => {
  const good = () => written(office())
  const changed = (change: (view: DataView, file: ArrayBuffer) => void) => {
    const file = good()
    change(new DataView(file), file)
    return () => readScene(file)
  }
  /** The same columns under another directory. */
  function told(change: (directory: Directory) => void) {
    const file = good()
    const length = new DataView(file).getUint32(8, true)
    const directory: Directory = JSON.parse(new TextDecoder().decode(new Uint8Array(file, HEAD_BYTES, length)))
    change(directory)
    const text = new TextEncoder().encode(JSON.stringify(directory))
    const [from, to] = [aligned(HEAD_BYTES + length), aligned(HEAD_BYTES + text.length)]
    const other = new Uint8Array(to + file.byteLength - from)
    other.set(new Uint8Array(file, 0, HEAD_BYTES))
    new DataView(other.buffer).setUint32(8, text.length, true)
    other.set(text, HEAD_BYTES)
    other.set(new Uint8Array(file, from), to)
    return () => readScene(other.buffer)
  }
  const column = (directory: Directory, name: string) => {
    const found = directory.columns.find((one) => one.name === name)
    if (!found) throw new Error(`no ${name}`)
    return found
  }

  it('is told from one', () => {
    expect(told(() => {})).not.toThrow()
  })

  it.each<[string, () => unknown]>([
    ['JSON', () => readScene(new TextEncoder().encode('{"name":"a model"}').buffer as ArrayBuffer)],
    ['nothing', () => readScene(new ArrayBuffer(0))],
    ['wrong magic', changed((view) => view.setUint8(0, 0x54))],
    ['an earlier version', changed((view) => view.setUint16(4, 1, true))],
    ['a later version', changed((view) => view.setUint16(4, 3, true))],
    ['a directory over 16 MB', changed((view) => view.setUint32(8, 16 * 1024 * 1024 + 1, true))],
    ['a directory beyond the file', changed((view, file) => view.setUint32(8, file.byteLength, true))],
    ['a directory that is no JSON', changed((view) => view.setUint8(HEAD_BYTES, 0))],
    ['half of one', () => readScene(good().slice(0, good().byteLength / 2))],
    [
      'a column outside the file',
      told((directory) => {
        column(directory, 'frame.start').offset += 1e9
      }),
    ],
    [
      'a column before the file',
      told((directory) => {
        column(directory, 'frame.start').offset = -8
      }),
    ],
    [
      'a column that lies askew',
      told((directory) => {
        column(directory, 'node.x').offset += 4
      }),
    ],
    [
      'a column of another length',
      told((directory) => {
        column(directory, 'frame.start').count -= 1
      }),
    ],
    [
      'a column of another type',
      told((directory) => {
        column(directory, 'node.x').type = 'utf8'
      }),
    ],
    [
      'more frames than there are',
      told(({ counts }) => {
        counts.frames += 1
      }),
    ],
    [
      'less nodes than are named',
      told((directory) => {
        directory.model.sections = []
      }),
    ],
    [
      'labels that are missing',
      told((directory) => {
        directory.labels = []
      }),
    ],
    [
      'no names',
      told((directory) => {
        directory.names = {} as Directory['names']
      }),
    ],
    [
      'no placements',
      told((directory) => {
        directory.columns = directory.columns.filter(({ name }) => name !== 'placement')
      }),
    ],
    [
      'a name that nobody has',
      changed((view, file) => {
        new Uint8Array(file).fill(0xff, view.byteLength / 2, view.byteLength - 1)
      }),
    ],
  ])('is %s', (_, read) => {
    // biome-ignore format: a table
    expect(read).toThrow(NoScene)
  })

  it('ends in that error or in a model, whatever byte was turned (property)', () => {
    const file = new Uint8Array(good())
    fc.assert(
      fc.property(fc.nat({ max: file.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, turn) => {
        const other = file.slice()
        other[at]! ^= turn
        try {
          expect(readScene(other.buffer).columns.nodes.count).toBeGreaterThanOrEqual(0)
        } catch (error) {
          expect(error).toBeInstanceOf(NoScene)
        }
      }),
      { numRuns: 500 },
    )
  })
})
