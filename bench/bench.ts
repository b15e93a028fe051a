import { build } from '#lib/start/build/builds.mjs'
import { giveUp, Refusal } from '#lib/start/progress.mjs'
import { CHECK, COMPARE, reportCheck, reportCompare } from './check.ts'
import { COMMENTS, reportComments } from './comments.ts'
import { DEAREST, reportDearest } from './dearest.ts'
import { FAIR, reportFair } from './fair.ts'
import { FILES, reportFiles } from './files.ts'
import { LOADS, reportLoads } from './loads.ts'
import { MEMORY, reportMemory } from './memory.ts'
import { counts } from './options.ts'
import { makePictures } from './pictures.ts'
import { PLAIN, reportPlain } from './plain.ts'
import { reportStatics, STATICS } from './statics.ts'
import { reportTokens } from './tokens.ts'
import { IN_CHAT, reportInChat } from './viewer/in-chat.ts'
import { reportViewer, VIEWER } from './viewer/viewer.ts'

/** `npm run bench -- fair --elements 10000`: one of these, each with counts that may be given. What docs/ publishes comes from here. */
const args = process.argv.slice(3)
const benches: Record<string, () => Promise<void>> = {
  chat: () => reportInChat(counts(IN_CHAT, args)),
  check: () => reportCheck(counts(CHECK, args)),
  compare: () => reportCompare(counts(COMPARE, args)),
  comments: () => reportComments(counts(COMMENTS, args)),
  dearest: () => reportDearest(counts(DEAREST, args)),
  fair: () => reportFair(counts(FAIR, args)),
  files: () => reportFiles(counts(FILES, args)),
  loads: () => reportLoads(counts(LOADS, args)),
  memory: () => reportMemory(counts(MEMORY, args)),
  pictures: makePictures,
  plain: () => reportPlain(counts(PLAIN, args)),
  statics: () => reportStatics(counts(STATICS, args)),
  tokens: reportTokens,
  viewer: () => reportViewer(counts(VIEWER, args)),
}

try {
  const bench = benches[process.argv[2] ?? '']
  if (!bench) throw new Refusal(`npm run bench -- NAME, which is one of ${Object.keys(benches).join(', ')}`)
  await build()
  await bench()
  process.exit(0)
} catch (error) {
  giveUp(error)
}
