/** The view of the studio that lists what waits for the owner's yes, in a real browser. */

import type { ChildProcess } from 'node:child_process'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePlaceOfProcesses, type PlaceOfProcesses } from '../cli/place.ts'
import { noBrowser, openBrowser, watchedPage } from './browser.ts'
import { told } from './opened-studio.ts'
import { startedAt } from './started.ts'

let place: PlaceOfProcesses
let browser: Browser
let studio: ChildProcess
let page: Page

const hostile = '<img src=x onerror=alert(1)> The crane of the quay is green.'

describe.skipIf(noBrowser !== undefined)('what waits', () => {
  beforeAll(async () => {
    place = makePlaceOfProcesses()
    const { ask } = place.within
    await ask('init')
    await ask('profile', 'balanced', '--set', 'review=on')
    place.write('memory/crane.md', `# Crane\n\n${hostile}\n`)
    place.write('memory/ferry.md', '# Ferry\n\nThe night ferry is painted blue.\n')
    await ask('ingest', 'memory', '--origin', 'agent')
    studio = place.start('studio', '--write')
    browser = await openBrowser()
    ;({ page } = await watchedPage(browser))
    await page.goto(await startedAt(studio))
    await page.goto(`${new URL(page.url()).origin}/#/queue`)
    await page.getByRole('heading', { level: 1, name: 'What waits for your yes' }).waitFor()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    studio?.kill('SIGINT')
    place?.remove()
  })

  test('is listed with its text as text, and is approved and refused by a button', async () => {
    await page.getByText('2 memories wait.').waitFor()
    const tabs = page.locator('nav[aria-label="Views"]')
    await tabs.locator('.count', { hasText: /^2$/ }).waitFor()
    const places = () => tabs.locator('a').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
    const tabsBefore = await places()
    expect(await page.locator('#page .words img').count()).toBe(0)
    expect(await page.locator('.words').first().textContent()).toContain('<img src=x')

    await page.getByRole('button', { name: 'Refuse all 2…' }).click()
    await page.getByRole('button', { name: 'No', exact: true }).click()
    await page.getByRole('button', { name: 'Approve all 2…' }).click()
    await page.getByText('Approve all 2 that wait').waitFor()
    await page.getByRole('button', { name: 'Yes, approve 2' }).click()
    await page.getByText('Nothing waits.').waitFor()
    await tabs.locator('.count').waitFor({ state: 'detached' })
    expect(await places()).toEqual(tabsBefore)
    await page.getByText('and 1 more').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 memories wait.').waitFor()
    await page.getByText('and 1 more wait again.').waitFor()

    const before = await page.getByRole('button', { name: 'Approve ferry.md' }).boundingBox()
    await page.getByRole('button', { name: 'Approve crane.md' }).click()
    await page.getByText('1 memory waits.').waitFor()
    await page.locator('nav .count', { hasText: /^1$/ }).waitFor()
    await told(page)
    // Nothing slides below the pointer: a second click would approve what nobody read.
    expect(await page.getByRole('button', { name: 'Approve ferry.md' }).boundingBox()).toEqual(before)
    expect(await page.locator('section', { hasText: 'The crane of the quay' }).first().getByRole('status').textContent()).toContain(
      'Approved',
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 memories wait.').waitFor()
    await page.getByRole('button', { name: 'Approve crane.md' }).click()
    await page.getByText('1 memory waits.').waitFor()
    await page.getByRole('button', { name: 'Refuse ferry.md' }).click()
    await page.getByText('Nothing waits.').waitFor()

    const reviewOf = async (node: string) => (await place.within.ask('show', node)).nodes[0].review
    expect([await reviewOf('crane.md'), await reviewOf('ferry.md')]).toEqual(['approved', 'refused'])

    await page.goto(`${new URL(page.url()).origin}/#/notes?q=night+ferry`)
    await page.locator('.found li', { hasText: 'night ferry' }).locator('.badge', { hasText: 'refused' }).waitFor()
    await page.getByText('nothing that you refused').waitFor()
    await page.goto(`${new URL(page.url()).origin}/#/notes/ferry.md`)
    await page
      .locator('.life')
      .getByText(/^the owner said no/)
      .waitFor()
  })

  test('what was decided last is told, also in the next visit, and each is taken back alone', async () => {
    await page.goto(`${new URL(page.url()).origin}/#/queue`)
    await page.reload()
    const open = async (): Promise<void> => {
      await page.getByText('What you decided last').click()
      await page.locator('.lately li').first().waitFor()
    }
    await open()
    expect(await page.locator('.lately li .badge').allTextContents()).toEqual(['refused', 'approved'])
    await page.getByRole('button', { name: 'Take back what you decided about crane.md' }).click()
    await page.locator('.lately li', { hasText: 'taken back' }).waitFor()
    await page.getByText('1 memory waits.').waitFor()
    expect(await page.locator('.lately li').count()).toBe(2)
    await page.getByRole('button', { name: 'Approve crane.md' }).click()
    await page.getByText('Nothing waits.').waitFor()
    await page.reload()
    await open()
    expect(await page.locator('.lately li .badge').allTextContents()).toEqual(['approved', 'refused'])
  })

  test('what was refused is approved where one asks why it does not come', async () => {
    await page.goto(`${new URL(page.url()).origin}/#/why-not?question=the+night+ferry&node=ferry.md`)
    await page.getByText('it was refused by the owner').waitFor()
    await page.getByRole('button', { name: 'Say yes to it' }).click()
    await page.getByText('it was refused by the owner').waitFor({ state: 'detached' })

    expect((await place.within.ask('show', 'ferry.md')).nodes[0].review).toBe('approved')
  })
})
