import { CLIP, HEAD, LIGHT, TABLES } from './shaders.ts'

/** Nodes, and the supports that stand at them. */

/** Supports smaller than this on screen, in pixels, are dots. */
export const SMALLEST_SUPPORT = 6

/**
 * Where a node is drawn: it lies inside the bodies that meet there, and comes to the front of those, not of everything. Toward
 * the eye along the line of sight, so that it stays where it is on screen.
 */
const BEFORE_BODIES = /* glsl */ `
uniform float uNodeLift;
uniform float uRatio;
vec4 beforeBodies(vec3 point) {
  vec4 view = viewMatrix * vec4(point, 1.0);
  vec4 there = projectionMatrix * view;
  float closer = uPixel.x > 0.0 ? view.z * (1.0 - min(uNodeLift / max(-view.z, 1e-12), 0.5)) : view.z + uNodeLift;
  vec4 lifted = projectionMatrix * vec4(0.0, 0.0, closer, 1.0);
  there.z = lifted.z / lifted.w * there.w;
  return there;
}
`

export const NODE_VERTEX = `${HEAD}${TABLES}${BEFORE_BODIES}${
  /* glsl */ `
uniform float uOnlyMarked;
out vec3 vColour;
out vec3 vWorld;
out float vSize;
void main() {
  vec4 node = texelFetch(uNodes, cell(uint(gl_VertexID)), 0);
  uvec2 state = texelFetch(uNodeState, cell(uint(gl_VertexID)), 0).xy;
  bool isMarked = (state.y & (SELECTED | HOVERED | PAINTED)) != 0u || ((state.y & CHANGED) != 0u && uPulse > 0.0);
  bool isHidden = (state.y & HIDDEN) != 0u || node.w < 0.0 || (uOnlyMarked > 0.5 && !isMarked);
  vColour = (state.y & SELECTED) != 0u ? uAccent : (state.y & HOVERED) != 0u ? mix(uAccent, vec3(1.0), 0.3) : (state.y & CHANGED) != 0u ? mix(vec3(0.35, 0.4, 0.46), vec3(0.98, 0.78, 0.22), uPulse) : vec3(0.35, 0.4, 0.46);
  if ((state.y & (PAINTED | SELECTED | HOVERED)) == PAINTED) vColour = paletteOf(state);
  vWorld = node.xyz;
  float pixel = pixelAt(node.xyz);
  vSize = node.w > 0.0 ? clamp(2.0 * node.w / pixel, 3.0, 256.0) : isMarked ? 11.0 : 7.0;
  gl_PointSize = vSize * uRatio;
  gl_Position = isHidden ? vec4(2.0, 2.0, 2.0, 1.0) : beforeBodies(node.xyz);
}
`
}`

export const NODE_FRAGMENT = `${HEAD}${CLIP}${
  /* glsl */ `
in vec3 vColour;
in vec3 vWorld;
in float vSize;
out vec4 colour;
void main() {
  clip(vWorld);
  float r = length(gl_PointCoord - 0.5) * vSize;
  if (r > vSize * 0.5) discard;
  colour = vec4(r > vSize * 0.5 - 1.4 ? vColour * 0.45 + 0.5 : vColour, 1.0);
}
`
}`

/** A support as its tables have it, and how large its glyph is to be. */
const SUPPORT = /* glsl */ `
uniform float uSymbolPixels;
uniform vec3 uSupport;
in uvec3 glyph;
const float SMALLEST = ${SMALLEST_SUPPORT.toFixed(1)};
uvec2 supportState() { return texelFetch(uSupportState, cell(glyph.x), 0).xy; }
vec4 supportPlace() { return texelFetch(uNodes, cell(glyph.y), 0); }
float largestGlyph() { return uintBitsToFloat(glyph.z); }
`

/** Support glyphs: about constant on screen, no larger in the model than the node allows; too small, a dot stands for them. */
export const SUPPORT_VERTEX = `${HEAD}${TABLES}${LIGHT}${SUPPORT}${
  /* glsl */ `
uniform mat3 uDisplay;
in vec3 position;
in vec3 normal;
out vec3 vColour;
out vec3 vWorld;
void main() {
  uvec2 state = supportState();
  vec4 place = supportPlace();
  float most = largestGlyph();
  float wanted = uSymbolPixels * pixelAt(place.xyz);
  float size = most > 0.0 ? min(wanted, most) : wanted;
  vec3 world = place.xyz + uDisplay * position * size;
  vec3 colour = (state.y & PAINTED) != 0u ? paletteOf(state) : uSupport;
  if ((state.y & CHANGED) != 0u) colour = mix(colour, vec3(0.98, 0.78, 0.22), 0.85 * uPulse);
  if ((state.y & SELECTED) != 0u) colour = uAccent;
  if ((state.y & HOVERED) != 0u) colour = mix(colour, uAccent, 0.5);
  vColour = lit(colour, uDisplay * normal);
  vWorld = world;
  bool isHidden = (state.y & HIDDEN) != 0u || place.w < 0.0 || size < SMALLEST * pixelAt(place.xyz);
  gl_Position = placed(isHidden, world);
}
`
}`

/** A support whose glyph would be too small to see: a dot of the least size that a glyph has, before the bodies that meet there. */
export const SUPPORT_DOT_VERTEX = `${HEAD}${TABLES}${BEFORE_BODIES}${SUPPORT}${
  /* glsl */ `
out vec3 vColour;
out vec3 vWorld;
out float vSize;
void main() {
  uvec2 state = supportState();
  vec4 place = supportPlace();
  float most = largestGlyph();
  float pixel = pixelAt(place.xyz);
  bool isGlyph = most <= 0.0 || min(uSymbolPixels * pixel, most) >= SMALLEST * pixel;
  vColour = (state.y & SELECTED) != 0u ? uAccent : (state.y & HOVERED) != 0u ? mix(uSupport, uAccent, 0.5) : (state.y & PAINTED) != 0u ? paletteOf(state) : uSupport;
  if ((state.y & CHANGED) != 0u) vColour = mix(vColour, vec3(0.98, 0.78, 0.22), 0.85 * uPulse);
  vWorld = place.xyz;
  vSize = SMALLEST;
  gl_PointSize = vSize * uRatio;
  bool isHidden = isGlyph || (state.y & HIDDEN) != 0u || place.w < 0.0;
  gl_Position = isHidden ? vec4(2.0, 2.0, 2.0, 1.0) : beforeBodies(place.xyz);
}
`
}`

export const DOT_FRAGMENT = `${HEAD}${CLIP}${
  /* glsl */ `
in vec3 vColour;
in vec3 vWorld;
in float vSize;
out vec4 colour;
void main() {
  clip(vWorld);
  if (length(gl_PointCoord - 0.5) > 0.5) discard;
  colour = vec4(vColour, 1.0);
}
`
}`
