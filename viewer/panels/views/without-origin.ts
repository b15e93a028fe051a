/** The same on this very site, by whatever name it is called. */
export function withoutOrigin(link: string): string {
  const { pathname, search } = new URL(link)
  return pathname + search
}
