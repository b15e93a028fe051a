/** What the commands of OpenSees are about, as far as they make no node, support or element. */

type Left = 'loads' | 'analysis' | 'constraints' | 'property_data' | 'assignments'

const words = (text: string) => text.split(' ')

const LEFT: ReadonlyMap<string, Left> = new Map(
  (
    [
      ['loads', 'load eleLoad pattern timeSeries sp imposedMotion groundMotion loadConst'],
      [
        'analysis',
        `analysis analyze constraints numberer system test algorithm integrator recorder record rayleigh eigen wipeAnalysis
 modalDamping modalDampingQ modalProperties responseSpectrumAnalysis print printA printB printModel reactions setTime getTime
 nodeDisp nodeReaction eleResponse eleForce puts logFile setPrecision start stop remove reset initialize exit wipeReliability
 parameter updateParameter addToParameter setParameter DisplayModel3D DisplayPlane vup vrp prp plane port projection fill display
 viewWindow clipping`.replace(/\n/g, ''),
      ],
      ['constraints', 'rigidDiaphragm equalDOF equalDOF_Mixed rigidLink'],
      [
        'property_data',
        'uniaxialMaterial nDMaterial section fiber patch layer beamIntegration frictionModel damping hystereticBackbone',
      ],
      ['assignments', 'region mass setNodeCoord setEleTag'],
    ] as const
  ).flatMap(([code, text]) => words(text).map((word) => [word, code] as const)),
)

/** Under which code a command is left out; undefined of one that nobody knows. */
export const codeOfCommand = (command: string): Left | undefined => LEFT.get(command)

const LINKS = new Set(words('zeroLength zeroLengthSection zeroLengthND twoNodeLink CoupledZeroLength rigidLink'))
export const isLink = (type: string): boolean => LINKS.has(type)

/** Elements between two nodes that are frames of ours. */
export const isFrame = (type: string): boolean => /BeamColumn|^(?:corot)?truss|^ElasticTimoshenkoBeam$/i.test(type)
export const isTruss = (type: string): boolean => /truss/i.test(type)
export const isShell = (type: string): boolean => /^shell/i.test(type)

const INTEGRATED = /^(?:force|disp|nonlinear|gradientInelastic|mixed)/i

/**
 * Which word is the transformation, of those behind the two nodes: the last number of an elastic element, of the others by how many there
 * are: `transf integration`, or as it was before `points section transf`.
 */
export function transformationAt(type: string, numbers: number): number | undefined {
  if (isTruss(type)) return undefined
  if (!INTEGRATED.test(type)) return numbers > 0 ? numbers - 1 : undefined
  return numbers === 2 ? 0 : numbers >= 3 ? 2 : undefined
}
