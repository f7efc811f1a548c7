/** The assertions on our own computations: histories reach each of them, and each group throws where a value is wrong. */
import { hashedEmbedder } from '@crabtrail/models'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertRow } from '../../packages/core/src/application/brain/brain.ts'
import { assertBound } from '../../packages/core/src/application/brain/caches.ts'
import { assertSnapshots } from '../../packages/core/src/application/brain/snapshots.ts'
import { assertPasts } from '../../packages/core/src/application/commands/as-of.ts'
import { assertAscends, assertFiled, assertGain } from '../../packages/core/src/application/text-index/index-changes.ts'
import { assertVectors } from '../../packages/core/src/application/vectors/follow-vectors.ts'
import { assertAgreement, assertFolded } from '../../packages/core/src/domain/agreement.ts'
import { type Assertion, assertions, checkedAssertions, Disagreement } from '../../packages/core/src/domain/assertion.ts'
import { assertUtility } from '../../packages/core/src/domain/learning/credit.ts'
import { brainState, emptyFold } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { assertGiven, assertSeeds } from '../../packages/core/src/domain/recall/recall.ts'
import { one } from '../../packages/core/src/domain/strength.ts'
import { assertNearest } from '../../packages/core/src/domain/vectors/vector-table.ts'
import { assertExpansions, assertWalk } from '../../packages/core/src/domain/walk/walk.ts'
import { play } from '../arbitraries/plausible-log.ts'
import { signals } from '../arbitraries/signal.ts'
import { histories } from '../golden/histories.ts'
import { transcriptOf } from '../golden/transcript.ts'
import { openStore } from '../models/open-store.ts'
import { scriptedModel, settings, talkDocument, unsure } from '../scenarios/routing-model.ts'
import { oneIn } from './runs.ts'

/** A recall that asks a model, one by vectors, a verdict that is rolled back, and a document with events enough for a snapshot. */
const playLonger = async () => {
  const model = scriptedModel((note) => ({ follow: [note('Ben: at seven')], attention: { [note('Ben: at seven')]: 0.9 } }))
  const pace = { questionMs: 60_000, loadMs: 60_000, readMs: 60_000, upkeepMs: 60_000 }
  const store = openStore({ model: model.service, modelMs: 60_000, embedder: hashedEmbedder, pace })
  const memory = await store.memory()
  const markdown = (source: string, text: string) => ({ source, format: 'markdown' as const, text })
  await memory.init({ settings })
  const pharmacy =
    '# Pharmacy\n\nDigitalis tinctures stand in the refrigerator.\n\n# Hafen\n\nDer Hafenmeister wohnt im Hafen bei der Mole.\n'
  await memory.ingest({ documents: [talkDocument, markdown('notes.md', pharmacy)] })
  await memory.upkeep({})
  await memory.recall({ question: unsure })
  await memory.recall({ question: 'digitallis tinktures refridgerator' })
  const { turn } = await memory.recall({ question: 'Wo wohnt der Meister im Hafen?' })
  const { position } = await memory.show({})
  await memory.feedback({ verdict: 'not-useful', turn: turn ?? '', nodes: ['notes.md#hafen'] })
  await memory.rollback({ to: String(position) })
  const sections = Array.from({ length: 3_500 }, (_, i) => `## Berth ${i}\n\nBerth ${i} belongs to ship ${i * 7}.\n`)
  await memory.ingest({ documents: [markdown('berths.md', sections.join('\n'))] })
  await memory.recall({ question: unsure, at: '5' })
  const { snapshots } = await memory.upkeep({ part: 'store' })
  await store.close()
  return snapshots
}

test('every assertion is reached by recalls, verdicts, readings, unlearnings, rollbacks and a call of a model', async () => {
  fc.assert(
    fc.property(signals(), (asked) => void play(asked)),
    oneIn(4),
  )
  for (const name of ['everyday', 'unlearning', 'vectors']) await transcriptOf(name, histories[name] ?? expect.unreachable())
  expect(await playLonger()).toBe(1)

  expect(assertions.filter((name) => !checkedAssertions.has(name))).toEqual([])
})

const thrownBy = (check: () => unknown): string => {
  try {
    check()
  } catch (error) {
    if (error instanceof Disagreement) return error.message
    throw error
  }
  return 'nothing'
}

/** Two memories and a learned edge of strength 5. */
const state = {
  ...brainState(emptyFold()),
  position: 10,
  at: 7,
  lastTurn: 1,
  graph: { nodes: 2, edges: 1, kindOf: () => 'learned', strengthOf: () => 5, utilityOf: () => 7 },
  participants: { feedbacks: 1, actors: 1 },
} as unknown as Parameters<typeof assertAgreement>[1]

const event = (type: string, data: object) => () => assertAgreement([{ type, data } as never], state)
const restored = { edges: [1], from: [5], to: [6], nodes: [1], utilityFrom: [7], utilityTo: [8] }
const asked = { call: 1, offered: [1], tokens: 1, tokensOut: 1, costNanoUsd: 0 }
const answered = { call: 0, tokensIn: 1, tokensOut: 1, costNanoUsd: 0 }
const ended = { position: 10, last: { node: 2, edge: 1, turn: 1, feedback: 1, call: 0, actor: 1 }, ended: [1] }
const fold = (last: Partial<typeof ended.last>) => () => assertFolded({ ...ended, last: { ...ended.last, ...last } }, state)
const row = { at: 7, count: 1, first: 11, prev: 'head' }
const rowOf = (wrong: Partial<typeof row>) => () => assertRow({ ...row, ...wrong } as never, { hash: 'head', state })
const filed = { terms: ['crab'], counts: [1], length: 1, words: 1 }
const spent = (tokens: number, nanoUsd: number) => ({ calls: 1, answered: 0, fellBack: 0, tokens, nanoUsd })
const ledger = (open: Iterable<readonly [number, object]>, tokens = 1) =>
  ({
    ...state,
    model: { last: 0, open: new Map(open), spent: { routing: spent(tokens, 0), causes: spent(0, 0), judge: spent(0, 0) } },
  }) as never
const budget = { fired: 2, hops: 1, items: 2, tokens: 100 }
const walked = { budget, walk: { procedure: 0 } }
const fired = (node: number, energy: number, depth = 0) => ({ node, energy, depth, edge: 0 })
const walkOf =
  (...all: ReadonlyArray<ReturnType<typeof fired>>) =>
  () =>
    assertWalk({ fired: all, steps: [], inhibitions: [] }, walked)
const graph = {
  isTrusted: (node: number) => node !== 8,
  stateOf: (node: number) => (node === 9 ? 'retired' : 'normal'),
  typeOf: () => 'fact',
}
const given =
  (included: ReadonlyArray<number>, tokens = 50, considered: ReadonlyArray<number> = [1, 2, 7, 8, 9], ranks = considered) =>
  () =>
    assertGiven({ included, tokens }, {
      graph,
      item: (node: number) => (node === 7 ? undefined : {}),
      ranked: { considered, corrected: { ranking: ranks.map((node) => ({ node })) } },
      settings: { budget },
    } as never)

describe('wrong values are thrown for', () => {
  test.each<[Assertion, () => unknown]>([
    ['the lists of a recorded recall have equal length', event('SeedsSelected', { nodes: [1], scores: [], sources: ['lexical'] })],
    ['the lists of an attribution have equal length', event('FeedbackAttributed', { feedback: 1, turns: [1], shares: [] })],
    ['the shares of an attribution sum to one or to nothing', event('FeedbackAttributed', { feedback: 1, turns: [1], shares: [one - 1] })],
    ['the lists of a restoration have equal length', event('StrengthsRestored', { ...restored, to: [] })],
    ['the lists of a model call have equal length', event('ModelAsked', { ...asked, pointers: [] })],
    ['a restored strength begins at the known value', event('StrengthsRestored', { ...restored, from: [4] })],
    ['a restored utility begins at the known value', event('StrengthsRestored', { ...restored, utilityFrom: [4] })],
    ['a recorded strength is a whole number', event('StrengthsRestored', { ...restored, to: [0.5] })],
    ['a recorded utility is a whole number', event('StrengthsRestored', { ...restored, utilityTo: [Number.NaN] })],
    ['a moved utility is within its bounds', () => assertUtility(3, { min: 0, max: 2 })],
  ])('an event: %s', (name, check) => expect(thrownBy(check)).toContain(name))

  test.each<[Assertion, () => unknown]>([
    ['a model call reserves no negative amount', event('ModelAsked', { ...asked, tokens: -1 })],
    ['a model call costs no negative amount', event('ModelAnswered', { ...answered, costNanoUsd: -1 })],
    ['no reservation stays behind an answer', () => assertFolded(ended, ledger([[1, {}]]))],
    ['tokens and money of model calls are not negative', () => assertFolded(ended, ledger([], -1))],
  ])('the ledger: %s', (name, check) => expect(thrownBy(check)).toContain(name))

  test.each<[Assertion, () => unknown]>([
    ['a commit holds at least one event', rowOf({ count: 0 })],
    ['the predecessor of a commit is the head', rowOf({ prev: 'another' })],
    ['a commit begins behind the last event', rowOf({ first: 12 })],
    ['a commit is not earlier than the one before it', rowOf({ at: 6 })],
    ['the position moves by the events of a commit', () => assertFolded({ ...ended, position: 11 }, state)],
    ['the fold has the memories that were given out', fold({ node: 3 })],
    ['the fold has the edges that were given out', fold({ edge: 2 })],
    ['the fold has the turns that were given out', fold({ turn: 2 })],
  ])('a commit: %s', (name, check) => expect(thrownBy(check)).toContain(name))

  test.each<[Assertion, () => unknown]>([
    ['an indexed text has a count for each term', () => assertFiled({ ...filed, counts: [] })],
    ['the counts of an indexed text are positive', () => assertFiled({ ...filed, counts: [0] })],
    ['the length of an indexed text is not negative', () => assertFiled({ ...filed, length: -1 })],
    ['the index gains the texts that became live and loses those that ended', () => assertGain([{ change: 'add' }], 0, 0)],
    ['joined postings ascend', () => assertAscends(Int32Array.of(1, 3, 3))],
  ])('the text index: %s', (name, check) => expect(thrownBy(check)).toContain(name))

  test.each<[Assertion, () => unknown]>([
    [
      'seeds stand best first',
      () =>
        assertSeeds(
          [1, 2].map((score) => ({ node: score, score })),
          2,
        ),
    ],
    ['seeds are within their limit', () => assertSeeds([{ node: 1, score: 1 }], 0)],
    ['a walk expands no more memories than its limit', () => assertExpansions(2, 1)],
    ['a walk goes no deeper than its limit', walkOf(fired(1, 1, 2))],
    ['a walk fires no more memories than its limit', walkOf(fired(1, 3), fired(2, 2), fired(3, 1))],
    ['fired memories stand best first', walkOf(fired(1, 1), fired(2, 2))],
    ['no energy of a walk is negative', walkOf(fired(1, -1))],
    ['no memory is considered twice', given([], 50, [1, 1])],
    ['every considered memory is ranked', given([], 50, [1, 2], [1])],
    ['a context is within its tokens', given([1], 101)],
    ['a context is within its items', given([1, 2, 3])],
    ['a given memory is among the ranked', given([3])],
    ['no memory is given twice', given([1, 1])],
    ['no retired memory is given', given([9])],
    ['no untrusted memory is given', given([8])],
    ['no erased memory is given', given([7])],
  ])('a recall: %s', (name, check) => expect(thrownBy(check)).toContain(name))

  test.each<[Assertion, () => unknown]>([
    ['a cache is within its bound', () => assertBound(2, 1)],
    ['no more past states are kept than the bound', () => assertPasts(3)],
    ['a snapshot is not beyond the folded log', () => assertSnapshots([1, 3], 2)],
    ['a vector has the dimension of its space', () => assertVectors([new Float32Array(2)], 3)],
    ['nearest memories stand most similar first', () => assertNearest([1, 2].map((similarity) => ({ node: similarity, similarity })))],
  ])('caches and vectors: %s', (name, check) => expect(thrownBy(check)).toContain(name))
})
