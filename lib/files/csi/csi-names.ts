import { type NameRule, withoutAccents } from '../names.ts'

/** Names as CSI's programs take them, which compare them in any case. The programs' own limits are not published. */

const CONTROL = /\p{Cc}/gu

/** Printable ASCII. */
export const S2K_NAMES: NameRule = {
  clean: (text) =>
    withoutAccents(text)
      .replaceAll('"', "''")
      .replace(/[^\x20-\x7e]/gu, '_'),
  longest: 31,
  ignoresCase: true,
}

export const E2K_NAMES: NameRule = {
  clean: (text) => withoutAccents(text).replaceAll('"', "''").replace(CONTROL, '_'),
  longest: 49,
  ignoresCase: true,
}
