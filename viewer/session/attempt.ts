import { HostError } from '../viewer-host.ts'
import { reasonText } from './reason-text.ts'
import type { ViewerSession } from './session.ts'

/** What somebody has pressed for and somebody else must answer first: where it comes to nothing, that is said, and why. */
export async function attempt({ say }: Pick<ViewerSession, 'say'>, action: Promise<unknown>): Promise<void> {
  try {
    await action
  } catch (error) {
    say(`This could not be done. ${reasonText(error)}`)
  }
}

/** Who only points has asked for nothing, and is told of no failure; what is a mistake of ours stands in the console. */
export function unasked(error: unknown): null {
  if (!(error instanceof HostError)) console.error(error)
  return null
}
