import type { Conversation } from './conversation.ts'
import type { Page } from './page.ts'

/** Asks for the whole screen, or back into the conversation; says so where the host does neither. */
export async function turnFullscreen(page: Page, talk: Conversation, wanted: boolean): Promise<void> {
  if (!(await talk.fullscreen(wanted))) page.noteAWhile('This chat keeps the view as large as it is.')
}
