/** What is asked of an analysis, with defaults filled in. */
export type AnalysisOptions = {
  /** Ids of load cases and combinations; undefined: all. */
  cases: readonly string[] | undefined
  /** How many modes, 0 … 50; undefined: three where all masses are known. */
  modes: number | undefined
  mass: { selfMass: boolean; cases: Readonly<Record<string, number>> | undefined }
  offsets: 'ignored' | 'rigid'
  shear: boolean
  /** Whether the centres of storeys are wanted, which are solved for. */
  storeys: boolean
}
