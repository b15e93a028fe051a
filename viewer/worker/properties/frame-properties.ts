import { shortNumber } from '#lib/geometry/grid-bubble.ts'
import { releasesText } from '#lib/model/load/load-text.ts'
import type { ViewerFrame } from '#lib/schema/schema.ts'
import { capital } from '#lib/values/capital.ts'
import { grouped } from '#lib/values/count-text.ts'
import { loadsOn } from './load-properties.ts'
import type { MeasuredModel } from './measured-model.ts'
import {
  amountRow,
  assignmentRow,
  type ElementProperties,
  kindRow,
  labelRow,
  link,
  links,
  meeting,
  nodeRow,
  noted,
  number,
  placeRows,
  row,
  unknownText,
} from './property-rows.ts'
import { drawnOutline, sectionRows } from './section-properties.ts'
import { areasAlong, supportsAt } from './support-rows.ts'

export function ofFrame(measured: MeasuredModel, index: number): ElementProperties {
  const { facts } = measured
  const frame = facts.element('frames', index)
  const memberId = facts.memberOf(index)
  const memberAt = memberId === undefined ? undefined : facts.ordinalOf('members', memberId)
  const member = memberAt === undefined ? undefined : facts.element('members', memberAt)
  const sectionId = facts.section('frames', index)
  const materialId = facts.material('frames', index)
  // A returned frame does not say whether a section is its own or its member's.
  const asMember = (id: string | null | undefined, own: string | undefined) =>
    member && own && id === own ? `same as member ${member.id}` : null
  const long = facts.length('frames', index)
  const { length: says } = frame
  const isOtherwise = says != null && long !== undefined && Math.abs(says - long) > 1e-3 * Math.max(long, 1e-9)
  const others = (id: string) => {
    const node = facts.ordinalOf('nodes', id)
    return node === undefined ? [] : meeting(measured, 'frames', node).filter((other) => other !== frame.id)
  }
  const { x = 0, y = 0 } = frame.sectionOffset ?? {}
  const section = drawnOutline(measured, sectionId, { x: 0 - x, y: 0 - y })
  return {
    hasAxes: true,
    section,
    parts: [
      {
        title: 'What',
        rows: [
          kindRow(measured, 'frames', index),
          labelRow(frame.id, frame.label),
          row(
            'Member',
            link('member', memberId),
            memberId === undefined && frame.memberId && `${frame.memberId}, which is not in the model`,
          ),
        ],
      },
      {
        title: 'Where',
        rows: [
          ...placeRows(measured, 'frames', index),
          nodeRow(measured, 'Start node', frame.startNodeId),
          nodeRow(measured, 'End node', frame.endNodeId),
          noted(
            row('Length', number(long, 'length')),
            ...(isOtherwise ? ['its label says', { value: says, measure: 'length' } as const] : []),
          ),
          ...runRows(measured, index),
          row('Rotation', number(frame.rotation, 'angle')),
          x !== 0 || y !== 0
            ? row('Offset', { value: x, measure: 'size' }, 'along 3,', { value: y, measure: 'size' }, 'along 2')
            : row('Offset'),
          ...endOffsetRows(frame),
          row('Releases', releasesText(frame.releases)),
        ],
      },
      {
        title: 'Section',
        rows: [
          assignmentRow(measured, 'section', sectionId, asMember(member?.sectionId, sectionId)),
          ...(frame.endSectionId == null ? [] : [endSectionRow(measured, frame)]),
          assignmentRow(
            measured,
            'material',
            materialId,
            frame.materialId == null
              ? materialId === undefined
                ? null
                : 'from the section'
              : asMember(member?.materialId, materialId),
          ),
          ...sectionRows(measured, sectionId, materialId),
        ],
      },
      {
        title: 'Quantities',
        rows: (['volume', 'mass'] as const).map((quantity) => amountRow(measured, 'frames', index, quantity)),
      },
      loadsOn(measured, 'frameId', frame.id),
      {
        title: 'Connections',
        rows: [
          links('Frames at the start', 'frame', others(frame.startNodeId)),
          links('Frames at the end', 'frame', others(frame.endNodeId)),
          links('Areas along it', 'area', areasAlong(measured, [frame.startNodeId, frame.endNodeId])),
          links('Supports', 'support', supportsAt(measured, facts.nodesOf('frames', index))),
        ],
      },
    ],
  }
}

const endOffsetRows = ({ endSectionOffset: end }: ViewerFrame) =>
  end
    ? [row('Offset at the end', { value: end.x, measure: 'size' }, 'along 3,', { value: end.y, measure: 'size' }, 'along 2')]
    : []

/** The section at the end of a taper, and which part of the way to it the frame has. */
function endSectionRow(measured: MeasuredModel, { endSectionId, taper }: ViewerFrame): ReturnType<typeof row> {
  const plain = { ...assignmentRow(measured, 'section', endSectionId ?? undefined, null), label: 'End section' }
  return taper ? noted(plain, `${taper.map((one) => `${shortNumber(100 * one)} %`).join(' to ')} of the way`) : plain
}

/** Of a piece of a longer run, which it is and how long the whole. */
function runRows({ facts }: MeasuredModel, index: number): ReturnType<typeof row>[] {
  const runs = facts.runs()
  const run = runs.of(index)
  if (run === undefined) return []
  const frames = runs.frames(run)
  if (frames.length < 2) return []
  const pieces = links(
    'Run',
    'frame',
    frames.map((frame) => facts.id('frames', frame)),
  )
  const place = `piece ${frames.indexOf(index) + 1} of ${frames.length}`
  return [noted(pieces, `${place}, the run is`, { value: runs.length(run), measure: 'length' })]
}

export function ofMember(measured: MeasuredModel, index: number): ElementProperties {
  const { facts, measures } = measured
  const { id, frameIds, materialId: own } = facts.element('members', index)
  const sectionId = facts.section('members', index)
  const materialId = facts.material('members', index)
  const sumRow = (quantity: 'volume' | 'mass') => {
    const amounts = facts.framesOf(index).map((frame) => measures.amount(quantity, 'frames', frame) ?? 0)
    const total = amounts.reduce((sum: number, amount) => sum + (typeof amount === 'number' ? amount : 0), 0)
    const lacks = new Set(amounts.flatMap((amount) => (typeof amount === 'number' ? [] : amount)))
    return row(capital(quantity), lacks.size > 0 ? unknownText([...lacks]) : number(total, quantity))
  }
  return {
    section: drawnOutline(measured, sectionId, null),
    parts: [
      {
        title: 'What',
        rows: [
          ...(facts.roleWord('members', index) ? [row('Role', capital(facts.roleWord('members', index) ?? ''))] : []),
          row('Frames', grouped(frameIds.length)),
          row('Length', number(facts.length('members', index), 'length')),
        ],
      },
      { title: 'Where', rows: placeRows(measured, 'members', index) },
      {
        title: 'Section',
        rows: [
          sectionId === undefined ? row('Section') : assignmentRow(measured, 'section', sectionId, null),
          materialId === undefined
            ? row('Material')
            : assignmentRow(measured, 'material', materialId, own == null ? 'from the section' : null),
          ...sectionRows(measured, sectionId, materialId),
        ],
      },
      { title: 'Quantities', rows: [sumRow('volume'), sumRow('mass')] },
      { title: 'Connections', rows: [links(`Frames of ${id}`, 'frame', frameIds)] },
    ],
  }
}
