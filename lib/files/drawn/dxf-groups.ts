import { FileRefused, fileSyntax } from '../file-refused.ts'
import { readNumber } from '../numbers.ts'
import { linesOf } from '../texts.ts'

/** DXF in ASCII: a group code on a line, its value on the next. */

export type DxfGroup = { code: number; value: string; line: number }

export function* dxfGroups(text: string): Generator<DxfGroup, void> {
  let code: number | undefined
  for (const { line, number } of linesOf(text)) {
    if (code === undefined) {
      const trimmed = line.trim()
      if (trimmed === '' && number > 1) continue // behind EOF
      code = Number(trimmed)
      if (trimmed === '' || !Number.isInteger(code))
        throw new FileRefused([fileSyntax([number], `'${trimmed.slice(0, 64)}' is no group code`)])
    } else {
      if (code !== 999) yield { code, value: line.trim(), line: number }
      code = undefined
    }
  }
}

/** One of `ENTITIES` or of a block, with all its groups. */
export type DxfEntity = { type: string; layer: string; groups: readonly DxfGroup[]; line: number; vertices: DxfEntity[] }
export type DxfBlock = { name: string; base: readonly [number, number, number]; entities: DxfEntity[] }
export type DxfFile = { insUnits: number | undefined; blocks: Map<string, DxfBlock>; entities: DxfEntity[] }

/** Layers are compared in any case, as programs do; the name stays as it is. */
export function readDxfFile(text: string): DxfFile {
  const file: DxfFile = { insUnits: undefined, blocks: new Map(), entities: [] }
  let [section, variable]: [string, string] = ['', '']
  let block: DxfBlock | undefined
  let isNewSection = false
  let entity: { type: string; groups: DxfGroup[]; line: number } | undefined
  let polyline: DxfEntity | undefined
  const finish = () => {
    if (!entity) return
    const made: DxfEntity = { ...entity, layer: entity.groups.find(({ code }) => code === 8)?.value ?? '0', vertices: [] }
    const { type } = entity
    entity = undefined
    if (type === 'BLOCK') {
      const name = textOf(made, 2)
      block = { name, base: [numberOf(made, 10), numberOf(made, 20), numberOf(made, 30)], entities: [] }
      file.blocks.set(name.toLowerCase(), block)
    } else if (type === 'ENDBLK') block = undefined
    else if (type === 'VERTEX' && polyline) polyline.vertices.push(made)
    else if (type === 'SEQEND') polyline = undefined
    else {
      const into = section === 'BLOCKS' ? block?.entities : section === 'ENTITIES' ? file.entities : undefined
      into?.push(made)
      polyline = type === 'POLYLINE' ? made : undefined
    }
  }
  for (const group of dxfGroups(text)) {
    const { code, value, line } = group
    if (code === 0) {
      finish()
      isNewSection = value === 'SECTION'
      if (value === 'ENDSEC') section = ''
      if (value === 'EOF') return file
      if (section === 'ENTITIES' || section === 'BLOCKS') entity = { type: value.toUpperCase(), groups: [], line }
    } else if (isNewSection && code === 2) [section, isNewSection] = [value.toUpperCase(), false]
    else if (section === 'HEADER') {
      if (code === 9) variable = value
      else if (variable === '$INSUNITS' && code === 70) file.insUnits = readNumber(value)
    } else entity?.groups.push(group)
  }
  throw new FileRefused([fileSyntax([], 'the drawing ends before its EOF')])
}

export const textOf = ({ groups }: DxfEntity, code: number): string => groups.find((one) => one.code === code)?.value ?? ''

/** 0 where it is absent, as DXF has it; what is no number is an error at its line. */
export function numberOf({ groups }: DxfEntity, code: number, fallback = 0): number {
  const group = groups.find((one) => one.code === code)
  return group ? toNumber(group) : fallback
}

export function toNumber({ value, line }: DxfGroup): number {
  const number = readNumber(value)
  if (number === undefined)
    throw new FileRefused([{ type: 'file_value', loc: [line], msg: `'${value.slice(0, 64)}' is no number` }])
  return number
}

export const pointOf = (entity: DxfEntity, code: number): [number, number, number] => [
  numberOf(entity, code),
  numberOf(entity, code + 10),
  numberOf(entity, code + 20),
]
