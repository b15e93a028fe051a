import { demoModel } from '#lib/examples/demo.ts'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import type { Route } from '#lib/http/routes.ts'
import { analyseModel } from '#lib/service/analyse-model.ts'
import { AnalyseShared, AnalysisReply } from '#lib/service/analysis-schema.ts'
import { unstoredModel } from '#lib/service/models/unstored-model.ts'
import type { WholeModel } from '#lib/service/whole-model.ts'
import { operation } from './operation.ts'
import { WHOLE_ANSWER } from './operations/analysis.ts'
import { json } from './reply.ts'
import { answerOf } from './serve.ts'

let demo: WholeModel | undefined

/** The demo building as whoever has a share link analyses a model: counted by network, in turn, and each question solved once. */
const analyseDemo = operation({
  id: 'analyse_demo',
  method: 'POST',
  path: '/demo/analyse',
  tag: 'Loads',
  summary: 'Analyse the demo building',
  description: 'As the operation of a model does.',
  needs: 'read',
  forEverybody: true,
  body: AnalyseShared,
  answer: AnalysisReply,
  async run({ body, workRequest }) {
    demo ??= unstoredModel(demoBuilding(), demoModel())
    return json(await analyseModel(demo, body, workRequest, WHOLE_ANSWER))
  },
})

export const demoAnalysisRoute = { path: '/demo/analyse', answer: answerOf([analyseDemo]) } satisfies Route
