import { GROUP } from '#lib/geometry/groups.ts'
import { STRIPS } from '../elements/listed-shapes.ts'
import { CLIP, HEAD, LIGHT, TABLES } from './shaders.ts'

/** Edges that divide a surface are gone where they are shorter than this on screen, in pixels. */
export const SHORTEST_EDGE = 4
/** Bodies are that thick at least, in pixels, where anything but their upper side is drawn. */
export const THINNEST_BODY = 1
/** The same while what is around them does not lie on the card: none is. */
export const WITHOUT_SIDES = 1e30

/**
 * An area out of its tables (`lib/geometry/area-tables.ts`), by the number of a vertex. `uList` names the items of a draw one by
 * one (`uShift` 0) or in groups of 2 to the power of `uShift`.
 */
const AREA = /* glsl */ `
uniform usampler2D uAreas;
uniform usampler2D uTriangles;
uniform usampler2D uAreaEdges;
uniform usampler2D uList;
uniform int uShift;
uniform float uMiddle;
uniform float uThinnest;
uint listed(int k) {
  uint shift = uint(uShift);
  return (texelFetch(uList, cell(uint(k) >> shift), 0).x << shift) | (uint(k) & ((1u << shift) - 1u));
}
vec3 pointAt(uint k) { return texelFetch(uNodes, cell(k), 0).xyz; }
struct Area { vec3 up; float low; float high; bool isBody; bool isWarped; bool isWall; uvec2 state; };
Area areaOf(uint item) {
  uvec4 r = texelFetch(uAreas, cell(item), 0);
  vec2 o = uintBitsToFloat(r.xy);
  float z = 1.0 - abs(o.x) - abs(o.y);
  vec2 folded = (1.0 - abs(o.yx)) * vec2(o.x < 0.0 ? -1.0 : 1.0, o.y < 0.0 ? -1.0 : 1.0);
  float thickness = uintBitsToFloat(r.z);
  Area area;
  area.up = normalize(vec3(z < 0.0 ? folded : o, z));
  area.low = (r.w & 1u) != 0u ? -thickness : (r.w & 2u) != 0u ? 0.0 : -0.5 * thickness;
  area.high = area.low + thickness;
  area.isBody = (r.w & 4u) != 0u && uMiddle < 0.5;
  if (uMiddle > 0.5) area.low = area.high = 0.5 * (area.low + area.high);
  area.isWarped = (r.w & 32u) != 0u;
  area.isWall = ((r.w >> 8u) & 3u) == 1u;
  area.state = texelFetch(uAreaState, cell(item), 0).xy;
  return area;
}
bool isThin(Area area, vec3 point) { return area.high - area.low < uThinnest * pixelAt(point); }
`

/**
 * The upper sides of areas, their lower ones (`uIsLower` 1), or the sides around (`AROUND`): a program of its own, because where the
 * processor draws both ways of a question are gone, and sides ask most of the tables.
 */
export const FACE_VERTEX = `${HEAD}${TABLES}${LIGHT}${AREA}${
  /* glsl */ `
uniform float uAreaTone;
uniform float uWallTone;
uniform float uOpacity;
uniform int uIsLower;
out vec3 vColour;
out vec3 vBase;
out vec3 vWorld;
flat out float vOpacity;
flat out float vIsSurface;
#ifdef AROUND
${STRIPS}
#endif
void main() {
#ifdef AROUND
  uvec4 edge = texelFetch(uAreaEdges, cell(listed(strip())), 0);
  int corner = cornerOfStrip();
  Area area = areaOf(edge.z);
  vec3 a = pointAt(edge.x);
  vec3 b = pointAt(edge.y);
  bool isTo = corner < 2;
  bool isHigh = (corner & 1) == 1;
  vec3 world = (isTo ? b : a) + area.up * (isHigh ? area.high : area.low);
  vec3 n = normalize(cross(b - a, area.up));
  bool isSurface = !area.isBody || isThin(area, a);
  bool isInside = isSurface || isBeyondStrips();
  // Between two areas of one surface, while both are there and equally thick, a side only closes the crack that they leave on
  // a curved one: behind their faces and in their light; nothing of it is seen through them.
  Area mate = areaOf(edge.w >> 2u);
  bool isShared = (edge.w & 1u) != 0u && (mate.state.y & HIDDEN) == 0u && dot(mate.up, area.up) > 0.0;
  if (isShared && mate.low == area.low && mate.high == area.high) {
    vec3 toEye = towardEye(world);
    isInside = isInside || uOpacity < 1.0;
    n = dot(area.up, toEye) < 0.0 ? -area.up : area.up;
    world -= toEye * (4.0 * pixelAt(world));
  }
#else
  uvec4 triangle = texelFetch(uTriangles, cell(listed(gl_VertexID / 3)), 0);
  int corner = gl_VertexID % 3;
  Area area = areaOf(triangle.w);
  vec3 a = pointAt(triangle.x);
  bool isLower = uIsLower == 1;
  if (isLower) corner = (3 - corner) % 3;
  vec3 n = area.up;
  vec3 world = a;
  if (area.isWarped || corner > 0) {
    vec3 b = pointAt(triangle.y);
    vec3 c = pointAt(triangle.z);
    if (area.isWarped) n = normalize(cross(b - a, c - a));
    world = corner == 0 ? a : corner == 1 ? b : c;
  }
  bool isThinHere = isThin(area, a);
  // A thin one is lifted along an axis of the model: neighbours of other slopes meet, though nothing closes the crack between them.
  float lift = isLower ? area.low : area.high;
  vec3 steep = abs(area.up);
  vec3 axis = steep.z >= max(steep.x, steep.y) ? vec3(0.0, 0.0, 1.0) : steep.x > steep.y ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0);
  world += isThinHere ? axis * (lift / dot(axis, area.up)) : area.up * lift;
  if (isLower) n = -n;
  bool isSurface = !area.isBody || isThinHere;
  bool isInside = isSurface && isLower;
#endif
  bool isMarked = (area.state.y & (SELECTED | HOVERED)) != 0u;
  vBase = colourOf(area.state) * (isMarked ? 1.0 : uAreaTone * (area.isWall ? uWallTone : 1.0));
  vIsSurface = isSurface ? 1.0 : 0.0;
  vColour = lit(vBase, isSurface && dot(n, towardEye(a)) < 0.0 ? -n : n);
  vWorld = world;
  vOpacity = (area.state.y & FADED) != 0u ? uFaint : uOpacity;
  if ((area.state.y & (SELECTED | HOVERED | CHANGED)) != 0u) vOpacity = min(1.0, vOpacity + 0.25);
  bool isLeftOut = (area.state.y & HIDDEN) != 0u || isInside;
  gl_Position = placed(isLeftOut, world);
}
`
}`

export const FACE_FRAGMENT = `${HEAD}${CLIP}${
  /* glsl */ `
uniform vec3 uCap;
in vec3 vColour;
in vec3 vBase;
in vec3 vWorld;
flat in float vOpacity;
flat in float vIsSurface;
out vec4 colour;
void main() {
  clip(vWorld);
  if (!gl_FrontFacing && vIsSurface < 0.5) {
    if (uClipCount == 0) discard;
    colour = vec4(mix(vBase, uCap, 0.6), max(vOpacity, 0.8));
    return;
  }
  colour = vec4(vColour, vOpacity);
}
`
}`

/**
 * Edges of areas as strips that face the eye: of each the upper one, and with `uStrokes` 3 the lower one and the one between
 * them where the surface bends or ends. An edge that divides a surface fades where it is short on screen, or from far away a mesh would be all edge. A pixel
 * nearer to the eye than they are, so that they win over the faces they bound and over nothing else.
 */
export const EDGE_VERTEX = `${HEAD}${TABLES}${AREA}${STRIPS}${
  /* glsl */ `
uniform vec4 uEdge;
uniform float uAreaEdge;
uniform vec2 uViewport;
uniform int uStrokes;
uniform float uOnlyShared;
uniform float uDash;
out vec3 vColour;
out vec3 vWorld;
out float vSide;
out float vStrength;
flat out vec2 vStart;
const float HALF = 1.5;
const float SHORTEST = ${SHORTEST_EDGE.toFixed(1)};
void main() {
  int stroke = strip();
  uvec4 edge = texelFetch(uAreaEdges, cell(listed(stroke / uStrokes)), 0);
  int which = stroke % uStrokes;
  Area area = areaOf(edge.z);
  vec3 from = pointAt(edge.x);
  vec3 to = pointAt(edge.y);
  bool isThinHere = which > 0 && (!area.isBody || isThin(area, from));
  vec3 a = from + area.up * (which == 0 ? area.high : area.low);
  vec3 b = which == 2 ? from + area.up * area.high : to + area.up * (which == 0 ? area.high : area.low);
  int corner = cornerOfStrip();
  vec3 world = (corner & 1) == 1 ? b : a;
  float side = corner > 1 ? 1.0 : -1.0;
  vec3 toEye = towardEye(world);
  vec3 across = cross(b - a, toEye);
  float sine = length(across);
  vec3 base = colourOf(area.state);
  vColour = mix(base, uEdge.rgb * base, uAreaEdge);
  vWorld = world;
  vSide = side * HALF;
  float pixel = pixelAt(world);
  bool isDivision = (edge.w & 1u) != 0u;
  uint mate = edge.w >> 2u;
  uint ofMate = texelFetch(uAreaState, cell(mate), 0).y;
  bool isMateSeen = isDivision && (ofMate & HIDDEN) == 0u;
  bool isFaded = (area.state.y & FADED) != 0u;
  bool isAfterDivision = (edge.w & 2u) != 0u;
  bool isInside = which == 2 && isMateSeen && isAfterDivision;
  bool divides = which == 2 ? isDivision || isAfterDivision : isDivision;
  // Seen from the side, edges lie closer together than they are long; between the faces they are as far apart as these are long.
  float pixels = distance(from, to) / pixelAt(0.5 * (from + to)) * (which == 2 ? 1.0 : abs(dot(area.up, toEye)));
  vStrength = isInside ? 0.0 : divides ? clamp((pixels - SHORTEST) / (2.0 * SHORTEST), 0.0, 1.0) : 1.0;
  if (isFaded) vStrength *= uFaint;
  // Hidden ones that are only a few dashes long would lie over each other as a blot: of stairs in a core, of what is far away.
  if (uDash > 0.0) vStrength *= clamp((distance(a, b) / pixelAt(0.5 * (a + b)) - 16.0) / 32.0, 0.0, 1.0);
  if (sine > 0.0) world += across * (side * HALF * pixel / sine);
  vec4 start = projectionMatrix * viewMatrix * vec4(a, 1.0);
  vStart = (start.xy / max(start.w, 1e-6) * 0.5 + 0.5) * uViewport;
  // Of two areas that are not marked the first draws what they share; one that stands out draws its own.
  bool standsOut = !isFaded && (ofMate & FADED) != 0u;
  bool isMarked = standsOut || (area.state.y & (SELECTED | HOVERED | CHANGED)) != 0u;
  bool isDrawnByMate = isMateSeen && !isMarked && mate < edge.z;
  bool isElsewhere = isDrawnByMate || (uOnlyShared > 0.5 && !isDivision);
  bool isLeftOut = isBeyondStrips() || isThinHere || isElsewhere || (area.state.y & HIDDEN) != 0u || vStrength == 0.0;
  gl_Position = placed(isLeftOut, world + toEye * pixel);
}
`
}`

/** `uDash`: of hidden edges, the length of their dashes and gaps in pixels of the canvas; 0 of those that are seen. */
export const EDGE_FRAGMENT = `${HEAD}${CLIP}${
  /* glsl */ `
uniform float uDash;
in vec3 vColour;
in vec3 vWorld;
in float vSide;
in float vStrength;
flat in vec2 vStart;
out vec4 colour;
const float OF_HIDDEN = 0.25;
void main() {
  clip(vWorld);
  float opacity = vStrength * clamp(1.0 - abs(vSide), 0.0, 1.0);
  if (uDash > 0.0) opacity *= mod(distance(gl_FragCoord.xy, vStart), 2.0 * uDash) < uDash ? OF_HIDDEN : 0.0;
  colour = vec4(vColour, opacity);
}
`
}`

/** The shift of groups as `lib/geometry/groups.ts` has them. */
export const GROUP_SHIFT = Math.log2(GROUP)
