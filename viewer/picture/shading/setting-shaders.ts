import { HEAD } from './shaders.ts'

/** What surrounds the model: grid lines and local axes, the ground. */

/**
 * Lines of so many pixels, smooth at any zoom and without multisampling: an instance is a strip that faces the eye. `reach` > 0:
 * `from` and `to` are about `at`, in units of `uSize` pixels, but no longer than `reach`.
 */
export const STROKE_VERTEX = `${HEAD}${
  /* glsl */ `
uniform float uWidth;
uniform float uSize;
in vec3 at;
in vec3 from;
in vec3 to;
in vec3 tint;
in float reach;
in float start;
#ifdef ONE_TINT
uniform vec3 uTint;
#endif
out vec3 vColour;
out float vSide;
out float vAlong;
float pixelAt(vec3 point) { return uPixel.x * -(viewMatrix * vec4(point, 1.0)).z + uPixel.y; }
void main() {
  float size = reach > 0.0 ? min(uSize * pixelAt(at), reach) : 1.0;
  vec3 a = at + from * size;
  vec3 b = at + to * size;
  int corner = gl_VertexID % 6;
  float t = corner == 1 || corner > 3 ? 1.0 : 0.0;
  float side = corner == 2 || corner == 3 || corner == 5 ? 1.0 : -1.0;
  vec3 world = mix(a, b, t);
  vec3 back = vec3(viewMatrix[0].z, viewMatrix[1].z, viewMatrix[2].z);
  vec3 eye = -(transpose(mat3(viewMatrix)) * viewMatrix[3].xyz);
  vec3 across = cross(b - a, uPixel.x > 0.0 ? eye - a : back);
  float sine = length(across);
  across = sine > 0.0 ? across / sine : vec3(viewMatrix[0].x, viewMatrix[1].x, viewMatrix[2].x);
  float half_ = 0.5 * uWidth + 1.0;
  vSide = side * half_;
  vAlong = start + t * length(b - a);
#ifdef ONE_TINT
  vColour = uTint;
#else
  vColour = tint;
#endif
  gl_Position = projectionMatrix * viewMatrix * vec4(world + across * (side * half_ * pixelAt(world)), 1.0);
}
`
}`

/** `uDash`: chain lines, as a drawing has them; their pattern keeps about its size on screen. */
export const STROKE_FRAGMENT = `${HEAD}${
  /* glsl */ `
uniform float uWidth;
uniform float uDash;
in vec3 vColour;
in float vSide;
in float vAlong;
out vec4 colour;
void main() {
  float opacity = clamp(0.5 * uWidth + 0.5 - abs(vSide), 0.0, 1.0);
  if (uDash > 0.0) {
    float pixel = max(fwidth(vAlong), 1e-12);
    float period = exp2(ceil(log2(uDash * pixel)));
    float s = fract(vAlong / period) * period / pixel;
    float whole = period / pixel;
#ifdef EVEN
    float dash = clamp(0.62 * whole - s + 0.5, 0.0, 1.0);
#else
    float gap = 0.07 * whole;
    float dash = min(smoothstep(-0.5, 0.5, abs(s - 0.8 * whole) - gap * 0.5), smoothstep(-0.5, 0.5, abs(s - 0.95 * whole) - gap * 0.5));
#endif
    opacity *= dash;
  }
  if (opacity < 0.004) discard;
  colour = vec4(vColour, opacity);
}
`
}`

/** Of what lies over the whole screen, as one triangle. */
export const SCREEN_VERTEX = /* glsl */ `
precision highp float;
in vec3 position;
out vec2 vAt;
void main() {
  vAt = position.xy * 0.5 + 0.5;
  gl_Position = vec4(position.xy, 1.0, 1.0);
}
`
/**
 * The ground: a fine grid that thins out with distance and close to the eye. `uStep` is the width of its squares; every fifth line is
 * stronger. It is most of the screen: what is the same for all pixels is worked out before.
 */
export const GROUND_VERTEX = `${HEAD}${
  /* glsl */ `
in vec3 position;
uniform vec3 uCentre;
uniform float uReach;
uniform float uStep;
uniform vec2 uShift;
uniform mat3 uDisplay;
out vec2 vFrom;
out vec2 vAt;
out float vNear;
void main() {
  vFrom = position.xy;
  vec2 at = position.xy * uReach;
  vAt = (at + uShift) / uStep;
  vec4 seen = viewMatrix * vec4(uCentre + uDisplay * vec3(at, 0.0), 1.0);
  // Near the eye too, where it would be cut off by the near plane, which follows the model.
  float near = projectionMatrix[3][2] / (projectionMatrix[2][2] - 1.0);
  vNear = uPixel.x > 0.0 ? (-seen.z / near - 1.0) / 0.4 : 1.0;
  gl_Position = projectionMatrix * seen;
}
`
}`
export const GROUND_FRAGMENT = /* glsl */ `
precision highp float;
uniform vec4 uLine;
in vec2 vFrom;
in vec2 vAt;
in float vNear;
out vec4 colour;
float soft(float t) { t = clamp(t, 0.0, 1.0); return t * t * (3.0 - 2.0 * t); }
vec2 soft(vec2 t) { t = clamp(t, 0.0, 1.0); return t * t * (3.0 - 2.0 * t); }
/** Lines at whole numbers, a pixel wide, until squares are as small as \`pixel\` from 0.25 to 0.6. */
vec2 lines(vec2 at, vec2 pixel, vec2 perPixel) {
  return soft(1.0 - abs(fract(at - 0.5) - 0.5) * perPixel) * soft((0.6 - pixel) / 0.35);
}
void main() {
  vec2 pixel = fwidth(vAt);
  vec2 perPixel = 1.0 / pixel;
  vec2 strength = max(lines(vAt, pixel, perPixel) * 0.4, lines(0.2 * vAt, 0.2 * pixel, 5.0 * perPixel) * 0.9);
  float fade = soft((1.0 - length(vFrom)) / 0.85) * soft(vNear);
  colour = vec4(uLine.rgb, uLine.a * max(strength.x, strength.y) * fade);
  if (colour.a < 0.004) discard;
}
`
