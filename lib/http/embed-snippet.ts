/** The HTML by which another site shows a share link's model. `address`: of `/embed/…`, which holds nothing that HTML reads as its own. */
export function embedSnippet(
  address: string,
  { width = '100%', height = '480' }: { width?: string; height?: string } = {},
): string {
  return (
    `<iframe src="${address}" width="${width}" height="${height}" loading="lazy" title="Structural model" style="border:0" ` +
    'sandbox="allow-scripts allow-same-origin allow-popups" allow="fullscreen" referrerpolicy="no-referrer"></iframe>'
  )
}
