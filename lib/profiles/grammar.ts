import { numberOf, type StandardCode } from './tables.ts'

/**
 * The grammar of names, one list of lines. `~` is a decimal number, `#` that or a fraction. Each line holds for a whole text, those
 * with a ^ for its beginning; all that match are read, and what they find counts together.
 */

/** A row of a table, asked for. */
export type TableReading = {
  kind: 'table'
  code: StandardCode
  family: string
  letters: string
  numbers: number[]
  /** How the numbers find a row, where it is not by being equal. */
  rule?: 'mass' | 'inches' | 'legs' | 'metric_label' | 'half' | 'any_letter'
}
/** Sizes that stand in the name, in millimetres; `standard` and `radius` of tubes by how they are made. */
export type NamedReading = { kind: 'named'; shape: NamedShape; sizes: number[]; made?: HollowStandard }
export type NamedShape = 'CHS' | 'BOX' | 'H' | 'CH' | 'T' | 'L' | 'FL' | 'RD' | 'SQ'
/** Hot finished, cold formed, Australian, or not said. */
export type HollowStandard = 'EN 10210' | 'EN 10219' | 'AS/NZS 1163' | null
export type Reason = 'series' | 'two_bodies' | 'lipped' | 'no_type' | 'rectangle' | 'impossible'
export type Refusal = { kind: 'no'; reason: Reason }
/** `isLoose`: what people also call sections that are no profiles, such as a column P4. */
export type Reading = (TableReading | NamedReading | Refusal) & { isLoose?: boolean }

/** Of the groups of its line, of which those that may be left out are undefined. */
type Read = (groups: (string | undefined)[]) => Reading | Reading[] | null
type Line = { pattern: RegExp; read: Read }

const line = (pattern: string, read: Read): Line => {
  const body = pattern
    .replaceAll('~', '(\\d+(?:\\.\\d+)?|\\.\\d+)')
    .replaceAll('#', '(\\d+-\\d+/\\d+|\\d+/\\d+|\\d+(?:\\.\\d+)?|\\.\\d+)')
  return { pattern: new RegExp(body.startsWith('^') ? body : `^(?:${body})$`), read }
}

const numbers = (groups: (string | undefined)[]): number[] => groups.flatMap((text) => (text === undefined ? [] : numberOf(text)))

const table = (
  code: StandardCode,
  family: string,
  of: (string | undefined)[],
  more: Pick<TableReading, 'rule'> & { letters?: string } = {},
): TableReading => ({ kind: 'table', code, family, numbers: numbers(of), letters: '', ...more })

const no =
  (reason: Reason): Read =>
  () => ({ kind: 'no', reason })

/** Letters may stand before or behind the size, not both. */
const lettered =
  (family: string, without?: TableReading['rule']): Read =>
  ([before, size, behind]) => {
    if (before && behind) return null
    const letters = before ?? behind ?? ''
    return table('EN', family, [size], letters || !without ? { letters, rule: 'mass' } : { rule: without })
  }

const british = (family: string, of: (string | undefined)[]): TableReading | null =>
  of.filter(Boolean).length > 3
    ? null
    : table('EN', family.replace(/^UK(BP|B|C)$/, 'U$1').replace('UKPFC', 'PFC'), of, { rule: 'mass' })

const aisc =
  (rule: NonNullable<TableReading['rule']> = 'inches'): Read =>
  ([family = '', ...of]) =>
    table('AISC', family, of, { rule })

const pipe = (size: string | undefined, letters: string): Reading => table('AISC', 'PIPE', [size], { letters, rule: 'inches' })

/** `X XX` before the size are `XS XXS` behind it. */
const WALLS: Record<string, string> = { '': 'STD', X: 'XS', XX: 'XXS' }

const named = (shape: NamedShape, of: (string | undefined)[], made: HollowStandard = null): NamedReading => ({
  kind: 'named',
  shape,
  sizes: numbers(of),
  made,
})

/** Angles in millimetres, those of inches being shorter than 13. */
const metricAngle: Read = (of) => {
  const [leg = 0, other = 0, t] = numbers(of)
  if (leg < 13) return null
  const sizes = t === undefined ? [leg, leg, other] : [Math.max(leg, other), Math.min(leg, other), t]
  return [
    { kind: 'table', code: 'EN', family: 'L', letters: '', numbers: sizes },
    { kind: 'named', shape: 'L', sizes },
  ]
}

const inchAngle: Read = (of) => {
  const [leg = 0, other = 0] = numbers(of)
  return leg < 13 && other < 13 ? table('AISC', 'L', of, { rule: 'legs' }) : null
}

const round: Read = ([prefix = '', word = '', ...of]) => {
  const isOpen = ['D', 'Ø', '⌀', 'P'].includes(word)
  const made = prefix === 'CF' || prefix === 'KC' ? 'EN 10219' : isOpen && prefix === '' ? null : 'EN 10210'
  return { ...named('CHS', of, made), isLoose: isOpen }
}

const box: Read = ([prefix = '', word = '', suffix = '', ...of]) => {
  const sides = numbers(of)
  if ((word === 'SHS' || word === 'QRO') && sides.length === 3 && sides[0] !== sides[1])
    return { kind: 'no', reason: 'impossible' }
  const made = prefix === 'CF' || suffix === 'CF' ? 'EN 10219' : word === '□' && prefix === '' ? null : 'EN 10210'
  return { ...named('BOX', of, made), isLoose: word === '□' }
}

const LETTERS_OF_IPE = '(AA|A|O|R|V)?'
const LETTERS_OF_HE = '(AA|A|B|C|M)?'
/** The names of DIN for wide flanges. */
const IPB: Record<string, string> = { '': 'B', L: 'A', LL: 'AA', V: 'M' }

const LINES: Line[] = [
  line(`IPE${LETTERS_OF_IPE}~${LETTERS_OF_IPE}`, lettered('IPE')),
  line('IPE~X~', (of) => table('EN', 'IPE', of, { rule: 'mass' })),
  line('(?:IPN|INP|NPI)~', (of) => table('EN', 'IPN', of)),
  line('(?:UPN|UNP|NPU)~', (of) => table('EN', 'UPN', of)),
  line('UPE~', (of) => table('EN', 'UPE', of)),
  line(`HE${LETTERS_OF_HE}~${LETTERS_OF_HE}`, lettered('HE', 'any_letter')),
  line('HE~X~', (of) => table('EN', 'HE', of, { rule: 'mass' })),
  line('IPB(LL|L|V)?~', ([letters = '', size]) => table('EN', 'HE', [size], { letters: IPB[letters]! })),
  line('(HD|HL|HP)~X~', ([family = '', ...of]) => table('EN', family, of, { rule: 'mass' })),
  line('HL~(AA|A|B|M|R)', ([size, letters = '']) => table('EN', 'HL', [size], { letters })),
  line('U~X~', (of) => table('EN', 'U', of)),
  line('I~', (of) => [
    { ...table('EN', 'IPN', of), isLoose: true },
    { ...table('EN', 'IPE', of), isLoose: true },
  ]),
  line('U~', (of) => [
    { ...table('EN', 'UPN', of), isLoose: true },
    { ...table('EN', 'UPE', of), isLoose: true },
  ]),

  line('(UBP|UB|UC|PFC|UKBP|UKB|UKC|UKPFC)~X~(?:[X/]~)?', ([family = '', ...of]) => british(family, of)),
  line('~X~(?:X~)?(UBP|UB|UC|PFC|UKBP|UKB|UKC|UKPFC)~?', ([h, b, mass, family = '', last]) =>
    british(family, [h, b, mass, last]),
  ),
  line('(?:UK)?T(UB|UC)~X~X~', ([family = '', ...of]) => table('EN', family, of, { rule: 'half' })),
  line('PFC~', (of) => [table('EN', 'PFC', of, { rule: 'mass' }), table('AU', 'PFC', of)]),

  line('(W)~X~', ([, ...of]) => {
    const [depth = 0] = numbers(of)
    return table('AISC', 'W', of, { rule: depth < 75 ? 'inches' : 'metric_label' })
  }),
  line('(W)~X~X~', aisc('metric_label')),
  line('(M|S|HP|C|MC|WT|MT|ST)~X~', aisc()),
  line('(HSS)#X#X#', aisc('legs')),
  line('(HSS)#X#', aisc('legs')),
  line('P(?:IPE)?#(STD|XXS|XS)', ([size, wall = '']) => pipe(size, wall)),
  line('P(X{0,2})#', ([wall = '', size]) => ({ ...pipe(size, WALLS[wall]!), isLoose: true })),
  line('P(?:IPE)?#SCH(40|80)', ([size = '', schedule]) => {
    // From there on the schedules have other walls.
    const isSame = numberOf(size) <= (schedule === '40' ? 10 : 8)
    return isSame ? pipe(size, schedule === '40' ? 'STD' : 'XS') : null
  }),
  line('L#X#X#', inchAngle),
  line('L#X#', inchAngle),

  line('(?:LNP|L|EA|UA|RSA|ISA|∠)~(?:X~)?X~', ([leg, other, t]) => metricAngle(other === undefined ? [leg, t] : [leg, other, t])),
  line('~X~(?:X~)?(?:EA|UA|RSA)', metricAngle),

  line('(IS)?(JB|LB|MB|WB|HB|SC|MC|JC|LC|MPC)(P?)~(?:[X@]~)?', ([is, family = '', parallel, ...of]) => {
    // With parallel flanges; of MC these are a family of their own.
    const [own, letters = ''] = family === 'MC' && parallel ? ['MPC'] : [family, parallel]
    return { ...table('IS', own, of, { rule: 'mass', letters }), isLoose: !is }
  }),

  line('~(UBP|UB|UC|PFC)~?', ([size, family = '', mass]) => table('AU', family, [size, mass], { rule: 'mass' })),

  line('(HF|CF|VC|KC)?(CHS|KR|ROR?|TUBOD?|D|Ø|⌀|P)~X~', round),
  line('~X~CHS', (of) => named('CHS', of, 'AS/NZS 1163')),
  line('(HF|CF)?(SHS|QRO|TCAR|MSH|□)(CF)?~X~', box),
  line('(HF|CF)?(SHS|RHS|QRO|RRO|TCAR|TREC|MSH|□)(CF)?~X~X~', box),
  line('([VK])KR~(?:X~)?X~', ([made, ...of]) => named('BOX', of, made === 'V' ? 'EN 10210' : 'EN 10219')),
  line('~(?:X~)?X~(?:SHS|RHS)', (of) => named('BOX', of, 'AS/NZS 1163')),

  line('(?:H|HW|HM|HN|HT|BH|WH|RH|SH|LH|I)~X~X~X~', (of) => named('H', of)),
  line('(?:\\[|U|C|CH)~X~X~X~', (of) => {
    const [, , tw = 0, tf = 0] = numbers(of)
    return tw > tf ? { kind: 'no', reason: 'lipped' } : named('CH', of)
  }),
  line('C?T~X~X~X~', (of) => ({ ...named('T', of), isLoose: true })),
  line('(?:FL|FLAT|FLT|PL|PLT|FB|BAR)~X~', (of) => ({ ...named('FL', of), isLoose: true })),
  line('(?:RD|ROUND|DIA|RB|Ø|⌀)~', (of) => ({ ...named('RD', of), isLoose: true })),
  line('(?:SQ|SQUARE|VKT)~', (of) => ({ ...named('SQ', of), isLoose: true })),

  line('(?:H|HW|HM|HN|HT|BH|WH|RH)~X~', no('series')),
  line('(?:HF|CF)?(?:CHS|SHS|RHS|ROR?|QRO|RRO|EHS)~', no('series')),
  line('(?:HF|CF)?(?:RHS|RRO)~X~', no('series')),
  line('^[2D](?:L|C|U|UPN|UPE|MC|LL)\\d', no('two_bodies')),
  line('^(?:EHS|Z|ZED|SIGMA|SADEF|CAST|ACB|IFB|SFB)\\d', no('no_type')),
  line('(?:R|RC|RECT|B|C|COL|BEAM|GL)?~X~', no('rectangle')),
]

/** All readings of a text in the spelling of `spelling.ts`. */
export function readingsOf(text: string): Reading[] {
  return LINES.flatMap(({ pattern, read }) => {
    const match = pattern.exec(text)
    return (match && read(match.slice(1))) ?? []
  })
}
