import type { Vec } from '#lib/model/shape/vector.ts'

/**
 * What a file of the BIM Collaboration Format holds, as far as it is read and written here. Lengths in metres, axes as the model's, Z up
 * as a rule. BCF-XML 3.0 (buildingSMART, release_3_0) and 2.1.
 */

export type BcfCamera = {
  position: Vec
  /** Of length 1, into the picture. */
  direction: Vec
  /** Of length 1, across the direction. */
  up: Vec
  /** Width by height; null where the file does not say it, as in 2.1. */
  aspect: number | null
} & ({ kind: 'perspective' /** Vertical, in degrees. */; fieldOfView: number } | { kind: 'parallel'; worldHeight: number })

/** An element as a program names it. */
export type BcfComponent = { ifcGuid?: string; system?: string; toolId?: string }

/** `direction`: to the side that is not seen. */
export type BcfPlane = { at: Vec; direction: Vec }

export type BcfViewpoint = {
  guid: string
  camera: BcfCamera | null
  selection: BcfComponent[]
  /** Of all that is not in `exceptions`. */
  isVisible: boolean
  exceptions: BcfComponent[]
  planes: BcfPlane[]
}

export type BcfComment = {
  guid: string
  /** As xs:dateTime. */
  date: string
  author: string
  text: string
  modified: string | null
  /** Of a viewpoint of the topic. */
  viewpoint: string | null
}

export type BcfTopic = {
  guid: string
  serverId: string | null
  status: string
  title: string
  description: string | null
  link: string | null
  created: string
  author: string
  modified: string | null
  /** As xs:dateTime. */
  due: string | null
  assignee: string | null
  comments: BcfComment[]
  viewpoint: BcfViewpoint | null
}

/** What this service calls itself in components. */
export const SYSTEM = 'Structural Model Service'

export const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What XML 1.0 cannot hold, and half characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const cleanText = (text: string): string => text.toWellFormed().replace(NO_XML, '\ufffd')
