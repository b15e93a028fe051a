import { type NameRule, withoutAccents } from '../names.ts'

/** Names as CSI's programs take them, which compare them in any case. The programs' own limits are not published. */

/** Printable ASCII. */
export const S2K_NAMES: NameRule = {
  clean: (text) =>
    withoutAccents(text)
      .replaceAll('"', "''")
      .replace(/[^\x20-\x7e]/gu, '_'),
  longest: 31,
  ignoresCase: true,
}
