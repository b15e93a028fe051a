/** In pieces: an argument a byte is more than a call takes. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let k = 0; k < bytes.length; k += 32_768) text += String.fromCharCode(...bytes.subarray(k, k + 32_768))
  return btoa(text)
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text)
  const bytes = new Uint8Array(characters.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i)
  return bytes
}
