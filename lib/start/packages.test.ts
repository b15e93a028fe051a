import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#lib/runtime/program.mjs'

type Locked = { dev?: boolean; devOptional?: boolean; resolved?: string }
const { packages }: { packages: Record<string, Locked> } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

it('installs neither the command line of Prisma nor what comes with it where nothing is built', () => {
  for (const name of ['prisma', '@prisma/studio-core', '@electric-sql/pglite', 'effect', 'elkjs']) {
    expect(packages[`node_modules/${name}`], name).toMatchObject({ dev: true })
  }
})

it('records no addresses to download packages from', () => {
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved)).toEqual([])
})
