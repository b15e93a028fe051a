import { HEAD } from './shaders.ts'

export const DEPTH = /* glsl */ `
uniform sampler2D uDepth;
uniform mat4 uToView;
/** In the camera's axes; w is 0 where there is nothing. */
vec4 seenAt(ivec2 texel) {
  ivec2 most = textureSize(uDepth, 0) - 1;
  texel = clamp(texel, ivec2(0), most);
  float depth = texelFetch(uDepth, texel, 0).x;
  vec4 p = uToView * vec4(vec3((vec2(texel) + 0.5) / vec2(most + 1), depth) * 2.0 - 1.0, 1.0);
  return vec4(p.xyz / p.w, depth < 1.0 ? 1.0 : 0.0);
}
float pixelAt(vec3 seen) { return uPixel.x * -seen.z + uPixel.y; }
vec3 steadier(vec4 before, vec3 here, vec4 after) {
  vec3 a = here - before.xyz;
  vec3 b = after.xyz - here;
  return after.w == 0.0 || (before.w > 0.0 && abs(a.z) < abs(b.z)) ? a : b;
}
/** Of the surface at a texel, in the camera's axes. */
vec3 normalAt(ivec2 texel, vec3 here) {
  vec3 right = steadier(seenAt(texel - ivec2(1, 0)), here, seenAt(texel + ivec2(1, 0)));
  vec3 up = steadier(seenAt(texel - ivec2(0, 1)), here, seenAt(texel + ivec2(0, 1)));
  return normalize(cross(right, up));
}
`

/** How much of the sky over each point is taken by what lies within `uReach` texels around it: 1 is open, 0 closed. */
export const OCCLUSION_FRAGMENT = `${HEAD}${DEPTH}${
  /* glsl */ `
uniform float uReach;
uniform float uTexel;
out vec4 colour;
const int SAMPLES = 20;
void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  vec4 here = seenAt(texel);
  colour = vec4(1.0);
  if (here.w == 0.0) return;
  vec3 normal = normalAt(texel, here.xyz);
  float reach = uReach * uTexel * pixelAt(here.xyz);
  // Neighbours look in other directions; the sixteen of a square are made even by the smoothing.
  float turn = float((texel.x * 7 + texel.y * 3 + (texel.x & 2) * 5) & 15) * 0.3927;
  float taken = 0.0;
  for (int k = 0; k < SAMPLES; k++) {
    float way = pow((float(k) + 0.5) / float(SAMPLES), 0.75);
    float angle = turn + float(k) * 2.39996;
    vec4 other = seenAt(texel + ivec2(round(vec2(cos(angle), sin(angle)) * way * uReach)));
    vec3 v = (other.xyz - here.xyz) / reach;
    float vv = dot(v, v);
    float open = max(1.0 - vv, 0.0);
    taken += other.w * open * open * max(dot(v, normal) - 0.03, 0.0) / sqrt(vv + 0.001);
  }
  colour = vec4(vec3(clamp(1.0 - 2.6 * taken / float(SAMPLES), 0.0, 1.0)), 1.0);
}
`
}`

/** The mean of the four by four around a texel that lie on the same surface. */
export const SMOOTH_FRAGMENT = `${HEAD}${DEPTH}${
  /* glsl */ `
uniform sampler2D uShade;
uniform float uTexel;
out vec4 colour;
void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  vec4 here = seenAt(texel);
  colour = vec4(1.0);
  if (here.w == 0.0) return;
  float near = 6.0 * uTexel * pixelAt(here.xyz);
  float sum = 0.0;
  float weights = 1e-4;
  for (int x = -2; x < 2; x++) for (int y = -2; y < 2; y++) {
    vec4 other = seenAt(texel + ivec2(x, y));
    float weight = other.w * max(1.0 - abs(other.z - here.z) / near, 0.0);
    sum += weight * texelFetch(uShade, texel + ivec2(x, y), 0).x;
    weights += weight;
  }
  colour = vec4(vec3(sum / weights), 1.0);
}
`
}`

export const SHADE_FRAGMENT = /* glsl */ `
precision highp float;
uniform sampler2D uShade;
in vec2 vAt;
out vec4 colour;
void main() {
  float shade = texture(uShade, vAt).x;
  colour = vec4(vec3(shade), 1.0 - shade);
}
`
