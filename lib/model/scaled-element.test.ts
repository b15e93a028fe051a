import { expect, it } from 'vitest'
import { KINDS, type Kind } from '#lib/schema/schema.ts'
import { scaledElement, timesOf } from './scaled-element.ts'
import type { ElementOf } from './validate/references.ts'

/** What a field holds, and what it holds when lengths are said in thousandths: mm for m. */
type Scaled = readonly [before: unknown, after: unknown]
const same = (value: unknown): Scaled => [value, value]

/** Every field of every kind: one that is missing fails the types. A field that holds a length belongs into `scaled-element.ts` too. */
const FIELDS: { [K in Kind]: Record<keyof ElementOf[K], Scaled> } = {
  nodes: {
    ...{ id: same('1'), label: same('a'), mass: same(100), source: same({ a: 1 }), radius: [0.5, 500] },
    position: [
      { x: 1, y: 2, z: 3 },
      { x: 1000, y: 2000, z: 3000 },
    ],
  },
  frames: {
    ...{
      id: same('B'),
      startNodeId: same('1'),
      endNodeId: same('2'),
      label: same('a'),
      materialId: same('S'),
      memberId: same('M'),
    },
    ...{ role: same('beam'), rotation: same(15), sectionId: same('IPE'), source: same({ a: 1 }), length: [2, 2000] },
    sectionOffset: [
      { x: 0, y: -0.1 },
      { x: 0, y: -100 },
    ],
    endSectionId: same('HEB'),
    taper: same([0.5, 1]),
    endSectionOffset: [
      { x: 0.01, y: -0.2 },
      { x: 10, y: -200 },
    ],
    releases: [
      { start: { m3: 5 }, end: { p: 8 } },
      { start: { m3: 5000 }, end: { p: 0.008 } },
    ],
  },
  members: {
    ...{ id: same('M'), frameIds: same(['B']), materialId: same('S'), role: same('beam'), sectionId: same('IPE') },
  },
  sections: {
    ...{ id: same('A'), name: same('a'), materialId: same('S'), profile: same(null), shape: same('a'), source: same({ a: 1 }) },
    ...{ type: same('rectangular'), dimensions: [{ t3: 0.3 }, { t3: 300 }], thickness: [0.1, 100], resolved: same(undefined) },
    polygon: [[{ x: 1, y: 2 }], [{ x: 1000, y: 2000 }]],
  },
  materials: { id: same('S'), name: same('a'), source: same({ a: 1 }) },
  supports: {
    ...{ id: same('F'), nodeId: same('1'), restraints: same({ u1: true }), source: same({ a: 1 }) },
    stiffness: [
      { u3: 5, r1: 2 },
      { u3: 0.005, r1: 2000 },
    ],
  },
  areas: {
    ...{ id: same('A'), nodeIds: same(['1', '2', '3']), openingNodeIds: same([]), sectionId: same('S'), materialId: same('C') },
    ...{ cardinalPoint: same('TOP'), diaphragmId: same('D'), kind: same('SLAB'), label: same('a'), role: same('roof') },
    ...{ source: same({ a: 1 }), thickness: [0.2, 200] },
  },
  gridLines: {
    ...{ id: same('1'), axis: same('Z'), label: same('a'), source: same({ a: 1 }), coordinate: [3, 3000] },
    line: [
      { from: { x: 1, y: 2 }, to: { x: 3, y: 4 } },
      { from: { x: 1000, y: 2000 }, to: { x: 3000, y: 4000 } },
    ],
    arc: [
      { center: { x: 1, y: 2 }, radius: 20, from: 0, to: 90 },
      { center: { x: 1000, y: 2000 }, radius: 20_000, from: 0, to: 90 },
    ],
  },
  loadCases: { id: same('D'), name: same('a'), nature: same('dead'), selfWeight: same(1), source: same({ a: 1 }) },
  loads: {
    ...{
      id: same('P'),
      caseId: same('D'),
      nodeId: same(null),
      frameId: same('B'),
      areaId: same(null),
      type: same('distributed'),
    },
    ...{ axes: same('local'), at: same(0.5), from: same(0), to: same(1), rotation: same({ x: 0.1 }), temperature: same(20) },
    ...{ spread: same('one-way'), span: same({ x: 1 }), source: same({ a: 1 }) },
    ...{ force: [{ z: -1 }, { z: -0.001 }], forceEnd: [{ z: -2 }, { z: -0.002 }], moment: [{ y: 3 }, { y: 3000 }] },
    ...{ displacement: [{ z: 0.01 }, { z: 10 }], gradient: [{ x: 5 }, { x: 0.005 }] },
  },
  combinations: { id: same('C'), name: same('a'), type: same('add'), terms: same([]), source: same({ a: 1 }) },
  diaphragms: { id: same('D'), name: same('a'), gridLineId: same('1'), nodeIds: same(['1']), source: same({ a: 1 }) },
}

it.each(KINDS)('scales each field of %s that holds a length by its power, and no other', (kind) => {
  const fields: Record<string, Scaled> = FIELDS[kind]
  const elementOf = (k: 0 | 1) => Object.fromEntries(Object.entries(fields).map(([field, values]) => [field, values[k]]))
  const scaled = scaledElement(kind, elementOf(0) as ElementOf[typeof kind], timesOf(1000)) // each field as the table has it
  expect(scaled).toEqual(elementOf(1))
})
