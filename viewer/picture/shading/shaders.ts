/**
 * What shaders of all kinds are made of. GLSL ES 3.00; all positions are about the scene's origin, colours are display colours
 * (the canvas is flat).
 */

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

const PLANES = /* glsl */ `
#ifdef CLIPPED
uniform int uClipCount;
uniform vec4 uClip[6];
#else
const int uClipCount = 0;
#endif
`

/** Which part of a line the section planes leave, from 0 at its start to 1 at its end; none where the second is less than the first. */
export const KEPT = `${PLANES}${
  /* glsl */ `
vec2 kept(vec3 a, vec3 b) {
  vec2 part = vec2(0.0, 1.0);
#ifdef CLIPPED
  for (int k = 0; k < 6; k++) if (k < uClipCount) {
    float from = dot(uClip[k].xyz, a) + uClip[k].w;
    float to = dot(uClip[k].xyz, b) + uClip[k].w;
    if (from < 0.0 && to < 0.0) return vec2(1.0, 0.0);
    if (from < 0.0) part.x = max(part.x, from / (from - to));
    if (to < 0.0) part.y = min(part.y, from / (from - to));
  }
#endif
  return part;
}
`
}`

/** The section planes: a point is kept where every plane is positive. The side seen through a cut takes the cap's colour. */
export const CLIP = `${PLANES}${
  /* glsl */ `
#ifdef CLIPPED
void clip(vec3 world) {
  for (int k = 0; k < 6; k++) if (k < uClipCount && dot(uClip[k].xyz, world) + uClip[k].w < 0.0) discard;
}
#else
// Without a section nothing is discarded, so hidden pixels are refused before they are shaded.
void clip(vec3 world) {}
#endif
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
