/**
 * Weeks of an agent's life in little time: known questions, new ones, foreign ones, small talk, verdicts, corrections that state a new value, tools
 * that fail and are mended, notes of the agent, edited documents, and the upkeep that a host does. The same seed gives the same traffic.
 */
import { readFileSync } from 'node:fs'
import { corpus } from '../bench/corpus.ts'
import { type Random, random } from '../bench/random.ts'
import type { HandClock } from './hand-clock.ts'
import type { AskedMemory } from './open-store.ts'

export interface Traffic {
  readonly memory: AskedMemory
  readonly clock: HandClock
  readonly seed: number
  readonly turns: number
  /** Of the notes that are read in before, with twenty sections each. */
  readonly pages: number
  /** Called with the questions of the traffic before it begins. */
  readonly begin: (questions: ReadonlyArray<string>) => void
  /** Called after every `every` turns, and before the first one. */
  readonly every: number
  readonly look: (turns: number) => Promise<void>
}

const brain = 'local/main/default'
const sections = 20
/** Questions that come again and again; all others are asked once. */
const habits = 400
const turnsPerSession = 25
const turnsPerDay = 120
const dayMs = 86_400_000

const words = { brain, actor: 'owner', sessionKind: 'interactive' } as const
const agent = { actorKind: 'agent', background: { afterOthers: false, others: [], owner: [] } } as const
const facts = ['harbour', 'archive', 'bakery', 'clinic', 'depot', 'forge', 'garden', 'hangar', 'library', 'market']
const errors = ['ERESOLVE unable to resolve dependency tree', 'EADDRINUSE address already in use', 'ENOSPC no space left on device']

const chatter = readFileSync(new URL('../eval/sets/chatter.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t')[1] ?? '')

const factsNow = (ports: ReadonlyMap<string, number>) =>
  facts.map((name) => `- The ${name} answers on port ${ports.get(name) ?? 0}.`).join('\n')

export const mixedTraffic = async ({ begin, clock, every, look, memory, pages, seed, turns }: Traffic): Promise<void> => {
  const draw = random(seed)
  const { documents, questions } = corpus(pages, sections, habits + turns)
  const ports = new Map(facts.map((name, at) => [name, 4_000 + at]))
  const factsFile = () => ({ source: 'MEMORY.md', format: 'markdown' as const, text: `# Ports\n\n${factsNow(ports)}\n` })
  await memory.init({ brain })
  await memory.ingest({ brain, documents: [...documents, factsFile()] })
  begin(questions)
  await look(0)
  const live = liveTurn({ memory, draw, ports, questions })
  for (let turn = 1; turn <= turns; turn++) {
    clock.now += Math.round(dayMs / turnsPerDay)
    await live(turn)
    if (turn % turnsPerSession === 0) {
      await memory.session({ ...words, session: sessionOf(turn - 1), event: 'ended' })
      await memory.maintain({ brain, when: 'heartbeat' })
    }
    if (turn % turnsPerDay === 0) {
      await memory.ingest({ brain, documents: [factsFile()] })
      await memory.maintain({ brain })
      await memory.upkeep({})
    }
    if (turn % every === 0) await look(turn)
  }
}

const sessionOf = (turn: number): string => `talk-${Math.floor(turn / turnsPerSession)}`

interface Life {
  readonly memory: AskedMemory
  readonly draw: Random
  readonly ports: Map<string, number>
  readonly questions: ReadonlyArray<string>
}

const liveTurn = ({ draw, memory, ports, questions }: Life) => {
  /** Names the tool that failed in the turn before, and what it reported. */
  let broken: string | undefined
  let next = habits
  const said = (): string => {
    const kind = draw.next()
    if (kind < 0.4) return questions[Math.floor(draw.next() ** 2 * habits)] ?? ''
    if (kind < 0.6) return questions[next++] ?? ''
    if (kind < 0.75) return draw.pick(chatter)
    if (kind < 0.85) return `Which port does the ${draw.pick(facts)} answer on?`
    if (kind < 0.93) return `Which ${draw.pick(facts)} season did the crew agree on for ${draw.pick(facts)} ${draw.below(200)}?`
    return state(draw.pick(facts))
  }
  const state = (name: string): string => {
    const port = 4_000 + draw.below(5_000)
    ports.set(name, port)
    return `No, from now on the ${name} answers on port ${port}.`
  }
  return async (turn: number): Promise<void> => {
    const session = sessionOf(turn - 1)
    const question = broken === undefined ? said() : `${broken}: what now?`
    const talk = { ...words, session }
    const key = `turn-${turn}`
    const { items, turn: recorded } = await memory.recall({ ...talk, question, key, autoNeurogenesis: true })
    await memory.hear({ ...talk, text: question, recallKey: key })
    const fails = broken === undefined && draw.next() < 0.03
    const report = fails ? `npm ERR! ${draw.pick(errors)}` : undefined
    await memory.complete({
      ...talk,
      recallKey: key,
      outcome: fails ? 'failure' : 'success',
      durationMs: 900,
      tools: fails || broken !== undefined ? [{ name: 'exec', calls: 1, failures: fails ? 1 : 0 }] : [],
      ...(report === undefined ? {} : { errors: [{ tool: 'exec', text: report }] }),
      ...(broken === undefined ? {} : { toolTexts: ['npm install --legacy-peer-deps'] }),
      reply: items.length === 0 ? 'I will look it up.' : (items[0]?.content.slice(0, 300) ?? ''),
    })
    broken = report
    if (recorded !== null && items.length > 0 && draw.next() < 0.1) {
      const node = items[draw.below(Math.min(3, items.length))]?.node ?? ''
      await memory.feedback({ ...talk, turn: recorded, verdict: draw.next() < 0.75 ? 'used' : 'not-relevant', nodes: [node] })
    }
    if (draw.next() < 0.02)
      await memory.note({ ...talk, ...agent, text: `Seen in turn ${turn}: ${questions[draw.below(questions.length)] ?? ''}` })
    await memory.learn({ brain })
  }
}
