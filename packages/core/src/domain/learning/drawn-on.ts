/**
 * Which of the memories that were put before a model its reply drew on, and how much of it each: what a correction of the reply may be about.
 *
 * More is found than `usedItems` finds, which strengthens memories and must be sure: a reply of one word may come out of one memory. Words of
 * the question count for nothing, and a word that several of the memories have counts for each of them in part.
 */
import type { NodeNumber } from '../identity.ts'
import { weightOf, wholeWord, wordsOf } from '../text/wording.ts'
import { type UseInput, usedItems, withoutMemories } from './use-evidence.ts'

export interface Drawn {
  readonly node: NodeNumber
  /** Above 0; the shares of all that a reply drew on are 1 together. */
  readonly share: number
}

/** Of what the reply says beside the question, so much stands in the memory: then the reply is made of it; */
const ofReply = 0.2
/** of one word, so much: it is the reply; */
const ofShortReply = 0.5
/** or of what the memory says beside the question, so much stands in the reply, and at least so many words. */
const ofMemory = 0.3
const wordsLeast = 2
/** A number says more than a word: hardly two memories share one by chance. */
const numberWeight = 2

/** The most first; nothing where the reply could as well have been given without them. Independent of the order of the items. */
export const drawnOn = (input: UseInput): ReadonlyArray<Drawn> => {
  const { items, question, reply, settings } = input
  const asked = new Set(wordsOf(question))
  const beside = (text: string) => new Set(wordsOf(text).filter((word) => !asked.has(word)))
  const said = beside(withoutMemories(reply))
  const known = items.map(({ node, text, title }) => ({ node, own: beside(`${title}\n${text}`) }))
  const holders = new Map<string, number>()
  for (const { own } of known) for (const word of own) holders.set(word, (holders.get(word) ?? 0) + 1)
  const sure = new Set(usedItems({ ...input, settings: { ...settings, perTurn: items.length } }).map(({ node }) => node))
  const [whole, weights] = [weigh(said, () => 1), new Map<NodeNumber, number>()]
  for (const { node, own } of known) {
    const shared = [...said].filter((word) => own.has(word))
    const [weight, size] = [weigh(shared, (word) => holders.get(word) ?? 1), weigh(own, () => 1)]
    const isMade = weight >= (weight < wordsLeast ? ofShortReply : ofReply) * whole && weight >= 1
    const isTaken = weight >= wordsLeast && weight >= ofMemory * size
    if (sure.has(node) || isMade || isTaken) weights.set(node, Math.max(weight, 1))
  }
  const sum = [...weights.values()].reduce((all, weight) => all + weight, 0)
  return [...weights].map(([node, weight]) => ({ node, share: weight / sum })).sort((a, b) => b.share - a.share || a.node - b.node)
}

const weigh = (words: Iterable<string>, holders: (word: string) => number): number => {
  let weight = 0
  for (const word of words) weight += ((isNumber.test(word) ? numberWeight : 1) * weightOf(word)) / wholeWord / holders(word)
  return weight
}

const isNumber = /\p{N}.*\p{N}/u
