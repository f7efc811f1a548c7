/** The page of the studio in a real browser, over a brain that was used: what it shows is what the command line says. */

import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillNotes, makePlaceOfProcesses, type PlaceOfProcesses } from '../cli/place.ts'
import { axeFindings } from './axe.ts'
import { noBrowser } from './browser.ts'
import { type OpenedStudio, openStudio, told } from './opened-studio.ts'

let place: PlaceOfProcesses
let studio: OpenedStudio
let page: Page
let goTo: OpenedStudio['goTo']

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
  // Somebody says the same again of the last turn.
  await ask('used', 'sub/team.txt', '--turn', 't4', '--session', 'wednesday')
  await ask('learn')
  await ask('tag', 'before-the-week')
}

/* What the page itself is asked: its names are not those of this process. */

declare const document: { querySelectorAll(selector: string): { readonly length: number } }
const turnsShown = async (count: number): Promise<void> => {
  await page.waitForFunction((wanted) => document.querySelectorAll('.turn-row').length === wanted, count)
}

describe.skipIf(noBrowser !== undefined)('the page of the studio', () => {
  beforeAll(async () => {
    place = makePlaceOfProcesses()
    await prepare()
    studio = await openStudio(place, '--write')
    ;({ goTo, page } = studio)
  }, 120_000)
  afterAll(async () => {
    await studio?.close()
    place?.remove()
  })

  test('shows the address without the token once it is open', () => {
    expect(new URL(page.url()).search).toBe('')
  })

  test('finds a memory as one types, and says what the model would be given', async () => {
    await goTo('#/notes', 'What does it know?')
    await page.getByRole('searchbox').fill('harbour telephone')
    await page.getByText(/a model would be given/).waitFor()
    const first = await page.locator('.found li .node').first().getAttribute('title')

    expect(first).toBe((await place.within.ask('recall', 'harbour telephone', '--no-record')).items[0].node)
  })

  test('asks for what is short before what is long: the memory answers one request after the other', async () => {
    const { position } = await place.within.ask('tags')
    await goTo('#/turns/t1')
    const asked: Array<string> = []
    const note = (request: Request) => asked.push(/\/ask\/(\w+)$/.exec(request.url())?.[1] ?? '')
    page.on('request', note)
    await goTo(`#/turns/t1?at=${position - 1}`)
    page.off('request', note)

    expect(asked).toContain('why')
    expect(asked.indexOf('turns')).toBeGreaterThan(-1)
    expect(asked.indexOf('turns')).toBeLessThan(asked.indexOf('why'))
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

  test('what is typed behind the key of the search goes into its field, from whatever view', async () => {
    await goTo('#/health', 'Is it well?')
    await page.keyboard.press('/')
    await page.keyboard.type('harbour dn')
    await page.getByText(/a model would be given/).waitFor()

    expect(await page.getByRole('searchbox').inputValue()).toBe('harbour dn')
    expect(new URL(page.url()).hash).toBe('#/notes?q=harbour+dn')
  })

  test('a past position lists what there was then', async () => {
    await goTo('#/notes?at=1', 'What does it know?')

    expect(await page.locator('.listed li, .listed [role=listitem]').count()).toBe(0)
    await page.getByText('No document was read in').waitFor()
  })

  test('a step that is still underway leads nowhere once “now” was asked for', async () => {
    await goTo('#/turns', 'What did it do?')
    const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/turns/, async (route) => {
      held.resolve()
      await free.promise
      await route.continue()
    })
    await page.keyboard.press('[')
    await held.promise
    await page.keyboard.press('n')
    const answered = page.waitForResponse(/turns/)
    free.resolve()
    await answered
    await page.unroute(/turns/)
    await told(page)

    expect(new URL(page.url()).hash).toBe('#/turns')
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
    await page.getByRole('button', { name: 'Take it out', exact: true }).click()
    await page.getByRole('button', { name: 'Put it back' }).waitFor()
    const without = await place.within.ask('show')
    expect(without.digest).not.toBe(before.digest)
    await page.getByRole('button', { name: 'Put it back' }).click()
    await page.getByRole('button', { name: 'Put it back' }).waitFor({ state: 'detached' })

    expect((await place.within.ask('show')).digest).toBe(before.digest)
  })

  test('says beside a switch that it would change nothing, and asks only about what was switched off or opened', async () => {
    const asked: Array<Record<string, unknown>> = []
    page.on('request', (request) => {
      if (request.url().endsWith('/ask/unlearn')) asked.push(request.postDataJSON())
    })
    await goTo('#/what-if', 'What if that had not been said?')
    expect(asked).toEqual([])
    const row = (session: string) => page.locator('.sessions > li', { hasText: session })
    const idle = (session: string) =>
      row(session)
        .locator('.line', { has: page.getByRole('switch') })
        .getByText('changes nothing')

    await page.getByRole('switch', { name: 'Session wednesday counts' }).click()
    await page.getByText('Nothing would change').waitFor()
    expect(await idle('wednesday').count()).toBe(1)
    expect(await page.getByRole('switch', { name: 'Session wednesday counts' }).getAttribute('aria-describedby')).not.toBeNull()
    await page.getByRole('switch', { name: 'Session monday counts' }).click()
    await page.getByText(/^Without \d+ signals/).waitFor()
    expect([await idle('wednesday').count(), await idle('monday').count()]).toEqual([1, 0])
    expect(asked).toHaveLength(2)

    await row('wednesday').getByText('each verdict').click()
    await row('wednesday').locator('.verdicts').getByText('changes nothing').waitFor()
    await row('monday').getByText('each verdict').click()
    await row('monday').locator('.verdicts .line').first().waitFor()
    await told(page)
    expect(await row('monday').locator('.verdicts').getByText('changes nothing').count()).toBe(0)
    const verdicts = asked.slice(2).map(({ ofFeedback }) => ofFeedback)
    expect(verdicts.toSorted()).toEqual(['f1', 'f2', 'f5'])
  })

  test('asks for all the names that a view shows at once, and for none of them twice', async () => {
    const other = await studio.watched.context.newPage()
    const [asked, named] = [[] as Array<string>, [] as Array<ReadonlyArray<string>>]
    other.on('request', (request) => {
      const operation = /\/ask\/(\w+)$/.exec(request.url())?.[1] ?? ''
      if (operation === 'names') named.push(request.postDataJSON().nodes)
      else if (operation !== '') asked.push(operation)
    })
    await other.goto(`${new URL(page.url()).origin}/#/what-if/session:monday`)
    await other.getByText(/^Without \d+ signals/).waitFor()
    await told(other)
    await other.close()

    expect(asked).not.toContain('show')
    expect(named.flat().length).toBeGreaterThan(4)
    expect(named.flat()).toHaveLength(new Set(named.flat()).size)
    // The sessions on the left and what would be on the right are two answers, which come one after the other.
    expect(named.length).toBeLessThanOrEqual(3)
  })

  test('says in plain words what “may change” means, to whoever points at it, hears it, or asks for the keys', async () => {
    const says = 'What you press here may change the memory, and each change is recorded and can be taken back.'
    const badge = page.locator('header .tools .badge')
    expect(await badge.getAttribute('title')).toBe(says)
    expect(await badge.textContent()).toBe(`may change: ${says}`)
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText(says).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
  })

  test('the tabs stay where they are, whichever is shown', async () => {
    const tabs = page.locator('nav[aria-label="Views"] a')
    const places = async (): Promise<ReadonlyArray<number | undefined>> =>
      Promise.all((await tabs.all()).map(async (tab) => (await tab.boundingBox())?.x))
    await goTo('#/notes', 'What does it know?')
    const before = await places()
    expect(before).toHaveLength(6)
    for (const tab of await tabs.all()) {
      await tab.click()
      await page.locator('nav a[aria-current=page]', { hasText: (await tab.textContent()) ?? '' }).waitFor()
      expect(await places()).toEqual(before)
    }
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
    ['#/why-not?question=harbour+alarm&node=deploy.md', 'Why does it come, or not?'],
    ['#/health', 'Is it well?'],
  ])('%s has no serious finding of axe, in the light and in the dark', async (hash, heading) => {
    await goTo(hash, heading)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      expect(await axeFindings(page)).toEqual([])
    }
  })

  test('has nothing to say on the console, and asks nobody but the studio', () => {
    expect(studio.watched.complaints).toEqual([])
  })
})
