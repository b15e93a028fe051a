import type { Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { type Colour, coloursAt, listen, moved, onPage, openPanel, PORTAL, settled } from './viewer-page.ts'

/** Loads and results over the model. */

const LOADED = {
  ...PORTAL,
  name: 'A loaded portal',
  units: { length: 'm', force: 'kN' },
  loadCases: [
    { id: 'D', name: 'Dead', nature: 'dead' },
    { id: 'W', name: 'Wind', nature: 'wind' },
  ],
  loads: [
    { id: 'd', caseId: 'D', frameId: 'beam', force: { z: -12 } },
    { id: 'w', caseId: 'W', nodeId: 'N2', force: { x: 30 } },
  ],
}

const query = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const isWind = ([r, g, b]: Colour) => r > g + 40 && b > g + 60

test('draws the loads of a case by key, says what they sum up to, and keeps the case in the address', async ({
  page,
  signUp,
  newModel,
}) => {
  const complaints = listen(page)
  await signUp()
  const { id } = await newModel(LOADED)
  await page.goto(`/models/${id}?layers=-shading`)
  await settled(page)
  await moved(page, () => page.keyboard.press('3')) // from the front
  const bar = page.getByRole('region', { name: 'Loads' })
  await expect(bar).toBeHidden()
  await page.keyboard.press('l')
  await expect(bar.getByRole('status')).toHaveText('dead · 1 load, Σ Z -72 kN')
  await expect.poll(() => query(page, 'layers')).toBe('loads,-shading')
  await bar.getByRole('combobox', { name: 'Load case' }).selectOption('W')
  await expect(bar.getByRole('status')).toHaveText('wind · 1 load, Σ X 30 kN')
  await expect.poll(() => query(page, 'loads')).toBe('W')
  // An arrow from the left whose tip is at the node.
  const besideNode = async () => {
    const { x, y } = await onPage(page, [0, 0, 4])
    const row = Array.from({ length: 30 }, (_, k) => ({ x: x - 42 + k, y }))
    return (await coloursAt(page, row)).filter(isWind).length
  }
  await expect.poll(besideNode).toBeGreaterThan(20)
  await isAccessible(page)
  await page.reload()
  await expect(bar.getByRole('status')).toHaveText('wind · 1 load, Σ X 30 kN')
  const panel = await openPanel(page, 'Show and filter')
  await panel.getByRole('combobox', { name: 'Load case' }).selectOption('D')
  await expect(bar.getByRole('status')).toContainText('dead')
  await bar.getByRole('button', { name: 'Hide the loads' }).click()
  await expect(bar).toBeHidden()
  expect(complaints).toEqual([])
})

test('tells whether it stands, draws and lists what a case does, and follows the model, down to a mechanism', async ({
  page,
  signUp,
  newModel,
  address,
}) => {
  const complaints = listen(page)
  await signUp()
  const { id } = await newModel(LOADED)
  await page.goto(`/models/${id}?layers=-shading`)
  await settled(page)
  await page.keyboard.press('r')
  const panel = page.getByRole('complementary', { name: 'Results' })
  await expect(panel.getByText('Screening: linear elastic, first order. Not for design.')).toBeVisible()
  await expect(panel.getByRole('status').filter({ hasText: 'It stands' })).toBeVisible()
  await expect(panel.getByRole('row', { name: /^Deflection/ })).toContainText('L/')
  await panel.getByRole('combobox', { name: 'Case' }).selectOption('W')
  await panel.getByRole('combobox', { name: 'Show' }).selectOption('Bending moment M3')
  await expect.poll(() => query(page, 'results')).toBe('m3:W')
  await expect(page.getByRole('region', { name: 'Colours' })).toContainText('Bending moment M3, kN·m')
  await panel.getByRole('combobox', { name: 'Table' }).selectOption('Reactions')
  const table = panel.getByRole('region', { name: 'W: reactions' })
  const pushed = async () => {
    const cells = await table.locator('tbody td:nth-child(2)').allTextContents()
    return Number(cells.reduce((sum, cell) => sum + Number(cell), 0).toFixed(2))
  }
  await expect.poll(pushed).toBe(-30)
  await isAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(panel.getByRole('row', { name: /^Stress/ })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 720 })

  // Somebody takes away what holds it along X: it is analysed anew at once.
  const answer = await page.request.post(`/api/construct-models/${id}/supports`, {
    data: { supports: PORTAL.supports.map((support) => ({ ...support, restraints: { u2: true, u3: true, r1: true } })) },
    headers: { origin: address },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  await expect(panel.getByRole('alert')).toContainText('Whether it stands cannot be told.')
  await expect(panel.getByRole('alert')).toContainText('along X')
  await expect(panel.getByRole('combobox', { name: 'Case' })).toHaveValue('mechanism 1')
  await page.keyboard.press('r')
  await expect(panel).toBeHidden()
  await expect.poll(() => query(page, 'results')).toBe(null)
  expect(complaints).toEqual([])
})
