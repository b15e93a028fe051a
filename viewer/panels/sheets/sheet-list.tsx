'use client'

import type { Up } from '#lib/model/up-axis.ts'
import { type Drawing, isSame, titleOf } from '../../session/view/drawings.ts'
import styles from './sheets.module.css'

type Props = {
  groups: readonly { name: string; drawings: readonly Drawing[] }[]
  chosen: readonly Drawing[]
  up: Up | null
  onChoose: (drawings: readonly Drawing[]) => void
  /** Which of the chosen ones is looked at. */
  onShow: (index: number) => void
}

/** Plans and elevations to tick, a direction at a time or each by itself; the set keeps the order of the list. */
export function SheetList({ groups, chosen, up, onChoose, onShow }: Props) {
  const order = groups.flatMap(({ drawings }) => drawings)
  const isChosen = (drawing: Drawing) => chosen.some((one) => isSame(one, drawing))
  const turn = (some: readonly Drawing[], isOn: boolean) => {
    const next = order.filter((one) => (some.some((other) => isSame(one, other)) ? isOn : isChosen(one)))
    onChoose(next)
    const [first] = some
    if (first && isOn) onShow(next.findIndex((one) => isSame(one, first)))
  }
  return (
    <div className={styles.list}>
      {groups.map(({ name, drawings: some }) => {
        const count = some.filter(isChosen).length
        return (
          <fieldset key={name}>
            <legend>
              <label>
                <input
                  type="checkbox"
                  checked={count === some.length}
                  ref={(box) => {
                    if (box) box.indeterminate = count > 0 && count < some.length
                  }}
                  onChange={(event) => turn(some, event.target.checked)}
                />
                {name} <span className="muted">{`${count} of ${some.length}`}</span>
              </label>
            </legend>
            {some.map((drawing) => (
              <label key={`${drawing.at} ${drawing.label}`}>
                <input type="checkbox" checked={isChosen(drawing)} onChange={(event) => turn([drawing], event.target.checked)} />
                <bdi>{titleOf(drawing, up)}</bdi>
              </label>
            ))}
          </fieldset>
        )
      })}
    </div>
  )
}
