import { ModelError } from '#lib/schema/model-error.ts'

/** What a thread has put into words already. */
export class Explained extends ModelError {
  constructor(readonly text: string) {
    super('invalid')
  }
}
