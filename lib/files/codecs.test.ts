import { expect, it } from 'vitest'
import { READERS, WRITERS } from './codecs.ts'
import { fileValue } from './file-refused.ts'
import { FORMAT_IDS, fileTypeOf, formatOf } from './formats.ts'
import { readFile } from './read-file.ts'

it('has a reader and a writer for the formats that say so', () => {
  for (const id of FORMAT_IDS) {
    const { canRead, canWrite } = formatOf(id)
    expect([READERS[id] !== undefined, WRITERS[id] !== undefined], id).toEqual([canRead, canWrite])
    expect(fileTypeOf(id).ending, id).not.toBe('')
  }
})

it('reads no format that nobody reads', async () => {
  const options = { up: 'z', view: 'auto', profiles: 'resolve' } as const
  await expect(readFile(new Uint8Array(1), 's2k', options)).rejects.toThrow('nobody reads s2k')
  expect(fileValue(['A', 1], 'b')).toEqual({ type: 'file_value', loc: ['A', 1], msg: 'b' })
})
