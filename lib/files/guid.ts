import { hash } from 'node:crypto'

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
/** Namespace and name, one behind the other: a file of a large model has hundreds of thousands. */
let hashed = Buffer.alloc(1024)

function bytesOf(modelId: string, kind: GuidKind, id: string): Buffer {
  const name = `urn:structural-model-service:${modelId}:${kind}:${id}`
  const most = URL_NAMESPACE.length + 3 * name.length // UTF-8
  if (hashed.length < most) hashed = Buffer.alloc(most)
  URL_NAMESPACE.copy(hashed)
  const end = URL_NAMESPACE.length + hashed.write(name, URL_NAMESPACE.length)
  const bytes = hash('sha1', hashed.subarray(0, end), 'buffer').subarray(0, 16)
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
  let digits = ''
  let [bits, count] = [0, 4] // what was read and not yet spelled: the first digit has 2 bits
  for (const byte of bytesOf(modelId, kind, id)) {
    bits = (bits << 8) | byte
    count += 8
    while (count >= 6) {
      count -= 6
      digits += IFC_DIGITS[bits >> count]
      bits &= (1 << count) - 1
    }
  }
  return digits
}
