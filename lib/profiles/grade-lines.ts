/**
 * Grades of materials as their standards have them. Density in kg/m³, moduli and strengths in MPa.
 */

export type Properties = { density?: number; E?: number; G?: number; nu?: number; fy?: number; fck?: number; fmk?: number }
export type MaterialKind = 'steel' | 'concrete' | 'timber' | 'rebar' | 'aluminium'
/** Without `grade` only the kind is known, and of it the density. */
export type Grade = { kind: MaterialKind; grade?: string; standard?: string } & Properties

const KSI = 6.894757293168
const PSI = KSI / 1000
/** lb/ft³ in kg/m³. */
const POUND_PER_CUBIC_FOOT = 0.45359237 / 0.3048 ** 3

export const seven = (value: number) => Number(value.toPrecision(7))

const steelOfEurope = { density: 7850, E: 210_000, G: 210_000 / 2.6, nu: 0.3 }
const steelOfAmerica = { density: 490 * POUND_PER_CUBIC_FOOT, E: 29_000 * KSI, G: 11_200 * KSI, nu: 0.3 }
const concreteOfAmerica = (modulus: number, fck: number) => {
  const E = seven(modulus)
  return { density: 150 * POUND_PER_CUBIC_FOOT, E, G: E / 2.4, nu: 0.2, fck }
}

const steelGrade = (fy: string): Grade => ({
  kind: 'steel',
  grade: `S${fy}`,
  standard: 'EN 10025',
  ...steelOfEurope,
  fy: Number(fy),
})

const astm = (standard: string, fy: number | undefined, gradeWithin = ''): Grade => ({
  kind: 'steel',
  grade: gradeWithin ? `${standard} Gr.${gradeWithin}` : standard,
  standard: `ASTM ${standard}`,
  ...steelOfAmerica,
  ...(fy !== undefined && { fy: fy * KSI }),
})

const aci = (psi: number): Grade => {
  const E = 57_000 * Math.sqrt(psi) * PSI
  return { kind: 'concrete', grade: `f'c ${psi} psi`, standard: 'ACI 318-19', ...concreteOfAmerica(E, psi * PSI) }
}

/** fck to the cube's strength, EN 1992-1-1, table 3.1, and the classes between that national annexes add. */
const CUBES: Record<string, string> = {
  8: '10',
  12: '15',
  16: '20',
  20: '25',
  25: '30',
  28: '35',
  30: '37',
  32: '40',
  35: '45',
  40: '50',
  45: '55',
  50: '60',
  55: '67',
  60: '75',
  70: '85',
  80: '95',
  90: '105',
}

/** Mean E, mean G, mean density, fm,k. EN 338 and EN 14080. */
const TIMBER: Record<string, readonly [number, number, number, number]> = {
  C14: [7000, 440, 350, 14],
  C16: [8000, 500, 370, 16],
  C18: [9000, 560, 380, 18],
  C20: [9500, 590, 400, 20],
  C22: [10000, 630, 410, 22],
  C24: [11000, 690, 420, 24],
  C27: [11500, 720, 430, 27],
  C30: [12000, 750, 460, 30],
  C35: [13000, 810, 470, 35],
  C40: [14000, 880, 480, 40],
  C45: [15000, 940, 490, 45],
  C50: [16000, 1000, 520, 50],
  D18: [9500, 590, 570, 18],
  D24: [10000, 630, 580, 24],
  D27: [10500, 660, 610, 27],
  D30: [11000, 690, 640, 30],
  D35: [12000, 750, 650, 35],
  D40: [13000, 810, 660, 40],
  D45: [13500, 840, 700, 45],
  D50: [14000, 880, 740, 50],
  D55: [15500, 970, 790, 55],
  D60: [17000, 1060, 840, 60],
  D65: [18500, 1160, 900, 65],
  D70: [20000, 1250, 960, 70],
  D75: [22000, 1380, 1020, 75],
  D80: [24000, 1500, 1080, 80],
  GL20C: [10400, 650, 390, 20],
  GL22C: [10400, 650, 390, 22],
  GL24C: [11000, 650, 400, 24],
  GL26C: [12000, 650, 420, 26],
  GL28C: [12500, 650, 420, 28],
  GL30C: [13000, 650, 430, 30],
  GL32C: [13500, 650, 440, 32],
  GL20H: [8400, 650, 370, 20],
  GL22H: [10500, 650, 410, 22],
  GL24H: [11500, 650, 420, 24],
  GL26H: [12100, 650, 445, 26],
  GL28H: [12600, 650, 460, 28],
  GL30H: [13600, 650, 480, 30],
  GL32H: [14200, 650, 490, 32],
}

const timber = (name: string): Grade => {
  const [E, G, density, fmk] = TIMBER[name]!
  const grade = name.replace(/^(GL\d\d)([CH])$/, (_, size, letter) => size + letter.toLowerCase())
  return { kind: 'timber', grade, standard: name.startsWith('GL') ? 'EN 14080' : 'EN 338', density, E, G, fmk }
}

/** A density and no class: the kind alone, told by a word or by a class that can be nothing else. */
export const KIND_DENSITIES: Partial<Record<MaterialKind, number>> = { steel: 7850, concrete: 2500, rebar: 7850, aluminium: 2700 }
export const only = (kind: MaterialKind): Grade => ({ kind, density: KIND_DENSITIES[kind]! })

type Line = [pattern: RegExp, grades: (match: RegExpExecArray) => Grade[]]

/** Matched against text without blanks and `_ . , - ( )`. Two grades of one line: both are meant by it. */
export const LINES: Line[] = [
  [/^S(235|275|355|420|450|460|500|550|600|620|690|700|890|900|960)([A-Z][A-Z0-9+]{0,7})?$/, ([, fy = '']) => [steelGrade(fy)]],
  // 420 and above are grades of reinforcement too.
  [/^(?:STEEL|STAHL|ACIER|ACERO|ACCIAIO)(?:GRADE)?(235|275|355)$/, ([, fy = '']) => [steelGrade(fy)]],
  [/^A36$/, () => [astm('A36', 36)]],
  [/^A992((FY|GR)?50)?$/, () => [astm('A992', 50)]],
  [/^A572(?:GR)?(42|50|55|60|65)$/, ([, fy]) => [astm('A572', Number(fy), fy)]],
  [/^A500(?:GR)?([BC])(42|46|50)?$/, ([, letter, fy]) => [astm('A500', fy ? Number(fy) : undefined, letter)]],
  [/^A53(GR)?B$/, () => [astm('A53', 35, 'B')]],
  [/^A588$/, () => [astm('A588', 50)]],
  [/^A913(?:GR)?(50|60|65|70|80)$/, ([, fy]) => [astm('A913', Number(fy), fy)]],
  [/^A1085$/, () => [astm('A1085', 50)]],
  [
    /^C(\d{1,2})\/(\d{2,3})$/,
    ([, cylinder = '', cube]) => {
      if (CUBES[cylinder] !== cube) return []
      const fck = Number(cylinder)
      const E = 22_000 * ((fck + 8) / 10) ** 0.3
      const grade = `C${cylinder}/${cube}`
      return [{ kind: 'concrete', grade, standard: 'EN 1992-1-1', density: 2500, E, G: E / 2.4, nu: 0.2, fck }]
    },
  ],
  [/^(?:F'?C=?)?(\d{4,5})PSI(?:NW)?$/, ([, psi]) => (Number(psi) >= 2000 && Number(psi) <= 15_000 ? [aci(Number(psi))] : [])],
  [/^F'?C=?(\d{1,2})KSI$/, ([, ksi]) => (Number(ksi) >= 2 && Number(ksi) <= 15 ? [aci(1000 * Number(ksi))] : [])],
  [
    /^F'?C=?(\d{2,3})MPA$/,
    ([, mpa]) => {
      const fck = Number(mpa)
      if (fck < 14 || fck > 105) return []
      const values = concreteOfAmerica(4700 * Math.sqrt(fck), fck)
      return [{ kind: 'concrete', grade: `f'c ${fck} MPa`, standard: 'ACI 318-19', ...values }]
    },
  ],
  [
    /^B(400|420|450|500|550|600)([A-Z]{1,2}A?)?$/,
    ([, fy, letters = '']) => {
      const grade = `B${fy}${letters}`
      return [{ kind: 'rebar', grade, standard: 'EN 10080', density: 7850, E: 200_000, nu: 0.3, fy: Number(fy) }]
    },
  ],
  [
    /^A(615|706)(?:GR)?(40|60|75|80|100)$/,
    ([, number, fy]) => {
      const { G: _, ...values } = steelOfAmerica
      const grade = `A${number} Gr.${fy}`
      return [{ kind: 'rebar', grade, standard: `ASTM A${number}`, ...values, fy: Number(fy) * KSI }]
    },
  ],
  [
    /^(?:EN)?AW(\d{4}[A-Z]?)([TOHF]\d{0,4})?$/,
    ([, alloy, temper]) => {
      const grade = `EN AW-${alloy}${temper ? ` ${temper}` : ''}`
      return [{ kind: 'aluminium', grade, standard: 'EN 1999-1-1', density: 2700, E: 70_000, G: 27_000, nu: 0.3 }]
    },
  ],
  [
    /^(?:AA)?(6061|6063|6005A|6082)(T\d+)$/,
    ([, alloy, temper]) => {
      const values = { density: 2700, E: 10_100 * KSI, G: 3800 * KSI, nu: 0.33 }
      return [{ kind: 'aluminium', grade: `${alloy}-${temper}`, standard: 'Aluminum Design Manual', ...values }]
    },
  ],
  [/^(?:D\d\d|GL\d\d[CH])$/, ([name]) => (Object.hasOwn(TIMBER, name) ? [timber(name)] : [])],
  [/^C(?:14|18|22|24|27)$/, ([name]) => [timber(name)]],
  [/^C(?:16|20|30|35|40|45|50)$/, ([name]) => [timber(name), only('concrete')]],
  [/^C(?:12|15|25|28|32|55|60|70|80|90)$/, () => [only('concrete')]],
]
