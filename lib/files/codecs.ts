import type { FileReader } from './file-to-read.ts'
import type { FormatId } from './formats.ts'
import type { FileWriter } from './model-to-write.ts'

/** Who reads and writes the formats of `formats.ts`, loaded when first needed. json, the model's own form, is in neither. */

export const READERS: Partial<Record<FormatId, () => Promise<FileReader>>> = {
  s2k: async () => (await import('./csi/s2k-read.ts')).readS2k,
  e2k: async () => (await import('./csi/e2k-read.ts')).readE2k,
  csv: async () => (await import('./sheets/tables-read.ts')).readCsv,
  dxf: async () => (await import('./drawn/dxf-read.ts')).readDxf,
  opensees: async () => (await import('./scripts/opensees-read.ts')).readOpenSees,
  saf: async () => (await import('./sheets/saf-read.ts')).readSaf,
  xlsx: async () => (await import('./sheets/tables-read.ts')).readXlsx,
  ifc: async () => (await import('./ifc/ifc-read.ts')).readIfc,
}

export const WRITERS: Partial<Record<FormatId, () => Promise<FileWriter>>> = {
  s2k: async () => (await import('./csi/s2k-write.ts')).writeS2k,
  e2k: async () => (await import('./csi/e2k-write.ts')).writeE2k,
  csv: async () => (await import('./sheets/tables-write.ts')).writeCsv,
  dxf: async () => (await import('./drawn/dxf-write.ts')).writeDxf,
  opensees: async () => (await import('./scripts/opensees-write.ts')).writeOpenSees,
  saf: async () => (await import('./sheets/saf-write.ts')).writeSaf,
  xlsx: async () => (await import('./sheets/tables-write.ts')).writeXlsx,
  glb: async () => (await import('./drawn/glb-write.ts')).writeGlb,
  ifc: async () => (await import('./ifc/ifc-write.ts')).writeIfc,
}
