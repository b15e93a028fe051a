import { z } from 'zod'
import { analyseModel } from '#lib/service/analyse-model.ts'
import { AnalysisAnswer, AnalysisQuestion } from '#lib/service/analysis-schema.ts'
import { openModel } from '#lib/service/models/open-model.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { ModelId } from './inputs.ts'
import { RESULT_CHARACTERS } from './result-size.ts'
import { READS, tool } from './tool.ts'

/** A summary stands in the context of the model that asks: at most 500 tokens, whatever is analysed. */
const BRIEF = { digits: 6, summaryCharacters: 1750, pageCharacters: RESULT_CHARACTERS, isBrief: true }

export const analyseModelTool = tool({
  name: 'service.analyse_model',
  title: 'Analyse a model',
  scope: 'mcp:models:read',
  description:
    'Does it stand, how far does it move? Linear elastic screening of frames under load cases and combinations: reactions, deflection, drift, stress, periods, or the mechanism. Areas load and weigh, they do not stiffen. Without show a summary.',
  input: z.strictObject({ modelId: ModelId, ...AnalysisQuestion.shape }),
  output: AnalysisAnswer,
  annotations: READS,
  stages: ['waiting', 'read', 'counted'],
  app: 'calls',
  async run({ modelId, ...question }, { caller, request, sent }) {
    // True is read as 1: that there are to be periods, and not how many.
    const modes = isDictionary(sent) && sent.modes === true ? undefined : question.modes
    return analyseModel(await openModel(caller, modelId, 'read'), { ...question, modes }, request, BRIEF)
  },
})
