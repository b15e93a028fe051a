import { type Run, SEVERITIES } from '#lib/model/check/check.ts'

/** An element that is found under several codes of one cause is told once, under the gravest: what mends that mends the others. */

/** Codes of one cause; of one severity the first counts. */
const CAUSES: readonly (readonly string[])[] = [
  ['size_outlier', 'section_scale', 'unit_scale'],
  ['profile_size_differs', 'size_outlier'],
  ['size_outlier', 'thickness_conflict'],
  ['section_of_other_kind', 'area_without_thickness'],
  ['node_on_frame', 'coincident_nodes', 'close_nodes'],
  ['isolated_node', 'disconnected_parts'],
]

export type RunWithAlso = Run & { also?: string[] }

export function toldOnce(runs: readonly Run[]): RunWithAlso[] {
  const joined: RunWithAlso[] = [...runs]
  for (const codes of CAUSES) {
    const places = codes.flatMap((code) => joined.flatMap((run, i) => (run.code === code ? [i] : [])))
    // By severity, as the runs stand; within one as the codes do.
    places.sort((a, b) => severityOf(joined[a]) - severityOf(joined[b]))
    for (const [k, place] of places.entries()) for (const other of places.slice(k + 1)) absorb(joined, place, other)
  }
  return joined.filter(({ count, isCutShort }) => count > 0 || isCutShort)
}

const severityOf = (run: Run | undefined) => SEVERITIES.indexOf(run?.severity ?? 'info')

/** Takes out of a run what another has told already. */
function absorb(runs: RunWithAlso[], place: number, from: number): void {
  const [run, other] = [runs[place], runs[from]]
  if (!run || !other) return
  const told = new Set(run.findings.flatMap(({ elements }) => elements.map(keyOf)))
  const findings = other.findings.filter(({ elements }) => !elements.some((element) => told.has(keyOf(element))))
  const gone = other.findings.length - findings.length
  if (gone === 0) return
  runs[place] = { ...run, also: [...new Set([...(run.also ?? []), other.code])] }
  const { call: _, ...rest } = other
  // Its call was made of all of them.
  runs[from] = { ...(findings.length === 0 ? rest : other), findings, count: other.count - gone }
}

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`
