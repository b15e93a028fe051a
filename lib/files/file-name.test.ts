import { expect, it } from 'vitest'
import { attachmentHeader, fileNameOf, stemOf } from './file-name.ts'

it('names a file by its model, as every system takes it', () => {
  expect(fileNameOf('Portal frame', 'm_1', 's2k')).toBe('Portal frame.s2k')
  expect(fileNameOf('Portal frame', 'm_1', 's2k', 7)).toBe('Portal frame-r7.s2k')
  expect(fileNameOf(' a/b\\c:d*e?f"g<h>i|j\u202ek ', 'm_1', 'ifc')).toBe('a_b_c_d_e_f_g_h_i_j_k.ifc')
  expect(fileNameOf('..hidden', 'm_1', 'ifc')).toBe('_hidden.ifc')
  expect(fileNameOf('con', 'm_1', 'ifc')).toBe('con_.ifc')
  expect(fileNameOf('COM1.old', 'm_1', 'ifc')).toBe('COM1_.old.ifc')
  expect(fileNameOf('   ', 'm_1', 'ifc')).toBe('m_1.ifc')
  expect(fileNameOf('é'.repeat(100), 'm_1', 'ifc')).toBe(`${'é'.repeat(80)}.ifc`)
})

it('says a name to old clients in ASCII, and to others as it is', () => {
  expect(attachmentHeader('Portal frame.s2k')).toBe(
    `attachment; filename="Portal frame.s2k"; filename*=UTF-8''Portal%20frame.s2k`,
  )
  expect(attachmentHeader("Caf\u00e9 (1)'.s2k")).toBe(
    `attachment; filename="Caf_ (1)'.s2k"; filename*=UTF-8''Caf%C3%A9%20%281%29%27.s2k`,
  )
})

it('takes the stem of a file for a model', () => {
  expect(stemOf('Tower.s2k')).toBe('Tower')
  expect(stemOf('C:\\models\\Query.$et')).toBe('Query')
  expect(stemOf('hall.saf.xlsx')).toBe('hall')
  expect(stemOf('hall.csv.zip')).toBe('hall')
  expect(stemOf('.s2k')).toBe('.s2k')
})
