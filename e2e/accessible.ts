import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Axe finds nothing on the page as it stands, or in parts of it, and every custom property that is read has a value there; what axe finds
 * is told by its rule and the markup. It runs within the
 * page, and spells out nothing that is well: in a page beside it, which other sites' frames would need, it takes more than twice as long.
 */
export async function isAccessible(page: Page, ...parts: string[]): Promise<void> {
  await findsNothing(page, parts)
}

/** `rules`: those alone. */
async function findsNothing(page: Page, parts: readonly string[], rules?: string[]): Promise<void> {
  const options = { resultTypes: ['violations' as const], ...(rules && { runOnly: rules }) }
  const axe = new AxeBuilder({ page }).setLegacyMode().options(options)
  for (const part of parts) axe.include(part)
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  expect(await withoutValue(page)).toEqual([])
}

/**
 * Which rules read a custom property that has no value there, nor a fallback, so that the browser drops what they say. Without those that
 * hold in a container of some size: nothing tells whether they do.
 */
export const withoutValue = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>()
    const read = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSMediaRule && matchMedia(rule.conditionText).matches) read(rule.cssRules)
        if (!(rule instanceof CSSStyleRule)) continue
        const names = new Set(Array.from(rule.style.cssText.matchAll(/var\((--[\w-]+)\)/g), ([, name = '']) => name))
        if (names.size === 0) continue
        // Of what nothing is now, or is no element: what it is about.
        const about = rule.selectorText.replace(
          /::?(?:before|after|backdrop|marker|placeholder|hover|active|focus[\w-]*)/g,
          ':is(*)',
        )
        for (const element of document.querySelectorAll(about)) {
          const style = getComputedStyle(element)
          for (const name of names) if (!style.getPropertyValue(name)) found.add(`${name} in ${rule.selectorText}`)
        }
      }
    }
    for (const sheet of document.styleSheets) read(sheet.cssRules)
    return [...found]
  })

/** Rules that look at colours: nothing else differs between the themes. */
export const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** The same page in the light and in the dark theme, once its colours have faded from one to the other. */
export async function isAccessibleInBothThemes(page: Page, ...parts: string[]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(() => document.getAnimations().length === 0)
    await findsNothing(page, parts, colorScheme === 'dark' ? OF_COLOURS : undefined)
  }
}
