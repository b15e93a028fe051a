import type { Activity } from './account-log.ts'

const COLUMNS = [
  'at',
  'action',
  'result',
  'via',
  'client',
  'scopes',
  'modelId',
  'modelName',
  'detail',
  'durationMs',
  'id',
] as const satisfies readonly (keyof Activity)[]

/** A row for each entry, the names of the columns first. */
export function activityTable(items: readonly Activity[]): string[][] {
  const cell = (value: Activity[keyof Activity]) => {
    if (value === null) return ''
    if (value instanceof Date) return value.toISOString()
    if (Array.isArray(value)) return value.join(' ')
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return [[...COLUMNS], ...items.map((item) => COLUMNS.map((column) => cell(item[column])))]
}
