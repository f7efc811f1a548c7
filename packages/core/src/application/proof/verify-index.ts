/** Proves the text index: everything that a score depends on, now and at every earlier position, against the log and the contents. */

import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import type { Position } from '../../domain/identity.ts'
import type { VerifyCheck } from '../answers.ts'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import { allIndexChanges } from '../commands/index-upkeep.ts'
import type { ContentStore } from '../ports/content-store.ts'
import type { EventStore, IndexChange } from '../ports/event-store.ts'
import { indexLines, indexSpaces, SearchIndex, sameStatistics, type WholeIndex } from '../ports/search-index.ts'
import type { StoreUnavailable } from '../ports/store-errors.ts'
import type { IntegrityBroken, NewerLog } from '../request-errors.ts'
import { holdsOnly, type IndexedText, indexedTexts, postingsIn, totalsOf, wholeOf } from '../text-index/indexed-texts.ts'

type VerifyIndex = (
  brain: OpenBrain,
  /** The changes up to the position of the brain. */
  changes: ReadonlyArray<IndexChange>,
  attempt?: number,
) => Effect.Effect<VerifyCheck, StoreUnavailable | IntegrityBroken | NewerLog, EventStore | ContentStore | SearchIndex>

/** Most times that the index is read, because another process wrote meanwhile. */
const attemptsMax = 5

/** Characters of a line that are shown. */
const lineShown = 200

export const verifyIndex: VerifyIndex = Effect.fnUntraced(function* (brain: OpenBrain, changes: ReadonlyArray<IndexChange>, attempt = 1) {
  const index = yield* SearchIndex
  const made = yield* index.tokeniser(brain.key)
  if (made !== undefined && made < tokeniserVersion) return broken('the text index was made by an older Crabtrail')
  const sums = yield* Effect.forEach(indexSpaces, (space) => index.statistics(brain.key, space))
  const whole = yield* index.whole(brain.key)
  const { position } = brain.state
  yield* catchUp(brain)
  const moved = brain.state.position !== position
  // Another process wrote between the two reads, so both are repeated. The last attempt leaves the sums out, because they are those of the
  // newest position only.
  if (moved && attempt < attemptsMax) return yield* verifyIndex(brain, yield* allIndexChanges(brain), attempt + 1)
  const texts = indexedTexts(changes)
  const odd = indexSpaces.find((space, i) => !moved && !sameStatistics(sums[i] ?? nothing, totalsOf(texts, space)))
  const line = !moved && holdsOnly(whole, texts) ? undefined : differentLine(whole, texts, moved ? position : undefined)
  const different = line ?? (odd === undefined ? undefined : `the sums over all ${odd}s`)
  if (different !== undefined) return broken(`the text index is not what the log gives, first at ${different.slice(0, lineShown)}`)
  const detail = `${postingsIn(texts)} postings of ${texts.length} texts are what the log gives`
  return { name: 'index', ok: true, detail } satisfies VerifyCheck
})

/** Returns the first line of an index that the log does not give, or the first that it gives and the index lacks. */
const differentLine = (whole: WholeIndex, texts: ReadonlyArray<IndexedText>, at: Position | undefined): string | undefined => {
  const lines = indexLines(whole)
  const stored = at === undefined ? lines : lines.flatMap(asOf(at))
  const derived = indexLines(wholeOf(texts))
  const place = stored.findIndex((line, i) => line !== derived[i])
  return place >= 0 ? stored[place] : derived[stored.length]
}

const broken = (problem: string): VerifyCheck => ({
  name: 'index',
  ok: false,
  detail: `${problem}: run doctor --rebuild-index, which builds it anew from the log`,
})

const nothing = { documents: 0, totalLength: 0, totalWords: 0 }

/** Returns a line as it was at a position; every line says between which positions it is valid. */
const asOf =
  (position: Position) =>
  (line: string): ReadonlyArray<string> => {
    const fields: Array<unknown> = JSON.parse(line)
    if (Number(fields[3]) > position) return []
    if (Number(fields[4]) > position) fields[4] = 0
    return [JSON.stringify(fields)]
  }
