import { aside, type Done, type Task } from '#lib/aside.ts'
import { checkModel } from '#lib/model/check.ts'
import { type Issue, ModelError } from '#lib/model/model-error.ts'
import type { Finding, ViewerModel } from '#lib/model/schema.ts'
import { type Rendered, type RenderOptions, renderModel } from '#lib/render/render-model.ts'

/** What looks at a whole model, from its JSON: on a thread, unless it is done before a thread would have begun. */

const SMALL = 64 * 1024

type Bytes = readonly Uint8Array[]
const parsed = (chunks: Bytes): ViewerModel => JSON.parse(Buffer.concat(chunks).toString()) // what storage wrote

const checking: Task<Bytes, Finding[]> = { file: 'lib/whole-model.ts', name: 'check', run: check }

/** The findings of `checkModel`. */
export async function checkWhole(chunks: Bytes): Promise<Finding[]> {
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0)
  return bytes < SMALL ? checkModel(parsed(chunks)) : aside(checking, chunks)
}

export function check(chunks: Bytes): Done<Finding[]> {
  return { output: checkModel(parsed(chunks)) }
}

type ToRender = { chunks: Bytes; options: RenderOptions }
const rendering: Task<ToRender, Rendered | Issue[]> = { file: 'lib/whole-model.ts', name: 'render', run: render }

/** The picture of `renderModel`, and its `ModelError`. Even a small one takes a while. */
export async function renderWhole(chunks: Bytes, options: RenderOptions): Promise<Rendered> {
  const drawn = await aside(rendering, { chunks, options })
  if (Array.isArray(drawn)) throw new ModelError('invalid', drawn)
  return drawn
}

export function render({ chunks, options }: ToRender): Done<Rendered | Issue[]> {
  try {
    return { output: renderModel(parsed(chunks), options) }
  } catch (error) {
    if (error instanceof ModelError && error.code === 'invalid') return { output: error.issues } // its class does not travel
    throw error
  }
}
