/**
 * Marks lines of talk that repeat, word for word, what another memory said until it was put right: "As far as I know, the piano lessons are on
 * Mondays", said by the agent before or after its owner put the note right. Without the mark the old value stands beside the new one.
 *
 * It is read off each context anew and recorded nowhere, so it ends with the judgement that it follows from.
 */

import { quotedIn, type Stretch, sentenceAround } from '@crabtrail/text/statements/quoted-words'
import { placedWords } from '@crabtrail/text/words/names'
import { speakerOf } from '@crabtrail/text/words/phrases'
import { noteSentences } from '@crabtrail/text/words/sentences'
import type { GraphView } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { type OutdatedPart, outdatedParts, type Superseding } from './superseded.ts'

/** The least words of the repeated sentence beside those that are over: fewer may be said of anything. */
const besideLeast = 5

export interface TalkMemory {
  readonly node: NodeNumber
  readonly text: string
}

type Graph = Superseding & Pick<GraphView, 'originOf' | 'readAt'>

/** A sentence with words that are over. */
export interface OverSentence extends OutdatedPart {
  readonly node: NodeNumber
  readonly sentence: string
  /** Its words that are over. */
  readonly words: string
}

/** Most memories that gave way to those of a ranking and are looked through, the newest. */
const gaveWayMost = 32

/** Returns memories that gave way to one of the others, which is why no ranking has them. */
export const gaveWayTo = (
  graph: Pick<GraphView, 'superseded' | 'supersededBy'>,
  nodes: ReadonlyArray<NodeNumber>,
): ReadonlyArray<NodeNumber> => {
  const among = new Set(nodes)
  return graph
    .superseded()
    .filter((node) => graph.supersededBy(node).some(({ by }) => among.has(by)))
    .slice(-gaveWayMost)
}

/**
 * Returns the sentences of memories in which words are over by a judgement or by a verdict, long enough to be known by their words. A verdict is
 * about a whole memory: it counts where that is one sentence.
 */
export const sentencesOver = (graph: Graph, memories: Iterable<TalkMemory>): ReadonlyArray<OverSentence> =>
  Array.from(memories).flatMap(({ node, text }) =>
    outdatedParts(graph, node).flatMap((one): ReadonlyArray<OverSentence> => {
      const { part, rule } = one
      if (rule !== (part === undefined ? 'named' : 'judged')) return []
      if (part === undefined && noteSentences(text).length !== 1) return []
      const sentence = withoutSpeaker(part === undefined ? text : sentenceAround(text, part))
      const words = part === undefined ? sentence : text.slice(...part)
      const beside = placedWords(sentence).length - (part === undefined ? 1 : placedWords(words).length)
      return beside < besideLeast ? [] : [{ ...one, node, sentence, words }]
    }),
  )

const withoutSpeaker = (text: string): string => (speakerOf(text) === undefined ? text : text.slice(text.indexOf(':') + 1).trim())

/**
 * Returns the first sentence that a line of talk repeats, and where its words that are over stand in the line. What a person said after they were
 * put right is not such a repetition: then he says that they hold again.
 */
export const repeatedIn = (
  graph: Graph,
  { node, text }: TalkMemory,
  over: ReadonlyArray<OverSentence>,
): (OverSentence & { readonly at: Stretch }) | undefined => {
  const speaker = speakerOf(text)
  if (speaker === undefined || graph.supersededBy(node).length > 0) return undefined
  const isAgents = speaker === 'assistant' || graph.originOf(node) === 'agent'
  for (const one of over) {
    if (one.node === node || one.by === node || (!isAgents && graph.readAt(node) > graph.readAt(one.by))) continue
    const whole = quotedIn(one.sentence, text)
    const part = whole === undefined ? undefined : quotedIn(one.words, text.slice(...whole))
    if (whole !== undefined && part !== undefined) return { ...one, at: [whole[0] + part[0], whole[0] + part[1]] }
  }
  return undefined
}
