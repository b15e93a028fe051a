import { loadText, loadUnitsOf, termsText } from '#lib/model/load/load-text.ts'
import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { MeasuredModel } from '../properties/measured-model.ts'
import { type Column, number, text } from './column.ts'

/** The tables of loads: vectors by their components, in the units of the model. */

export function loadColumns({ facts, model }: MeasuredModel): Column[] {
  const load = (k: number) => facts.element('loads', k)
  const units = loadUnitsOf(model.units)
  const parts = (field: 'force' | 'forceEnd' | 'moment' | 'displacement' | 'rotation' | 'span', label: string) =>
    (['x', 'y', 'z'] as const).map((axis) => number(`${field} ${axis}`, `${label} ${axis}`, (k) => load(k)[field]?.[axis]))
  return [
    text('id', 'Id', (k) => load(k).id),
    text('case', 'Case', (k) => load(k).caseId),
    text('node', 'Node', (k) => load(k).nodeId),
    text('frame', 'Frame', (k) => load(k).frameId),
    text('area', 'Area', (k) => load(k).areaId),
    text('type', 'Type', (k) => typeOfLoad(load(k))),
    text('axes', 'Axes', (k) => load(k).axes ?? 'global'),
    text('value', 'Value', (k) => loadText(load(k), units)),
    ...parts('force', 'Force'),
    ...parts('forceEnd', 'Force at end'),
    ...parts('moment', 'Moment'),
    ...parts('displacement', 'Displacement'),
    ...parts('rotation', 'Rotation'),
    number('at', 'At', (k) => load(k).at),
    number('from', 'From', (k) => load(k).from),
    number('to', 'To', (k) => load(k).to),
    number('temperature', 'Temperature', (k) => load(k).temperature),
    number('gradient 3', 'Gradient 3', (k) => load(k).gradient?.x),
    number('gradient 2', 'Gradient 2', (k) => load(k).gradient?.y),
    text('spread', 'Spread', (k) => load(k).spread),
    ...parts('span', 'Span'),
  ]
}

export function loadCaseColumns({ facts, model }: MeasuredModel): Column[] {
  const one = (k: number) => facts.element('loadCases', k)
  const counts = new Map<string, number>()
  for (const { caseId } of model.loads ?? []) counts.set(caseId, (counts.get(caseId) ?? 0) + 1)
  return [
    text('id', 'Id', (k) => one(k).id),
    text('name', 'Name', (k) => one(k).name),
    text('nature', 'Nature', (k) => one(k).nature),
    number('self weight', 'Self weight', (k) => one(k).selfWeight ?? 0),
    number('loads', 'Loads', (k) => counts.get(one(k).id) ?? 0),
  ]
}

export function combinationColumns({ facts }: MeasuredModel): Column[] {
  const one = (k: number) => facts.element('combinations', k)
  return [
    text('id', 'Id', (k) => one(k).id),
    text('name', 'Name', (k) => one(k).name),
    text('type', 'Type', (k) => one(k).type ?? 'add'),
    text('terms', 'Terms', (k) => termsText(one(k))),
  ]
}

export function diaphragmColumns({ facts }: MeasuredModel): Column[] {
  const one = (k: number) => facts.element('diaphragms', k)
  return [
    text('id', 'Id', (k) => one(k).id),
    text('name', 'Name', (k) => one(k).name),
    text('level', 'Level', (k) => one(k).gridLineId),
    number('nodes', 'Nodes', (k) => one(k).nodeIds?.length),
  ]
}
