import { resolveProfile } from './find.ts'
import type { Profile } from './profile.ts'
import { spelled } from './spelling.ts'

/**
 * The walls in which tubes are usual, in millimetres: sizes and walls of EN 10210-2 and EN 10219-2 that both of two transcriptions have,
 * Blueprints-org/blueprints@58be742b (chs, rhs, shs, rhscf, shscf) and waynemaranga/steelsnakes@7c596baf (UK hollow sections). Any other
 * wall is read from a name all the same.
 */
const USUAL = {
  'EN 10210': {
    CHS: [
      ['42.4', '3.2 4'],
      ['48.3 60.3 76.1', '3.2 4 5'],
      ['88.9', '3.2 4 5 6.3'],
      ['114.3', '4 5 6.3 8 10'],
      ['139.7', '4 5 6.3 8'],
      ['168.3', '5 6.3 8 10 12.5'],
      ['193.7 219.1 244.5 273 323.9', '5 6.3 8 10 12.5 14.2 16'],
      ['355.6', '6.3 8 10 12.5 14.2 16'],
      ['406.4 457 508', '10 12.5 14.2 16'],
    ],
    RHS: [
      ['50X30', '3.2 4 5'],
      ['60X40', '3.2 4 5 6.3'],
      ['80X40 90X50 100X50 100X60', '3.2 4 5 6.3 8'],
      ['120X60 120X80', '4 5 6.3 8 10'],
      ['150X100 160X80', '4 5 6.3 8 10 12.5'],
      ['200X100', '4 5 6.3 8 10 12.5 16'],
      ['200X120', '6.3 8 10 12.5'],
      ['250X150 300X200 350X250', '6.3 8 10 12.5 14.2 16'],
      ['400X200 450X250', '8 10 12.5 14.2 16'],
      ['500X300', '10 12.5 14.2 16'],
    ],
    SHS: [
      ['40', '3.2 4 5'],
      ['50', '3.2 4 5 6.3'],
      ['60 70 80', '3.2 4 5 6.3 8'],
      ['90', '4 5 6.3 8'],
      ['100', '4 5 6.3 8 10'],
      ['120 140', '5 6.3 8 10 12.5'],
      ['150 160 200', '5 6.3 8 10 12.5 14.2 16'],
      ['180 250 300', '6.3 8 10 12.5 14.2 16'],
      ['220 350', '8 10 12.5 14.2 16'],
      ['260 400', '10 12.5 14.2 16'],
    ],
  },
  'EN 10219': {
    CHS: [],
    RHS: [
      ['50X30', '2 2.5 3 4'],
      ['60X40', '2.5 3 4 5'],
      ['70X50 80X40 80X60 90X50 100X40', '3 4 5'],
      ['100X50 100X60 100X80 120X60', '3 4 5 6'],
      ['120X80', '3 4 5 6 8'],
      ['140X80', '4 5 6 8'],
      ['150X100 160X80 180X100 200X100 200X120', '4 5 6 8 10'],
      ['250X150', '5 6 6.3 8 10 12 12.5'],
      ['300X100', '6 8 10'],
      ['300X200', '6 6.3 8 10 12 12.5'],
      ['400X200', '8 12.5'],
    ],
    SHS: [
      ['25', '2 2.5'],
      ['30', '2 2.5 3'],
      ['40', '2 2.5 3 4'],
      ['50', '2.5 3 4 5'],
      ['60 70 80 90', '3 4 5 6'],
      ['100', '3 4 5 6 8'],
      ['120', '3 4 5 6 8 10'],
      ['140 150 160', '4 5 6 8 10'],
      ['180 200', '5 6 6.3 8 10 12 12.5'],
      ['250 300', '6 6.3 8 10 12 12.5'],
      ['350', '8 10 12 12.5'],
      ['400', '10 12 12.5'],
    ],
  },
} as const satisfies Record<string, Record<string, readonly (readonly [sizes: string, walls: string])[]>>

/** A tube whose name says no wall, with the usual ones; `made`: by which standard they are. */
export type TubeWithoutWall = { made: keyof typeof USUAL; walls: string[]; tubes: Profile[] }

/** Of `RHS 200x100`, `CHS 219.1`, `CF SHS 100`; undefined for what is no tube without its wall. Sides of one size are a square. */
export function tubeWithoutWall(written: string): TubeWithoutWall | undefined {
  const { text } = spelled(written)
  const [, mark = '', word = '', one = '', other = one] =
    /^(HF|CF)?(CHS|SHS|RHS)(\d+(?:\.\d+)?)(?:X(\d+(?:\.\d+)?))?$/.exec(text) ?? []
  const hasBoth = text.includes('X')
  if (word === '' || (word === 'CHS' && hasBoth) || (word === 'RHS' && !hasBoth) || (word === 'SHS' && other !== one))
    return undefined
  const made = mark === 'CF' ? 'EN 10219' : 'EN 10210'
  const [short, long] = [one, other].map(Number).sort((a, b) => a - b)
  const shape = word === 'CHS' ? 'CHS' : short === long ? 'SHS' : 'RHS'
  const size = shape === 'RHS' ? `${long}X${short}` : String(long)
  const rows: readonly (readonly [string, string])[] = USUAL[made][shape]
  const walls = rows.find(([sizes]) => sizes.split(' ').includes(size))?.[1].split(' ') ?? []
  const tubes = walls.flatMap((wall) => {
    const resolved = resolveProfile(`${mark}${shape}${size}X${wall}`)
    return 'profile' in resolved ? [resolved.profile] : []
  })
  return { made, walls, tubes }
}
