import { analyseModel } from '#lib/service/analyse-model.ts'
import { AnalyseModel, AnalysisReply } from '#lib/service/analysis-schema.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { json } from '../reply.ts'

export const analyseConstructModel = operation({
  id: 'analyse_model',
  method: 'POST',
  path: '/api/construct-models/{model_id}/analyse',
  tag: 'Loads',
  summary: 'Analyse a model: does it stand, and how far does it move',
  description:
    'Linear, elastic, first-order statics of the frames: reactions, displacements, forces, deflections, stresses, drift and periods of ' +
    'load cases and combinations; a summary, or rows of what `show` names, page by page. Areas load, weigh and tie, they do not stiffen. ' +
    'A screening, not for design. What cannot be analysed is refused with all reasons at once. A read: it makes no revision.',
  needs: 'read',
  body: AnalyseModel,
  answer: AnalysisReply,
  example: { body: example.analysis, answer: example.analysisAnswer },
  run: async ({ model, body, workRequest }) => json(await analyseModel(model, body, workRequest, WHOLE_ANSWER)),
})

/** Programs get the summary beside the rows, and all of it. */
export const WHOLE_ANSWER = {
  digits: 9,
  summaryCharacters: Number.POSITIVE_INFINITY,
  pageCharacters: Number.POSITIVE_INFINITY,
  isBrief: false,
}
