import { STRIPS } from '../elements/listed-shapes.ts'
import { CLIP, HEAD, KEPT, LIGHT, TABLES } from './shaders.ts'

/** Frames: as solid bodies, as strips and lines where they are thin, what joins them to their nodes, and a mark where one has no length. */

const FRAME = /* glsl */ `
// span: from where the line of the body begins to where it ends.
struct Frame { vec3 a; vec3 e1; vec3 e2; vec3 e3; float size; vec3 span; vec2 body; uvec2 state; };
Frame frameOf(uint item) {
  uvec4 r = texelFetch(uRecords, cell(item), 0);
  vec4 p = texelFetch(uPlacements, cell(r.z), 0);
  Frame f;
  f.state = texelFetch(uFrameState, cell(item), 0).xy;
  vec3 a = texelFetch(uNodes, cell(r.x), 0).xyz;
  vec3 b = texelFetch(uNodes, cell(r.y), 0).xyz;
  f.size = length(b - a);
  f.e1 = (b - a) / f.size;
  vec3 across = normalize(cross(f.e1, (r.w & 0x10000u) != 0u ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 0.0, 1.0)));
  vec3 up = cross(across, f.e1);
  f.e2 = p.x * up + p.y * across;
  f.e3 = p.x * across - p.y * up;
  f.a = a + f.e3 * p.z + f.e2 * p.w;
  uint body = r.w & 0xffffu;
  vec4 of = body == 0xffffu ? vec4(0.0) : texelFetch(uBodySizes, cell(body), 0);
  f.body = of.xy;
  f.span = f.e1 * f.size + f.e3 * of.z + f.e2 * of.w;
  return f;
}
vec3 shaded(Frame f, vec3 colour, vec3 toEye) {
  float top = dot(toEye, f.e2);
  float side = dot(toEye, f.e3);
  float shown = f.body.x * abs(top) + f.body.y * abs(side);
  if (shown == 0.0) return lit(colour, f.e2);
  return (lit(colour, f.e2 * sign(top)) * f.body.x * abs(top) + lit(colour, f.e3 * sign(side)) * f.body.y * abs(side)) / shown;
}
uniform float uLineTone;
// What a body looks like from far away: the faces that look along toEye, each for as much as it shows. Where it is as
// thin as a line it has its plain colour.
vec3 fromAfar(Frame f, vec3 toEye, float pixels) {
  vec3 colour = colourOf(f.state);
  return mix(shaded(f, colour, toEye), uLineTone * colour, clamp((4.0 - pixels) / 2.0, 0.0, 1.0));
}
`

/**
 * A frame seen along its axis, as columns are in a plan: what is left of it by the section planes ends towards the eye at a place,
 * where it is cut or is not.
 */
const SEEN_END_ON = `${KEPT}${
  /* glsl */ `
uniform vec3 uCap;
vec3 endOn(Frame f, vec3 toEye, inout vec3 colour, inout bool isLeftOut) {
  vec2 part = kept(f.a, f.a + f.span);
  if (part.y < part.x) isLeftOut = true;
  bool isForward = dot(f.e1, toEye) > 0.0;
  if (isForward ? part.y < 1.0 : part.x > 0.0) colour = mix(colourOf(f.state), uCap, 0.75);
  // A hair inside, where rounding cannot cut it off.
  return f.a + f.span * mix(part.x, part.y, isForward ? 0.999 : 0.001);
}
`
}`

export const SOLID_VERTEX = `${HEAD}${TABLES}${LIGHT}${FRAME}${
  /* glsl */ `
in uint frame;
in vec3 at;
in vec3 facing;
in vec2 edge;
out vec3 vColour;
out vec3 vBase;
out vec3 vWorld;
out vec4 vEdge;
void main() {
  Frame f = frameOf(frame);
  vec3 world = f.a + f.e1 * (f.size * at.z) + f.e3 * at.x + f.e2 * at.y;
  vec3 n = f.e3 * facing.x + f.e2 * facing.y + f.e1 * facing.z;
  vBase = colourOf(f.state);
  vColour = lit(vBase, n);
  vWorld = world;
  vEdge = facing.z != 0.0 ? vec4(1e18) : vec4(edge, f.size * at.z, f.size * (1.0 - at.z));
  gl_Position = placed(isOut(f.state.y), world);
}
`
}`

export const SOLID_FRAGMENT = `${HEAD}${CLIP}${
  /* glsl */ `
uniform vec4 uEdge;
uniform vec3 uCap;
uniform float uAlpha;
in vec3 vColour;
in vec3 vBase;
in vec3 vWorld;
in vec4 vEdge;
out vec4 colour;
void main() {
  clip(vWorld);
  if (uClipCount > 0 && !gl_FrontFacing) { colour = vec4(mix(vBase, uCap, 0.75), uAlpha); return; }
  vec4 pixels = vEdge / max(fwidth(vEdge), vec4(1e-12));
  float near = min(min(pixels.x, pixels.y), min(pixels.z, pixels.w));
  // A face of a few pixels would be all edge.
  float across = vEdge.x > 1e17 ? 12.0 : min(pixels.x + pixels.y, 1e3);
  float strength = uEdge.w * (1.0 - smoothstep(0.6, 1.5, near)) * clamp((across - 2.5) / 5.0, 0.0, 1.0);
  colour = vec4(mix(vColour, uEdge.rgb * vColour, strength), uAlpha);
}
`
}`

/**
 * Strips and lines come as one draw that looks up its items in a table: an instance for each would be slow wherever instances are
 * set up one by one.
 */
const LISTED = /* glsl */ `
uniform usampler2D uList;
uint listed(int k) { return texelFetch(uList, cell(uint(k)), 0).x; }
`

/**
 * A frame too thin on screen for its outline: a strip that faces the eye. `uLineWidth` > 0: centre lines of that many pixels; a frame
 * without a section is one of `uLeastAxis` pixels.
 */
export const RIBBON_VERTEX = `${HEAD}${TABLES}${LIGHT}${FRAME}${SEEN_END_ON}${LISTED}${STRIPS}${
  /* glsl */ `
uniform float uLineWidth;
uniform float uLeastAxis;
out vec2 vAcross;
out vec3 vColour;
out vec3 vWorld;
const float END_ON = 5.0;
const float LEAST = 3.0;
void main() {
  Frame f = frameOf(listed(strip()));
  int corner = cornerOfStrip();
  float t = float(corner & 1);
  float side = corner > 1 ? 0.5 : -0.5;
  vec3 world = f.a + f.span * t;
  vec3 toEye = towardEye(world);
  vec3 across = cross(f.e1, toEye);
  float sine = length(across);
  across = sine > 1e-6 ? across / sine : vec3(viewMatrix[0].x, viewMatrix[1].x, viewMatrix[2].x);
  float pixel = pixelAt(world);
  float extent = f.body.x * abs(dot(across, f.e3)) + f.body.y * abs(dot(across, f.e2));
  float least = f.body == vec2(0.0) ? uLeastAxis : 1.4;
  float width = uLineWidth > 0.0 ? uLineWidth * pixel : max(extent, least * pixel);
  world += across * (side * width);
  vAcross = uLineWidth > 0.0 ? vec2(1e3) : vec2(0.5 + side, 0.5 - side) * (width / pixel);
  vColour = uLineWidth > 0.0 ? colourOf(f.state) : fromAfar(f, toEye, width / pixel);
  bool isLeftOut = isBeyondStrips() || isOut(f.state.y);
  // Seen end on a strip would be nothing: its body's size across, some pixels at least; an axis is a square of a few pixels.
  bool isAxis = f.body == vec2(0.0) || uLineWidth > 0.0;
  if (f.size * sine < (isAxis ? END_ON : 1.0) * pixel) {
    vec3 end = endOn(f, toEye, vColour, isLeftOut);
    vec3 right = vec3(viewMatrix[0].x, viewMatrix[1].x, viewMatrix[2].x);
    vec3 upward = vec3(viewMatrix[0].y, viewMatrix[1].y, viewMatrix[2].y);
    world = end + (isAxis
      ? (side * right + (t - 0.5) * upward) * (END_ON * pixel)
      : side * f.e3 * max(f.body.x, LEAST * pixel) + (t - 0.5) * f.e2 * max(f.body.y, LEAST * pixel));
    vAcross = vec2(1e3);
  }
  vWorld = world;
  gl_Position = placed(isLeftOut, world);
}
`
}`

/** With the edges that the body would have, `vAcross` pixels from here to either side. */
export const RIBBON_FRAGMENT = `${HEAD}${CLIP}${
  /* glsl */ `
uniform vec4 uEdge;
uniform float uAlpha;
in vec2 vAcross;
in vec3 vColour;
in vec3 vWorld;
out vec4 colour;
void main() {
  clip(vWorld);
  float strength = uEdge.w * (1.0 - smoothstep(0.6, 1.5, min(vAcross.x, vAcross.y))) * clamp((vAcross.x + vAcross.y - 2.5) / 5.0, 0.0, 1.0);
  colour = vec4(mix(vColour, uEdge.rgb * vColour, strength), uAlpha);
}
`
}`

/** From both nodes of a frame to the ends of its axis: strips of so many pixels that face the eye. */
export const LINK_VERTEX = `${HEAD}${TABLES}${LIGHT}${FRAME}${LISTED}${STRIPS}${
  /* glsl */ `
out vec3 vColour;
out vec3 vWorld;
const float PIXELS = 1.5;
void main() {
  uint item = listed(strip() >> 1);
  Frame f = frameOf(item);
  uvec4 r = texelFetch(uRecords, cell(item), 0);
  int corner = cornerOfStrip();
  bool isEnd = (strip() & 1) == 1;
  vec3 node = texelFetch(uNodes, cell(isEnd ? r.y : r.x), 0).xyz;
  vec3 axis = f.a + (isEnd ? f.span : vec3(0.0));
  vec3 world = (corner & 1) == 1 ? axis : node;
  float side = corner > 1 ? 0.5 : -0.5;
  vec3 across = cross(axis - node, towardEye(world));
  float sine = length(across);
  if (sine > 0.0) world += across * (side * PIXELS * pixelAt(world) / sine);
  vColour = 0.6 * colourOf(f.state);
  vWorld = world;
  gl_Position = placed(isBeyondStrips() || (f.state.y & HIDDEN) != 0u, world);
}
`
}`

export const LINE_VERTEX = `${HEAD}${TABLES}${LIGHT}${FRAME}${SEEN_END_ON}${LISTED}${
  /* glsl */ `
out vec3 vColour;
out vec3 vWorld;
const float LEAST = 2.0;
void main() {
  Frame f = frameOf(listed(gl_VertexID / 2));
  float t = float(gl_VertexID % 2);
  vec3 world = f.a + f.span * t;
  vec3 toEye = towardEye(world);
  float pixel = pixelAt(world);
  bool isLeftOut = isOut(f.state.y);
  vColour = fromAfar(f, toEye, 1.0);
  // Seen end on a line would be nothing: a dash.
  if (f.size * length(cross(f.e1, toEye)) < pixel) {
    world = endOn(f, toEye, vColour, isLeftOut) + (t - 0.5) * (LEAST * pixel) * vec3(viewMatrix[0].x, viewMatrix[1].x, viewMatrix[2].x);
  }
  vWorld = world;
  gl_Position = placed(isLeftOut, world);
}
`
}`

/** Frames whose ends coincide, as a diamond of a few pixels. */
export const MARKER_VERTEX = `${HEAD}${TABLES}${
  /* glsl */ `
uniform float uRatio;
in uint frame;
out vec3 vColour;
out vec3 vWorld;
void main() {
  uvec4 r = texelFetch(uRecords, cell(frame), 0);
  uvec2 state = texelFetch(uFrameState, cell(frame), 0).xy;
  vec3 world = texelFetch(uNodes, cell(r.x), 0).xyz;
  vColour = (state.y & SELECTED) != 0u ? uAccent : vec3(0.82, 0.25, 0.2);
  vWorld = world;
  gl_PointSize = 13.0 * uRatio;
  gl_Position = placed(isOut(state.y), world);
}
`
}`

export const MARKER_FRAGMENT = `${HEAD}${CLIP}${
  /* glsl */ `
in vec3 vColour;
in vec3 vWorld;
out vec4 colour;
void main() {
  clip(vWorld);
  vec2 p = abs(gl_PointCoord - 0.5);
  if (p.x + p.y > 0.5) discard;
  colour = vec4(p.x + p.y > 0.36 ? vColour * 0.55 : vColour, 1.0);
}
`
}`
