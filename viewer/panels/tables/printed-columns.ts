/** Letters smaller than this part of their size are not read on paper. */
const SMALLEST = 0.64
/** Of how wide the page is: a column with longer texts is cut first. */
const WIDEST = 0.26

/**
 * Columns side by side on a page: as wide as their texts, in letters `by` of their size; where even small letters do not fit, the
 * widest columns are cut, and no column is left out.
 */
export function columnsWithin(page: number, natural: readonly number[]): { widths: number[]; by: number } {
  const whole = natural.map((width) => Math.min(width, page * WIDEST))
  const by = Math.min(1, Math.max(SMALLEST, page / total(whole)))
  const most = widest(
    whole.map((width) => width * by),
    page,
  )
  const widths = whole.map((width) => Math.min(width * by, most))
  // What is left over goes to all of them.
  const share = page / Math.max(total(widths), 1e-9)
  return { widths: widths.map((width) => width * share), by }
}

const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0)

/** How wide a column may be so that all of them fit. */
function widest(widths: readonly number[], page: number): number {
  let left = page
  for (const [k, width] of widths.toSorted((a, b) => a - b).entries()) {
    const each = left / (widths.length - k)
    if (width > each) return each
    left -= width
  }
  return Infinity
}
