/**
 * Divides the passages of a document into windows for a model that judges pairs.
 *
 * Guarantee: if the windows are taken one after the other, each pair of passages that stand at most {@link reach} places apart is judged
 * exactly once, unless both were asked about before. So a run can stop after any window, and a later run goes on.
 */
import type { NodeNumber } from '../identity.ts'

/** Two passages are judged if they stand at most this many places apart: a sliding window of 5 passages (S1.29). */
export const reach = 4
/** Most passages of a window. Only a passage that stands alone among 8 known neighbours gets one more. */
export const textsMost = 8

export interface WindowText {
  readonly node: NodeNumber
  /** Place in the document, from 0. */
  readonly place: number
  /** False for a passage that was asked about before and stands beside a new one. */
  readonly isNew: boolean
}

/** The passages of one call, in the order of the document. */
export type CauseWindow = ReadonlyArray<WindowText>

type IsAsked = (node: NodeNumber) => boolean

/**
 * Returns the window of the first passages that were not asked about; undefined if there are none, or the document has no second passage.
 * Each new passage has its known neighbours in the window. A neighbour that is not known and does not fit has the pair in its own window.
 */
export const nextWindow = (passages: ReadonlyArray<NodeNumber>, isAsked: IsAsked): CauseWindow | undefined => {
  if (passages.length < 2) return undefined
  const fresh = new Set<number>()
  let places: ReadonlyArray<number> = []
  for (const [place, node] of passages.entries()) {
    if (isAsked(node)) continue
    const wider = windowPlaces(passages, new Set([...fresh, place]), isAsked)
    if (fresh.size > 0 && wider.length > textsMost) break
    fresh.add(place)
    places = wider
  }
  return fresh.size === 0 ? undefined : places.map((place) => ({ node: passages[place] ?? 0, place, isNew: fresh.has(place) }))
}

/** Returns the places of the new passages and of their known neighbours, rising. */
const windowPlaces = (passages: ReadonlyArray<NodeNumber>, fresh: ReadonlySet<number>, isAsked: IsAsked): ReadonlyArray<number> => {
  const places = new Set(fresh)
  for (const place of fresh) {
    for (let near = Math.max(0, place - reach); near <= Math.min(passages.length - 1, place + reach); near++)
      if (isAsked(passages[near] ?? 0)) places.add(near)
  }
  return [...places].sort((a, b) => a - b)
}

/** Returns the windows that a run asks about, in order. */
export const windowsOf = function* (passages: ReadonlyArray<NodeNumber>, isAsked: IsAsked): Generator<CauseWindow> {
  const now = new Set<NodeNumber>()
  const isKnown = (node: NodeNumber) => now.has(node) || isAsked(node)
  for (let window = nextWindow(passages, isKnown); window !== undefined; window = nextWindow(passages, isKnown)) {
    yield window
    for (const { isNew, node } of window) if (isNew) now.add(node)
  }
}

/** True for a pair that a window judges: two passages close to each other, at least one of them new. */
export const isJudged = (one: WindowText, other: WindowText): boolean => {
  const apart = Math.abs(one.place - other.place)
  return apart > 0 && apart <= reach && (one.isNew || other.isNew)
}
