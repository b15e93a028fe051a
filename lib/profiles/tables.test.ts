import { describe, expect, it } from 'vitest'
import { allRows, type ProfileRow } from './tables.ts'

/** Rows of each family, file by file. */
const COUNTS: Record<string, Record<string, number>> = {
  'EN 10365': {
    ...{ IPE: 68, HE: 124, HD: 42, HP: 31, UPE: 14, HL: 35, UB: 107, UC: 46, UBP: 17, PFC: 16 },
  },
  'DIN 1025-1': { IPN: 21 },
  'DIN 1026-1': { UPN: 18, U: 4 },
  'EN 10056-1': { L: 95 },
  'AISC 16': {
    ...{ W: 289, M: 16, S: 28, HP: 22, C: 32, MC: 40, WT: 289, MT: 14, ST: 28, L: 137, HSS: 714, PIPE: 51 },
  },
  'AS/NZS 3679.1': { UB: 28, UC: 13, PFC: 10 },
  'IS 808': { JB: 4, LB: 21, MB: 14, WB: 14, HB: 17, SC: 9, MC: 19, JC: 5, LC: 15, MPC: 20 },
}

const QUARTERS = 4 - Math.PI

/** The area that the sizes give; null for tapered flanges, whose mean thickness and no slope say too little. */
function areaOf({ family, code, standard, h, b, tw, tf, r = 0, name }: ProfileRow): number | null {
  if (family === 'PIPE' || (family === 'HSS' && name.numbers.length === 2)) return (Math.PI / 4) * (h ** 2 - (h - 2 * tw) ** 2)
  if (family === 'HSS') return 2 * tw * (h + b - 2 * tw) - QUARTERS * ((2 * tw) ** 2 - tw ** 2)
  if (family === 'L') return tw * (h + b - tw) + (code === 'EN' ? (1 - Math.PI / 4) * (r ** 2 / 2) : 0)
  if (standard.startsWith('DIN') || code === 'IS' || ['M', 'S', 'C', 'MC', 'MT', 'ST'].includes(family)) return null
  if (family === 'WT') return b * tf + (h - tf) * tw + (QUARTERS / 2) * r ** 2
  if (family === 'UPE' || family === 'PFC') return 2 * b * tf + (h - 2 * tf) * tw + (QUARTERS / 2) * r ** 2
  return 2 * b * tf + (h - 2 * tf) * tw + QUARTERS * r ** 2
}

const AREA_WITHIN: Record<string, number> = {
  ...{ IPE: 0.001, HE: 0.001, HD: 0.001, HL: 0.001, UPE: 0.001, UB: 0.005, UC: 0.005, UBP: 0.005, PFC: 0.005 },
  ...{ W: 0.008, WT: 0.008, L: 0.014, HP: 0.023, HSS: 0.008, PIPE: 0.035 },
}

/** Their weights are rounded further than the others, as published. */
const COARSE = ['M3X2.9', 'M4X4.08', 'C3X3.5', 'MC10X6.5', 'MC6X6.5']

describe('tables', () => {
  it('have so many rows of each family', () => {
    const counts: Record<string, Record<string, number>> = {}
    for (const { standard, family } of allRows()) {
      counts[standard] ??= {}
      counts[standard][family] = (counts[standard][family] ?? 0) + 1
    }
    expect(counts).toEqual(COUNTS)
  })

  it('name each row once', () => {
    const names = allRows().map(({ designation }) => designation)
    expect(new Set(names).size).toBe(names.length)
  })

  it('hold sizes that can be built', () => {
    for (const row of allRows()) {
      const { designation, h, b, tw, tf, r = 0, area, mass, family } = row
      const isHollow = family === 'HSS' || family === 'PIPE'
      const isTee = ['WT', 'MT', 'ST'].includes(family)
      const depth = family === 'L' || isTee ? tf < h : 2 * tf < h
      const all = [h, b, tw, tf, area, mass].every((value) => Number.isFinite(value) && value > 0)
      if (!all || !depth || (isHollow ? 2 * tw : tw) >= b || r < 0 || Number.isNaN(r)) expect.fail(designation)
    }
  })

  it('hold areas that fit the sizes', () => {
    for (const row of allRows()) {
      const area = areaOf(row)
      if (area === null) continue
      const off = Math.abs(area / row.area - 1)
      if (off > AREA_WITHIN[row.family]!) expect.fail(`${row.designation}: ${row.area}, its sizes give ${area}`)
    }
  })

  it('hold masses that fit the areas', () => {
    for (const { code, family, designation, area, mass, metres } of allRows()) {
      const off = mass / (7850 * area * metres ** 2) - 1
      const ofNominalWall = code === 'AISC' && (family === 'HSS' || family === 'PIPE')
      // The weight of a tube is that of its nominal wall, of which the design wall is 93 %.
      const fits = ofNominalWall ? off > 0.03 && off < 0.12 : Math.abs(off) < (COARSE.includes(designation) ? 0.075 : 0.017)
      if (!fits) expect.fail(`${designation}: ${mass} kg/m, off by ${off}`)
    }
  })
})
