/** "1 frame", "2,400 frames". */
export const plural = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
