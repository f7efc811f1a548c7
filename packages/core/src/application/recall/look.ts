/** Recalls over one state of the memory and records nothing: the pure pipeline, with the texts that it needs read between its two halves. */

import type { Day } from '@crabtrail/text/days/calendar'
import { standsIn } from '@crabtrail/text/evidence/readings'
import { countTokens } from '@crabtrail/text/words/context-fence'
import * as Effect from 'effect/Effect'
import { gaveWayTo, saidInsteadOf } from '../../domain/context/outdated.ts'
import type { GraphView, Kernel } from '../../domain/graph.ts'
import { erasedNode, type NodeNumber, type Position, type TurnNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { isVouchedBy } from '../../domain/projections/standing.ts'
import { giveContext, type RankInput, rankMemories, remarksSought, withNewestFirst, withRemarks } from '../../domain/recall/recall.ts'
import { noHints } from '../../domain/walk/text-evidence.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { asOf } from '../commands/as-of.ts'
import { todayOf } from '../naming/today.ts'
import { ContentStore } from '../ports/content-store.ts'
import type { RecallRequest } from '../requests.ts'
import { nearQuestion } from '../vectors/near-question.ts'
import { gatherEvidence } from './evidence.ts'
import type { GatheredHints } from './hints.ts'
import { itemWith, outdatedAmong } from './outdated.ts'
import { answerRecall, correctionsOf, hintsTold, passagesOf, replacementsOf, saidWords } from './recall-answer.ts'

/** Recalls at an earlier position, with the graph, index and settings of that time, and records nothing. */
export const lookBack = Effect.fnUntraced(function* (brain: OpenBrain, request: RecallRequest, question: string, at: Position) {
  const then = yield* asOf(brain, at)
  return yield* look(brain, then.state, request, question, at)
})

export const look = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  request: RecallRequest,
  question: string,
  at: Position | undefined,
) {
  const { approximate, evidence, recalled } = yield* rehearseRecall(
    brain,
    state,
    { ...request, today: yield* todayOf(request) },
    question,
    at,
  )
  const answer = yield* answerRecall(brain, state, request, recalled, undefined, saidWords(evidence, question))
  const { confidence, judged } = recalled
  const passages = yield* passagesOf(brain, state.graph, judged.keys())
  const memories = [...judged].map(([node, { score, signs }]) => ({ node: passages.get(node)?.id ?? erasedNode(node), score, signs }))
  return {
    ...answer,
    ...(confidence === undefined ? {} : { confidence: { score: confidence.score, signs: confidence.signs, memories } }),
    ...(approximate === undefined ? {} : { approximate }),
  }
})

/**
 * Recalls over one state and records nothing: no turn, no hint, no session. `question` is clean. `at` is the position of a state of the past;
 * undefined for the present.
 */
export const rehearseRecall = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  request: Pick<RecallRequest, 'budget' | 'engine' | 'inPrompt'> & { readonly today: Day },
  question: string,
  at: Position | undefined,
) {
  const contents = yield* ContentStore
  const settings = withBudget(yield* profileOf(state, brain.key), request)
  const { engine = settings.engine } = request
  const evidence = yield* gatherEvidence(brain, state.graph, settings, question, at, { today: request.today })
  const { approximate, ...near } = yield* nearQuestion(brain, state, settings, question, evidence)
  const hints = { ...noHints, goesOnWith: noHints.hits }
  const asked = { settings, engine, evidence, near, hints, question, inPrompt: request.inPrompt, turn: undefined }
  const recalled = yield* recallIn(brain, state, asked, { bodies: (refs) => contents.bodies(brain.key, refs) })
  return { settings, evidence, recalled, approximate }
})

export const withBudget = (profile: Profile, { budget }: Pick<RecallRequest, 'budget'>): Profile =>
  budget === undefined ? profile : { ...profile, budget: { ...profile.budget, tokens: budget } }

/** A question with everything that was looked up for it. */
export interface Asked extends Omit<RankInput, 'graph' | 'isVouched' | 'candidates'> {
  readonly question: string
  readonly hints: Omit<GatheredHints, 'refs'>
  /** See {@link RecallRequest.inPrompt}. */
  readonly inPrompt: string | undefined
  readonly turn: TurnNumber | undefined
  /** The factors of the families of edges that a model gave. Absent: those of the rules. */
  readonly kernel?: Kernel | undefined
  readonly wasSure?: boolean | undefined
}

/** Runs the pure pipeline over one state, and reads the texts that it needs between its two halves. */
export const recallIn = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  asked: Asked,
  { bodies }: Pick<Access, 'bodies'>,
) {
  const { graph, owner } = state
  const { hints, inPrompt, kernel, question, settings, turn, wasSure } = asked
  const evidence = kernel === undefined ? asked.evidence : { ...asked.evidence, kernel }
  const candidates = candidatesIn(brain, graph)
  const found = rankMemories({ ...asked, evidence, graph, isVouched: isVouchedBy(owner), candidates })
  const { blamed, considered, sourceOf } = found
  const gaveWay = gaveWayTo(graph, considered)
  const first = yield* passagesOf(
    brain,
    graph,
    [...considered, ...blamed, ...gaveWay, ...saidInsteadOf(graph, [...considered, ...gaveWay])],
    bodies,
  )
  const remarks = remarksSought(found, { graph, item: (node) => first.get(node)?.item })
  const later = yield* passagesOf(brain, graph, [...remarks, ...saidInsteadOf(graph, remarks)], bodies)
  const passages = new Map([...first, ...later])
  const corrections = yield* correctionsOf(brain, graph, [...considered, ...remarks], bodies)
  const replaced = yield* replacementsOf(brain, graph, considered, owner.replacements, bodies)
  const outdatedOf = outdatedAmong(graph, passages, [...considered, ...gaveWay])
  const item = (node: NodeNumber) => itemWith(passages.get(node)?.item, corrections(node), outdatedOf)
  const ranked = withRemarks(withNewestFirst(found, { evidence, graph, item, question }), { evidence, graph, item, question })
  const given = giveContext({
    graph,
    settings,
    evidence,
    question,
    ranked,
    goesOnWith: hints.goesOnWith,
    turn,
    wasSure,
    isInPrompt: inPrompt === undefined ? undefined : standsIn(inPrompt),
    item,
    reading: (node) => {
      const passage = passages.get(node)
      return passage === undefined ? undefined : brain.words.reading(passage)
    },
    ...replaced,
  })
  const told = (node: NodeNumber) => hintsTold(sourceOf(node), hints.favoured.has(node))
  const tokensOf = (node: NodeNumber) => countTokens(item(node)?.text ?? '')
  return { ...ranked, ...given, told, tokensOf }
})

/** Candidate rows are cached for the present graph only; a graph of the past computes its own candidates. */
export const candidatesIn = (brain: OpenBrain, graph: GraphView): RankInput['candidates'] =>
  graph === brain.state.graph ? (...of) => brain.rows.of(...of) : undefined
