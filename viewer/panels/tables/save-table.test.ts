import { expect, it, vi } from 'vitest'
import { saveTable } from './save-table.ts'

const host = (save: (name: string) => Promise<boolean>, revision: number | null = 5) =>
  ({ host: { save }, model: { state: { get: () => ({ drawn: { summary: { revision } } }) } } }) as unknown as Parameters<
    typeof saveTable
  >[0]
const table = (rows: number) => {
  return { title: 'Hall Nodes', rows, make: vi.fn(async () => ({ bytes: new Uint8Array(1), type: 'text/csv' })) }
}
const told = async (...[session, kind, of]: [Parameters<typeof saveTable>[0], 'csv' | 'xlsx', ReturnType<typeof table>]) => {
  const said: string[] = []
  await saveTable(session, kind, of, (text) => said.push(text))
  return said
}

it('makes no workbook of more rows than a workbook has, and says what does', async () => {
  const save = vi.fn(async () => true)
  const large = table(1_048_574)
  expect(await told(host(save), 'xlsx', large)).toEqual([
    'A workbook has at most 1,048,573 rows, and these are 1,048,574: save them as CSV',
  ])
  expect(large.make).not.toHaveBeenCalled()
  expect(await told(host(save), 'csv', large)).toEqual(['Table saved'])
  expect(await told(host(save), 'xlsx', table(1_048_573))).toEqual(['Table saved'])
  expect(save).toHaveBeenCalledTimes(2)
})

it('names the file by the revision whose numbers it has, where that is known', async () => {
  const save = vi.fn(async (_: string) => true)
  await told(host(save), 'xlsx', table(3))
  await told(host(save, null), 'csv', table(3))
  expect(save.mock.calls.map(([name]) => name)).toEqual(['Hall-Nodes-revision-5.xlsx', 'Hall-Nodes.csv'])
})

it('says so where a table cannot be made, as where it needs more memory than there is', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const broken = { ...table(3), make: vi.fn(async () => Promise.reject(new RangeError('Array buffer allocation failed'))) }
  const open = host(async () => true)
  expect(await told(open, 'csv', broken)).toEqual(['The table could not be saved. Something went wrong in the viewer.'])
  expect(error).toHaveBeenCalled()
})
