import { scaleText } from '#lib/drawing/sheet/sheet-scale.ts'
import { capital } from '#lib/values/capital.ts'
import { grouped, plural } from '#lib/values/count-text.ts'
import type { Preview } from './use-sheet-preview.ts'

type Props = {
  /** Why nothing can be made, or how far the making is: in place of all else. */
  says: string | null
  /** How many the set has; null: there is no set. */
  sheets: number | null
  preview: Preview
  isFeet: boolean
  leftOut: string
}

/** What will be made: how many sheets, at which scale, and what is on none of them. */
export function SheetStatus({ says, sheets, preview, isFeet, leftOut }: Props) {
  const many = sheets === null ? '' : plural(sheets, 'sheet')
  return (
    <p className="muted small" role="status">
      {says ?? [many, previewText(preview, isFeet), leftOut].filter(Boolean).join(' · ')}
    </p>
  )
}

const FITTING = 'Looking for the scale at which all fit…'

function previewText({ sheet, refused, isFitting }: Preview, isFeet: boolean): string {
  if (isFitting) return FITTING
  if (refused) return capital(refused)
  if (!sheet) return ''
  const { isPainted, count, scale } = sheet
  if (isPainted) return `${grouped(count)} elements: a picture at 300 dpi under drawn marks`
  return scale ? scaleText(scale, isFeet) : ''
}
