/** Unlearnings that forget a part of what follows from their signals. The check of the properties and verify find each. */
import { expect, test } from 'vitest'
import { derivedFromScratch, learnedOf, learnedValue, outOf } from '../models/learned-value.ts'
import { openStore } from '../models/open-store.ts'
import { readLog } from '../models/recorded-log.ts'
import { retold } from '../models/retold.ts'
import { failedChecks } from './failed-checks.ts'

const talk = { session: 'harbour', sessionKind: 'interactive' } as const
const crabs = 'When do crabs walk and leave a trail?'

/** Returns the export of a brain that unlearned one speaker, whose shared correction left nothing for the next one, and whose word came last. */
const unlearnedMemory = async (): Promise<ReadonlyArray<string>> => {
  const store = openStore({ seed: 'unlearned' })
  try {
    const memory = await store.memory()
    await memory.ingest({ documents: [{ source: 'tides.md', format: 'markdown', text: 'Crabs walk at low tide, and leave a trail.\n' }] })
    await memory.recall({ ...talk, question: crabs })
    await memory.feedback({ ...talk, verdict: 'correction', nodes: [], outcome: -0.5, actor: 'loud' })
    await memory.feedback({ ...talk, verdict: 'correction', nodes: [], outcome: -0.25, actor: 'other' })
    await memory.recall({ ...talk, question: crabs })
    await memory.feedback({ ...talk, verdict: 'wrong', turn: 't1', nodes: ['tides.md'], actor: 'loud' })
    await memory.unlearn({ ofActor: 'loud' })
    return (await memory.export({})).lines
  } finally {
    await store.close()
  }
}

const truth = await unlearnedMemory()
const { events } = readLog(truth)
const request = events.find(({ type }) => type === 'UnlearnRequested')?.position ?? Number.NaN

/** Changes the data of the one event of a type that follows from the request. */
const say = (type: string, change: (data: object) => Readonly<Record<string, unknown>>, fits: (data: object) => boolean = () => true) => {
  const at = events.find((event) => event.cause === request && event.type === type && fits(event.data))?.position
  expect(at, `the unlearning has a ${type}`).toBeDefined()
  return retold(truth, (event, position) => (position === at ? { ...event, data: change({ ...event.data }) } : event))
}

/** True where the comparison that the properties of INV-104 make finds a difference. */
const isFound = (lines: ReadonlyArray<string>): boolean => {
  const log = readLog(lines)
  return JSON.stringify(learnedOf(log)) !== JSON.stringify(learnedValue(derivedFromScratch(log, outOf(log)).state))
}

test('an unlearning that tells the truth is found good', async () => {
  expect(isFound(truth)).toBe(false)
  expect(await failedChecks(truth)).toEqual([])
})

test('a shared outcome whose shares are not computed anew is found', async () => {
  const attributed = events.filter(({ type }) => type === 'FeedbackAttributed').map(({ cause, data }) => [cause === request, data])
  expect(attributed).toContainEqual([true, expect.objectContaining({ feedback: 2, shares: [1_000_000_000] })])

  const refused = events.find((event) => event.type === 'FeedbackAttributed' && event.data.feedback === 2)
  expect(refused?.data).toMatchObject({ shares: [0] })
  const unshared = say(
    'FeedbackAttributed',
    () => ({ ...refused?.data }),
    (data) => 'feedback' in data && data.feedback === 2,
  )
  const unmoved = say('StrengthsRestored', (data) => ({ ...data, to: 'from' in data ? data.from : [] }))

  expect(await failedChecks(unshared)).toEqual([['effects', request]])
  expect(isFound(unmoved)).toBe(true)
  expect(await failedChecks(unmoved)).toEqual([['effects', request]])
})

test('a cap that is not freed is found', async () => {
  const capped = say('LearningRestated', ({ ...data }) => ({ ...data, sessions: [], agent: [], conscious: [], today: [0, 2] }))

  expect(isFound(capped)).toBe(true)
  expect(await failedChecks(capped)).toEqual([['effects', request]])
})

test('a verdict that still counts for its turn is found', async () => {
  const counted = say('TurnRestated', (data) => ({ ...data, cue: 0, feedbacks: [], nodes: [], words: [], tiers: [], actors: [] }))

  expect(isFound(counted)).toBe(true)
  expect(await failedChecks(counted)).toEqual([['effects', request]])
})

test('a decay that forgets when an edge was last renewed is found', async () => {
  const renewed = say('LearningRestated', (data) => ({ ...data, edges: [], renewed: [] }))

  expect(isFound(renewed)).toBe(true)
  expect(await failedChecks(renewed)).toEqual([['effects', request]])
})
