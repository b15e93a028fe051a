import { createHash } from 'node:crypto'

/** Identifiers of elements in other programs' files: the same over all revisions of a model, others in a copy. RFC 9562, version 5. */

/** What an identifier is of; `rel`: relations of IFC. */
export type GuidKind =
  | 'node'
  | 'frame'
  | 'area'
  | 'opening'
  | 'support'
  | 'material'
  | 'section'
  | 'member'
  | 'grid'
  | 'structural-frame'
  | 'structural-area'
  | 'load-case'
  | 'load'
  | 'combination'
  | 'project'
  | 'site'
  | 'building'
  | 'storey'
  | 'rel'

const URL_NAMESPACE = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')

function bytesOf(modelId: string, kind: GuidKind, id: string): Buffer {
  const hash = createHash('sha1').update(URL_NAMESPACE).update(`urn:structural-model-service:${modelId}:${kind}:${id}`)
  const bytes = hash.digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes
}

/** `041cc8a6-5902-5a12-8096-b961346dc39b` */
export function uuidOf(modelId: string, kind: GuidKind, id: string): string {
  const hex = bytesOf(modelId, kind, id).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const IFC_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$'

/** The same 128 bits in 22 digits of 6 bits, the first of 2: `047CYcMG9Q4e2MkM4qRSER`. */
export function ifcGuidOf(modelId: string, kind: GuidKind, id: string): string {
  let bits = BigInt(`0x${bytesOf(modelId, kind, id).toString('hex')}`)
  let digits = ''
  for (let i = 0; i < 22; i++) {
    digits = IFC_DIGITS[Number(bits & 63n)] + digits
    bits >>= 6n
  }
  return digits
}
