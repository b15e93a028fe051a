/** Strings of ISO 10303-21 (STEP, clear text): quotes and backslashes doubled, all beyond ASCII by its code. */

/** Between the quotes, as it stands in the file → what it says. What is no code of the standard stays as it stands. */
export function decodedStep(text: string): string {
  const plain = text.includes("''") ? text.replaceAll("''", "'") : text
  if (!plain.includes('\\')) return plain
  return plain.replace(
    /\\\\|\\X\\([0-9A-F]{2})|\\X2\\((?:[0-9A-F]{4})*)\\X0\\|\\X4\\((?:[0-9A-F]{8})*)\\X0\\|\\S\\([ -~])|\\P[A-I]\\|\\N\\/g,
    (code, byte?: string, pairs?: string, quads?: string, high?: string) => {
      if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16))
      if (pairs !== undefined) return fromHex(pairs, 4)
      if (quads !== undefined) return fromHex(quads, 8)
      // Of the Latin alphabet No. 1, which every file that we know means.
      if (high !== undefined) return String.fromCharCode(high.charCodeAt(0) + 128)
      return code === '\\\\' ? '\\' : code === '\\N\\' ? '\n' : ''
    },
  )
}

function fromHex(digits: string, each: 4 | 8): string {
  let text = ''
  for (let i = 0; i < digits.length; i += each) {
    const code = Number.parseInt(digits.slice(i, i + each), 16)
    text += each === 4 ? String.fromCharCode(code) : code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  }
  return text
}

/** With its quotes, as a file has it. */
export function encodedStep(text: string): string {
  if (/^[ -&(-[\]-~]*$/.test(text)) return `'${text}'`
  const ascii = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "''")
    .replace(/[^ -~]+/g, (others) => {
      const codes = Array.from({ length: others.length }, (_, i) =>
        others.charCodeAt(i).toString(16).toUpperCase().padStart(4, '0'),
      )
      return `\\X2\\${codes.join('')}\\X0\\`
    })
  return `'${ascii}'`
}
