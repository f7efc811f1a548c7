/**
 * Computes what verdicts on earlier questions mean for this one: the energy that each edge of a matching cue brings to its memory, or takes
 * from it.
 *
 * A memory that was used for a question gains energy by the likeness of the two questions, and by the words of this question that it was
 * used for, whichever question brought them. Each word counts by its rarity, once, however often it was taught. Verdicts count less where the best text already covers the question, and where
 * the best texts were never right before: the answer may then be one that nobody taught. Blame belongs to the question that it was said of:
 * it fades with a high power of likeness. Likeness counts less the more this question asks beyond the cue.
 *
 * Guarantee: the energy of an edge depends on the edges of matching cues to the same memory and on the question, on nothing else.
 */

import type { EdgeNumber, NodeNumber } from '../identity.ts'
import { type Nano, one, roundHalfAway } from '../strength.ts'
import type { Candidate } from './candidate-edges.ts'
import type { WalkCue, WalkInput } from './walk-record.ts'

/** The energy of each candidate of a cue, by its first edge; below 0 where it takes energy from its target. Absent edges say nothing. */
export type Taught = ReadonlyMap<EdgeNumber, Nano>

/** The least blame that is applied, as a share of the best text's score. */
const leastBlame = 0.01

/*
 * Powers of the share of this question that a cue has. Where the cue has words of its own, the two questions differ on both sides and
 * probably ask for different things. Where this question contains the cue, it asks the same more precisely: a memory that was wrong for the
 * general question is rarely right for the precise one, and a memory that was right for it may be too general.
 */
const apartPower = 6
const containedPraisePower = 4
const containedBlamePower = 1

/** Computes the energy of every edge of the matching cues. `best` is the score of the best text. */
export const taughtBy = (input: WalkInput, best: Nano): Taught => {
  const { doubt, untaught } = input.settings.walk
  const trust = (1 - doubt * input.covered) * (1 - untaught * untaughtShare(input))
  const said: Array<[EdgeNumber, Nano]> = []
  for (const voices of voicesOf(input).values()) {
    for (const [edge, share] of sharesOf(input, voices, trust)) {
      const brought = roundHalfAway(share * best)
      // Blame that rounds to 0 units is left out.
      if (share >= 0 || brought !== 0) said.push([edge, brought])
    }
  }
  return new Map(said)
}

/** The word of one cue on one memory. */
interface Voice extends Pick<WalkCue, 'words'> {
  readonly edge: EdgeNumber
  /** The weight of the edge: above 0 for praise, below for blame. */
  readonly weight: number
  /** What its praise and its blame count for by likeness, 0 to 1. */
  readonly praise: number
  readonly blame: number
}

const voicesOf = ({ candidates, cues, graph, isLive, kernel, settings }: WalkInput): ReadonlyMap<NodeNumber, ReadonlyArray<Voice>> => {
  const voices = new Map<NodeNumber, Array<Voice>>()
  for (const matched of cues) {
    const { cue, words } = matched
    const [praise, blame] = [praiseBy(matched, settings), blameBy(matched, settings)]
    for (const { edges, target, weight } of candidates(graph, cue, settings, kernel, 'cue', isLive)) {
      const [edge] = edges
      if (weight === 0 || edge === undefined) continue
      const voice = { edge, weight, praise, blame, words }
      const known = voices.get(target)
      if (known === undefined) voices.set(target, [voice])
      else known.push(voice)
    }
  }
  return voices
}

const praiseBy = ({ alike, asked, isContained }: WalkCue, { walk }: WalkInput['settings']): number =>
  power(alike / one, walk.likeness) * power(asked / one, isContained ? containedPraisePower : apartPower)

const blameBy = ({ alike, asked, isContained }: WalkCue, { walk }: WalkInput['settings']): number =>
  power(alike / one, walk.blame) * power(asked / one, isContained ? containedBlamePower : apartPower)

/** Returns the energy of each edge, in units of the best text's score. */
const sharesOf = (input: WalkInput, voices: ReadonlyArray<Voice>, trust: number): ReadonlyArray<readonly [EdgeNumber, number]> => {
  const { walk } = input.settings
  const votes = votesOf(input, voices)
  return voices.flatMap(({ blame, edge, praise, weight, words }): ReadonlyArray<readonly [EdgeNumber, number]> => {
    if (weight < 0) {
      const taken = -weight * walk.inhibition * blame
      return taken < leastBlame ? [] : [[edge, -taken]]
    }
    let voted = 0
    for (const word of words) voted += votes.get(word) ?? 0
    return [[edge, weight * (walk.learned * praise + trust * walk.words * voted)]]
  })
}

const bestTexts = 10

/**
 * Returns the share of the best texts' score that belongs to memories which were never right for any question, 0 to 1. 0 where no text is
 * found.
 */
const untaughtShare = ({ counted, graph, seeds }: WalkInput): number => {
  let [untaught, whole] = [0, 0]
  for (const { node, score } of (counted ?? seeds).slice(0, bestTexts)) {
    whole += score
    if (!graph.isPraised(node)) untaught += score
  }
  return whole === 0 ? 0 : untaught / whole
}

/**
 * Returns, for each word, the value of one unit of praise with it: the word's share of the question's weight, saturating, less the blame
 * with that word.
 */
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

/** Computes a whole power by multiplication: the same bits on every machine. */
const power = (base: number, exponent: number): number => {
  let product = 1
  for (let times = 0; times < exponent; times++) product *= base
  return product
}

/** True where a walk looks at a candidate of a cue. */
export const isHeard = (taught: Taught, { edges, tier }: Candidate): boolean => tier !== 'negative' || taught.has(edges[0] ?? 0)
