/**
 * A process of its own that is a host with our plugin and tells a conversation in it, every message once with the plugin and once
 * without: `node --expose-gc plugin-process.ts HOME`, questions as JSON on standard input, one line of JSON out.
 *
 * HOME holds the state directory with the database. The host is the fake one, which costs next to nothing itself: what a turn takes
 * longer with the plugin is what the plugin adds. Worker, database and hooks are the real ones.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChatRequest } from '../src/chat-request.ts'
import { currentUserText } from '../src/chat-request.ts'
import { createFakeHost, type FakeHost } from '../src/fake-host/fake-host.ts'
import { percentile } from './measure.ts'
import { random } from './random.ts'

export interface Conversed {
  /** Milliseconds of each turn. */
  readonly with: ReadonlyArray<number>
  readonly without: ReadonlyArray<number>
  /** Number of turns with memories before their message. */
  readonly reminded: number
  /** Milliseconds that the event loop was late, p50, p99 and most: in turns with the plugin and while it worked on behind them, and without. */
  readonly late: { readonly with: Late; readonly without: Late }
}

export type Late = readonly [p50: number, p99: number, most: number]

/** Shortest pause of a person between turns: work behind a turn (its end, learning) is measured in it. */
const betweenMs = 60
const resolutionMs = 1

/** Looks every millisecond by how much it comes late. Node's own monitor begins anew each time it is enabled. */
const listening = (late: Array<number>): (() => void) => {
  let [asked, timer] = [performance.now(), setTimeout(tick, resolutionMs)]
  function tick() {
    const now = performance.now()
    late.push(Math.max(0, now - asked - resolutionMs))
    asked = now
    timer = setTimeout(tick, resolutionMs)
  }
  return () => clearTimeout(timer)
}

const load = async () => (await import('../../packages/plugin-openclaw/src/index.ts')).default

const hostIn = (home: string, enabled: boolean): FakeHost => {
  mkdirSync(home, { recursive: true })
  const entry = { hooks: { allowConversationAccess: true }, config: { enabled, follow: false } }
  return createFakeHost({ home, load, entry, script: repeating })
}

/** Answers with what it was reminded of first, so that the turn's end finds something that was used. */
const repeating = (request: ChatRequest): string =>
  currentUserText(request)
    .split('\n')
    .find((line) => line.length > 80)
    ?.slice(0, 400) ?? 'I do not know.'

const main = async (home: string, questions: ReadonlyArray<string>, warmUp: number): Promise<Conversed> => {
  const hosts = { with: hostIn(home, true), without: hostIn(join(home, 'without'), false) }
  const taken = { with: [] as number[], without: [] as number[] }
  const late = { with: [] as number[], without: [] as number[] }
  for (const host of Object.values(hosts)) await host.start()
  const { shuffled } = random(53)
  for (const [number, question] of questions.entries()) {
    for (const which of shuffled(['with', 'without'] as const)) {
      const stop = listening(number < warmUp ? [] : late[which])
      const began = performance.now()
      await hosts[which].turn('agent:main:bench', question)
      if (number >= warmUp) taken[which].push(performance.now() - began)
      await pause(betweenMs)
      stop()
    }
  }
  const reminded = hosts.with.requests
    .slice(warmUp)
    .filter((request) => currentUserText(request).includes('<crabtrail-memory turn=')).length
  for (const host of Object.values(hosts)) await host.stop()
  const lateness = (which: 'with' | 'without'): Late =>
    [0.5, 0.99, 1].map((share) => percentile(late[which], share)) as [number, number, number]
  return { ...taken, reminded, late: { with: lateness('with'), without: lateness('without') } }
}

const [home = ''] = process.argv.slice(2)
const { questions, warmUp } = JSON.parse(await text(process.stdin))
process.stdout.write(`${JSON.stringify(await main(home, questions, warmUp))}\n`)
process.exit(0)
