/** What the page says of a correction, of a memory that is not given, of a ranking and of a strength: sentences that a person who knows no event understands. */

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { layerSqlite } from '@crabtrail/store/sqlite'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePlaceOfProcesses, type PlaceOfProcesses } from '../cli/place.ts'
import { handClock } from '../models/hand-clock.ts'
import { openStore } from '../models/open-store.ts'
import { noBrowser } from './browser.ts'
import { type OpenedStudio, openStudio, told } from './opened-studio.ts'

let place: PlaceOfProcesses
let studio: OpenedStudio
let page: Page
let goTo: OpenedStudio['goTo']

const [hour, day] = [3_600_000, 24 * 3_600_000]
const asked = 'What does an hour of the workshop cost?'
const nodes = { old: '', newer: '', newest: '' }

/** A price that was corrected twice, a question that was asked before and after, and one that no memory answers surely. */
const live = async (path: string): Promise<void> => {
  const clock = handClock(Date.UTC(2026, 8, 1, 7))
  const store = openStore({ layer: layerSqlite({ path }), clock, seed: 'plain words' })
  const memory = await store.memory()
  const note = async (text: string): Promise<string> => (await memory.note({ text, session: 'office', agent: 'home' })).node
  const correct = async (session: string, wrong: ReadonlyArray<string>, right: string, text: string): Promise<void> => {
    const { turn } = await memory.recall({ question: asked, session })
    await memory.feedback({ verdict: 'wrong', turn: turn ?? '', nodes: wrong, instead: [right], session, text })
  }
  nodes.old = await note('The workshop charges 62 euros for an hour of work.')
  await note('The kiln of the workshop is fired on Fridays.')
  clock.now += 30 * day
  nodes.newer = await note('The workshop charges 66 euros for an hour of work.')
  await correct('kitchen', [nodes.old], nodes.newer, 'That is out of date.')
  clock.now += 30 * day
  nodes.newest = await note('The workshop charges 68 euros for an hour of work.')
  await correct('garden', [nodes.newer], nodes.newest, 'It has risen.')
  await memory.learn({})
  clock.now += hour
  await memory.recall({ question: asked, session: 'cellar' })
  const painted = { question: 'Which workshop has a work bench that was painted on Fridays?', session: 'cellar' }
  const { items, turn } = await memory.recall(painted)
  await memory.feedback({ verdict: 'not-useful', turn: turn ?? '', nodes: [items[0]?.node ?? ''], session: 'cellar' })
  await memory.learn({})
  await memory.recall(painted)
  await store.close()
}

const prepare = async (): Promise<void> => {
  const { ask } = place.within
  mkdirSync(dirname(place.store), { recursive: true })
  await live(place.store)
  await ask('profile', 'balanced', '--set', 'review=on')
  place.write('memory/crane.md', '# Crane\n\nThe crane of the quay is green.\n')
  place.write('memory/ferry.md', '# Ferry\n\nThe night ferry is painted blue.\n')
  await ask('ingest', 'memory', '--origin', 'agent')
  await ask('review', 'refuse', 'crane.md')
}

const linkTo = (...path: ReadonlyArray<string>): string => `#/${path.map(encodeURIComponent).join('/')}`

describe.skipIf(noBrowser !== undefined)('in plain words', () => {
  beforeAll(async () => {
    place = makePlaceOfProcesses()
    await prepare()
    studio = await openStudio(place)
    ;({ goTo, page } = studio)
  }, 120_000)
  afterAll(async () => {
    await studio?.close()
    place?.remove()
  })

  test('a correction names who said it, in which session, in which words and to which question, and leads to that turn', async () => {
    await goTo(linkTo('notes', nodes.old), /62 euros/)
    const ended = page.locator('.stated', { hasText: '62 euros' }).locator('.ended')

    const words = ended.first()
    for (const part of ['replaced on', 'the owner', 'kitchen', 'That is out of date.', asked])
      expect(await words.textContent()).toContain(part)
    expect(await words.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
      '#/turns/t1',
      linkTo('what-if', 'feedback:f1'),
    ])
  })

  test('of what was replaced twice, the first one counts, and the other stands in one line', async () => {
    await goTo(linkTo('notes', nodes.old), /62 euros/)
    const ended = page.locator('.stated', { hasText: '62 euros' }).locator('.ended')

    expect(await ended.count()).toBe(2)
    expect(await ended.last().textContent()).toMatch(/^again by .*68 euros.* since 31 Oct 2026$/)
  })

  test.each([
    ['crane.md', 'refused'],
    ['ferry.md', 'waits for your yes'],
  ])('%s, which no model is given, does not hold: %s', async (node, says) => {
    await goTo(linkTo('notes', node))

    expect(await page.locator('.life .badge').allTextContents()).toEqual([says])
    expect(await page.locator('.life .holds').count()).toBe(0)
  })

  test('a session has no name before its name is known', async () => {
    const other = await studio.watched.context.newPage()
    let letGo: () => void = () => undefined
    const isFree = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await other.route(/ask\/sessions/, async (route) => {
      await isFree
      await route.continue()
    })
    await other.goto(`${new URL(page.url()).origin}/${linkTo('notes', nodes.old)}`)
    const stated = other.locator('.stated', { hasText: '62 euros' }).locator('p').first()
    await stated.getByText('stated by the owner in').waitFor()
    expect(await stated.textContent()).not.toMatch(/\bs\d/)
    letGo()
    await stated.getByText('office').waitFor()
    await other.close()
  })

  test('what a memory was used for is a list of sentences', async () => {
    await goTo(linkTo('notes', nodes.newest), /68 euros/)

    expect(await page.locator('.facts .sentences li').allTextContents()).toEqual([
      'Looked at for 4 questions: found, or passed on the way to others.',
      '1 verdict said that it was right.',
      'No verdict said that it was wrong.',
      'Looked at last in t5.',
    ])
  })

  test('a turn says which session asked, and of each memory of the ranking whether it was given, or why not', async () => {
    await goTo('#/turns/t3', asked)
    const { dropped } = await place.within.ask('why', 't3')

    expect(await page.locator('h1 + .line').textContent()).toContain('asked in cellar')
    expect(dropped).toEqual([{ node: expect.stringMatching('note:'), reason: 'unsure' }])
    expect(await page.locator('tr', { hasText: 'The kiln' }).locator('.badge').allTextContents()).toEqual(['left out: unsure'])
    expect(await page.locator('tr.included .badge').allTextContents()).toEqual(['given'])
  })

  test.each(['t2', 't3', 't5'])('the parts of each score of %s make the score, and a sum has more than one part', async (turn) => {
    await goTo(`#/turns/${turn}`)
    const rows = await page.locator('tr', { has: page.locator('.made') }).allInnerTexts()
    const sums = (await page.locator('.made').allTextContents()).map((text) => text.split(' = '))

    expect(rows.length).toBeGreaterThan(0)
    for (const [parts = '', score = ''] of sums) {
      expect(parts).toMatch(/ \+ |, times /)
      const [added = '', times = '1'] = parts.split(', times ')
      const sum = added.split(' + ').reduce((all, part) => all + (part.startsWith('less') ? -1 : 1) * numberIn(part), 0)
      expect((sum * numberIn(times)).toFixed(2)).toBe(score)
    }
    if (turn === 't5') expect(sums.some(([parts]) => parts?.includes('for how useful it has been'))).toBe(true)
  })

  test('above the ranking stands which memory was kept away, since when and why, with a link to the strength that did it', async () => {
    await goTo('#/turns/t3', asked)
    const away = page.locator('.kept-away li', { hasText: '66 euros' })

    expect(await away.textContent()).toMatch(
      /66 euros.* was kept away: on 31 Oct 2026 it was called “wrong” for this kind of question \(strength −0\.60\)\.$/,
    )
    expect(await away.locator('a.edge').getAttribute('href')).toMatch(/^#\/strength\/e\d+$/)
  })

  test('a strength says what moved it in words, and whom the verdict was about', async () => {
    await goTo('#/turns/t3', asked)
    await page.locator('tr.included a.edge').click()
    await page.getByRole('heading', { level: 1, name: /^Why is it/ }).waitFor()
    await told(page)

    const moved = page.locator('.causes li', { hasText: '+0.600' })
    expect(await moved.textContent()).toContain('named as the right one: the verdict “wrong” was about another memory')
    expect(await moved.locator('.badge.bad').count()).toBe(0)
    expect(await page.locator('.causes li').first().textContent()).toContain('the two were joined')
  })

  test('the tab that one came from is lit, and a link leads back there', async () => {
    await goTo('#/turns/t3', asked)
    await page.locator('tr.included a.edge').click()
    await page.getByRole('heading', { level: 1, name: /^Why is it/ }).waitFor()
    expect(await page.locator('nav[aria-label="Views"] [aria-current=page]').textContent()).toBe('What it did')
    await page.getByRole('link', { name: 'Back to t3' }).click()
    await page.getByRole('heading', { level: 1, name: asked }).waitFor()

    const other = await studio.watched.context.newPage()
    await other.goto(`${new URL(page.url()).origin}/#/strength/e1`)
    await other.getByRole('heading', { level: 1, name: /^Why is it/ }).waitFor()
    expect(await other.locator('nav[aria-label="Views"] [aria-current=page]').textContent()).toBe('What it knows')
    expect(await other.getByRole('link', { name: 'Back to the memory' }).getAttribute('href')).toMatch(/^#\/notes\/note/)
    await other.close()
  })

  test('why a memory comes or not belongs to the search that it was asked from: its tab is lit, and a link leads back there', async () => {
    await goTo('#/notes?q=the+crane+of+the+quay', 'What does it know?')
    await page.locator('.found a', { hasText: 'why' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Why does it come, or not?' }).waitFor()
    expect(await page.locator('nav[aria-label="Views"] [aria-current=page]').textContent()).toBe('What it knows')
    await page.locator('.rows a.edge, .verdict').first().waitFor()
    await page.getByRole('link', { name: 'Back to the search' }).click()
    await page.getByRole('heading', { level: 1, name: 'What does it know?' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/notes?q=the+crane+of+the+quay')
  })

  test('what was said of a turn is told in words before its type', async () => {
    await goTo('#/turns/t1', asked)
    const events = await page.locator('.events li').allTextContents()

    expect(events.find((one) => one.includes('FeedbackGiven'))).toMatch(/a verdict was given wrong .*62 euros.*FeedbackGiven$/)
  })

  test('why a refused memory does not come is a sentence, and its next step a link where the page can go there', async () => {
    await goTo('#/why-not?question=the+crane+of+the+quay&node=crane.md', 'Why does it come, or not?')

    expect(await page.locator('.verdict').textContent()).toMatch(/it was refused by the owner, and not given to the model/)
    expect(await page.locator('.command').allTextContents()).toEqual(['crabtrail review approve crane.md'])
    expect(await page.getByRole('link', { name: 'See what waits' }).count()).toBe(0)
    await goTo('#/why-not?question=the+night+ferry&node=ferry.md', 'Why does it come, or not?')
    expect(await page.getByRole('link', { name: 'See what waits' }).getAttribute('href')).toBe('#/queue')
  })

  test('what waits or was refused is marked where memories that came are listed', async () => {
    await goTo('#/compare?a=1', 'What changed between two positions?')
    const came = page.locator('.card', { hasText: 'Memories that came' })

    expect(await came.locator('li', { hasText: 'Crane' }).locator('.badge').allTextContents()).toEqual(['refused'])
    expect(await came.locator('li', { hasText: 'Ferry' }).locator('.badge').allTextContents()).toEqual(['waits for your yes'])
    expect(await came.locator('li', { hasText: 'kiln' }).locator('.badge').count()).toBe(0)
  })

  test('once the store was examined, the page says what was found and when, in words', async () => {
    await goTo('#/health', 'Is it well?')
    expect(await page.locator('.sentences li').first().textContent()).toContain('The store itself is examined by the button below.')
    await page.getByRole('button', { name: 'Examine the store' }).click()
    await page.locator('.badge', { hasText: 'well' }).first().waitFor()
    await told(page)

    const errors = await page.locator('.sentences li').first().textContent()
    expect(errors).not.toContain('button below')
    expect(errors).toMatch(/The store was examined at \d\d:\d\d UTC: all \d+ things that the doctor looked at are well\./)
    expect(await page.locator('.card', { hasText: 'What the doctor' }).textContent()).toContain('the search index is complete')
  })

  test('has nothing to say on the console, and asks nobody but the studio', () => {
    expect(studio.watched.complaints).toEqual([])
  })
})

const numberIn = (text: string): number => Number(/\d+(?:\.\d+)?/.exec(text)?.[0])
