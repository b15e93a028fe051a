import { loadText, loadUnitsOf, termsText } from '#lib/model/load/load-text.ts'
import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { MeasuredModel } from './measured-model.ts'
import { type ElementProperties, link, links, placeRows, row } from './property-rows.ts'
import type { Part, PropertyValue } from './property-types.ts'

/** More rows than this are a table, which there is. */
const MOST_CASES = 20

/** What acts on a node, frame or area: a row for each load case, its loads in words. */
export function loadsOn({ model }: MeasuredModel, key: 'nodeId' | 'frameId' | 'areaId', id: string): Part {
  const units = loadUnitsOf(model.units)
  const byCase = new Map<string, PropertyValue[]>()
  for (const load of model.loads ?? []) {
    if (load[key] !== id) continue
    const values = byCase.get(load.caseId) ?? []
    values.push({ ref: { kind: 'load', id: load.id }, text: loadText(load, units) })
    byCase.set(load.caseId, values)
  }
  const more = byCase.size - MOST_CASES
  const rows = [...byCase].slice(0, MOST_CASES).map(([label, values]) => row(label, ...values))
  return { title: 'Loads', rows: more > 0 ? [...rows, row('More', `${more} load cases`)] : rows }
}

export function ofLoad(measured: MeasuredModel, index: number): ElementProperties {
  const { facts, model } = measured
  const load = facts.element('loads', index)
  return {
    parts: [
      {
        title: 'What',
        rows: [
          row('Type', typeOfLoad(load)),
          row('Value', loadText(load, loadUnitsOf(model.units))),
          row('Load case', link('loadCase', load.caseId)),
        ],
      },
      {
        title: 'Where',
        rows: [
          row('On', link('node', load.nodeId), link('frame', load.frameId), link('area', load.areaId)),
          ...placeRows(measured, 'loads', index),
        ],
      },
    ],
  }
}

export function ofLoadCase({ facts, model }: MeasuredModel, index: number): ElementProperties {
  const { id, name, nature, selfWeight } = facts.element('loadCases', index)
  const { loads = [], combinations = [] } = model
  const naming = combinations.filter(({ terms }) => terms.some(({ caseId }) => caseId === id))
  return {
    parts: [
      {
        title: 'What',
        rows: [
          row('Name', name !== id && name),
          row('Nature', nature),
          row('Self weight', selfWeight != null && selfWeight !== 0 && `${selfWeight} times`),
        ],
      },
      {
        title: 'Connections',
        rows: [
          links(
            'Loads',
            'load',
            loads.flatMap((load) => (load.caseId === id ? [load.id] : [])),
          ),
          links(
            'Combinations',
            'combination',
            naming.map((one) => one.id),
          ),
        ],
      },
    ],
  }
}

export function ofCombination({ facts, model }: MeasuredModel, index: number): ElementProperties {
  const combination = facts.element('combinations', index)
  const { id, name, type, terms } = combination
  const naming = (model.combinations ?? []).filter((one) => one.terms.some(({ combinationId }) => combinationId === id))
  const idsOf = (key: 'caseId' | 'combinationId') => [...new Set(terms.flatMap((term) => term[key] ?? []))]
  return {
    parts: [
      {
        title: 'What',
        rows: [
          row('Name', name !== id && name),
          row('Type', type === 'envelope' ? 'Envelope' : 'Sum'),
          row('Terms', termsText(combination)),
        ],
      },
      {
        title: 'Connections',
        rows: [
          links('Load cases', 'loadCase', idsOf('caseId')),
          links('Combinations', 'combination', idsOf('combinationId')),
          links(
            'Part of',
            'combination',
            naming.map((one) => one.id),
          ),
        ],
      },
    ],
  }
}

export function ofDiaphragm({ facts }: MeasuredModel, index: number): ElementProperties {
  const { id, name, gridLineId, nodeIds } = facts.element('diaphragms', index)
  return {
    parts: [
      { title: 'What', rows: [row('Name', name !== id && name), row('Rigid', 'in plan, soft out of it')] },
      { title: 'Where', rows: [row('Level', link('gridLine', gridLineId)), links('Nodes', 'node', nodeIds ?? [])] },
    ],
  }
}
