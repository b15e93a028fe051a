import { type ShellAxes, shellAxes } from '#lib/model/shape/shell-axes.ts'
import { COORDINATES, cross, dot, length, vecAt } from '#lib/model/shape/vector.ts'
import { readUnits } from '#lib/model/units.ts'
import type { Load, LoadVector } from '#lib/schema/loads.ts'
import type { CsiPlan, Shell } from '../csi/csi-plan.ts'

/** What both of CSI's formats say of a load: a row a direction, in the file's degrees. */

export type Component = { index: 0 | 1 | 2; start: number; end: number }

/** The directions that a load says; the last of them where it says none. */
export function componentsOf(start: LoadVector | null | undefined, end: LoadVector | null | undefined = start): Component[] {
  const all = ([0, 1, 2] as const).map((index) => {
    const key = COORDINATES[index]
    return { index, start: start?.[key] ?? 0, end: end?.[key] ?? 0 }
  })
  const nonZero = all.filter((one) => one.start !== 0 || one.end !== 0)
  return nonZero.length > 0 ? nonZero : all.slice(2)
}

/** A degree of the model in those of the file. */
export function degreesOf({ units, file }: CsiPlan): number {
  const { temperature } = readUnits(file.model.units)
  const isInF = (temperature?.unit ?? units.temperature) === 'F'
  const willBeF = units.temperature === 'F'
  if (isInF === willBeF) return 1
  return willBeF ? 1.8 : 1 / 1.8
}

/** Local axes of an area; null where it has no plane. */
export function axesOfArea({ places, areasById }: CsiPlan, areaId: string): ShellAxes | null {
  return shellAxes(areasById.get(areaId)?.nodeIds.flatMap((id) => [places.get(id) ?? []].filter((one) => one.length === 3)) ?? [])
}

/** Whether a one-way load is carried along local axis 1 of its area, as the programs have it. */
export function spansAlongAxis(plan: CsiPlan, { span, areaId }: Load): boolean {
  const axes = axesOfArea(plan, areaId ?? '')
  const wanted = vecAt(
    COORDINATES.map((key) => span?.[key] ?? 0),
    0,
  )
  return axes !== null && length(cross(wanted, axes[0])) <= 1e-9 * Math.abs(dot(wanted, axes[0]))
}

/** Sections of areas all of whose loads go one way, along local axis 1: ETABS says it of the section. */
export function oneWayShellsOf(plan: CsiPlan): ReadonlySet<Shell> {
  const [oneWay, others] = [new Set<Shell>(), new Set<Shell>()]
  for (const load of plan.file.model.loads ?? []) {
    const area = load.areaId == null ? undefined : plan.areasById.get(load.areaId)
    const shell = area && plan.shellOf(area)
    if (shell) (load.spread === 'one-way' && (!load.span || spansAlongAxis(plan, load)) ? oneWay : others).add(shell)
  }
  return new Set([...oneWay].filter((shell) => !others.has(shell)))
}
