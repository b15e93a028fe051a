import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a Prisma client per database under prisma/generated: one schema, in which only provider and output differ. */
const here = import.meta.dirname
const schema = readFileSync(join(here, 'schema.prisma'), 'utf8')
const scratch = mkdtempSync(join(here, '.generate-'))
try {
  for (const [folder, provider] of [
    ['sqlite', 'sqlite'],
    ['postgres', 'postgresql'],
  ]) {
    const file = join(scratch, `${folder}.prisma`)
    writeFileSync(
      file,
      schema.replace('provider = "sqlite"', `provider = "${provider}"`).replace('./generated/sqlite', `../generated/${folder}`),
    )
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(here, '../node_modules/prisma/build/index.js'),
        'generate',
        '--schema',
        file,
        '--config',
        join(here, 'prisma.config.ts'),
      ],
      { encoding: 'utf8', env: { ...process.env, PRISMA_HIDE_UPDATE_MESSAGE: '1' } },
    )
    if (status !== 0) throw new Error(`prisma generate failed for ${provider}:\n${stdout}${stderr}`)
  }
} finally {
  rmSync(scratch, { recursive: true })
}
