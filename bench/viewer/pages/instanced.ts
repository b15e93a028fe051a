import type { ViewerModel } from '#lib/schema/schema.ts'
import { showInstanced } from '../../../app/bench/instanced.ts'
import { boxOf, type Contender, contend } from './contend.ts'
import { isLarge } from './is-large.ts'
import { outlinesOf, placer } from './solids.ts'

const open: Contender['open'] = async (model, stage, first, built) => {
  const building = { outlines: outlinesOf(model), place: placer(model), box: boxOf(model), isLarge: isLarge(model) }
  return showInstanced(building, stage, first, built)
}

contend({
  open,
  async openAddress(address, stage, look) {
    const model: ViewerModel = await (await fetch(address, { cache: 'no-store' })).json()
    return open(model, stage, look, () => {})
  },
})
