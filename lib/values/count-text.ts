/** "2,400": a whole number as people read it; `toLocaleString` says the same and opens the tables of a language, before the first picture. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** "1 frame", "2,400 frames". */
export const plural = (count: number, one: string): string => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`
