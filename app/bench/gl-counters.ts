/**
 * Counts what any library sends to WebGL: draws, triangles, and the bytes of its buffers and textures. Imported before the
 * library, so that the same ruler is laid on all of them. Textures that are drawn into are `targets`: they are as large as the canvas,
 * whatever the model, and come when something is first drawn into them.
 */
export const drawn = { calls: 0, triangles: 0, others: 0 }
export const gpu = { bytes: 0, targets: 0 }

export function countAnew() {
  drawn.calls = drawn.triangles = drawn.others = 0
}

const { prototype } = WebGL2RenderingContext
type Method = (this: WebGL2RenderingContext, ...all: unknown[]) => unknown
/** Calls `before` with the arguments of a method, then the method. */
function listen(name: string, before: (...all: never[]) => void) {
  const methods = prototype as unknown as Record<string, Method> // by name: the arguments differ from method to method
  const method = methods[name]
  if (!method) throw new Error(`WebGL2 has no ${name}`)
  methods[name] = function (...all) {
    before(...(all as never[]))
    return method.apply(this, all)
  }
}

function draw(mode: number, count: number, instances = 1) {
  drawn.calls++
  if (mode === 4) drawn.triangles += (count / 3) * instances
  else if (mode === 5 || mode === 6) drawn.triangles += Math.max(0, count - 2) * instances
  else drawn.others += count * instances
}
listen('drawArrays', (mode: number, _first: number, count: number) => draw(mode, count))
listen('drawElements', (mode: number, count: number) => draw(mode, count))
listen('drawRangeElements', (mode: number, _start: number, _end: number, count: number) => draw(mode, count))
listen('drawArraysInstanced', (mode: number, _first: number, count: number, instances: number) => draw(mode, count, instances))
listen('drawElementsInstanced', (mode: number, count: number, _type: number, _at: number, instances: number) =>
  draw(mode, count, instances),
)

const sizes = new Map<object, number>()
function holds(thing: object | null | undefined, bytes: number) {
  if (!thing) return
  gpu[targets.has(thing) ? 'targets' : 'bytes'] += bytes - (sizes.get(thing) ?? 0)
  sizes.set(thing, bytes)
}
const targets = new WeakSet<object>()
listen('framebufferTexture2D', (_target: number, _at: number, _kind: number, texture: object | null) => {
  if (!texture || targets.has(texture)) return
  const bytes = sizes.get(texture) ?? 0
  holds(texture, 0)
  targets.add(texture)
  holds(texture, bytes)
})

const boundBuffers = new Map<number, object | null>()
listen('bindBuffer', (target: number, buffer: object | null) => boundBuffers.set(target, buffer))
listen(
  'bufferData',
  (target: number, data: number | ArrayBufferView | ArrayBuffer | null, _usage: number, from = 0, length = 0) => {
    const perItem = ArrayBuffer.isView(data) && 'BYTES_PER_ELEMENT' in data ? Number(data.BYTES_PER_ELEMENT) : 1
    const whole = typeof data === 'number' ? data : (data?.byteLength ?? 0)
    holds(boundBuffers.get(target), length > 0 ? length * perItem : whole - from * perItem)
  },
)
listen('deleteBuffer', (buffer: object | null) => holds(buffer, 0))

/** Bytes a texel, of the formats that are not four bytes wide. */
const TEXEL: Record<number, number> = {
  [prototype.RGBA32F]: 16,
  [prototype.RGBA32UI]: 16,
  [prototype.RGBA32I]: 16,
  [prototype.RGB32F]: 12,
  [prototype.RGB32UI]: 12,
  [prototype.RGBA16F]: 8,
  [prototype.RGBA16UI]: 8,
  [prototype.RGB16UI]: 6,
  [prototype.RGB8]: 3,
  [prototype.RGB8UI]: 3,
  [prototype.RG8UI]: 2,
  [prototype.RG8]: 2,
  [prototype.R16UI]: 2,
  [prototype.R8]: 1,
  [prototype.R8UI]: 1,
}
const boundTextures = new Map<string, object | null>()
let unit = 0
listen('activeTexture', (next: number) => {
  unit = next
})
listen('bindTexture', (target: number, texture: object | null) => boundTextures.set(`${unit} ${target}`, texture))
listen('texStorage2D', (target: number, _levels: number, format: number, width: number, height: number) =>
  holds(boundTextures.get(`${unit} ${target}`), width * height * (TEXEL[format] ?? 4)),
)
listen('texImage2D', (target: number, level: number, format: number, width: unknown, height: unknown) => {
  if (level === 0 && typeof width === 'number' && typeof height === 'number')
    holds(boundTextures.get(`${unit} ${target}`), width * height * (TEXEL[format] ?? 4))
})
listen('deleteTexture', (texture: object | null) => holds(texture, 0))
