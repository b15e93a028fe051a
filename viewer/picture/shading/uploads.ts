import type { WebGLRenderer } from 'three'
import { ROW } from '#lib/geometry/rows.ts'
import type { Table } from './gpu-tables.ts'

/** At most so many bytes go to the graphics card at once: more of them would hold up the page. */
export const AT_ONCE = 4 << 20

const bytesOf = (tables: readonly Table[]) => tables.reduce((sum, { values }) => sum + values.byteLength, 0)

/** Whether some tables go to the graphics card with the picture that first needs them. */
export const isSmall = (tables: readonly Table[]) => bytesOf(tables) <= AT_ONCE

/** Sends tables of four numbers an item, a few rows at a time and a rest after each part. `isOver`: nobody waits for them any more. */
export async function send(gl: WebGLRenderer, tables: readonly Table[], isOver: () => boolean): Promise<void> {
  let left = AT_ONCE
  for (const { texture, values } of tables) {
    const perRow = 4 * ROW
    const bytes = perRow * values.BYTES_PER_ELEMENT
    for (let first = 0; first < values.length; ) {
      if (left < bytes) {
        await new Promise((resume) => setTimeout(resume))
        left = AT_ONCE
      }
      if (isOver()) return
      const end = Math.min(values.length, first + perRow * Math.floor(left / bytes))
      for (let row = first; row < end; row += perRow) texture.addUpdateRange(row, Math.min(perRow, end - row))
      texture.needsUpdate = true
      gl.initTexture(texture)
      left -= (end - first) * values.BYTES_PER_ELEMENT
      first = end
    }
  }
}
