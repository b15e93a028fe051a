import type { z } from 'zod'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { env } from '#lib/runtime/env.ts'
import { byKind } from '#lib/schema/kinds.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { type ConstructSectionCreate, KINDS } from '#lib/schema/schema.ts'
import { keyed } from '#lib/values/object-keys.ts'

/**
 * What OpenAPI shows: a portal frame of 6 m span and 4 m height in kN and m, IPE 300 columns, a box beam, fixed at the left foot
 * and pinned at the right. A test writes it through the operations and compares what comes back.
 */

export const units = { current: 'kN, m, C', force: 'kN', length: 'm', temperature: 'C' }

export const nodes = [
  { id: 'N1', position: { x: 0, y: 0, z: 0 } },
  { id: 'N2', position: { x: 0, y: 0, z: 4 } },
  { id: 'N3', position: { x: 6, y: 0, z: 4 } },
  { id: 'N4', position: { x: 6, y: 0, z: 0 } },
]

export const frames = [
  { id: 'C1', startNodeId: 'N1', endNodeId: 'N2', materialId: 'S355', sectionId: 'IPE300' },
  { id: 'C2', startNodeId: 'N4', endNodeId: 'N3', materialId: 'S355', rotation: 0, sectionId: 'IPE300' },
  { id: 'B1', startNodeId: 'N2', endNodeId: 'N3', label: 'Beam' },
]
export const framesReturned = frames.map(({ id, startNodeId, endNodeId, label, materialId, sectionId }) => ({
  id,
  startNodeId,
  endNodeId,
  label,
  materialId,
  rotation: 0,
  sectionId,
}))

export const members = [{ id: 'M1', frameIds: ['B1'], materialId: 'S355', sectionId: 'RHS200x100' }]
export const materials = [{ id: 'S355', name: 'Structural steel S355' }]
export const supports = [
  { id: 'S1', nodeId: 'N1', restraints: { r1: true, r2: true, r3: true, u1: true, u2: true, u3: true } },
  { id: 'S4', nodeId: 'N4', restraints: { r1: false, r2: false, r3: false, u1: true, u2: true, u3: true } },
]
export const areas = [
  { id: 'W1', nodeIds: ['N1', 'N4', 'N3', 'N2'], cardinalPoint: 'MIDDLE', kind: 'wall', label: 'Infill', thickness: 0.12 },
]
export const gridLines = [
  { id: 'A', axis: 'X' as const, coordinate: 0, label: 'A' },
  { id: 'B', axis: 'X' as const, coordinate: 6, label: 'B' },
  { id: 'L1', axis: 'Z' as const, coordinate: 4, label: 'Level 1' },
]

export const loadCases = [
  { id: 'D', name: 'Dead', nature: 'dead' as const, selfWeight: 1 },
  { id: 'W', name: 'Wind along X', nature: 'wind' as const },
]
export const loads = [
  { id: 'B1-D', caseId: 'D', frameId: 'B1', force: { z: -12 } },
  { id: 'N2-W', caseId: 'W', nodeId: 'N2', force: { x: 8 } },
]
export const combinations = [
  {
    id: 'ULS',
    terms: [
      { caseId: 'D', factor: 1.35 },
      { caseId: 'W', factor: 1.5 },
    ],
  },
]
export const diaphragms = [{ id: 'D1', gridLineId: 'L1' }]

export const column: z.input<typeof ConstructSectionCreate> = {
  id: 'IPE300',
  type: 'i_wide_flange',
  dimensions: { t3: 0.3, t2: 0.15, tf: 0.0107, tw: 0.0071 },
  name: 'IPE 300',
}
const beam: z.input<typeof ConstructSectionCreate> = {
  id: 'RHS200x100',
  type: 'rectangular',
  dimensions: { depth: 0.2, width: 0.1, wall: 0.008 },
  name: 'RHS 200x100x8',
}
const sections = [column, beam]
const returned = (section: typeof column) => sectionAsReturned({ type: 'rectangular', ...section })
export const columnReturned = returned(column)

export const elements = {
  ...{ areas, combinations, diaphragms, frames, gridLines, loadCases, loads, materials },
  ...{ members, nodes, sections, supports },
}

export const newModel: z.input<typeof CreateModel> = { name: 'Portal frame', units, ...elements }

const id = 'm_4Zt0f9sQm1yXb7cN2eVJkA3r'
const address = { revision: 1, viewerUrl: `${env.APP_URL}/models/${id}` }
const times = { createdAt: '2026-11-20T09:30:00.000Z', updatedAt: '2026-11-20T09:30:00.000Z' }
const bounds = { min: { x: 0, y: 0, z: 0 }, max: { x: 6, y: 0, z: 4 } }

/** The created model as it comes back: the beam has its member's section and material. */
export const portalFrame = {
  name: 'Portal frame',
  bounds,
  nodes,
  schemaVersion: 'viewer-model/v1',
  id,
  areas,
  frames: framesReturned.map((frame) =>
    frame.id === 'B1' ? { ...frame, materialId: 'S355', memberId: 'M1', sectionId: 'RHS200x100' } : frame,
  ),
  gridLines,
  materials,
  sections: sections.map(returned),
  supports,
  units,
  members,
  loadCases,
  loads,
  combinations,
  diaphragms,
  sectionDefinitions: sections.map((section) => ({ id: section.id, type: section.type, dimensions: section.dimensions })),
  ...address,
  ...times,
}

const counts = Object.fromEntries(KINDS.map((kind) => [kind, elements[kind].length]))

export const modelList = {
  items: [{ id, name: 'Portal frame', role: 'owner', counts, bounds, units, ...times, ...address }],
  nextCursor: null,
}

export const elementsRead = { revision: 1, elements: { supports } }

export const removed = {
  removed: { ...byKind((): string[] => []), supports: ['S4'] },
  revision: 2,
}

export const findings = {
  findings: [
    {
      severity: 'warning',
      code: 'frame_without_section',
      message: "Frame 'B2' has no section.",
      elements: [{ kind: 'frame', id: 'B2' }],
      fix: 'Give the frame or its member a sectionId.',
    },
  ],
}

export const exportReport = {
  format: 's2k',
  notes: [
    {
      ...{ action: 'dropped', code: 'labels', count: 1, message: '1 label has no place in the format' },
      examples: ['frame B1'],
    },
  ],
}

export const fileImported = {
  model: {
    ...{ id, name: 'Tower', revision: 1, viewerUrl: address.viewerUrl },
    counts: { ...keyed(KINDS, () => 0), nodes: 20, frames: 72, sections: 1, materials: 2, supports: 4, gridLines: 25 },
    bounds: { min: { x: -240, y: -240, z: 0 }, max: { x: 240, y: 240, z: 960 } },
    units: { current: 'Kip, in, F' },
  },
  report: {
    ...{ format: 's2k', program: 'SAP2000 25.3.1', encoding: 'utf-8', units: 'Kip, in, F' },
    tables: [{ name: 'CONNECTIVITY - FRAME', rows: 72, taken: 72, kept: 0, dropped: 0, ignoredColumns: ['Length', 'GUID'] }],
    notes: [
      {
        ...{ action: 'kept', code: 'releases', count: 40, message: '40 frames have end releases; kept in source.releases' },
        examples: ['frame 2', 'frame 3', 'frame 5'],
      },
    ],
  },
}

export const checkAnswer = {
  modelId: id,
  ...address,
  summary: { error: 0, warning: 1, info: 0 },
  of: { error: 0, warning: 1, info: 60 },
  groups: [
    {
      code: 'frame_without_section',
      severity: 'warning',
      count: 1,
      message: "Frame 'B2' has no section, of its own or from a member",
      examples: [[{ kind: 'frame', id: 'B2' }]],
      fix: 'Set sectionId on the frame or on its member.',
    },
  ],
}

export const question = {
  select: { kinds: ['frames' as const] },
  groupBy: ['section' as const],
  show: ['count' as const, 'length' as const, 'mass' as const],
}

export const queryAnswer = {
  modelId: id,
  revision: 1,
  units: { length: 'm', mass: 'kg' },
  gross: true,
  matched: { frames: 3 },
  groups: [
    { section: 'IPE300', count: 2, length: 8, mass: 325.81 },
    { section: 'RHS200x100', count: 1, length: 6, mass: 214.022 },
  ],
  total: { count: 3, length: 14, mass: 539.833 },
  areaFrom: { formula: 2 },
  densities: { S355: { value: 7850, from: 'grade S355' } },
}

export const edit = {
  ops: [
    { select: { role: ['column'], on: ['A'] }, set: { sectionId: 'HEB 300' } },
    { select: { box: { z: [4, null] } }, move: { z: 0.5 } },
  ],
}

export const edited = {
  modelId: 'm_8Kq2v',
  revision: 3,
  ops: [
    {
      matched: { frames: 1 },
      changed: { frames: { added: 0, replaced: 1 } },
      ids: { frames: ['C1'] },
    },
    {
      matched: { nodes: 2, frames: 1 },
      changed: { nodes: { added: 0, replaced: 2 }, gridLines: { added: 0, replaced: 1 } },
      ids: { nodes: ['N2', 'N3'], gridLines: ['L1'] },
      bounds: { min: { x: 0, y: 0, z: 4.5 }, max: { x: 6, y: 0, z: 4.5 } },
      notes: [{ code: 'grids_moved', message: "level 'Level 1' moved along", count: 1, ids: ['L1'] }],
    },
  ],
  changed: { frames: { added: 0, replaced: 1 }, gridLines: { added: 0, replaced: 1 }, nodes: { added: 0, replaced: 2 } },
  counts: { ...byKind(() => 0), frames: 3, gridLines: 1, materials: 1, nodes: 4, sections: 3, supports: 2 },
  lengths: 'm',
  viewerUrl: 'http://localhost:3000/models/m_8Kq2v',
  warnings: [],
}

export const revisionList = {
  items: [
    {
      revision: 2,
      at: '2026-11-20T09:45:12.000Z',
      user: { id: 'cmb1x2y3z0000', name: 'A. Engineer' },
      via: 'mcp',
      client: 'Claude',
      verb: 'elements',
      changes: { nodes: { added: 2, replaced: 0 }, frames: { added: 1, replaced: 1 } },
      restoredFrom: null,
    },
  ],
  nextCursor: '2',
}

export const comparison = {
  since: 1,
  revision: 2,
  elements: [
    {
      kind: 'frame',
      id: 'B1',
      change: 'replaced',
      before: { id: 'B1', startNodeId: 'N2', endNodeId: 'N3', sectionId: 'IPE 300', rotation: 0 },
      after: { id: 'B1', startNodeId: 'N2', endNodeId: 'N3', sectionId: 'IPE 330', rotation: 0 },
    },
    { kind: 'node', id: 'N5', change: 'added', after: { id: 'N5', position: { x: 3, y: 0, z: 5.2 } } },
  ],
  more: 0,
}

export const groupedComparison = {
  since: 1,
  revision: 2,
  groups: [
    {
      kind: 'frames',
      change: 'replaced',
      fields: { sectionId: ['IPE 300', 'IPE 330'] },
      count: 12,
      ids: ['B1', 'B2', 'B3', 'B4', 'B5'],
    },
    { kind: 'nodes', change: 'added', count: 1, ids: ['N5'] },
  ],
  more: 0,
  changes: { nodes: { added: 1, replaced: 0 }, frames: { added: 0, replaced: 12 } },
}

export const sectionProfiles = {
  total: 1,
  unit: 'in',
  items: [
    {
      profile: 'W14X90',
      standard: 'AISC 16',
      family: 'W',
      type: 'i_wide_flange',
      dimensions: { t3: 14, t2: 14.5, tf: 0.71, tw: 0.44, r: 0.6 },
      area: 26.5,
      massPerMetre: 133.934754921,
    },
  ],
  nextCursor: null,
}

export const activityList = {
  items: [
    {
      id: 'cmb1x2y3z0007',
      at: '2026-11-20T09:45:12.000Z',
      user: { id: 'cmb1x2y3z0000', name: 'A. Engineer' },
      via: 'mcp',
      client: 'Claude',
      scopes: ['mcp:models:read', 'mcp:models:write'],
      action: 'service.check_model',
      modelId: 'm_8Kq2v',
      modelName: 'Portal frame',
      result: 'ok',
      detail: { modelId: 'm_8Kq2v' },
      durationMs: 12,
    },
    {
      id: 'cmb1x2y3z0006',
      at: '2026-11-20T09:41:03.000Z',
      user: { id: 'cmb1x2y3z0000', name: 'A. Engineer' },
      via: 'web',
      client: 'Firefox 140 on Linux',
      scopes: [],
      action: 'account.sign_in',
      modelId: null,
      modelName: null,
      result: 'ok',
      detail: { address: '192.0.2.1', by: 'password' },
      durationMs: null,
    },
  ],
  nextCursor: null,
}

export const newShareLink = { name: 'For the client', expiresAt: '2027-01-31T00:00:00Z' }
export const shareUrl = `${env.APP_URL}/share/sl_AAECAwQFBgcICQoLDA0ODxARAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY`
export const shareLink = {
  ...{ id: 'ln_4kTq8wPz0aYb', name: 'For the client', hint: 'FhcY', expiresAt: '2027-01-31T00:00:00.000Z', hasPassword: false },
  ...{ comments: false, revision: null, origins: [], opens: 0, lastOpenedAt: null },
}
export const sharedModel = {
  ...{ name: 'Portal frame', revision: 1, live: true, counts, bounds, units, updatedAt: times.updatedAt },
  ...{ comments: false, viewerUrl: shareUrl },
}

export const newCollaborator = { email: 'bo@example.com', role: 'editor' as const, message: 'Please check level 3' }
export const invitationToken = 'in_AAECAwQFBgcICQoLDA0ODxARAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY'
const inviteUrl = `${env.APP_URL}/invite/${invitationToken}`
export const collaboratorInvited = {
  ...{ email: 'bo@example.com', role: 'editor', state: 'invited' },
  ...{ expiresAt: '2026-12-05T09:45:12.000Z', inviteUrl },
}
export const collaborators = {
  items: [
    {
      ...{ userId: 'cmb1x2y3z0000', name: 'A. Engineer', email: 'ada@example.com', role: 'owner', state: 'active' },
      ...{ since: '2026-11-20T09:45:12.000Z', addedBy: null },
    },
    {
      ...{ userId: null, name: null, email: 'bo@example.com', role: 'editor', state: 'invited' },
      ...{ since: '2026-11-21T09:45:12.000Z', expiresAt: '2026-12-05T09:45:12.000Z' },
      addedBy: { id: 'cmb1x2y3z0000', name: 'A. Engineer' },
    },
  ],
  requests: [
    {
      ...{ userId: 'cmb1x2y3z0001', name: 'C. Client', email: 'cy@example.com' },
      ...{ message: 'I check the foundations.', at: '2026-11-21T10:02:00.000Z' },
    },
  ],
}
export const transferOffered = { state: 'pending', expiresAt: '2026-12-05T09:45:12.000Z', inviteUrl }
export const invitationAccepted = { modelId: 'm_8Kq2v', role: 'editor', viewerUrl: `${env.APP_URL}/models/m_8Kq2v` }

export const modelActivity = {
  items: [
    {
      id: 'cmb1x2y3z0009',
      at: '2026-11-21T09:45:12.000Z',
      user: { id: 'cmb1x2y3z0000', name: 'A. Engineer' },
      via: 'web',
      client: null,
      action: 'role.given',
      detail: { userId: 'cmb1x2y3z0001', email: 'bo@example.com', role: 'editor' },
    },
    {
      id: 'r2',
      at: '2026-11-20T09:45:12.000Z',
      user: { id: 'cmb1x2y3z0000', name: 'A. Engineer' },
      via: 'mcp',
      client: 'Claude',
      action: 'revision.elements',
      detail: { revision: 2, changes: { nodes: { added: 2, replaced: 0 } }, restoredFrom: null },
    },
  ],
  nextCursor: null,
}

export const newView = { name: 'Frame on axis A', query: 'drawing=Y,0&selected=f:B1' }
export const savedView = {
  ...{ id: 'vw_4kTq8wPz0aYb', ...newView, isFirst: false, author: { id: 'cmb1x2y3z0000', name: 'A. Engineer' } },
  ...{ createdAt: '2026-11-21T09:45:12.000Z', changedAt: '2026-11-21T09:45:12.000Z' },
  pictureUrl: `${env.APP_URL}/api/construct-models/m_8Kq2v/views/vw_4kTq8wPz0aYb/picture?at=1795254312000`,
  ...{ mayChange: true, mayDelete: true },
}
export const savedViews = { items: [savedView] }

export const ada = { id: 'cmb1x2y3z0000', name: 'Ada' }
const bo = { id: 'cm3x1', name: 'Bo' }
export const newComment = {
  text: 'Make this beam deeper, the span is 9 m now. @bo@example.com',
  anchor: { elements: [{ kind: 'frame' as const, id: 'B1' }], view: 'camera=20,-15,12,6,4,3&selected=f:B1' },
  ...{ assignee: 'bo@example.com', due: '2026-12-01' },
}
export const commentThread = {
  ...{ id: '6f1c2f0e-8a51-4c55-9a38-0d8f6f3b7a11', threadId: '6f1c2f0e-8a51-4c55-9a38-0d8f6f3b7a11' },
  ...{ number: 12, status: 'open', revision: 7, seq: 31, author: ada, via: 'web', client: null },
  ...{ createdAt: '2026-11-21T10:15:00.000Z', changedAt: null, deleted: false, text: newComment.text, mentions: [bo] },
  anchor: {
    elements: [{ kind: 'frame', id: 'B1', exists: true }],
    ...{ point: { x: 4.5, y: 0, z: 4.2 }, view: newComment.anchor.view, viewport: { width: 1500, height: 1000 } },
    ...{ sketch: [], comparison: null, state: 'whole' },
  },
  ...{ assignee: bo, due: newComment.due, resolvedAt: null, resolvedBy: null, resolvedClient: null, wasResolved: null },
  ...{ mayChange: true, mayDelete: true, mayResolve: true },
  ...{ url: `${env.APP_URL}/models/m_8Kq2v?comment=12`, replies: [] },
}
export const commentsImported = {
  threads: { added: 2, updated: 1, unchanged: 9 },
  comments: { added: 5, updated: 0, unchanged: 14 },
  warnings: ["Comment 12: not taken: priority 'High', 1 snippet"],
}
export const commentThreads = { items: [commentThread], nextCursor: null, seq: 31 }
const { mayChange, mayDelete, mayResolve, client, ...shownByLink } = commentThread
export const sharedThread = {
  ...shownByLink,
  ...{ author: { id: null, name: 'Ada' }, mentions: [{ id: null, name: 'Bo' }], assignee: { id: null, name: 'Bo' } },
  ...{ text: 'Make this beam deeper, the span is 9 m now. @Bo', url: `${shareUrl}?comment=12` },
}

export const visit = {
  ...{ at: '2026-11-18T16:20:00.000Z', revision: 5, commentSeq: 28 },
  revisions: { count: 2, people: ['Bo'], added: 3, changed: 12, removed: 0 },
  comments: { threads: 1, replies: 2, resolved: 1, people: ['Bo'] },
}

export const blocks = { items: [{ userId: 'cm3x1', name: 'Bo', at: '2026-11-21T09:46:02.000Z' }] }

export const notifications = {
  items: [
    {
      ...{
        id: 'cm3x8k2v',
        at: '2026-11-21T09:45:12.000Z',
        kind: 'access.asked',
        by: { id: 'cm3x1', name: 'Bo' },
        client: null,
        others: 0,
      },
      ...{ modelId: 'm_8Kq2v', modelName: 'Portal frame', role: null, message: 'I check the foundations.', offer: null },
      ...{ comment: null, commentId: null },
      ...{ url: `${env.APP_URL}/models/m_8Kq2v`, readAt: null },
    },
  ],
  ...{ unread: 1, nextCursor: null },
}

export const analysis = { cases: ['W'] }
export const analysisAnswer = {
  modelId: id,
  revision: 1,
  stands: 'yes' as const,
  screening: 'linear elastic, first order. Not for design.',
  units: 'kN, m; stress MPa, mass kg, period s',
  cases: ['W'],
  reactions: { largest: { id: 'N4', case: 'W', fz: 2.009 }, uplift: { id: 'N1', case: 'W', fz: -2.009 } },
  displacement: { id: 'N2', case: 'W', value: 0.005443 },
  deflection: { ratio: 5558, id: 'M1', case: 'W', value: 0.00108 },
  drift: { ratio: 735, storey: 'Level 1', case: 'W' },
  stress: { ratio: 0.1064, stress: 37.79, id: 'C1', case: 'W' },
  residual: 1e-15,
  notes: ['1 area loads and weighs, but does not stiffen', 'no periods: the mass of some frames or areas is not known'],
  leftOut: { areasAsStiffness: 1 },
}
