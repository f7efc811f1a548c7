/**
 * What the studio costs over a long log: `pnpm exec node test/studio/million-main.ts [EVENTS] [FILE] [quick]`. Prints the start of the command, the
 * first picture in a real browser, what each request takes when a person drags to another position, and the switch of a session. `quick`: fewer rounds.
 *
 * CPU is that of the studio's process, from /proc: it says more than the time by the clock where other programs run.
 *
 * The brain is made once, in some minutes, and kept outside of the checkout. Both packages are measured as they are published. Nothing passes or fails here.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page, Request } from 'playwright-core'
import { calibrate, percentile, spread } from '../bench/measure.ts'
import { heading, number, say, spreadText, table } from '../bench/print.ts'
import { random } from '../bench/random.ts'
import { noBrowser, openBrowser, watchedPage } from './browser.ts'
import { installedStudio } from './installed.ts'
import { longBrain } from './long-brain.ts'

interface Rounds {
  readonly starts: number
  /** Of each view. */
  readonly drags: number
  /** Of the handle, while it is held. */
  readonly moves: number
}

const [thorough, quick]: readonly [Rounds, Rounds] = [
  { starts: 5, drags: 12, moves: 200 },
  { starts: 2, drags: 3, moves: 50 },
]

/* What the page itself is asked: its names are not those of this process. */

declare const document: {
  querySelectorAll(selector: string): { readonly length: number }
  querySelector(selector: string): {
    value: string
    readonly max: string
    readonly textContent: string
    dispatchEvent(event: Event): boolean
  }
}
declare const location: { hash: string }
declare const requestAnimationFrame: (then: () => void) => void

const main = async (events: number, file: string | undefined, rounds: Rounds): Promise<void> => {
  if (noBrowser !== undefined) throw new Error(noBrowser)
  const brain = await longBrain(events, file)
  const folder = mkdtempSync(join(tmpdir(), 'crabtrail-studio-'))
  const browser = await openBrowser()
  const running = new Set<ChildProcess>()
  try {
    const start = studioOver(await installedStudio(folder), brain, folder, running)
    say(`a fixed loop took ${number(calibrate())} ms, 100 where nothing else runs`)
    await measureStarts(start, browser, rounds.starts)
    const studio = await start()
    const { page } = await watchedPage(browser)
    await page.goto(studio.address)
    page.setDefaultTimeout(waitMost)
    const cpu = () => cpuOf(studio.process)
    await measureMoves(page, rounds.moves)
    await measureScrubs(page, rounds.drags, cpu)
    await measureSwitches(page, cpu)
    say(`the fixed loop took ${number(calibrate())} ms`)
    await ended(studio.process)
  } finally {
    await browser.close()
    for (const child of running) child.kill('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Studio {
  readonly process: ChildProcess
  readonly address: string
  /** Milliseconds from the call to the printed address. */
  readonly ms: number
}

const studioOver = (script: string, brain: string, home: string, running: Set<ChildProcess>) => (): Promise<Studio> =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    const env = { PATH: process.env['PATH'], HOME: home, NODE_COMPILE_CACHE: join(home, 'compiled') }
    const child = spawn(process.execPath, [script, 'studio', '--store', brain], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.setEncoding('utf8').once('data', (line: string) => {
      resolve({ process: child, address: line.trim(), ms: performance.now() - began })
    })
    running.add(child)
    child.once('close', () => running.delete(child))
    child.once('close', (code) => reject(new Error(`the studio ended with ${code}`)))
  })

/** Milliseconds that anything may take before the measurement ends with a failure. */
const waitMost = 120_000

/** Milliseconds of CPU that a process has used: Linux counts in hundredths of a second. */
const cpuOf = ({ pid }: ChildProcess): number => {
  // Behind the name of the program, which is in parentheses and may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const ended = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGINT')
  await once(child, 'close')
}

const measureStarts = async (start: () => Promise<Studio>, browser: Browser, starts: number): Promise<void> => {
  const [begun, pictures, cpus] = [[] as Array<number>, [] as Array<number>, [] as Array<number>]
  // The first start writes what Node compiled.
  for (let round = 0; round <= starts; round++) {
    const { address, ms, process } = await start()
    const cpu = cpuOf(process)
    const { context, page } = await watchedPage(browser)
    const began = performance.now()
    page.setDefaultTimeout(waitMost)
    await page.goto(address)
    await drawn(page)
    if (round > 0) {
      begun.push(ms)
      cpus.push(cpu)
      pictures.push(performance.now() - began)
    }
    await context.close()
    await ended(process)
  }
  heading('start')
  say(`crabtrail studio until it answers    ${spreadText(spread(begun))} ms   wanted: 1,000`)
  say(`the same, its CPU                    ${spreadText(spread(cpus))} ms`)
  say(`first picture in the browser         ${spreadText(spread(pictures))} ms   wanted: 1,500`)
}

/** All that the view and the time line ask for was answered, or refused: a turn is not there yet at an earlier position. */
const drawn = async (page: Page): Promise<void> => {
  await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
  await page.waitForFunction(
    () =>
      document.querySelectorAll('main h1, main .trouble').length > 0 &&
      document.querySelectorAll('.timeline svg').length > 0 &&
      document.querySelectorAll('.waiting, [aria-busy="true"]').length === 0,
  )
}

/** What a held handle costs: from a move of it until the page has drawn the moment that it stands for. */
const measureMoves = async (page: Page, moves: number): Promise<void> => {
  await shown(page, '#/notes')
  const taken = await page.evaluate(async (count) => {
    const handle = document.querySelector('#position')
    const told = document.querySelector('output[for=position]')
    const all: Array<number> = []
    for (let i = 1; i <= count; i++) {
      const before = told.textContent
      const began = performance.now()
      handle.value = String(Math.round((Number(handle.max) * i) / (count + 1)))
      handle.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
      if (told.textContent !== before) all.push(performance.now() - began)
    }
    return all
  }, moves)
  await page.keyboard.press('n')
  heading('moves of the held handle, until the moment is drawn, in ms; wanted: p95 of 100')
  say(
    `${taken.length} of ${moves} moves told another moment   median ${number(percentile(taken, 0.5))}   p95 ${number(percentile(taken, 0.95))}   most ${number(Math.max(...taken))}`,
  )
}

const views = {
  'all memories': '#/notes',
  'a search': '#/notes?q=what+is+known',
  'a memory': '#/notes/erased:100',
  turns: '#/turns',
  'a turn': '#/turns/t50',
  'what if': '#/what-if',
  'a comparison': '#/compare',
  'a strength': '#/strength/e1',
  health: '#/health',
} as const

const operationOf = (request: Request): string => /\/ask\/(\w+)$/.exec(request.url())?.[1] ?? ''

const measureScrubs = async (page: Page, drags: number, cpu: () => number): Promise<void> => {
  const taken = new Map<string, Array<number>>()
  const cpus = new Map<string, Array<number>>()
  let view = ''
  const note = (request: Request) => {
    const operation = operationOf(request)
    if (view === '' || operation === '') return
    const { requestStart, responseEnd } = request.timing()
    const name = `${view}: ${operation}`
    taken.set(name, [...(taken.get(name) ?? []), responseEnd - requestStart])
  }
  page.on('requestfinished', note)
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end as 'requestfinished', (request) => open.delete(request))
  const draw = random(19)
  for (const [name, hash] of Object.entries(views)) {
    try {
      await shown(page, hash)
      view = name
      for (let drag = 0; drag < drags; drag++) {
        const before = cpu()
        await dragTo(page, 0.03 + 0.94 * draw.next())
        await drawn(page)
        cpus.set(name, [...(cpus.get(name) ?? []), cpu() - before])
      }
    } catch (error) {
      // The other views are measured all the same.
      say(
        `${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}; unanswered: ${[...open].map(operationOf).join(', ') || 'nothing'}`,
      )
    }
    view = ''
    await page.keyboard.press('n')
  }
  page.off('requestfinished', note)
  heading('each request when a person drags to another position, in ms; wanted: p95 of 100')
  table([['', 'requests', 'median', 'p95', 'most'], ...[...taken].map(summed)])
  heading('CPU of the studio for one drag, all requests of the view together, in ms')
  table([['', 'drags', 'median', 'p95', 'most'], ...[...cpus].map(summed)])
  say(`p95 of all requests: ${number(percentile([...taken.values()].flat(), 0.95))} ms`)
}

const summed = ([name, ms]: readonly [string, ReadonlyArray<number>]): ReadonlyArray<string> => [
  name,
  number(ms.length),
  ...[0.5, 0.95, 1].map((share) => number(percentile(ms, share))),
]

const shown = async (page: Page, hash: string): Promise<void> => {
  await page.evaluate((to) => {
    location.hash = to
  }, hash)
  await drawn(page)
}

const dragTo = async (page: Page, share: number): Promise<void> => {
  const box = (await page.locator('.timeline svg').first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [x, y] = [box.x + share * box.width, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.up()
}

const measureSwitches = async (page: Page, cpu: () => number): Promise<void> => {
  await page.keyboard.press('n')
  const sessions = await page.evaluate(async () => {
    const response = await fetch('/ask/sessions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ limit: 1_000 }),
    })
    return ((await response.json()) as { readonly sessions: ReadonlyArray<{ readonly session: string; readonly signals: number }> })
      .sessions
  })
  const taught = sessions.filter(({ signals }) => signals > 0)
  const places = { newest: taught[0], middle: taught[Math.floor(taught.length / 2)], oldest: taught.at(-1) }
  heading('switching a session off, until the page shows what would be, in ms; wanted: 2,000')
  for (const [name, session] of Object.entries(places)) {
    if (session === undefined) continue
    await shown(page, '#/what-if')
    const [began, before] = [performance.now(), cpu()]
    await shown(page, `#/what-if/session:${session.session}`)
    await page.getByText(/^Without \d/).waitFor()
    say(
      `the ${name} of ${number(taught.length)}, ${number(session.signals)} signals   ${number(performance.now() - began)}, CPU ${number(cpu() - before)}`,
    )
  }
}

const [, , events = '1000000', file, pace] = process.argv
await main(Number(events), file, pace === 'quick' ? quick : thorough)
