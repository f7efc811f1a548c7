/** A replay under the settings of a brain is the brain, and one without some signals is what an unlearning of them leaves, to the bit. */
import type { Request } from '@crabtrail/core'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { expect } from 'vitest'
import { brainState } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { isoDay } from '../../packages/text/src/days/calendar.ts'
import { forgetful } from './fading-settings.ts'
import type { History } from './history.ts'
import { derivedFromScratch, foldOf, learnedOf, learnedValue, outOf } from './learned-value.ts'
import { complaints } from './log-rules.ts'
import { type Property, property } from './property.ts'
import { readLog } from './recorded-log.ts'
import { anything, completeSignal, learnerSignal, passingSignal, profileSignal } from './signals.ts'
import { questions } from './small-notes.ts'
import { asked, deeds, doAll, inHistory, isNothing, type Selected, selection, type Told, told, unlearnSome } from './unlearn-properties.ts'

const steady = [...anything, { weight: 1, arbitrary: learnerSignal }, { weight: 2, arbitrary: completeSignal }]
const passing = [...steady, { weight: 8, arbitrary: passingSignal }]
const changing = [...passing, { weight: 1, arbitrary: profileSignal }]
const histories = fc.oneof(told(changing), told(passing, forgetful))
/** Histories under one profile, also those in which strengths decay. */
const underOne = fc.oneof(told(steady), told(passing, forgetful))

const excludedBy = (request: Request.UnlearnRequest): string => {
  if (request.ofSession !== undefined) return `session:${request.ofSession}`
  if (request.ofTurn !== undefined) return `turn:${request.ofTurn}`
  if (request.ofFeedback !== undefined) return `feedback:${request.ofFeedback}`
  if (request.ofActor !== undefined) return `actor:${request.ofActor}`
  if (request.ofOrigin !== undefined) return `origin:${request.ofOrigin}`
  return `range:${request.since}..${request.until}`
}

const whole = (selected: Request.UnlearnRequest): Request.UnlearnRequest => {
  // An exclusion by origin takes the whole log.
  const { since, until, ...named } = selected
  return selected.ofOrigin === undefined
    ? { ...named, ...(since === undefined ? {} : { since, ...(until === undefined ? {} : { until }) }) }
    : named
}

const unlearned = async ({ memory }: History, request: Request.UnlearnRequest): Promise<boolean> => {
  try {
    await memory.unlearn(request)
    return true
  } catch (error) {
    if (!isNothing(error)) throw error
    return false
  }
}

/** Settings that change what is learned, how a walk goes, or nothing. */
const counterfactual: fc.Arbitrary<Request.ReplayRequest> = fc.constantFrom(
  {},
  { profile: 'crabpath' },
  { profile: 'linkstrength' },
  { profile: 'neurogated' },
  { settings: { 'learning.conscious.cue': 0.3, 'walk.learned': 0.5 } },
  { settings: { 'budget.fired': 6, 'budget.hops': 1 } },
)

/** True for a replay under another profile than that of a part of its history: settings are added to the newest profile. */
const hasOtherBounds = ({ profile, settings }: Request.ReplayRequest, { later, played }: Told): boolean =>
  profile !== undefined || (settings !== undefined && [...played, ...later].some(({ signal }) => signal === 'profile'))

/** Rules about walks that stay as walked, and about edges that stay pruned: they name the strengths of the parent. */
const ofParent = /^(every candidate edge of a turn|forgetting lets go of edges)/

type Deed = 'teach' | 'unlearn' | 'undo' | 'promote' | 'rollback'
const later = fc.array(fc.constantFrom<Deed>('teach', 'unlearn', 'undo', 'promote', 'rollback'), { maxLength: 4 })

const recalled = { signal: 'recall', question: 0, session: 0, key: undefined } as const
const used = {
  signal: 'feedback',
  verdict: 'used',
  back: undefined,
  nodes: [],
  instead: [],
  share: undefined,
  tier: 'conscious',
  actor: 0,
  origin: 'owner',
  session: 0,
  key: undefined,
} as const

/** A replay that is saved as a branch: its history, what is unlearned in it, its settings, what happens besides, and whether it walks again. */
const saved = fc.tuple(histories, selection, counterfactual, deeds, fc.boolean())

/** A strength set by hand before a profile whose bounds leave it out, and a replay under the settings of that profile and one more. */
const outsideLaterBounds: typeof saved extends fc.Arbitrary<infer Value> ? Value : never = [
  {
    beginning: {},
    played: [
      recalled,
      recalled,
      { signal: 'strength', source: 0, target: 1, kind: 'learned', value: -0.95, key: undefined },
      { signal: 'profile', profile: 'linkstrength', origin: 'owner', key: undefined },
      { signal: 'complete', back: 0, outcome: 'success' },
      { signal: 'skip' },
      { signal: 'repeat', back: 0 },
      { signal: 'skip' },
      { signal: 'edit', note: 0, version: 0 },
    ],
    later: [{ ...recalled, key: 0 }, { ...recalled, key: 0 }, used, recalled],
  },
  { by: 'feedback', place: 0, length: 0 },
  { settings: { 'budget.fired': 6, 'budget.hops': 1 } },
  [],
  false,
]

/** A rollback to a run of maintenance that recorded nothing, and lets strengths decay under other settings. */
const toSilentMaintenance: typeof saved extends fc.Arbitrary<infer Value> ? Value : never = [
  {
    beginning: {},
    played: [
      recalled,
      recalled,
      { signal: 'maintain' },
      { signal: 'skip' },
      { signal: 'profile', profile: 'balanced', origin: 'owner', key: undefined },
      used,
      { signal: 'rollback', to: 0.4, inside: false, key: undefined },
      { signal: 'skip' },
      { signal: 'strength', source: 0, target: 0, kind: 'learned', value: -0.95, key: undefined },
      { signal: 'skip' },
      recalled,
      used,
    ],
    later: [{ ...recalled, key: 0 }, recalled, { signal: 'skip' }, { signal: 'skip' }],
  },
  { by: 'session', place: 0, length: 0 },
  { profile: 'neurogated' },
  [],
  false,
]

/** 2026-11-28. */
const askedDay = 20_785

export const replayProperties: ReadonlyArray<Property> = [
  property(
    'INV-110 a replay with nothing changed is the brain, whatever was unlearned, rolled back and forgotten in it, and writes nothing',
    30,
    fc.tuple(histories, selection, fc.boolean(), deeds),
    ([story, selected, unlearns, all]) =>
      inHistory(story, async (history) => {
        const { lines, log, memory } = history
        await doAll(history, all)
        await memory.learn({})
        if (unlearns) await unlearnSome(history, selected)
        await memory.learn({})
        const before = await lines()

        const replayed = await memory.replay({ questions: true })

        const recorded = await log()
        expect(replayed).toMatchObject({
          effects: { equal: true },
          digest: (await memory.show({})).digest,
          diff: { edges: 0, utilities: 0 },
          ranking: { changed: 0 },
        })
        expect(learnedValue(derivedFromScratch(recorded, outOf(recorded)).state)).toEqual(learnedOf(recorded))
        expect(await lines()).toEqual(before)
      }),
  ),

  property(
    'INV-110 a replay under the one profile that a brain ever had is the brain: its decays are those that were recorded',
    30,
    fc.tuple(underOne, deeds, fc.nat(4)),
    ([story, all, passed]) =>
      inHistory(story, async (history) => {
        const { log, memory } = history
        await doAll(history, all)
        await memory.learn({})
        for (let turn = 0; turn < passed; turn++) await memory.skip({ reason: 'off', skippedAt: 0, waitedMs: 1 })
        await memory.maintain({})
        const recorded = await log()
        const read = brainState(foldOf(recorded)).profile()
        const profile = read === undefined ? undefined : Result.getOrThrow(read)
        const { settings } = story.beginning

        const replayed = await memory.replay({ profile: profile?.name ?? 'balanced', ...(settings === undefined ? {} : { settings }) })

        expect(replayed).toMatchObject({ effects: { equal: true }, digest: (await memory.show({})).digest, settings: [] })
        expect(learnedValue(derivedFromScratch(recorded, outOf(recorded), profile).state)).toEqual(learnedOf(recorded))
      }),
  ),

  property(
    'INV-110 a replay without some signals is what is known after these were unlearned',
    30,
    fc.tuple(histories, selection, deeds),
    ([story, selected, all]) =>
      inHistory(story, async (history) => {
        const { log, memory } = history
        await doAll(history, all)
        await memory.learn({})
        const recorded = await log()
        const request = whole(asked(selected, recorded))
        const answer = await memory.replay({ exclude: [excludedBy(request)] }).catch((error: unknown) => {
          if (!isNothing(error)) throw error
          return undefined
        })

        const was = await unlearned(history, request)

        expect(answer !== undefined).toBe(was)
        if (answer === undefined) return
        const after = await log()
        const unkept = { kept: false }
        expect(learnedValue(derivedFromScratch(recorded, outOf(after)).state, unkept)).toEqual(
          learnedValue(brainState(foldOf(after)), unkept),
        )
        const retired = after.events.slice(recorded.events.length).some(({ type }) => type === 'NodeRetired')
        if (!retired) expect(answer.digest).toBe((await memory.show({})).digest)
      }),
  ),

  property(
    'INV-111 the walks of a history that are done again under nothing changed are the recorded ones, and so is everything that is known',
    30,
    fc.tuple(histories, deeds, fc.array(fc.integer({ min: -2, max: 2 }), { maxLength: 3 })),
    ([story, all, asked]) =>
      inHistory(story, async (history) => {
        const { lines, memory } = history
        for (const day of [-1, 0]) await memory.note({ text: `The stuck queue drained, ${day}.`, today: isoDay(askedDay + day) })
        for (const day of asked) await memory.recall({ question: 'Which queue was stuck yesterday?', today: isoDay(askedDay + day) })
        await doAll(
          history,
          // An erasure takes words from the index of the past, so walks before it cannot be done again. What an unlearning takes out does
          // not teach before it either, so walks between the signal and the unlearning differ.
          all.filter(({ deed }) => deed !== 'erase' && deed !== 'unlearn'),
        )
        await memory.learn({})
        const before = await lines()

        const replayed = await memory.replay({ rewalk: true })

        expect(replayed).toMatchObject({
          walks: { changed: 0, erased: 0, linked: 0 },
          effects: { equal: true },
          digest: (await memory.show({})).digest,
        })
        expect(await lines()).toEqual(before)
      }),
  ),

  property(
    'INV-112 a replay that is saved is a brain that proves itself, with the strengths of the replay, and changes nothing in its parent',
    25,
    saved,
    ([story, selected, settings, all, rewalk]) =>
      inHistory(story, async (history) => {
        const { lines, memory } = history
        await doAll(history, all)
        await memory.learn({})
        await unlearnSome(history, selected)
        await memory.learn({})
        const before = await lines()

        const saved = await saveBranch(history, { ...settings, rewalk }, { ...selected, place: selected.place + 1 })

        expect((await memory.show({ brain: 'branch' })).digest).toBe(saved.digest)
        const { checks } = await memory.verify({ brain: 'branch', rederive: true })
        expect(checks.filter(({ ok }) => !ok)).toEqual([])
        expect((await memory.export({ brain })).lines).toEqual(before)
        // What it knows follows from its own facts.
        const branch = readLog((await memory.export({ brain: 'branch' })).lines)
        expect(learnedValue(derivedFromScratch(branch, outOf(branch)).state)).toEqual(learnedOf(branch))
        // Strengths set by hand lie within the bounds of their time.
        if (!hasOtherBounds(settings, story)) expect(complaints(branch).filter((one) => !ofParent.test(one))).toEqual([])
      }),
    [toSilentMaintenance, outsideLaterBounds],
  ),

  promoting(
    'INV-113 after a promotion, and whatever is taught, unlearned, rolled back, promoted and withdrawn later, every effect follows from the log',
    12,
    fc.tuple(histories, selection, counterfactual, selection, later, fc.boolean()),
    ([story, selected, settings, unlearns, all, atOnce], count) =>
      inHistory(story, async (history) => {
        const { memory } = history
        await judgeMany(history)
        await memory.learn({})
        const before = { learned: learnedOf(await logOf(history)), position: (await memory.show({ brain })).position }
        await saveBranch(history, settings, selected)
        const first = await memory.promote({ brain, branch: 'branch' })
        // A replay that changes nothing ranks no worse, so a history in which nothing is promoted has too few verdicts.
        const branch = first.promoted ? 'branch' : 'unchanged'
        if (!first.promoted) await memory.replay({ brain, saveAs: branch })
        const { promoted } = first.promoted ? first : await memory.promote({ brain, branch })
        count(promoted)
        if (promoted) {
          const { digest } = await memory.show({ brain: branch })
          expect((await memory.show({ brain })).digest).toBe(digest)
        }
        if (promoted && atOnce) {
          await memory.promote({ brain, undo: true })
          expect(learnedOf(await logOf(history))).toEqual(before.learned)
        }
        for (const deed of all) await doLater(history, deed, unlearns, before.position)
        await memory.learn({ brain })

        const { checks } = await memory.verify({ brain, rederive: true })
        expect(checks.filter(({ ok }) => !ok)).toEqual([])
        expect(await memory.replay({ brain })).toMatchObject({ effects: { equal: true } })
        expect(complaints(await logOf(history))).toEqual([])
      }),
  ),
]

/** A property of histories in which a branch is promoted. Fails if it was in less than an eighth of them. */
function promoting<T>(
  title: string,
  runs: number,
  arbitrary: fc.Arbitrary<T>,
  holds: (value: T, count: (promoted: boolean) => void) => Promise<void>,
): Property {
  let [played, promotions] = [0, 0]
  const count = (promoted: boolean) => {
    played++
    if (promoted) promotions++
  }
  const { run } = property(title, runs, arbitrary, (value) => holds(value, count))
  return {
    title,
    run: async (scale) => {
      await run(scale)
      expect(promotions).toBeGreaterThanOrEqual(Math.floor(played / 8))
    },
  }
}

const brain = 'local/main/default'
const logOf = async ({ memory }: History) => readLog((await memory.export({ brain })).lines)

/** Asks often enough that held-out questions judge, and approves what came first. */
const judgeMany = async ({ memory }: History) => {
  const session = { session: 'talk', sessionKind: 'interactive' } as const
  for (let round = 0; round < 40; round++) {
    const { items, turn } = await memory.recall({ question: questions[round % questions.length] ?? '', ...session })
    const [first] = items
    if (turn !== null && first !== undefined) await memory.feedback({ verdict: 'used', turn, nodes: [first.node], ...session })
  }
}

/** Saves a replay without some signals; with all of them where there are none of these. */
const saveBranch = async ({ log, memory }: History, request: Request.ReplayRequest, selected: Selected) => {
  const exclude = [excludedBy(whole(asked(selected, await log())))]
  try {
    return await memory.replay({ ...request, exclude, saveAs: 'branch' })
  } catch (error) {
    if (!isNothing(error)) throw error
    return await memory.replay({ ...request, saveAs: 'branch' })
  }
}

const doLater = async (history: History, deed: Deed, unlearns: Selected, to: number) => {
  const { memory } = history
  const session = { session: 'later', sessionKind: 'interactive' } as const
  try {
    if (deed === 'teach') {
      const { items, turn } = await memory.recall({ brain, question: questions[1] ?? '', ...session })
      if (turn !== null)
        await memory.feedback({ brain, verdict: 'wrong', turn, nodes: items.slice(0, 1).map(({ node }) => node), ...session })
    } else if (deed === 'unlearn') await memory.unlearn({ brain, ...asked(unlearns, await logOf(history)) })
    else if (deed === 'undo') await memory.promote({ brain, undo: true })
    else if (deed === 'promote') {
      const branch = `twig-${(await memory.brains({})).brains.length}`
      await memory.replay({ brain, settings: { 'learning.conscious.cue': 0.3 }, saveAs: branch })
      await memory.promote({ brain, branch })
    } else await memory.rollback({ brain, to: String(to) })
  } catch (error) {
    if (!isNothing(error) && !(error instanceof Error && '_tag' in error && error._tag === 'InvalidRequest')) throw error
  }
}
