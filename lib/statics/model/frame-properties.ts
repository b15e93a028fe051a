import type { SectionStiffness } from '#lib/model/section/section-stiffness.ts'

/** What a frame is made of, in N, m and kg; bending about its principal axes 2' and 3'. */
export type FrameProperties = {
  area: number
  /** EA, GJ. */
  axial: number
  torsion: number
  /** E, and EI about 3' and 2'. */
  modulus: number
  bending3: number
  bending2: number
  /** G·As along 2' and 3'; 0: no shear deformation. */
  shear2: number
  shear3: number
  /** From axis 2 to 2', towards 3, in radians. */
  angle: number
  /** About axes 3 and 2, in m⁴. */
  i33: number
  i22: number
  i23: number
  /** kg/m; NaN where the density is not known. */
  massPerMetre: number
  /** Expansion per K; NaN where it is not known. */
  alpha: number
  yieldStress: number | undefined
  /** Of the outline, from the axes' origin, in m along 3 and 2. */
  centroid: { x: number; y: number }
}

type Elastic = { E: number; G: number; density: number | undefined; alpha: number | undefined; fy: number | undefined }

/** `metres`: of the section's length unit. E, G and fy in MPa. */
export function framePropertiesOf(
  section: SectionStiffness,
  elastic: Elastic,
  metres: number,
  withShear: boolean,
): FrameProperties {
  const { area, j, as2, as3, centroid } = section
  const fourth = metres ** 4
  const [i33, i22, i23] = [section.i33 * fourth, section.i22 * fourth, section.i23 * fourth]
  const [E, G] = [elastic.E * 1e6, elastic.G * 1e6]
  const isSkew = i23 !== 0
  const angle = isSkew ? Math.atan2(2 * i23, i33 - i22) / 2 : 0
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const shearOf = (as: number | null) => (withShear && !isSkew && as !== null ? G * as * metres ** 2 : 0)
  return {
    area: area * metres ** 2,
    axial: E * area * metres ** 2,
    torsion: G * j * fourth,
    modulus: E,
    bending3: E * (i33 * cos ** 2 + i22 * sin ** 2 + 2 * i23 * sin * cos),
    bending2: E * (i22 * cos ** 2 + i33 * sin ** 2 - 2 * i23 * sin * cos),
    shear2: shearOf(as2),
    shear3: shearOf(as3),
    angle,
    ...{ i33, i22, i23 },
    massPerMetre: (elastic.density ?? Number.NaN) * area * metres ** 2,
    alpha: elastic.alpha ?? Number.NaN,
    yieldStress: elastic.fy,
    centroid: { x: centroid.x * metres, y: centroid.y * metres },
  }
}

/** Φ of Timoshenko's beam: the share of shear in bending. */
export const shearRatio = (bending: number, shear: number, length: number): number =>
  shear > 0 ? (12 * bending) / (shear * length ** 2) : 0
