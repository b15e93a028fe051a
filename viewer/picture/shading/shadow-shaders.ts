import { DEPTH } from './corner-shaders.ts'
import { HEAD } from './shaders.ts'

/**
 * What the light does not reach, of bodies and of the ground below them. `uGround`: whether there is
 * one, and how high up it lies.
 */
export const SHADOW_FRAGMENT = `${HEAD}${DEPTH}${
  /* glsl */ `
uniform sampler2D uShadows;
uniform mat4 uToLight;
uniform float uShadowTexel;
uniform float uShadowReach;
uniform vec3 uKeyDirection;
uniform vec2 uGround;
uniform vec3 uUp;
in vec2 vAt;
out vec4 colour;
const float DARKER = 0.34;
vec3 inModel(vec3 seen) { return transpose(mat3(viewMatrix)) * (seen - viewMatrix[3].xyz); }
vec3 unseen(float depth) {
  vec4 p = uToView * vec4(vAt * 2.0 - 1.0, depth, 1.0);
  return inModel(p.xyz / p.w);
}
/** How much of a small square around a point lies in shadow. */
float taken(vec3 point, vec3 normal) {
  // The light that grazes a surface sees its neighbours at other depths: the flatter it falls, the farther off they count.
  float facing = max(dot(normal, uKeyDirection), 0.15);
  float slack = 2.0 + 2.5 * sqrt(max(1.0 - facing * facing, 0.0)) / facing;
  vec3 at = (uToLight * vec4(point, 1.0)).xyz * 0.5 + 0.5;
  ivec2 most = textureSize(uShadows, 0) - 1;
  vec2 place = at.xy * vec2(most + 1) - 0.5;
  ivec2 first = ivec2(floor(place)) - 1;
  vec2 part = fract(place);
  float nearer = at.z - slack * uShadowTexel / uShadowReach;
  float sum = 0.0;
  for (int x = 0; x < 4; x++) for (int y = 0; y < 4; y++) {
    ivec2 texel = first + ivec2(x, y);
    if (any(lessThan(texel, ivec2(0))) || any(greaterThan(texel, most))) continue;
    float weight = (x == 0 ? 1.0 - part.x : x == 3 ? part.x : 1.0) * (y == 0 ? 1.0 - part.y : y == 3 ? part.y : 1.0);
    if (texelFetch(uShadows, texel, 0).x < nearer) sum += weight;
  }
  return sum / 9.0;
}
void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  vec4 here = seenAt(texel);
  float dark = 0.0;
  if (here.w > 0.0) {
    vec3 normal = transpose(mat3(viewMatrix)) * normalAt(texel, here.xyz);
    // What turns from the light has no key light to lose.
    float facing = smoothstep(0.0, 0.2, dot(normal, uKeyDirection));
    if (facing > 0.0) dark = DARKER * facing * taken(inModel(here.xyz) + normal * uShadowTexel, normal);
  } else if (uGround.x > 0.5) {
    vec3 from = unseen(-1.0);
    vec3 along = unseen(1.0) - from;
    float down = dot(along, uUp);
    float t = (uGround.y - dot(from, uUp)) / down;
    if (down < 0.0 && t > 0.0) dark = 0.5 * DARKER * taken(from + along * t, uUp);
  }
  colour = vec4(vec3(1.0 - dark), 1.0);
}
`
}`
