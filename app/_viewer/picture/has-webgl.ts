/** Asked once, as each context that is made takes a place among the few that a browser gives. */
export function hasWebGl(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2')
  gl?.getExtension('WEBGL_lose_context')?.loseContext()
  return gl !== null
}
