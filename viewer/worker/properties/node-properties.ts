import { patternName } from '#lib/geometry/support-name.ts'
import { patternOf } from '#lib/geometry/support-pattern.ts'
import { stiffnessText } from '#lib/model/load/load-text.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import { loadsOn } from './load-properties.ts'
import type { MeasuredModel } from './measured-model.ts'
import { type ElementProperties, labelRow, links, meeting, nodeRow, number, placeRows, row } from './property-rows.ts'

export function ofNode(measured: MeasuredModel, index: number): ElementProperties {
  const { id, label, position, radius, mass } = measured.facts.element('nodes', index)
  const { areas = [] } = measured.model
  const ids = (touches: (area: (typeof areas)[number]) => boolean | undefined) => areas.filter(touches).map((area) => area.id)
  return {
    parts: [
      {
        title: 'What',
        rows: [labelRow(id, label), row('Drawn radius', number(radius, 'length')), row('Mass', number(mass, 'mass'))],
      },
      {
        title: 'Where',
        rows: [
          ...placeRows(measured, 'nodes', index),
          ...(['x', 'y', 'z'] as const).map((axis) => row(axis, number(position[axis], 'length'))),
        ],
      },
      loadsOn(measured, 'nodeId', id),
      {
        title: 'Connections',
        rows: [
          links('Frames', 'frame', meeting(measured, 'frames', index)),
          links(
            'Areas',
            'area',
            ids(({ nodeIds }) => nodeIds.includes(id)),
          ),
          links(
            'Openings of',
            'area',
            ids(({ openingNodeIds }) => openingNodeIds?.some((loop) => loop.includes(id))),
          ),
          links('Supports', 'support', meeting(measured, 'supports', index)),
        ],
      },
    ],
  }
}

export function ofSupport(measured: MeasuredModel, index: number): ElementProperties {
  const { facts, model } = measured
  const { id, nodeId, restraints, stiffness } = facts.element('supports', index)
  const there = (model.supports ?? []).filter((other) => other.nodeId === nodeId)
  const together = there.reduce((bits, other) => bits | patternOf(other.restraints), 0)
  return {
    parts: [
      {
        title: 'What',
        rows: [
          row('Kind', patternName(patternOf(restraints))),
          row('Restraints', {
            restraints: Object.fromEntries(DIRECTIONS.map((direction) => [direction, restraints?.[direction]])),
          }),
          row('Springs', stiffnessText(stiffness)),
        ],
      },
      { title: 'Where', rows: [...placeRows(measured, 'supports', index), nodeRow(measured, 'Node', nodeId)] },
      {
        title: 'Connections',
        rows:
          there.length > 1
            ? [
                links(
                  'Other supports there',
                  'support',
                  there.flatMap((other) => (other.id === id ? [] : [other.id])),
                ),
                row('Together', patternName(together)),
              ]
            : [],
      },
    ],
  }
}
