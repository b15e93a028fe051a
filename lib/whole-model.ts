import { ModelError } from '#lib/model/model-error.ts'
import { type Counts, type Finding, KINDS } from '#lib/model/schema.ts'
import type { Rendered, RenderOptions } from '#lib/render/render-model.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import type { PackedModel } from '#lib/storage/packed-model.ts'
import { packModel } from '#lib/storage/viewer-bytes.ts'
import { once } from '#lib/work/keep.ts'
import { type Asked, SMALL_MODEL } from '#lib/work/scheduler.ts'

/** What looks at a whole model: on a thread, unless it is done before a thread would have begun; and once for each revision. */

/** A model of so many elements is worth the look whether it is small. */
const FEW = 1000

type Model = Pick<OpenModel, 'id' | 'revision' | 'counts'>

const sum = (counts: Counts) => KINDS.reduce((all, kind) => all + counts[kind], 0)
const given = <O extends object>(model: PackedModel, options: O) => ({
  input: { model, ...options },
  revision: model.header.revision,
})

/** The findings of `checkModel`, and the revision that they are about. */
export async function checkWhole(model: Model, asked: Asked): Promise<{ findings: Finding[]; revision: number }> {
  const whole = async () => given(await packModel(model), {})
  const early = async () => {
    if (sum(model.counts) > FEW) return undefined
    const packed = await packModel(model)
    return packed.bytes < SMALL_MODEL ? given(packed, {}) : undefined
  }
  const { output, revision } = await once('check', model, null, asked, whole, early)
  asked.tell?.('checked')
  return { findings: output, revision }
}

/** The picture of `renderModel`, and its `ModelError`. Even a small one takes a while. */
export async function renderWhole(
  model: Model,
  options: RenderOptions,
  asked: Asked,
): Promise<{ drawn: Rendered; revision: number }> {
  const { output, revision } = await once('picture', model, options, asked, async () =>
    given(await packModel(model), { options }),
  )
  asked.tell?.('drawn')
  if (Array.isArray(output)) throw new ModelError('invalid', output)
  return { drawn: output, revision }
}
