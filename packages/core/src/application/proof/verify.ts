/** Proves a brain: the log, the contents, the index and, if asked, the effects. Each finding names the place. */
import * as Effect from 'effect/Effect'
import { brainState, emptyFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import type { VerifyAnswer, VerifyCheck } from '../answers.ts'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import { graphDigest } from '../history/show.ts'
import type { ContentStore } from '../ports/content-store.ts'
import type { EventStore } from '../ports/event-store.ts'
import { SearchIndex } from '../ports/search-index.ts'
import type { StoreUnavailable } from '../ports/store-errors.ts'
import type { IntegrityBroken, NewerLog } from '../request-errors.ts'
import type { VerifyRequest } from '../requests.ts'
import { allIndexChanges, linesOf, totalsOf } from '../text-index/index-lines.ts'
import { rederive } from './rederivation.ts'
import { verifyChain } from './verify-chain.ts'
import { verifyCommands, verifyContents } from './verify-contents.ts'

/** Reads the log on its own: a brain whose log is broken cannot be opened, and must be told of all the same. */
export const verify = Effect.fnUntraced(function* (brain: OpenBrain, request: VerifyRequest) {
  const fold = emptyFold()
  const chain = yield* verifyChain(brain, (event) => foldEvent(fold, event))
  const state = brainState(fold)
  const checks: Array<VerifyCheck> = [...chain.checks]
  if (chain.whole) {
    checks.push(yield* verifyContents(brain, chain))
    checks.push(yield* verifyCommands(brain))
    checks.push(yield* verifyIndex(brain, 1))
    if (request.rederive === true) checks.push(yield* verifyEffects(brain))
  }
  return {
    brain: brain.key,
    ok: checks.every(({ ok }) => ok),
    commits: chain.commits,
    events: state.position,
    position: state.position,
    digest: yield* graphDigest(state),
    checks,
  } satisfies VerifyAnswer
})

type VerifyIndex = (
  brain: OpenBrain,
  attempt: number,
) => Effect.Effect<VerifyCheck, StoreUnavailable | IntegrityBroken | NewerLog, EventStore | ContentStore | SearchIndex>

/** How often the index is read again because somebody wrote meanwhile. */
const attemptsMax = 5

const verifyIndex: VerifyIndex = Effect.fnUntraced(function* (brain: OpenBrain, attempt: number) {
  const index = yield* SearchIndex
  const changes = yield* allIndexChanges(brain)
  const derived = linesOf(changes)
  const stored = yield* index.lines(brain.key)
  const totals = yield* index.statistics(brain.key, 'document')
  const position = brain.state.position
  yield* catchUp(brain)
  // Somebody wrote between the two readings: they are taken again.
  if (brain.state.position !== position && attempt < attemptsMax) return yield* verifyIndex(brain, attempt + 1)
  const expected = totalsOf(changes)
  const at = stored.findIndex((line, i) => line !== derived[i])
  const sums =
    totals.documents === expected.documents && totals.totalLength === expected.totalLength && totals.totalWords === expected.totalWords
  const different = at >= 0 ? stored[at] : (derived[stored.length] ?? (sums ? undefined : 'the sums over all documents'))
  return different === undefined
    ? ({ name: 'index', ok: true, detail: `${stored.length} postings are what the log gives` } satisfies VerifyCheck)
    : ({
        name: 'index',
        ok: false,
        detail: `the text index is not what the log gives, first at ${different}: export the brain and import it into a fresh store, which builds it anew`,
      } satisfies VerifyCheck)
})

const verifyEffects = Effect.fnUntraced(function* (brain: OpenBrain) {
  const { differs, effects } = yield* rederive(brain)
  return differs === undefined
    ? ({ name: 'effects', ok: true, detail: `${effects} effects follow from their facts` } satisfies VerifyCheck)
    : ({
        name: 'effects',
        ok: false,
        detail: `the effects of the fact at ${differs} do not follow from it`,
        position: differs,
      } satisfies VerifyCheck)
})
