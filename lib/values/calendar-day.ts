const DAY = /^\d{4}-\d{2}-\d{2}/

/** Whether a text begins with a day that the calendar has: JavaScript reads 30 February as 2 March. */
export function beginsWithDay(text: string): boolean {
  const [day = ''] = DAY.exec(text) ?? []
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
