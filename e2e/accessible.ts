import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Axe finds nothing on the page as it stands, or in parts of it; what it finds is told by its rule and the markup. It runs within the
 * page, and spells out nothing that is well: in a page beside it, which other sites' frames would need, it takes more than twice as long.
 */
export async function isAccessible(page: Page, ...parts: string[]): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  for (const part of parts) axe.include(part)
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

/** The same page in the light and in the dark theme, once its colours have faded from one to the other. */
export async function isAccessibleInBothThemes(page: Page, ...parts: string[]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(() => document.getAnimations().length === 0)
    await isAccessible(page, ...parts)
  }
}
