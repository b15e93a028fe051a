import { name, version } from '#lib/version.ts'
import { instructions as text } from './instructions.ts'

export const serverInfo = { name, title: 'Structural Model Service', version }
export const instructions = text
