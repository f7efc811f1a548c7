/** The page of the studio in a real browser, over a brain that was used: what it shows is what the command line says. */

import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillNotes, makePlaceOfProcesses, type PlaceOfProcesses } from '../cli/place.ts'
import { noBrowser, openBrowser, type Watched, watchedPage } from './browser.ts'

const axe = createRequire(import.meta.url).resolve('axe-core')

let place: PlaceOfProcesses
let browser: Browser
let studio: ChildProcess
let watched: Watched
let page: Page
let address: string

/** Starts the studio and returns the address that it prints. */
const started = (process: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    process.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    process.once('close', (code) => reject(new Error(`the studio ended with ${code}`)))
  })

const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script> \u202Etxet desrever\u202C & <svg onload=alert(3)>'

const prepare = async (): Promise<void> => {
  const { ask } = place.within
  fillNotes(place)
  place.write('notes/hostile.md', `# Hostile ${hostile}\n\nThe lighthouse text is ${hostile} and ${'long'.repeat(1_000)}\n`)
  await ask('ingest', 'notes')
  for (const [session, question, verdict, node] of [
    ['monday', 'who ships the harbour service', 'used', 'sub/team.txt'],
    ['monday', 'how do we roll the harbour service back', 'used', 'deploy.md#rollback'],
    ['tuesday', 'what to do when the harbour alarm rings', 'not-relevant', 'deploy.md'],
    ['tuesday', 'who answers the harbour telephone', 'used', 'sub/team.txt'],
  ] as const) {
    const { turn } = await ask('recall', question, '--session', session)
    await ask(verdict, node, '--turn', turn, '--session', session)
  }
  await ask('learn')
  await ask('tag', 'before-the-week')
}

/* What the page itself is asked: its names are not those of this process. */

declare const document: { querySelectorAll(selector: string): { readonly length: number } }
declare const location: { hash: string }

const turnsShown = async (count: number): Promise<void> => {
  await page.waitForFunction((wanted) => document.querySelectorAll('.turn-row').length === wanted, count)
}

const goTo = async (hash: string, heading: RegExp | string): Promise<void> => {
  await page.evaluate((to) => {
    location.hash = to
  }, hash)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.waitForFunction(() => document.querySelectorAll('.waiting, [aria-busy="true"]').length === 0)
}

describe.skipIf(noBrowser !== undefined)('the page of the studio', () => {
  beforeAll(async () => {
    place = makePlaceOfProcesses()
    await prepare()
    studio = place.start('studio', '--write')
    address = await started(studio)
    browser = await openBrowser()
    watched = await watchedPage(browser)
    ;({ page } = watched)
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    studio?.kill('SIGINT')
    place?.remove()
  })

  test('shows the address without the token once it is open', () => {
    expect(new URL(page.url()).search).toBe('')
  })

  test('finds a memory as one types, and says what the model would be given', async () => {
    await goTo('#/notes', 'What does it know?')
    await page.getByRole('searchbox').fill('harbour telephone')
    await page.getByText(/would be given to the model/).waitFor()
    const first = await page.locator('.found li .node').first().getAttribute('title')

    expect(first).toBe((await place.within.ask('recall', 'harbour telephone', '--no-record')).items[0].node)
  })

  test('reads a turn: what was asked, what was given, what was said of it', async () => {
    await goTo('#/turns', 'What did it do?')
    expect(await page.locator('.turn-row').count()).toBe(4)
    await page.locator('.turn-row').last().click()
    await page.getByRole('heading', { level: 1, name: 'who ships the harbour service' }).waitFor()
    const why = await place.within.ask('why', 't1')

    expect(await page.locator('.words').textContent()).toBe((await place.within.ask('why', 't1', '--verbatim')).context.text)
    expect(await page.locator('.given > li').count()).toBe(why.items.filter(({ included }: { included: boolean }) => included).length)
    await page.locator('.events li', { hasText: 'FeedbackGiven' }).first().waitFor()
  })

  test('goes back in the log, and shows everything as of there', async () => {
    await goTo('#/turns', 'What did it do?')
    await page.keyboard.press('[')
    await page.keyboard.press('[')
    await turnsShown(3)
    await page.getByText(/Everything is shown as of position/).waitFor()
    const at = /at=(\d+)/.exec(new URL(page.url()).hash)?.[1] ?? ''
    const { turns } = await place.within.ask('turns', '--at', at)

    expect(turns).toHaveLength(3)
    expect(await page.locator('.turn-row .turn').allTextContents()).toEqual(turns.map(({ turn }: { turn: string }) => turn))
    await page.keyboard.press(']')
    await turnsShown(turns.length + 1)
    await page.keyboard.press('n')
    await turnsShown(4)
  })

  test('switches a session off, shows what the command line says would be, takes it out and puts it back', async () => {
    await goTo('#/what-if', 'What if that had not been said?')
    const would = await place.within.ask('unlearn', '--session', 'monday', '--dry-run')
    await page.getByRole('switch', { name: 'Session monday counts' }).click()
    await page.getByText(`Without ${would.signals.length} signals`).waitFor()
    for (const { after, turn } of would.rankings) {
      const ranking = page.locator('.ranking', { has: page.getByRole('link', { name: turn, exact: true }) })
      const told = await ranking
        .locator('.sides > div')
        .last()
        .locator('.node')
        .evaluateAll((all) => all.map((one) => one.getAttribute('title')))
      expect(told).toEqual(after.map(({ node }: { node: string }) => node))
    }
    const before = await place.within.ask('show')
    await page.getByRole('button', { name: 'Take it out for good' }).click()
    await page.getByRole('button', { name: 'Put it back' }).waitFor()
    const without = await place.within.ask('show')
    expect(without.digest).not.toBe(before.digest)
    await page.getByRole('button', { name: 'Put it back' }).click()
    await page.getByRole('button', { name: 'Put it back' }).waitFor({ state: 'detached' })

    expect((await place.within.ask('show')).digest).toBe(before.digest)
  })

  test('shows text of others as text', async () => {
    await goTo('#/notes?q=lighthouse', 'What does it know?')
    await page.locator('.found .excerpt', { hasText: '<script>alert(2)</script>' }).first().waitFor()

    expect(await page.locator('#page script, #page img, #page svg[onload]').count()).toBe(0)
  })

  test.each<[string, string | RegExp]>([
    ['#/notes', 'What does it know?'],
    ['#/notes?q=harbour', 'What does it know?'],
    ['#/notes/deploy.md', /Deploy/],
    ['#/turns', 'What did it do?'],
    ['#/turns/t2', 'how do we roll the harbour service back'],
    ['#/strength/e1', /Why is it/],
    ['#/what-if/session:tuesday', 'What if that had not been said?'],
    ['#/compare?a=t2', 'What changed between two positions?'],
    ['#/compare?question=harbour+alarm&node=deploy.md', 'Why does it come, or not?'],
    ['#/health', 'Is it well?'],
  ])('%s has no serious finding of axe, in the light and in the dark', async (hash, heading) => {
    await goTo(hash, heading)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      expect(await axeFindings(page)).toEqual([])
    }
  })

  test('has nothing to say on the console, and asks nobody but the studio', () => {
    expect(watched.complaints).toEqual([])
  })
})

/** Findings of axe that are serious or critical. The policy of the page lets no foreign script run in it, so axe runs in a world of its own. */
const axeFindings = async (page: Page): Promise<ReadonlyArray<string>> => {
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'axe' })
  await session.send('Runtime.evaluate', { contextId: executionContextId, expression: readFileSync(axe, 'utf8') })
  const { result } = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `axe.run(document).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, failureSummary }) => html + ' ' + failureSummary).join(' | ')))`,
  })
  await session.detach()
  return result.value ?? ['axe did not run']
}
