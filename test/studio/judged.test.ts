/** What a model judged that a person said, on the page: taken out and put back by a switch of its own, in a real browser. */

import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePlaceOfProcesses, type PlaceOfProcesses } from '../cli/place.ts'
import { type ModelServer, saying, startModelServer } from '../src/model-server.ts'
import { noBrowser, openBrowser, watchedPage } from './browser.ts'
import { startedAt } from './started.ts'

interface Asked {
  readonly messages: ReadonlyArray<{
    readonly id: string
    readonly candidates: ReadonlyArray<{ readonly id: string; readonly text: string }>
  }>
}

/** Says of each message that Danuta comes on Tuesday instead of Thursday. */
const changesDay = saying(({ user }) => {
  const judgements = (JSON.parse(user) as Asked).messages.map(({ candidates, id }) => {
    const candidate = candidates.find(({ text }) => text.includes('Thursday'))?.id ?? null
    return { id, verdict: 'supersedes', candidate, old: 'Thursday', new: 'tuesdays', lasting: true, confidence: 0.95 }
  })
  return JSON.stringify({ judgements })
})

let model: ModelServer
let place: PlaceOfProcesses
let browser: Browser
let studio: ChildProcess
let page: Page

describe.skipIf(noBrowser !== undefined)('what a model judged', () => {
  beforeAll(async () => {
    model = await startModelServer(changesDay)
    place = makePlaceOfProcesses({ OPENAI_API_KEY: 'sk-judged-0123456789', CRABTRAIL_MODEL: model.named })
    place.write('notes/cleaning.md', '# Cleaning\n\nDanuta cleans on Thursday, 9 to 12.\n')
    await place.within.ask('ingest', 'notes')
    await place.within.ask('hear', 'danuta comes tuesdays from now on', '--session', 'talk')
    studio = place.start('studio', '--write')
    browser = await openBrowser()
    ;({ page } = await watchedPage(browser))
    await page.goto(await startedAt(studio))
    await page.goto(`${new URL(page.url()).origin}/#/what-if`)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    studio?.kill('SIGINT')
    place?.remove()
    await model?.close()
  })

  test('is listed once in a page in a file, too', async () => {
    expect(await place.run('studio', '--export', 'page.html', '--yes')).toMatchObject({ code: 0 })
    const { page: filed } = await watchedPage(browser)
    await filed.goto(`${pathToFileURL(join(place.home, 'page.html')).href}#/what-if`)
    await filed.getByText('each verdict and judgement').click()
    await filed.getByText('as a model read it').waitFor()

    expect(await filed.locator('.verdicts li').count()).toBe(1)
  })

  test('has a switch in its session, says what would be without it, and is taken out and put back', async () => {
    const supersededBy = async () => (await place.within.ask('show', 'cleaning.md')).nodes[0].supersededBy
    const [{ feedback }] = await supersededBy()
    const row = page.locator('.sessions > li', { hasText: 'talk' })
    await row.getByText('each verdict and judgement').click()
    await row.getByText('as a model read it').waitFor()
    await row.locator('.verdicts').getByTitle('cleaning.md').waitFor()

    await row.getByRole('switch', { name: /^supersedes at \d+ counts$/ }).click()
    await page.getByText('would hold again').waitFor()
    expect(decodeURIComponent(new URL(page.url()).hash)).toContain(`feedback:${feedback}`)
    await page.getByRole('button', { name: 'Take it out' }).click()
    await page.getByText('is taken out: it teaches no more').waitFor()
    expect(await supersededBy()).toEqual([])

    await page.getByRole('button', { name: 'Put it back' }).first().click()
    await expect.poll(supersededBy, { timeout: 60_000 }).toMatchObject([{ by: expect.any(String) }])
  })
})
