/** GLSL ES 3.00. All positions are about the scene's origin; colours are display colours (the canvas is flat). */

/** Supports smaller than this on screen, in pixels, are dots. */
export const SMALLEST_SUPPORT = 6

export const HEAD = /* glsl */ `
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
uniform vec2 uPixel;
`

export const TABLES = /* glsl */ `
uniform sampler2D uNodes;
uniform sampler2D uPlacements;
uniform sampler2D uBodySizes;
uniform usampler2D uRecords;
uniform usampler2D uFrameState;
uniform usampler2D uAreaState;
uniform usampler2D uNodeState;
uniform usampler2D uSupportState;
uniform sampler2D uPalette;
uniform vec3 uAccent;
uniform float uPulse;
ivec2 cell(uint item) { return ivec2(int(item & 2047u), int(item >> 11u)); }
const uint HIDDEN = 1u;
const uint SELECTED = 2u;
const uint HOVERED = 4u;
const uint CHANGED = 8u;
const uint FADED = 16u;
const uint PAINTED = 32u;
uniform float uFaint;
// What steps back is drawn in a pass of its own.
#ifdef FAINT
bool isOut(uint flags) { return (flags & (HIDDEN | FADED)) != FADED; }
#else
bool isOut(uint flags) { return (flags & (HIDDEN | FADED)) != 0u; }
#endif
vec3 paletteOf(uvec2 state) { return texelFetch(uPalette, ivec2(int(state.x), 0), 0).rgb; }
vec3 colourOf(uvec2 state) {
  vec3 colour = paletteOf(state);
  if ((state.y & CHANGED) != 0u) colour = mix(colour, vec3(0.98, 0.78, 0.22), 0.85 * uPulse);
  if ((state.y & SELECTED) != 0u) colour = mix(colour, uAccent, 0.82);
  if ((state.y & HOVERED) != 0u) colour = mix(colour, uAccent, 0.35) + 0.06;
  return colour;
}
/** Out of the picture, or where a point is in it. */
vec4 placed(bool isLeftOut, vec3 point) {
  return isLeftOut ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * viewMatrix * vec4(point, 1.0);
}
vec3 towardEye(vec3 point) {
  if (uPixel.x == 0.0) return vec3(viewMatrix[0].z, viewMatrix[1].z, viewMatrix[2].z);
  return normalize(-(transpose(mat3(viewMatrix)) * viewMatrix[3].xyz) - point);
}
float pixelAt(vec3 point) { return uPixel.x * -(viewMatrix * vec4(point, 1.0)).z + uPixel.y; }
`

export const LIGHT = /* glsl */ `
uniform vec3 uSky;
uniform vec3 uGroundLight;
uniform vec3 uKey;
uniform vec3 uKeyDirection;
uniform vec3 uKeySide;
uniform vec3 uUp;
vec3 lit(vec3 colour, vec3 n) {
  vec3 light = mix(uGroundLight, uSky, dot(n, uUp) * 0.5 + 0.5);
  light += uKey * (max(dot(n, uKeyDirection), 0.0) + 0.18 * max(dot(n, uKeySide), 0.0));
  return colour * light;
}
`

const FRAME = /* glsl */ `
struct Frame { vec3 a; vec3 e1; vec3 e2; vec3 e3; float size; vec2 body; uvec2 state; };
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
  f.body = body == 0xffffu ? vec2(0.0) : texelFetch(uBodySizes, cell(body), 0).xy;
  return f;
}
// What a body looks like from far away: the faces that look along toEye, each for as much as it shows.
vec3 fromAfar(Frame f, vec3 toEye) {
  vec3 colour = colourOf(f.state);
  float top = dot(toEye, f.e2);
  float side = dot(toEye, f.e3);
  float shown = f.body.x * abs(top) + f.body.y * abs(side);
  if (shown == 0.0) return lit(colour, f.e2);
  return (lit(colour, f.e2 * sign(top)) * f.body.x * abs(top) + lit(colour, f.e3 * sign(side)) * f.body.y * abs(side)) / shown;
}
`

/** The section planes: a point is kept where every plane is positive. The side seen through a cut takes the cap's colour. */
export const CLIP = /* glsl */ `
#ifdef CLIPPED
uniform int uClipCount;
uniform vec4 uClip[6];
void clip(vec3 world) {
  for (int k = 0; k < 6; k++) if (k < uClipCount && dot(uClip[k].xyz, world) + uClip[k].w < 0.0) discard;
}
#else
// Without a section nothing is discarded, so hidden pixels are refused before they are shaded.
const int uClipCount = 0;
void clip(vec3 world) {}
#endif
`

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
 * Strips and lines come as one plain draw that looks up its items in a table: instances of so few vertices are slow wherever
 * each instance is set up by itself.
 */
const LISTED = /* glsl */ `
uniform usampler2D uList;
uint listed(int k) { return texelFetch(uList, cell(uint(k)), 0).x; }
`

/** A frame too thin on screen for its outline: a strip that faces the eye. `uLineWidth` > 0: centre lines of that many pixels. */
export const RIBBON_VERTEX = `${HEAD}${TABLES}${LIGHT}${FRAME}${LISTED}${
  /* glsl */ `
uniform float uLineWidth;
out vec2 vAcross;
out vec3 vColour;
out vec3 vWorld;
void main() {
  Frame f = frameOf(listed(gl_VertexID / 6));
  int corner = gl_VertexID % 6;
  float t = corner == 1 || corner > 3 ? 1.0 : 0.0;
  float side = corner == 2 || corner == 3 || corner == 5 ? 0.5 : -0.5;
  vec3 world = f.a + f.e1 * (f.size * t);
  vec3 toEye = towardEye(world);
  vec3 across = cross(f.e1, toEye);
  float sine = length(across);
  across = sine > 1e-6 ? across / sine : vec3(viewMatrix[0].x, viewMatrix[1].x, viewMatrix[2].x);
  float pixel = pixelAt(world);
  float extent = f.body.x * abs(dot(across, f.e3)) + f.body.y * abs(dot(across, f.e2));
  float width = uLineWidth > 0.0 ? uLineWidth * pixel : max(extent, 1.4 * pixel);
  world += across * (side * width);
  vAcross = uLineWidth > 0.0 ? vec2(1e3) : vec2(0.5 + side, 0.5 - side) * (width / pixel);
  vColour = uLineWidth > 0.0 ? colourOf(f.state) : fromAfar(f, toEye);
  vWorld = world;
  gl_Position = placed(isOut(f.state.y), world);
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
export const LINK_VERTEX = `${HEAD}${TABLES}${LIGHT}${FRAME}${LISTED}${
  /* glsl */ `
out vec3 vColour;
out vec3 vWorld;
const float PIXELS = 1.5;
void main() {
  uint item = listed(gl_VertexID / 12);
  Frame f = frameOf(item);
  uvec4 r = texelFetch(uRecords, cell(item), 0);
  int corner = gl_VertexID % 6;
  bool isEnd = gl_VertexID % 12 > 5;
  vec3 node = texelFetch(uNodes, cell(isEnd ? r.y : r.x), 0).xyz;
  vec3 axis = f.a + (isEnd ? f.e1 * f.size : vec3(0.0));
  vec3 world = corner == 1 || corner > 3 ? axis : node;
  float side = corner == 2 || corner == 3 || corner == 5 ? 0.5 : -0.5;
  vec3 across = cross(axis - node, towardEye(world));
  float sine = length(across);
  if (sine > 0.0) world += across * (side * PIXELS * pixelAt(world) / sine);
  vColour = 0.6 * colourOf(f.state);
  vWorld = world;
  gl_Position = placed((f.state.y & HIDDEN) != 0u, world);
}
`
}`

export const LINE_VERTEX = `${HEAD}${TABLES}${LIGHT}${FRAME}${LISTED}${
  /* glsl */ `
out vec3 vColour;
out vec3 vWorld;
void main() {
  Frame f = frameOf(listed(gl_VertexID / 2));
  vec3 world = f.a + f.e1 * (f.size * float(gl_VertexID % 2));
  vColour = fromAfar(f, towardEye(world));
  vWorld = world;
  gl_Position = placed(isOut(f.state.y), world);
}
`
}`

export const PLAIN_FRAGMENT = `${HEAD}${CLIP}${
  /* glsl */ `
uniform float uAlpha;
in vec3 vColour;
in vec3 vWorld;
out vec4 colour;
void main() {
  clip(vWorld);
  colour = vec4(vColour, uAlpha);
}
`
}`

/** Frames whose ends coincide, as a diamond of a few pixels. */
export const MARKER_VERTEX = `${HEAD}${TABLES}${
  /* glsl */ `
in uint frame;
out vec3 vColour;
out vec3 vWorld;
void main() {
  uvec4 r = texelFetch(uRecords, cell(frame), 0);
  uvec2 state = texelFetch(uFrameState, cell(frame), 0).xy;
  vec3 world = texelFetch(uNodes, cell(r.x), 0).xyz;
  vColour = (state.y & SELECTED) != 0u ? uAccent : vec3(0.82, 0.25, 0.2);
  vWorld = world;
  gl_PointSize = 13.0;
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

/**
 * Where a node is drawn: it lies inside the bodies that meet there, and comes to the front of those, not of everything. Toward
 * the eye along the line of sight, so that it stays where it is on screen.
 */
const BEFORE_BODIES = /* glsl */ `
uniform float uNodeLift;
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
  gl_PointSize = vSize;
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

/** Support glyphs: about constant on screen, no larger in the model than the node allows; too small, a dot stands for them. */
export const SUPPORT_VERTEX = `${HEAD}${TABLES}${LIGHT}${
  /* glsl */ `
uniform float uSymbolPixels;
uniform vec3 uSupport;
uniform mat3 uDisplay;
in vec3 position;
in vec3 normal;
in uvec3 glyph;
const float SMALLEST = ${SMALLEST_SUPPORT.toFixed(1)};
out vec3 vColour;
out vec3 vWorld;
void main() {
  uvec2 state = texelFetch(uSupportState, cell(glyph.x), 0).xy;
  vec4 place = texelFetch(uNodes, cell(glyph.y), 0);
  float most = uintBitsToFloat(glyph.z);
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
export const SUPPORT_DOT_VERTEX = `${HEAD}${TABLES}${BEFORE_BODIES}${
  /* glsl */ `
uniform float uSymbolPixels;
uniform float uDotPixels;
uniform vec3 uSupport;
in uvec3 glyph;
const float SMALLEST = ${SMALLEST_SUPPORT.toFixed(1)};
out vec3 vColour;
out vec3 vWorld;
out float vSize;
void main() {
  uvec2 state = texelFetch(uSupportState, cell(glyph.x), 0).xy;
  vec4 place = texelFetch(uNodes, cell(glyph.y), 0);
  float most = uintBitsToFloat(glyph.z);
  float pixel = pixelAt(place.xyz);
  bool isGlyph = most <= 0.0 || min(uSymbolPixels * pixel, most) >= SMALLEST * pixel;
  vColour = (state.y & SELECTED) != 0u ? uAccent : (state.y & HOVERED) != 0u ? mix(uSupport, uAccent, 0.5) : (state.y & PAINTED) != 0u ? paletteOf(state) : uSupport;
  if ((state.y & CHANGED) != 0u) vColour = mix(vColour, vec3(0.98, 0.78, 0.22), 0.85 * uPulse);
  vWorld = place.xyz;
  vSize = uDotPixels;
  gl_PointSize = vSize;
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
