/** A canvas and its context. Whether that is smooth is settled as it is made. */
type TestedCanvas = { canvas: HTMLCanvasElement; gl: WebGL2RenderingContext | null; antialias: boolean }

/** Made to ask whether there is WebGL, for the next picture: a context takes a tenth of a second, and a browser gives but a few. */
let spare: TestedCanvas | null = null

function make(antialias: boolean): TestedCanvas {
  const canvas = document.createElement('canvas')
  return { canvas, gl: canvas.getContext('webgl2', { antialias, powerPreference: 'high-performance' }), antialias }
}

export function hasWebGl(antialias: boolean): boolean {
  spare ??= make(antialias)
  return spare.gl !== null
}

/** A canvas for one picture, with the context that whoever draws will get from it. */
export function takeCanvas(antialias: boolean): HTMLCanvasElement {
  const element = spare
  spare = null
  if (element?.gl && element.antialias === antialias && !element.gl.isContextLost()) return element.canvas
  element?.gl?.getExtension('WEBGL_lose_context')?.loseContext()
  return make(antialias).canvas
}
