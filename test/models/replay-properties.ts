/** A replay under the settings of a brain is the brain, and one without some signals is what an unlearning of them leaves, to the bit. */
import type { Request } from '@crabtrail/core'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { expect } from 'vitest'
import { brainState } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { forgetful } from './fading-settings.ts'
import type { History } from './history.ts'
import { derivedFromScratch, foldOf, learnedOf, learnedValue, outOf } from './learned-value.ts'
import { type Property, property } from './property.ts'
import { anything, completeSignal, learnerSignal, passingSignal, profileSignal } from './signals.ts'
import { asked, deeds, doAll, inHistory, isNothing, selection, told, unlearnSome } from './unlearn-properties.ts'

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
        expect(answer.digest).toBe((await memory.show({})).digest)
        const after = await log()
        expect(learnedValue(derivedFromScratch(recorded, outOf(after)).state)).toEqual(learnedOf(after))
      }),
  ),
]
