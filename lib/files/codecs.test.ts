import { expect, it } from 'vitest'
import { READERS, WRITERS } from './codecs.ts'
import { FORMAT_IDS, fileTypeOf, formatOf } from './formats.ts'

it('has a reader and a writer for the formats that say so', () => {
  for (const id of FORMAT_IDS) {
    const { canRead, canWrite } = formatOf(id)
    expect([READERS[id] !== undefined, WRITERS[id] !== undefined], id).toEqual([canRead, canWrite])
    expect(fileTypeOf(id).ending, id).not.toBe('')
  }
})
