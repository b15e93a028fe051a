import { keysOf } from '#lib/values/object-keys.ts'
import { planBatch } from './elements.ts'
import type { ModelIndex } from './index/id-index.ts'
import type { NewPart } from './log/chunks.ts'
import type { Plan, Writable, WrittenRevision } from './log/plan.ts'
import { bytesOfHeader, type Header } from './read/model-header.ts'
import { type Writing, write } from './write.ts'

/** What an edit leaves of the model, as parts of the log: elements put in and ids taken away; name and units, where it set them. */
export type EditParts = { parts: NewPart[]; header?: Partial<Header> | undefined; ops: readonly string[] }

/**
 * One revision of all that an edit does; none where that is nothing. `make` works on the model as it is, and again where somebody else's
 * revision comes first. Throws what it throws, and what `write` does.
 */
export async function editElements(
  model: Writable,
  writing: Writing,
  make: (index: ModelIndex) => Promise<EditParts>,
): Promise<WrittenRevision> {
  const { written } = await write(model, writing, 'edit', async (index): Promise<Plan | null> => {
    const { parts, header, ops } = await make(index)
    const changed = { ...index.header, ...header }
    const isSame = keysOf(changed).every((field) => changed[field] === index.header[field])
    if (isSame && parts.length === 0) return null
    const plan = await planBatch(parts, index)
    if (isSame) return { ...plan, ops }
    return { ...plan, ops, bytes: plan.bytes - bytesOfHeader(index.header) + bytesOfHeader(changed), header: changed }
  })
  return written
}
