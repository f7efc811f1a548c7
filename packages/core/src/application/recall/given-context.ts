/** Chooses the memories of a ranking that the model is given: none unless one is sure, and as few as cover the question. */
import type { GraphView } from '../../domain/graph.ts'
import type { NodeNumber, TurnNumber } from '../../domain/identity.ts'
import { placesOnly } from '../../domain/learning/credit-policy.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { type Confidence, confidenceIn } from '../../domain/recall/confidence.ts'
import type { ContextBundle } from '../../domain/recall/context-bundle.ts'
import type { CorrectedRanking } from '../../domain/recall/corrected.ts'
import { bundleCorrected, type CorrectedBundleInput } from '../../domain/recall/corrected-bundle.ts'
import type { MemoryReading } from '../../domain/recall/readings.ts'
import type { Walk } from '../../domain/recall/walk.ts'
import { type Nano, nano, one } from '../../domain/strength.ts'
import type { Passage } from '../brain/kept-words.ts'
import { type Corrections, itemWith } from './corrections.ts'
import type { Evidence } from './evidence.ts'

/** A question with the evidence that was gathered for it. */
export interface AskedQuestion extends Evidence {
  readonly question: string
  /** True for a text that stands in the prompt already. */
  readonly isInPrompt: ((text: string) => boolean) | undefined
  /** The turn that the context names. Absent: the question is not recorded. */
  readonly turn: TurnNumber | undefined
}

export interface Found {
  readonly graph: GraphView
  readonly profile: Profile
  readonly asked: AskedQuestion
  readonly walk: Walk
  readonly corrected: CorrectedRanking
  /** The texts of the first memories of the ranking, and of the blamed ones. */
  readonly passages: ReadonlyMap<NodeNumber, Passage>
  /** Readings that the brain keeps from one question to the next. */
  readonly reading: (passage: Passage) => MemoryReading
  /** The corrections of the same memories. */
  readonly corrections: Corrections
  readonly replacedBy: CorrectedBundleInput['replacedBy']
  readonly questionOf: CorrectedBundleInput['questionOf']
  /** The score of the best text that may be given. */
  readonly best: Nano | undefined
  /** The memories that a follow-up asks about, though it shares no word with them; empty for any other question. */
  readonly goesOnWith: ReadonlySet<NodeNumber>
}

export interface GivenContext {
  readonly bundle: ContextBundle
  /** Absent where no word of the question tells anything. */
  readonly confidence: Confidence | undefined
}

export const givenContext = (found: Found): GivenContext => {
  const { corrected, corrections, graph, passages, profile, questionOf, reading, replacedBy } = found
  const { asked, cues, isInPrompt, question, text, turn } = found.asked
  const { context } = profile
  const characters = (node: NodeNumber) => passages.get(node)?.item.text.length ?? 0
  const confidence = confidenceIn(corrected.eased, text, asked, characters, context.sure)
  const words = confidence?.sentence ?? [...text.words.keys()]
  const bundle = bundleCorrected({
    graph,
    cues,
    question,
    evidence: text,
    replacedBy,
    questionOf,
    least: nano(placesOnly(profile)),
    ...corrected,
    blamed: blamedIn(found.walk, profile),
    tokens: profile.budget.tokens,
    items: profile.budget.items,
    relative: context.relative,
    duplicate: context.duplicate,
    confident: isTaught(found) || goesOn(found) || (confidence !== undefined && confidence.score >= 0),
    needs: { words, idfs: text.idfs, parts: text.parts, settings: context },
    isInPrompt,
    turn,
    item: (node) => itemWith(passages.get(node)?.item, corrections(node)),
    reading: (node) => {
      const passage = passages.get(node)
      return passage === undefined ? undefined : reading(passage)
    },
  })
  return { bundle, confidence }
}

/** Memories that verdicts on such questions took energy from, as many as a ranking is looked at. */
export const blamedIn = ({ inhibitions }: Walk, { budget }: Profile): ReadonlyArray<NodeNumber> =>
  [...new Set(inhibitions.map(({ node }) => node))].slice(0, budget.items)

const goesOn = ({ corrected: { eased }, goesOnWith }: Found): boolean => eased[0] !== undefined && goesOnWith.has(eased[0].node)

/** True where verdicts on similar questions add as much to the first memory as a text with enough words of the question would. */
const isTaught = ({
  best = one,
  asked: { cues },
  corrected: {
    eased: [first],
  },
  graph,
  profile,
  walk,
}: Found): boolean => {
  if (first === undefined) return false
  const isCue = new Set(cues.map(({ cue }) => cue))
  let brought = 0
  for (const { edge, outcome } of walk.steps) {
    if (!('followed' in outcome) || !isCue.has(graph.sourceOf(edge)) || graph.targetOf(edge) !== first.node) continue
    brought += outcome.energy
  }
  return brought > 0 && brought >= profile.context.coverage * best
}
