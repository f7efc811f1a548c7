/** Proves the text index: everything that a score depends on, now and at every earlier position, against the log and the contents. */
import * as Effect from 'effect/Effect'
import type { Position } from '../../domain/identity.ts'
import { tokeniserVersion } from '../../domain/text/tokenise.ts'
import type { VerifyCheck } from '../answers.ts'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import type { ContentStore } from '../ports/content-store.ts'
import type { EventStore } from '../ports/event-store.ts'
import { indexSpaces, SearchIndex, sameStatistics } from '../ports/search-index.ts'
import type { StoreUnavailable } from '../ports/store-errors.ts'
import type { IntegrityBroken, NewerLog } from '../request-errors.ts'
import { allIndexChanges, linesOf, totalsOf } from '../text-index/index-lines.ts'

type VerifyIndex = (
  brain: OpenBrain,
  attempt?: number,
) => Effect.Effect<VerifyCheck, StoreUnavailable | IntegrityBroken | NewerLog, EventStore | ContentStore | SearchIndex>

/** How often the index is read again because somebody wrote meanwhile. */
const attemptsMax = 5

/** So much of a line is shown. */
const lineShown = 200

export const verifyIndex: VerifyIndex = Effect.fnUntraced(function* (brain: OpenBrain, attempt = 1) {
  const index = yield* SearchIndex
  const made = yield* index.tokeniser(brain.key)
  if (made !== undefined && made < tokeniserVersion) return broken('the text index was made by an older Crabtrail')
  const sums = yield* Effect.forEach(indexSpaces, (space) => index.statistics(brain.key, space))
  const changes = yield* allIndexChanges(brain)
  const lines = yield* index.lines(brain.key)
  const { position } = brain.state
  yield* catchUp(brain)
  const moved = brain.state.position !== position
  // Somebody wrote between the two readings: they are taken again, in the end without the sums, which are those of the newest position alone.
  if (moved && attempt < attemptsMax) return yield* verifyIndex(brain, attempt + 1)
  const derived = linesOf(changes)
  const stored = moved ? lines.flatMap(asOf(position)) : lines
  const at = stored.findIndex((line, i) => line !== derived[i])
  const odd = indexSpaces.find((space, i) => !moved && !sameStatistics(sums[i] ?? nothing, totalsOf(changes, space)))
  const different = at >= 0 ? stored[at] : (derived[stored.length] ?? (odd === undefined ? undefined : `the sums over all ${odd}s`))
  if (different !== undefined) return broken(`the text index is not what the log gives, first at ${different.slice(0, lineShown)}`)
  const texts = derived.filter((line) => line.startsWith('["text"')).length
  const detail = `${derived.length - texts} postings of ${texts} texts are what the log gives`
  return { name: 'index', ok: true, detail } satisfies VerifyCheck
})

const broken = (problem: string): VerifyCheck => ({
  name: 'index',
  ok: false,
  detail: `${problem}: run doctor --rebuild-index, which builds it anew from the log`,
})

const nothing = { documents: 0, totalLength: 0, totalWords: 0 }

/** A line as it was at a position: every line says between which positions it holds. */
const asOf =
  (position: Position) =>
  (line: string): ReadonlyArray<string> => {
    const fields: Array<unknown> = JSON.parse(line)
    if (Number(fields[3]) > position) return []
    if (Number(fields[4]) > position) fields[4] = 0
    return [JSON.stringify(fields)]
  }
