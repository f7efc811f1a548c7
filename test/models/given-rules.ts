/** Rules of the context that a recall gives: confidence leaves the ranking alone (INV-80), and follow-ups stay in their session (INV-98). */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { OwnSettings } from '../../packages/core/src/domain/profiles/own-settings.ts'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { type AskedMemory, openStore } from './open-store.ts'
import { withNotes } from './player.ts'

/** Breaks a memory for a canary. */
export type BrokenMemory = (memory: AskedMemory) => AskedMemory

const whole: BrokenMemory = (memory) => memory

const opened = async <A>(broken: BrokenMemory, use: (memory: AskedMemory) => Promise<A>): Promise<A> => {
  const store = openStore()
  try {
    return await use(broken(await store.memory()))
  } finally {
    await store.close()
  }
}

type Recalled = Awaited<ReturnType<AskedMemory['recall']>>

const rankingOf = ({ items }: Recalled) => items.map(({ node, score }) => [node, score] as const)

const weight = fc.double({ min: -100, max: 100, noNaN: true })
const share = fc.double({ min: 0, max: 1, noNaN: true })

/** Any settings of the context. */
export const contextSettings: fc.Arbitrary<OwnSettings> = fc.record({
  'context.coverage': share,
  'context.confidence.words': weight,
  'context.confidence.missing': weight,
  'context.confidence.lead': weight,
  'context.confidence.named': weight,
  'context.confidence.unknown': weight,
  'context.confidence.size': weight,
  'context.confidence.least': fc.double({ min: -1_000, max: 1_000, noNaN: true }),
  'context.relative': share,
  'context.rival': share,
  'context.adds': share,
  'context.linked': share,
})

const questions = [
  'How do we roll back a bad deploy of the API?',
  'Jobs pile up in the queue, what do I restart?',
  'ok',
  'Who reads the rota?',
]

/** Rankings with scores for a fixed list of questions, and the number of memories that each question was given. */
export const rankedUnder = (settings: OwnSettings, prompt: string, broken: BrokenMemory = whole) =>
  opened(broken, async (memory) => {
    await memory.init({ profile: balanced.name, settings })
    await withNotes(memory)
    const answers: Array<Recalled> = []
    for (const question of questions) answers.push(await memory.recall({ question, inPrompt: prompt }))
    return { rankings: answers.map(rankingOf), given: answers.map(({ context }) => context.items.length) }
  })

const notes = [
  'The staging server listens on port 8443, the database behind it on 5433.',
  'The boat lies in the port of Lorient; Ben tars it in April.',
  'Marta signs the contract of the brewery, and the brewer pays for the logo.',
  'Bread is baked on Mondays in the old oven behind the mill.',
  'The ferry to the island leaves at seven from the northern pier.',
]

const messages = {
  asked: [
    'Where does the staging server listen, and the database?',
    'When does the ferry to the island leave?',
    'When is bread baked in the oven?',
  ],
  idle: ['What is 17 times 23?', 'Which films are shown at the cinema tonight?'],
  remark: ['Thanks!', 'ok', 'yes'],
  followUp: ['and when?', 'Und wann?', 'And who was happy about it?', 'and where?'],
} as const

type Kind = keyof typeof messages
type Said = { readonly session: string | undefined } & ({ readonly kind: Kind; readonly message: string } | { readonly kind: 'end' })

const session = fc.constantFrom('talk', 'talk', 'talk', 'walk', 'walk', undefined)
const saying = (kind: Kind) => fc.record({ session, kind: fc.constant(kind), message: fc.constantFrom(...messages[kind]) })

/** Messages of two sessions and of none, follow-ups the most frequent. */
export const talks: fc.Arbitrary<ReadonlyArray<Said>> = fc.array(
  fc.oneof(
    { arbitrary: saying('followUp'), weight: 4 },
    { arbitrary: saying('asked'), weight: 3 },
    { arbitrary: saying('remark'), weight: 2 },
    { arbitrary: saying('idle'), weight: 1 },
    { arbitrary: fc.record({ session, kind: fc.constant('end' as const) }), weight: 2 },
  ),
  { minLength: 3, maxLength: 12 },
)

interface Given {
  readonly kind: Kind
  readonly items: ReadonlyArray<string>
}

/** The notes that a follow-up may be given: of the last turn of its session, or of the one before where the last was a remark without notes. */
const goesOnWith = (turns: ReadonlyArray<Given>): ReadonlyArray<string> => {
  const [before, last] = [turns.at(-2), turns.at(-1)]
  return last?.kind === 'remark' && last.items.length === 0 ? (before?.items ?? []) : (last?.items ?? [])
}

/** Plays the messages to a new memory and compares each answer with a look without a trace, which knows no session. */
export const followUpComplaints = (said: ReadonlyArray<Said>, broken: BrokenMemory = whole): Promise<ReadonlyArray<string>> =>
  opened(broken, async (memory) => {
    await memory.ingest({ documents: notes.map((text, at) => ({ source: `note-${at}.md`, format: 'markdown', text: `${text}\n` })) })
    const talked = new Map<string, ReadonlyArray<Given>>()
    const complaints: Array<string> = []
    for (const one of said) {
      const own = one.session === undefined ? {} : { session: one.session }
      const turns = talked.get(one.session ?? '') ?? []
      if (one.kind === 'end') {
        if (one.session !== undefined && turns.length > 0) await memory.session({ session: one.session, event: 'ended' })
        talked.delete(one.session ?? '')
        continue
      }
      const { kind, message: question } = one
      const look = await memory.recall({ question, record: false })
      const answer = await memory.recall({ question, ...own })
      const { items } = answer.context
      if (kind !== 'followUp' && !isDeepStrictEqual([rankingOf(answer), items], [rankingOf(look), look.context.items]))
        complaints.push(`${question} depends on its session`)
      if (kind === 'followUp') {
        const expected = goesOnWith(turns)
        if (items.some((node) => !expected.includes(node))) complaints.push(`${question} was given what its session was not`)
        if (expected.length > 0 && items.length === 0) complaints.push(`${question} was given nothing`)
      }
      if (one.session !== undefined) talked.set(one.session, [...turns, { kind, items }])
    }
    return complaints
  })
