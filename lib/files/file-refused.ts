import { limits } from '#lib/runtime/limits.ts'
import type { Issue } from '#lib/schema/model-error.ts'

/** A file that makes no model, with all that is wrong with it: at most `limits.issues` of `total`. `loc` is below the body. */
export class FileRefused extends Error {
  constructor(
    readonly issues: Issue[],
    readonly total = issues.length,
  ) {
    super(issues[0]?.msg ?? 'the file was refused')
  }
}

export const fileSyntax = (loc: Issue['loc'], msg: string): Issue => ({ type: 'file_syntax', loc, msg })
export const fileValue = (loc: Issue['loc'], msg: string): Issue => ({ type: 'file_value', loc, msg })
export const contentForbidden = (loc: Issue['loc'], msg: string): Issue => ({ type: 'file_content_forbidden', loc, msg })
export const overLimit = (loc: Issue['loc'], msg: string, limit: number): Issue => ({
  ...{ type: 'limit_exceeded', loc, msg },
  ctx: { limit },
})

/** Gathers what is wrong, for all of it is told at once. */
export class FileIssues {
  readonly #issues: Issue[] = []
  #total = 0

  add(issue: Issue): void {
    this.#total++
    if (this.#issues.length < limits.issues) this.#issues.push(issue)
  }

  throwIfAny(): void {
    if (this.#total > 0) throw new FileRefused(this.#issues, this.#total)
  }
}
