/**
 * What verdicts on earlier questions say of this one: what each edge of a matching cue brings to its memory, or takes from it.
 *
 * A memory that was used for a question is brought as far as this question is like that one, and as far as its words are among those that the
 * memory was used for, whichever question brought them. Each word counts by its rarity, once and no more however often it was taught. What the
 * best text says of the question by itself leaves less to be said by what was learned, and so do best texts that were never right before: with
 * them the answer may be one that nobody taught. Blame is bound to the question that it was said of: it
 * fades with a high power of likeness.
 *
 * Guarantee: what an edge brings or takes depends on the edges of matching cues to the same memory and on the question, on nothing else.
 */

import type { EdgeNumber, NodeNumber } from '../identity.ts'
import { type Nano, one, roundHalfAway } from '../strength.ts'
import type { Candidate } from './candidate-edges.ts'
import type { WalkCue, WalkInput } from './walk-record.ts'

/** By the first edge of a candidate of a cue: what it brings to its target; what it takes is below 0. Absent: it says nothing. */
export type Taught = ReadonlyMap<EdgeNumber, Nano>

/** What would take less than this share of the best text is not looked at. */
const leastBlame = 0.01

/** `best` is what the best text scores. */
export const taughtBy = (input: WalkInput, best: Nano): Taught => {
  const { doubt, untaught } = input.settings.walk
  const trust = (1 - doubt * input.covered) * (1 - untaught * untaughtShare(input))
  const said: Array<[EdgeNumber, Nano]> = []
  for (const voices of voicesOf(input).values()) {
    for (const [edge, share] of sharesOf(input, voices, trust)) {
      const brought = roundHalfAway(share * best)
      // Blame that takes not even one unit says nothing.
      if (share >= 0 || brought !== 0) said.push([edge, brought])
    }
  }
  return new Map(said)
}

/** One cue's word on one memory. */
interface Voice extends Pick<WalkCue, 'words'> {
  readonly edge: EdgeNumber
  /** Of the edge: above 0 for praise, below for blame. */
  readonly weight: number
  /** From 0 to 1. */
  readonly alike: number
}

const voicesOf = ({ candidates, cues, graph, isLive, kernel, settings }: WalkInput): ReadonlyMap<NodeNumber, ReadonlyArray<Voice>> => {
  const voices = new Map<NodeNumber, Array<Voice>>()
  for (const { alike, cue, words } of cues) {
    for (const { edges, target, weight } of candidates(graph, cue, settings, kernel, 'cue', isLive)) {
      const [edge] = edges
      if (weight === 0 || edge === undefined) continue
      const voice = { edge, weight, alike: alike / one, words }
      const known = voices.get(target)
      if (known === undefined) voices.set(target, [voice])
      else known.push(voice)
    }
  }
  return voices
}

/** In best texts. */
const sharesOf = (input: WalkInput, voices: ReadonlyArray<Voice>, trust: number): ReadonlyArray<readonly [EdgeNumber, number]> => {
  const { walk } = input.settings
  const votes = votesOf(input, voices)
  return voices.flatMap(({ alike, edge, weight, words }): ReadonlyArray<readonly [EdgeNumber, number]> => {
    if (weight < 0) {
      const taken = -weight * walk.inhibition * power(alike, walk.blame)
      return taken < leastBlame ? [] : [[edge, -taken]]
    }
    let voted = 0
    for (const word of words) voted += votes.get(word) ?? 0
    return [[edge, weight * (walk.learned * power(alike, walk.likeness) + trust * walk.words * voted)]]
  })
}

/** So many best texts are looked at. */
const bestTexts = 10

/** Which share of what the best texts score was never right for any question: it may be for the first time. Where no text is found, none. */
const untaughtShare = ({ counted, graph, seeds }: WalkInput): number => {
  let [untaught, whole] = [0, 0]
  for (const { node, score } of (counted ?? seeds).slice(0, bestTexts)) {
    whole += score
    if (!graph.isPraised(node)) untaught += score
  }
  return whole === 0 ? 0 : untaught / whole
}

/** Word → what one unit of praise with it counts: its share of the question's weight, saturating, less what blame says of it. */
const votesOf = ({ settings: { walk }, weights }: WalkInput, voices: ReadonlyArray<Voice>): ReadonlyMap<number, number> => {
  const votes = new Map<number, number>()
  if (walk.words === 0) return votes
  const [praised, blamed] = [new Map<number, number>(), new Map<number, number>()]
  for (const { weight, words } of voices) {
    const tally = weight > 0 ? praised : blamed
    for (const word of words) tally.set(word, (tally.get(word) ?? 0) + Math.abs(weight))
  }
  let whole = 0
  for (const weight of weights) whole += weight
  for (const [word, praise] of praised) {
    const net = praise - walk.against * (blamed.get(word) ?? 0)
    if (net > 0) votes.set(word, ((weights[word] ?? 0) / whole) * (net / (net + walk.saturation) / praise))
  }
  return votes
}

/** A whole power, by multiplying: the same bits on every machine. */
const power = (base: number, exponent: number): number => {
  let product = 1
  for (let times = 0; times < exponent; times++) product *= base
  return product
}

/** Whether a walk looks at a candidate of a cue at all. */
export const isHeard = (taught: Taught, { edges, tier }: Candidate): boolean => tier !== 'negative' || taught.has(edges[0] ?? 0)
