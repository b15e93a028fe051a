const USUAL = [30, 45, 60, 90, 120, 135, 150, 180, 270, 360]

/** The angle in degrees of which a number sent as degrees looks like the radians (1.5708, 1.57, -3.1416); undefined of others. */
export function degreesOfRadians(sent: number): number | undefined {
  const found = USUAL.find((degrees) => Math.abs((Math.abs(sent) * 180) / Math.PI - degrees) <= 1e-3 * degrees)
  return found === undefined ? undefined : Math.sign(sent) * found
}

export const radiansText = (field: string, sent: number, degrees: number): string =>
  `${field} ${sent} is in degrees: send ${degrees}, if it was meant as radians`
