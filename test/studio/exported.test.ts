/** `crabtrail studio --export` in a real browser, opened from the file. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillNotes, makePlaceOfProcesses, type PlaceOfProcesses } from '../cli/place.ts'
import { noBrowser, openBrowser, watchedPage } from './browser.ts'

let place: PlaceOfProcesses
let browser: Browser

const hostile = '</script><script>alert(2)</script><img src=x onerror=alert(1)>'

describe.skipIf(noBrowser !== undefined)('a page in a file', () => {
  beforeAll(async () => {
    place = makePlaceOfProcesses()
    const { ask } = place.within
    fillNotes(place)
    place.write('notes/hostile.md', `# Hostile ${hostile}\n\nThe lighthouse text is ${hostile}.\n`)
    await ask('ingest', 'notes')
    const { turn } = await ask('recall', `who ships the harbour service ${hostile}`, '--session', 'monday')
    await ask('used', 'sub/team.txt', '--turn', turn, '--session', 'monday')
    await ask('learn')
    browser = await openBrowser()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    place?.remove()
  })

  test('is not written where nobody agrees; its size is told all the same', async () => {
    const { code, stderr } = await place.run('studio', '--export', 'page.html')

    expect(code).not.toBe(0)
    expect(stderr).toMatch(/page\.html will have \d+\.\d MB: 1 turn and \d+ memories and documents as of position \d+/)
    expect(stderr).toContain('--yes')
    expect(existsSync(join(place.home, 'page.html'))).toBe(false)
  })

  test('is opened without a network, shows text as text, and complains of nothing', async () => {
    expect(await place.run('studio', '--export', 'page.html', '--yes')).toMatchObject({ code: 0, stdout: 'page.html\n' })
    const file = join(place.home, 'page.html')
    const { complaints, page } = await watchedPage(browser)
    const url = pathToFileURL(file).href

    await page.goto(`${url}#/turns`)
    await page.locator('.turn-row').click()
    await page.getByRole('heading', { level: 1, name: /who ships the harbour service/ }).waitFor()
    await page.locator('.events li', { hasText: 'FeedbackGiven' }).first().waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(hostile)
    await page.goto(`${url}#/what-if`)
    await page.getByRole('switch', { name: 'Session monday counts' }).click()
    await page.getByText(/^Without 1 signal/).waitFor()
    await page.goto(`${url}#/health`)
    await page.getByText('no alarm').waitFor()

    expect(await page.locator('#page script, #page img').count()).toBe(0)
    expect(complaints.filter((one) => !one.startsWith(`asked ${url}`))).toEqual([])
    expect(readFileSync(file, 'utf8')).not.toMatch(/(?:src|href)="https?:/)
  })

  test('says what a file does not hold', async () => {
    const { page } = await watchedPage(browser)
    await page.goto(`${pathToFileURL(join(place.home, 'page.html')).href}#/notes?q=harbour`)

    await page.getByText(/This file shows the memory as of position \d+/).waitFor()
  })
})
