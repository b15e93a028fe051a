import type { Dimensions, Point2, SectionDefinition, SectionType, ViewerSection } from '#lib/schema/schema.ts'
import { signedArea } from './outline-area.ts'
import { readDimensions } from './section-dimensions.ts'
import { sectionInertia } from './section-inertia.ts'
import { cleanOutline, derivedOutline, innerOutline, sameOutline } from './section-outline.ts'

/**
 * Saint-Venant's torsion constant J, in the fourth power of the model's length unit: exact for circles, by Roark's formula for rectangles,
 * by Bredt's for closed walls, Σ b·t³/3 for open ones (fillets left out), A⁴ / (40·(I22 + I33)) for any other outline. Null without an outline.
 */
export function torsionConstant(section: ViewerSection, definition: SectionDefinition | undefined): number | null {
  const { type = 'custom', dimensions } = definition ?? {}
  const isDerived = section.polygon.length > 0 && sameOutline(section.polygon, derivedOutline(type, dimensions))
  const found = (isDerived ? ofSizes(type, dimensions, section.thickness) : null) ?? ofOutline(section, definition)
  return found !== null && found > 0 && Number.isFinite(found) ? found : null
}

/** `thickness`: the wall of a hollow shape whose dimensions say none. */
function ofSizes(type: SectionType, dimensions: Dimensions | undefined, thickness: number | null | undefined): number | null {
  const { t3 = 0, t2 = 0, tf = 0, tw = 0, t2b = 0, tfb = 0 } = readDimensions(type, dimensions).complete
  const wall = tw > 0 ? tw : (thickness ?? 0)
  switch (type) {
    case 'rectangular':
      return ofRectangle(t3, t2, wall > 0 && tw === 0 ? wall : tf, wall)
    case 'pipe': {
      const inner = wall > 0 && 2 * wall < t3 ? t3 / 2 - wall : 0
      return (Math.PI / 2) * ((t3 / 2) ** 4 - inner ** 4)
    }
    case 'i_wide_flange':
      return openWalls([t2, tf], [t2b, tfb], [t3 - tf - tfb, tw])
    case 'channel':
      return openWalls([t2, tf], [t2, tf], [t3 - 2 * tf, tw])
    case 'angle':
      return openWalls([t2, tf], [t3 - tf, tw])
    default:
      return null
  }
}

function ofRectangle(t3: number, t2: number, tf: number, tw: number): number {
  const isHollow = tw > 0 && 2 * tw < t2 && 2 * tf < t3
  if (isHollow) {
    const [h, w] = [t3 - tf, t2 - tw]
    return (4 * (h * w) ** 2) / ((2 * w) / tf + (2 * h) / tw)
  }
  const [a, c] = [Math.max(t3, t2), Math.min(t3, t2)]
  return a * c ** 3 * (1 / 3 - 0.21 * (c / a) * (1 - (c / a) ** 4 / 12))
}

const openWalls = (...walls: readonly (readonly [breadth: number, thickness: number])[]): number =>
  walls.reduce((sum, [breadth, thickness]) => sum + (breadth * thickness ** 3) / 3, 0)

function ofOutline(section: ViewerSection, definition: SectionDefinition | undefined): number | null {
  const inertia = sectionInertia(section, definition)
  if (!inertia) return null
  const wall = section.thickness ?? 0
  // Midway between the outer outline and that of the hole.
  const middle = innerOutline(section, definition) && innerOutline({ ...section, thickness: wall / 2 }, definition)
  if (middle) return (4 * signedArea(middle) ** 2 * wall) / perimeterOf(middle)
  return signedArea(cleanOutline(section.polygon)) ** 4 / (40 * (inertia.i22 + inertia.i33))
}

const perimeterOf = (outline: readonly Point2[]): number =>
  outline.reduce((sum, { x, y }, i) => {
    const next = outline[(i + 1) % outline.length] ?? { x, y }
    return sum + Math.hypot(next.x - x, next.y - y)
  }, 0)
