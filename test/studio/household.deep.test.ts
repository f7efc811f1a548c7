/**
 * Three months of a household in the studio, in a real browser: 2,000 turns are read, gone back in, compared, and put right.
 *
 * In short: `test/studio/page.test.ts`
 */

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, makePlaceOfProcesses, type PlaceOfProcesses } from '../cli/place.ts'
import { axeFindings } from './axe.ts'
import { noBrowser } from './browser.ts'
import { placeHousehold } from './household/household.ts'
import { type OpenedStudio, openStudio, told } from './opened-studio.ts'
import { pictureBytesMost, takePictures } from './pictures.ts'
import { keepScreens, views } from './screens.ts'

let place: PlaceOfProcesses
let studio: OpenedStudio
let page: Page
let goTo: OpenedStudio['goTo']

const guests = 'guest 2026-11-03'
const question = 'Who repairs the boiler?'

const nodesIn = (within: ReturnType<Page['locator']>): Promise<ReadonlyArray<string | null>> =>
  within.locator('.node').evaluateAll((all) => all.map((one) => one.getAttribute('title')))

const positionShown = (): number => Number(/at=(\d+)/.exec(new URL(page.url()).hash)?.[1])

const firstOf = ({ items }: Json): string => items[0]?.node

describe.skipIf(noBrowser !== undefined)('a household of 2,000 turns', () => {
  beforeAll(async () => {
    place = makePlaceOfProcesses()
    await placeHousehold(place.store)
    studio = await openStudio(place, '--write')
    ;({ goTo, page } = studio)
  }, 300_000)
  afterAll(async () => {
    await studio?.close()
    place?.remove()
  })

  test('a fact is found, and its life says what it replaced and how many answers rested on each', async () => {
    await goTo('#/notes?q=hourly+rate+of+the+workshop', 'What does it know?')
    await page.locator('.found .node', { hasText: '68 euros' }).first().click()
    await page.getByRole('heading', { level: 1, name: /68 euros/ }).waitFor()
    await told(page)
    const node = decodeURIComponent(new URL(page.url()).hash.slice('#/notes/'.length))
    const { nodes } = await place.within.ask('show', node)

    const stated = page.locator('.life .stated')
    expect(await stated.locator('.statement').allTextContents()).toEqual([
      expect.stringContaining('62 euros'),
      expect.stringContaining('66 euros'),
      expect.stringContaining('68 euros'),
    ])
    expect(await stated.locator('.badge', { hasText: 'holds' }).count()).toBe(1)
    const { events } = await place.within.ask('log', '--node', node, '--type', 'ContextBundled', '--limit', '100000')
    const rested = events.filter(({ data }: Json) => data.included.includes(nodes[0].number))
    expect(await stated.last().locator('summary').textContent()).toBe(`${rested.length} answers rested on it`)
  })

  test('of what was not there yet the page says when it came, what was known instead, and where it is now', async () => {
    const { items } = await place.within.ask('recall', 'hourly rate of the workshop', '--no-record')
    const node = firstOf({ items })
    const { events } = await place.within.ask('log', '--node', node, '--type', 'NodeAdded', '--limit', '1')
    await goTo(`#/notes/${encodeURIComponent(node)}?at=${events[0].position - 50}`, /68 euros/)
    await page.getByText(/^It did not know this yet on .*; it came on .*/).waitFor()
    const then = page.locator('.card', { hasText: 'What it knew of it then' })
    await then.locator('.node', { hasText: '66 euros' }).first().waitFor()
    await page.getByRole('link', { name: 'See it as it is now' }).click()
    await page.locator('.life').waitFor()

    await goTo('#/turns/t2000?at=7000')
    await page.getByText(/^This had not been asked yet on /).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('the newest turn offers none after it', async () => {
    await goTo('#/turns/t1999')
    expect(await page.locator('.steps a').allTextContents()).toEqual(['All turns', '‹ t1998', 't2000 ›'])
    await goTo('#/turns/t2000')

    expect(await page.locator('.steps a').allTextContents()).toEqual(['All turns', '‹ t1999'])
  })

  test('a session is listed with its turns and verdicts, and the one with most wrong ones is found first', async () => {
    await goTo('#/what-if', 'What if that had not been said?')
    await page.getByRole('combobox', { name: 'In which order' }).selectOption('wrong')
    const first = page.locator('.sessions li').first()
    await first.getByText(guests, { exact: true }).waitFor()

    expect(await first.locator('.below').textContent()).toContain('12 turns, 12 verdicts, 12 of them wrong')
  })

  test('all turns are in the list, and no more of them in the page than are seen', async () => {
    await goTo('#/turns', 'What did it do?')
    const rows = page.locator('.turn-row')
    expect(await rows.first().locator('.turn').textContent()).toBe('t2000')
    expect(await rows.count()).toBeLessThan(60)
    await page.locator('#main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
    await page.locator('.turn-row:not(.waiting) .turn', { hasText: /^t1$/ }).waitFor()
    await told(page)

    expect(await rows.count()).toBeLessThan(60)
    const [first] = (await place.within.ask('turns', '--before', 't2')).turns
    expect(await rows.last().locator('.question').textContent()).toBe(first.question)
  })

  test('a turn is read: the context is word for word what the model got', async () => {
    await goTo('#/turns/t1200')
    const why = await place.within.ask('why', 't1200', '--verbatim')

    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(why.question)
    expect(await page.locator('.words').textContent()).toBe(why.context.text)
    expect(await nodesIn(page.locator('tbody tr td:nth-child(2)').first())).toEqual([firstOf(why)])
  })

  test('the time line goes back by sessions and turns, and forward by itself', async () => {
    await goTo('#/turns', 'What did it do?')
    await page.locator('.turn-row').first().waitFor()
    await page.keyboard.press('{')
    await page.waitForFunction(() => /at=/.test(location.hash))
    const began = positionShown()
    const started = (await place.within.ask('log', '--type', 'SessionStarted', '--limit', '1')).events[0].position
    expect(began).toBe(started)
    await page.keyboard.press('[')
    await page.waitForFunction((before) => !location.hash.includes(`at=${before}`), began)
    const turnBefore = positionShown()
    expect(turnBefore).toBeLessThan(began)
    await page.locator('.speed select').selectOption('10')
    await page.getByRole('button', { name: 'Play' }).click()
    await page.waitForFunction((before) => Number(/at=(\d+)/.exec(location.hash)?.[1]) > before, began)
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Play' }).waitFor()
    await page.keyboard.press('n')

    await page.waitForFunction(() => !/at=/.test(location.hash))
  })

  test('a link leads to the same position and turn in a browser that has nothing else open', async () => {
    const { turns } = await place.within.ask('turns', '--before', 't701')
    const other = await studio.watched.context.newPage()
    await other.goto(`${new URL(page.url()).origin}/#/turns/t700?at=${turns[0].end}`)
    await other.getByRole('heading', { level: 1, name: turns[0].question }).waitFor()

    await other.getByText(`Everything is shown as of position ${turns[0].end}.`).waitFor()
    await other.close()
  })

  test('two positions are compared as the command line does it', async () => {
    await goTo('#/compare?a=tag:end-of-october&b=now', 'What changed between two positions?')
    const { nodes, rankings } = await place.within.ask('diff', 'tag:end-of-october', '--questions', '--limit', '50')
    const moved = rankings.filter(({ after, before }: Json) => JSON.stringify(before.map(idOf)) !== JSON.stringify(after.map(idOf)))

    expect(await page.locator('.ranking h3').allTextContents()).toEqual(moved.map((one: Json) => one.question))
    expect(await nodesIn(page.locator('.card', { hasText: 'Memories that came' }))).toEqual(nodes.added.map(idOf))
  })

  test('without the evening of the guest, the answers are those that a replay without it gives; taken out and put back, all is as before', async () => {
    await goTo(`#/what-if/${encodeURIComponent(`session:${guests}`)}`, 'What if that had not been said?')
    await page.getByText('Without 12 signals').waitFor()
    await told(page)
    const ranking = page.locator('.ranking', { hasText: question })
    const would = await nodesIn(ranking.locator('.sides > div').last())
    const replayed = await place.within.ask('replay', '--exclude', `session:${guests}`, '--questions', '--limit', '1000')
    const [same] = replayed.ranking.rankings.filter((one: Json) => one.question === question)
    expect(would.slice(0, same.after.length)).toEqual(same.after.map(idOf))
    const before = await place.within.ask('show')
    await page.getByRole('button', { name: 'Take it out', exact: true }).click()
    await page.getByRole('button', { name: 'Put it back' }).waitFor()
    expect(firstOf(await place.within.ask('recall', question, '--no-record'))).toBe(would[0])
    await page.getByRole('button', { name: 'Put it back' }).click()
    await page.getByRole('button', { name: 'Put it back' }).waitFor({ state: 'detached' })

    expect((await place.within.ask('show')).digest).toBe(before.digest)
  })

  test('a picture is saved as a file that has its colours with it', async () => {
    await goTo('#/notes/home/heating.md')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save picture' }).first().click()
    const saved = await saving
    const chunks: Array<Buffer> = []
    for await (const chunk of await saved.createReadStream()) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')

    expect(saved.suggestedFilename()).toBe('edges-of-home-heating-md.svg')
    expect(text).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/)
    expect(text).toMatch(/<circle [^>]*fill="rgb\(/)
    expect(text).not.toContain('href')
  })

  test('a question about what is not there is asked once, and not again and again', async () => {
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/ask/show')) asked++
    })
    await goTo('#/notes')
    await page.evaluate(() => {
      location.hash = '#/notes/nothing-of-this-name'
    })
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').waitFor()
    await goTo('#/turns', 'What did it do?')

    expect(asked).toBe(2)
  })

  test('the doctor is asked by who wants to know, and finds a store that is well', async () => {
    await goTo('#/health', 'Is it well?')
    await page.getByRole('button', { name: 'Examine the store' }).click()
    await page.locator('.badge', { hasText: 'well' }).first().waitFor()

    expect(await page.locator('.badge', { hasText: 'look here' }).count()).toBe(0)
  })

  test('gives the pictures of README and of the how-to', async () => {
    const sizes = await takePictures(studio, mkdtempSync(join(tmpdir(), 'pictures-')))

    expect([...sizes.keys()].sort()).toEqual([
      'how-to/studio-strength.png',
      'how-to/studio-turn.png',
      'how-to/studio-what-if.png',
      'studio.png',
    ])
    for (const size of sizes.values()) expect(size).toBeLessThanOrEqual(pictureBytesMost)
  })

  test.each(views)('$name has no serious finding of axe and is no wider than the window', async ({ hash, name }) => {
    for (const [size, scheme] of [
      ['wide', 'light'],
      ['wide', 'dark'],
      ['narrow', 'light'],
      ['narrow', 'dark'],
    ] as const) {
      await keepScreens(studio, hash, name, size, scheme)
      expect(await axeFindings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    }
  })
})

const idOf = ({ node }: Json): string => node

/* What the page itself is asked: its names are not those of this process. */
declare const location: { hash: string }
declare const document: { readonly documentElement: { readonly scrollWidth: number; readonly clientWidth: number } }
