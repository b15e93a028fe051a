import { SCENE_TYPE } from '#lib/scene-file/layout.ts'

/** What a thread reads: a large model as columns, any other as JSON. */
export const ACCEPTED = `${SCENE_TYPE}, application/json;q=0.9`
