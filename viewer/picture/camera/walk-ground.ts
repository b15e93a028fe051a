import { pickAreas } from '#lib/geometry/pick/pick.ts'
import { heightAt, toModel, upAxis } from '#lib/model/display-axes.ts'
import { AXIS, add, dot, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { readUnits } from '#lib/model/units.ts'
import { gaitOf, type Surroundings } from '../../session/view/walker.ts'
import type { Stage } from '../elements/stage.ts'
import { type Pointing, pickOptions } from '../pointer/hit.ts'

/** What somebody walks on in a picture. */

export const metresOf = ({ drawn }: Stage) => readUnits(drawn.summary.units).length?.metres ?? 1

export function surroundingsOf(pointing: Pointing, stage: Stage): Surroundings {
  const { scene, summary } = stage.drawn
  const up = toModel(stage.drawn.up, [0, 0, 1])
  const { low, high } = stage.drawn.lookups.now()?.extent.box ?? scene
  const heights = summary.storeys
    .slice(1)
    .map(({ elevation }, k) => Math.abs(elevation - (summary.storeys[k]?.elevation ?? elevation)))
  const storey = heights.sort((a, b) => a - b)[heights.length >> 1] ?? Math.abs(dot(subtract(high, low), up))
  return {
    up,
    gait: gaitOf(readUnits(summary.units).length?.metres ?? null, storey > 0 ? storey : 3),
    ground: groundIn(pointing, stage, up),
    lowest: Math.min(dot(low, up), dot(high, up)),
  }
}

/** Heights at which there may be a floor. */
export function levelsOf({ drawn: { scene, summary, up } }: Stage, { lowest }: Surroundings): number[] {
  const origin = scene.origin[AXIS[upAxis(up)]]
  return [lowest, ...summary.storeys.map(({ elevation }) => heightAt(up, elevation - origin))]
}

/** The floors of the picture: areas that are shown. */
function groundIn({ rig }: Pointing, stage: Stage, up: Vec): Surroundings['ground'] {
  const { scene, lookups } = stage.drawn
  const trees = lookups.now()?.trees
  if (!trees) return () => null
  const options = pickOptions(stage, rig)
  const along = scale(up, -1)
  return (point, below) => {
    const from = add(point, scale(up, below - dot(point, up)))
    const hit = pickAreas(scene, trees.areas, { from, along, near: 0, far: Infinity }, options)
    return hit && below - hit.distance
  }
}
