// The CLI would download a schema engine that neither `generate` nor `validate` runs; any executable satisfies its look-up.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

import { defineConfig } from 'prisma/config'

export default defineConfig({ schema: 'schema.prisma' })
