import { z } from 'zod'

/** Results of one case for a whole model, as arrays instead of rows: what is drawn of an analysis. */

/** Kinds of rows that there are as arrays, with the numbers of an entry. */
export const COLUMN_WIDTHS = { reactions: 6, displacements: 6, deflections: 3, forces: 6, stresses: 2 } as const
export type ColumnKind = keyof typeof COLUMN_WIDTHS

const packed = z.string().optional()

/**
 * Every array is base64 of Float32, little-endian, in the order of `nodes`, `supported` or `frames`, of a frame station by station as in
 * `at`; what has no value is NaN. Units are those of the model, stresses MPa.
 */
export type CaseColumns = z.output<typeof CaseColumns>
export const CaseColumns = z
  .object({
    at: z.array(z.number()),
    nodes: z.array(z.string()).optional().describe('Ids, where displacements are shown'),
    supported: z.array(z.string()).optional().describe('Ids of nodes, where reactions are'),
    frames: z.array(z.string()).optional().describe('Ids, where deflections, forces or stresses are'),
    lines: z
      .array(
        z.object({
          case: z.string(),
          of: z.enum(['max', 'min']).optional().describe('Of an envelope'),
          reactions: packed.describe('fx fy fz mx my mz of each node in supported'),
          displacements: packed.describe('ux uy uz rx ry rz of each node in nodes'),
          deflections: packed.describe('ux uy uz of each frame and station'),
          forces: packed.describe('p v2 v3 t m2 m3 of each frame and station'),
          stresses: packed.describe('stress and ratio of each frame and station'),
        }),
      )
      .describe('One; of an envelope its max and its min'),
  })
  .describe('base64 of little-endian Float32, NaN where there is no value')
  .meta({ id: 'CaseColumns' })
