import { capital } from '#lib/values/capital.ts'
import { HostError } from '../viewer-host.ts'

const REASONS: Record<HostError['reason'], string> = {
  offline: 'There is no connection.',
  busy: 'The server is busy.',
  signed_out: 'You are signed out.',
  gone: 'It no longer exists.',
  forbidden: 'You may not do this.',
  refused: 'The server does not take this.',
  failed: 'The server could not answer.',
  stopped: 'The part of the viewer that reads the model has stopped.',
}

/** Why the host has no answer, in words. What is no host's failure is a mistake of ours, and told as one. */
export function reasonText(error: unknown): string {
  if (error instanceof HostError) return error.says ? `${capital(error.says)}.` : REASONS[error.reason]
  console.error(error)
  return 'Something went wrong in the viewer.'
}
