import { DIRECTIONS, patternOf, patternText } from '#lib/geometry/support-symbol.ts'
import { length, subtract, type Vec } from '#lib/geometry/vector.ts'
import type { SectionDefinition, ViewerModel } from '#lib/model/schema.ts'
import { areaKind, newell, shellAxes } from '#lib/model/shell-axes.ts'
import { arrayOf, type Described, type ElementKind } from './elements.ts'

/** At most this many linked elements of one label are listed; the rest is counted. */
const LISTED = 60

/** `IPE300 · EN 10365 · 42.2 kg/m`: the name, the standard that has it, and what it weighs in steel. */
const profileText = ({ designation, standard, massPerMetre }: SectionDefinition): string =>
  [designation, standard, massPerMetre !== undefined && `${Number(massPerMetre.toPrecision(3))} kg/m`].filter(Boolean).join(' · ')

type Facts = Pick<Described, 'facts' | 'links'>

/** What is computed of an element, and what it is joined to. */
export function about(
  model: ViewerModel,
  kind: ElementKind,
  element: Record<string, unknown> & { id: string },
  place: (id: string) => Vec | null,
  at: Record<ElementKind, Map<string, number>>,
): Facts {
  const facts: Described['facts'] = []
  const links: Described['links'] = []
  const link = (label: string, kind: ElementKind, ids: readonly unknown[]) => {
    const to = ids.flatMap((id) => (typeof id === 'string' ? [{ kind, id }] : []))
    if (to.length) links.push({ label, to: to.slice(0, LISTED), ...(to.length > LISTED && { more: to.length - LISTED }) })
  }
  const using = (of: ElementKind, uses: (other: Record<string, unknown>) => boolean) =>
    (arrayOf(model, of) as unknown as Record<string, unknown>[]).filter(uses).map(({ id }) => id)
  const { id } = element

  if (kind === 'node') {
    link(
      'Frames',
      'frame',
      using('frame', (frame) => frame.startNodeId === id || frame.endNodeId === id),
    )
    link(
      'Areas',
      'area',
      using('area', (area) => (area.nodeIds as string[]).includes(id)),
    )
    link(
      'Openings of',
      'area',
      using('area', (area) => ((area.openingNodeIds ?? []) as string[][]).some((ids) => ids.includes(id))),
    )
    link(
      'Supports',
      'support',
      using('support', (support) => support.nodeId === id),
    )
  } else if (kind === 'frame') {
    const [start, end] = [place(element.startNodeId as string), place(element.endNodeId as string)]
    if (start && end) facts.push({ label: 'Distance between its nodes', value: length(subtract(end, start)), isLength: true })
    link('Start node', 'node', [element.startNodeId])
    link('End node', 'node', [element.endNodeId])
    link('Section', 'section', [element.sectionId])
    link('Material', 'material', [
      element.materialId ?? model.sections?.[at.section.get(element.sectionId as string) ?? -1]?.materialId,
    ])
    if (at.member.has(element.memberId as string)) link('Member', 'member', [element.memberId])
  } else if (kind === 'area') {
    const outline = (element.nodeIds as string[]).map(place).filter((point) => point !== null)
    facts.push({ label: 'Enclosed area, openings included', value: length(newell(outline)) / 2, isArea: true })
    facts.push({ label: 'Drawn as', value: areaKind(element.kind as string | null, shellAxes(outline)) })
    link('Nodes', 'node', element.nodeIds as string[])
    for (const [k, ids] of ((element.openingNodeIds ?? []) as string[][]).entries()) link(`Opening ${k + 1}`, 'node', ids)
    link('Section', 'section', [element.sectionId])
    link('Material', 'material', [element.materialId])
  } else if (kind === 'support') {
    const restraints = element.restraints as Record<string, boolean | null> | undefined
    const pattern = DIRECTIONS.map((direction) => {
      const held = restraints?.[direction]
      return held === true ? '1' : held === false ? '0' : '–'
    })
    facts.push({ label: 'u1 u2 u3  r1 r2 r3', value: `${pattern.slice(0, 3).join(' ')}  ${pattern.slice(3).join(' ')}` })
    const together = (model.supports ?? []).filter(({ nodeId }) => nodeId === element.nodeId)
    if (together.length > 1)
      facts.push({
        label: 'With the other supports there',
        value: patternText(together.reduce((bits, { restraints }) => bits | patternOf(restraints), 0)),
      })
    link('Node', 'node', [element.nodeId])
  } else if (kind === 'section') {
    const definition = model.sectionDefinitions?.[(model.sectionDefinitions ?? []).findIndex((other) => other.id === id)]
    if (definition) {
      const profile = profileText(definition)
      if (profile) facts.push({ label: 'Profile', value: profile })
      facts.push({ label: 'Type', value: definition.type })
      for (const [key, value] of Object.entries(definition.dimensions ?? {})) facts.push({ label: key, value })
    }
    link('Material', 'material', [element.materialId])
    link(
      'Frames',
      'frame',
      using('frame', (frame) => frame.sectionId === id),
    )
    link(
      'Areas',
      'area',
      using('area', (area) => area.sectionId === id),
    )
    link(
      'Members',
      'member',
      using('member', (member) => member.sectionId === id),
    )
  } else if (kind === 'material') {
    link(
      'Sections',
      'section',
      using('section', (section) => section.materialId === id),
    )
    link(
      'Frames',
      'frame',
      using('frame', (frame) => frame.materialId === id),
    )
    link(
      'Areas',
      'area',
      using('area', (area) => area.materialId === id),
    )
  } else if (kind === 'member') {
    const frames = (element.frameIds as string[]).map((frame) => model.frames?.[at.frame.get(frame) ?? -1])
    const total = frames.reduce((sum, frame) => {
      const [a, b] = [frame && place(frame.startNodeId), frame && place(frame.endNodeId)]
      return a && b ? sum + length(subtract(b, a)) : sum
    }, 0)
    facts.push({ label: 'Length of its frames', value: total, isLength: true })
    link('Frames', 'frame', element.frameIds as string[])
    link('Section', 'section', [element.sectionId])
    link('Material', 'material', [element.materialId])
  }
  return { facts, links }
}
