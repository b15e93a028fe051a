/** The groups of operations, each of which is a page of the reference. */
export const GROUPS = {
  Models: 'Create, list, read, rename, copy and delete models',
  Elements: 'Add, replace and remove what a model consists of',
  Loads: 'Add load cases, loads, combinations and diaphragms; analyse whether a model stands under them',
  'Edit and ask': 'Change, count, check and draw what a selection names; find standard sections',
  Files: 'Models as files of SAP2000, ETABS, OpenSees, spreadsheets and others, and such files as models',
  Revisions: 'The history of a model, and what happens now',
  Views: 'What of a model is to be looked at again',
  Comments: 'What people and apps say about a model, pinned to its elements',
  Sharing: 'Who else may open a model: roles, invitations, requests, a new owner',
  'Share links': 'Links that show a model without an account, and what they show',
  Account: 'What happened to your account, and was done in your name',
} as const

export type Group = keyof typeof GROUPS

export const groupHref = (group: string) => `/docs/${group.toLowerCase().replaceAll(' ', '-')}`

/** Sent, and never answered. */
const ONLY_SENT = new Set(['EditOperation', 'Select'])

/** What is only sent, or comes back otherwise, has a page beside that of all other objects: together they were too long for one. */
export const objectHref = (name: string) =>
  `/docs/${name.endsWith('Input') || ONLY_SENT.has(name) ? 'inputs' : 'objects'}#${name}`

/** They are the same for everybody who is not signed in, so the server in front keeps them. */
export const REFERENCE_PAGES: readonly string[] = [
  '/docs',
  ...Object.keys(GROUPS).map(groupHref),
  '/docs/objects',
  '/docs/inputs',
  '/docs/errors',
  '/docs/versions',
  '/docs/first-model',
  '/docs/viewer',
  '/docs/submit',
]
