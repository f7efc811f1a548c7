/** An unlearning takes back what its signals taught and nothing else, to the bit, and can be withdrawn. */
import type { Request } from '@crabtrail/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import { brainState } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { replayFacts } from './fact-replay.ts'
import { forgetful } from './fading-settings.ts'
import { type Beginning, type History, inHistory as inAnyHistory } from './history.ts'
import { derivedFromScratch, foldOf, learnedOf, learnedValue, outOf, withoutSignals } from './learned-value.ts'
import { complaints } from './log-rules.ts'
import { openStore } from './open-store.ts'
import { playAll } from './player.ts'
import { type Property, property } from './property.ts'
import { eventsOf, type RecordedLog, readLog } from './recorded-log.ts'
import { anything, completeSignal, learnerSignal, passingSignal, profileSignal, type Signal, signals, teaching } from './signals.ts'
import { questions } from './small-notes.ts'

/** What to select, in terms that make sense in any log: the n-th of what there is. */
export interface Selected {
  readonly by: 'session' | 'turn' | 'feedback' | 'actor' | 'origin' | 'range'
  readonly place: number
  readonly length: number
}

export const selection: fc.Arbitrary<Selected> = fc.record({
  by: fc.constantFrom('session', 'session', 'turn', 'feedback', 'feedback', 'actor', 'origin', 'range'),
  place: fc.nat(40),
  length: fc.nat(60),
})

const nth = <A>(list: ReadonlyArray<A>, place: number): A | undefined => list[place % Math.max(1, list.length)]

export const asked = ({ by, length, place }: Selected, log: RecordedLog): Request.UnlearnRequest => {
  const { events } = log
  const since = place % Math.max(1, events.length)
  const range = { since: String(since), until: String(Math.min(events.length, since + 1 + length)) }
  switch (by) {
    case 'session':
      return { ofSession: `s${nth(eventsOf(log, 'SessionStarted'), place)?.data.session ?? 1}` }
    case 'turn':
      return { ofTurn: `t${nth(eventsOf(log, 'TurnStarted'), place)?.turn ?? 1}` }
    case 'feedback':
      return { ofFeedback: `f${nth([...eventsOf(log, 'FeedbackGiven'), ...eventsOf(log, 'OutcomeGiven')], place)?.data.feedback ?? 1}` }
    case 'actor':
      return { ofActor: nth(['person', 'other', 'cli'], place) ?? 'cli' }
    case 'origin':
      return { ofOrigin: nth(['owner', 'agent'] as const, place) ?? 'owner', ...range }
    case 'range':
      return range
    default:
      return by satisfies never
  }
}

/** A refusal because nothing was said there is an answer, too. */
export const isNothing = (error: unknown): boolean => error instanceof Error && '_tag' in error && error._tag === 'NotFound'

export const unlearnSome = async ({ log, memory }: History, selected: Selected) => {
  try {
    return await memory.unlearn(asked(selected, await log()))
  } catch (error) {
    if (!isNothing(error)) throw error
    return undefined
  }
}

/** Plays what comes later; the learner is free again after it. */
const playLater = async ({ player }: History, { later }: Told) => {
  await playAll(player, later)
  await player.play({ signal: 'free' })
}

type Kinds = ReadonlyArray<fc.WeightedArbitrary<Signal>>
export interface Told {
  readonly beginning: Beginning
  readonly played: ReadonlyArray<Signal>
  readonly later: ReadonlyArray<Signal>
}
export const told = (kinds: Kinds, beginning: Beginning = {}): fc.Arbitrary<Told> =>
  fc.record({ beginning: fc.constant(beginning), played: signals(kinds), later: signals(kinds, 8) })

const mixed: Kinds = [
  ...anything,
  { weight: 1, arbitrary: learnerSignal },
  { weight: 2, arbitrary: completeSignal },
  { weight: 1, arbitrary: profileSignal },
]
const histories = fc.oneof(told(mixed), told([...mixed, { weight: 8, arbitrary: passingSignal }], forgetful))
/** Without what belongs to positions of one log alone: rollbacks and runs of forgetting. */
const plain = told([...teaching, { weight: 1, arbitrary: learnerSignal }])

export const inHistory = ({ beginning, played }: Told, check: (history: History) => Promise<void>) => inAnyHistory(played, check, beginning)

const isWhole = async ({ log, memory }: History) => {
  const verified = await memory.verify({ rederive: true })
  expect(verified.checks.filter(({ ok }) => !ok)).toEqual([])
  expect(complaints(await log())).toEqual([])
}

/** What the signals of a story do not do, each a word of the owner or an erasure. */
type Deed = 'alias' | 'trust' | 'protect' | 'correct' | 'state' | 'name' | 'read' | 'erase' | 'unlearn'
interface Done {
  readonly deed: Deed
  readonly place: number
  readonly isOn: boolean
}
export const deeds = fc.array(
  fc.record({
    deed: fc.constantFrom<Deed>('alias', 'trust', 'protect', 'correct', 'state', 'state', 'name', 'read', 'erase', 'unlearn'),
    place: fc.nat(20),
    isOn: fc.boolean(),
  }),
  { maxLength: 4 },
)
const nodes = ['deploy.md#rolling-back', 'queue.md#when-the-queue-is-stuck', 'rota.md#kitchen', 'backup.md'] as const
/** Message that contradicts what was recalled before it, and holds what is right instead. */
const corrections = ['No, that is wrong. The fridge is emptied on Mondays.', 'No, that is wrong: roll back with `ship undo`.'] as const

export const ferryQuestion = 'When does the night ferry leave for Ostmole?'
const ferry = 'The night ferry leaves for Ostmole at 21:40.'
/** What the owner states in passing: each takes the place of what a note or an earlier one of these states. */
const statements = [
  'Small change: the night ferry leaves for Ostmole at 22:15.',
  'From now on the night ferry leaves for Ostmole at 23:05.',
  ferry,
] as const
/** Notes that state the same otherwise, or are copies. */
const laterNotes = [ferry, 'The night ferry leaves for Ostmole at 22:50.', 'The night ferry leaves for Ostmole at 22:15.'] as const

const read = (memory: History['memory'], source: string, text: string) =>
  memory.ingest({ documents: [{ source, format: 'markdown', text: `# Ferry\n\n${text}\n` }] })

const state = async (memory: History['memory'], place: number) => {
  await read(memory, 'ferry.md', ferry)
  await memory.hear({ text: nth(statements, place) ?? '', origin: 'owner', session: 'talk', sessionKind: 'interactive' })
}
/** The owner names one of the memories that a turn gave instead of another. */
const name = async (memory: History['memory'], place: number) => {
  const session = { session: 'talk', sessionKind: 'interactive' } as const
  const { items, turn } = await memory.recall({ question: ferryQuestion, ...session })
  const [right, wrong] = place % 2 === 0 ? items : items.slice(0, 2).toReversed()
  if (turn === null || right === undefined || wrong === undefined) return
  await memory.feedback({ verdict: 'wrong', turn, nodes: [wrong.node], instead: [right.node], ...session })
}

export const doAll = async ({ memory }: History, all: ReadonlyArray<Done>) => {
  for (const { deed, isOn, place } of all) {
    const node = nth(nodes, place) ?? nodes[0]
    try {
      if (deed === 'trust') await memory.trust({ node, off: !isOn })
      else if (deed === 'alias') await memory.alias({ node, ...(isOn ? { aliases: [`night of ${place % 3}`] } : { remove: true }) })
      else if (deed === 'protect') await memory.protect({ node, off: !isOn })
      else if (deed === 'state') await state(memory, place)
      else if (deed === 'name') await name(memory, place)
      else if (deed === 'read') await read(memory, `later/${place % 3}.md`, nth(laterNotes, place) ?? '')
      else if (deed === 'erase') {
        if (place === 0) await memory.forget({ node })
      } else if (deed === 'unlearn') {
        if (isOn) await memory.unlearn({ since: `-${4 * (place + 1)}`, withNodes: true })
        else await memory.unlearn({ undo: String(await newestUnlearning(memory)) })
      } else {
        const session = { session: 'talk', sessionKind: 'interactive' } as const
        const { context, turn } = await memory.recall({ question: nth(questions, place) ?? '', ...session })
        if (turn !== null) await memory.complete({ turn, outcome: 'success', durationMs: 1, reply: context?.text ?? '', ...session })
        await memory.hear({ text: nth(corrections, place) ?? '', origin: 'owner', ...session })
      }
    } catch (error) {
      if (!(error instanceof Error && '_tag' in error)) throw error
    }
  }
}

/** Deeds that surely supersede: by the owner's word twice, by a note, by a copy and by a verdict. */
export const superseding: Array<Done> = (
  [
    ['state', 0],
    ['state', 1],
    ['read', 1],
    ['read', 0],
    ['name', 0],
  ] as const
).map(([deed, place]) => ({ deed, place, isOn: true }))
const quiet: Told = { beginning: {}, played: [], later: [] }
const first: Selected = { by: 'feedback', place: 0, length: 0 }
const second: Selected = { by: 'feedback', place: 1, length: 0 }

const newestUnlearning = async (memory: History['memory']): Promise<number> => {
  const { events } = await memory.log({ type: 'UnlearnRequested', limit: 1 })
  return events[0]?.position ?? 0
}

export const unlearnProperties: ReadonlyArray<Property> = [
  property(
    'INV-104 after an unlearning, and after what is taught later, is learned what a brain learns that never got its signals',
    30,
    fc.tuple(plain, selection, deeds),
    ([story, selected, all]) =>
      inHistory(story, async (history) => {
        await doAll(
          history,
          // An unlearning that retires notes belongs to the positions of one log, too.
          all.filter(({ deed }) => deed !== 'erase' && deed !== 'unlearn'),
        )
        await history.memory.learn({})
        await unlearnSome(history, selected)
        await playLater(history, story)
        await history.memory.learn({})
        const log = await history.log()

        const other = openStore()
        try {
          await replayFacts(other, withoutSignals(log, outOf(log)), [1])
          const memory = await other.memory()
          const never = readLog((await memory.export({})).lines)

          const apart = { positions: false }
          expect(learnedValue(brainState(foldOf(log)), apart)).toEqual(learnedValue(brainState(foldOf(never)), apart))
        } finally {
          await other.close()
        }
      }),
    [
      [quiet, first, superseding],
      [quiet, second, superseding],
    ],
  ),

  property(
    'INV-104 whatever was unlearned, withdrawn, rolled back and forgotten, is known what follows from the signals that teach, from the first event on',
    40,
    fc.tuple(
      histories,
      selection,
      selection,
      fc.array(fc.constantFrom('unlearn', 'undo', 'play', 'rollback', 'do'), { maxLength: 5 }),
      fc.nat(100),
      deeds,
      deeds,
    ),
    ([story, first, second, steps, place, before, later]) =>
      inHistory(story, async (history) => {
        const { log, memory } = history
        await doAll(history, before)
        await memory.learn({})
        await unlearnSome(history, first)
        for (const step of steps) {
          const known = await log()
          if (step === 'unlearn') await unlearnSome(history, second)
          else if (step === 'play') await playLater(history, story)
          else if (step === 'do') await doAll(history, later)
          else if (step === 'rollback') await memory.rollback({ to: String(place % (known.events.length + 1)) })
          else {
            const request = nth(eventsOf(known, 'UnlearnRequested'), place)
            if (request !== undefined) await memory.unlearn({ undo: String(request.position) })
          }
        }
        await memory.learn({})

        const after = await log()
        expect(learnedOf(after)).toEqual(learnedValue(derivedFromScratch(after, outOf(after)).state))
        await isWhole(history)
      }),
    [
      [quiet, first, second, ['unlearn', 'undo', 'rollback', 'do', 'rollback', 'undo'], 30, superseding, superseding],
      [quiet, second, first, ['undo', 'do', 'rollback', 'undo', 'unlearn'], 34, superseding, superseding],
    ],
  ),

  property(
    'INV-104 unlearned and withdrawn is never done; what was learned in between stays',
    30,
    fc.tuple(histories, selection, fc.boolean(), fc.boolean(), deeds),
    ([story, selected, between, withNodes, all]) =>
      inHistory(story, async (history) => {
        const { log, memory } = history
        await doAll(history, all)
        await memory.learn({})
        const before = learnedOf(await log())
        let request: number | null | undefined
        try {
          request = (await memory.unlearn({ ...asked(selected, await log()), withNodes })).request
        } catch (error) {
          if (!isNothing(error)) throw error
        }
        if (typeof request !== 'number') return
        if (between) {
          await playLater(history, story)
          await memory.learn({})
        }

        await memory.unlearn({ undo: String(request) })

        const after = await log()
        if (!between) expect(learnedOf(after)).toEqual(before)
        expect(learnedOf(after)).toEqual(learnedValue(derivedFromScratch(after, outOf(after)).state))
        await isWhole(history)
      }),
    [
      [quiet, first, false, false, superseding],
      [quiet, second, true, true, superseding],
    ],
  ),

  property('INV-104 the same unlearning twice appends nothing the second time', 20, fc.tuple(histories, selection), ([story, selected]) =>
    inHistory(story, async (history) => {
      const { lines, memory } = history
      await memory.learn({})
      const request = asked(selected, await history.log())
      if ((await unlearnSome(history, selected)) === undefined) return
      const once = await lines()

      const again = await memory.unlearn(request)

      expect(again).toMatchObject({ request: null, restored: { edges: [], utilities: [] } })
      expect(await lines()).toEqual(once)
    }),
  ),

  property(
    'INV-104 a rollback to before an unlearning brings back what was learned there, and its requests that stood',
    30,
    fc.tuple(histories, selection, fc.boolean(), deeds),
    ([story, selected, between, all]) =>
      inHistory(story, async (history) => {
        const { log, memory } = history
        await doAll(history, all)
        await memory.learn({})
        const start = await log()
        const { digest } = await memory.show({})
        if ((await unlearnSome(history, selected)) === undefined) return
        if (between) await memory.learn({})

        await memory.rollback({ to: String(start.events.length) })

        const after = await log()
        expect(outOf(after)).toEqual(outOf(start))
        expect((await memory.show({})).digest).toBe(digest)
        await isWhole(history)
      }),
    [
      [quiet, first, false, superseding],
      [quiet, second, true, superseding],
    ],
  ),

  property('a dry run tells what an unlearning would do, and writes nothing', 20, fc.tuple(histories, selection), ([story, selected]) =>
    inHistory(story, async (history) => {
      const { lines, log, memory } = history
      await memory.learn({})
      const before = await lines()
      const request = asked(selected, await log())
      try {
        const would = await memory.unlearn({ ...request, dryRun: true })
        expect(await lines()).toEqual(before)
        const done = await memory.unlearn(request)
        expect([done.restored, done.signals]).toEqual([would.would, would.signals])
      } catch (error) {
        if (!isNothing(error)) throw error
        expect(await lines()).toEqual(before)
      }
    }),
  ),
]
