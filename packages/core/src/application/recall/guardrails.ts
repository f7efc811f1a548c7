/** Looks up what the guardrails of a recall need: what stands against the memories that the question asks for, and its texts. */

import * as Effect from 'effect/Effect'
import type { ContextBundle } from '../../domain/context/context-bundle.ts'
import type { Against, Guardrail } from '../../domain/context/guardrail.ts'
import { type GuardrailInput, guardrailLine, standingAgainst } from '../../domain/context/guardrails.ts'
import type { ContentRef, NodeNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { MatchedCue } from '../../domain/projections/turns/turn-record.ts'
import type { Confidence } from '../../domain/recall/confidence.ts'
import type { Ranked } from '../../domain/recall/recall.ts'
import { units } from '../../domain/strength.ts'
import type { Walk } from '../../domain/walk/walk-record.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { commitAt } from '../brain/commit-row.ts'
import { keptBodies } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { passagesOf } from '../passages/passages.ts'

interface Recalled {
  readonly evidence: { readonly cues: ReadonlyArray<Pick<MatchedCue, 'alike' | 'cue'>> }
  readonly question: string
  readonly settings: Pick<Profile, 'context'>
  readonly ranked: Pick<Ranked, 'blamed' | 'corrected'>
  readonly bundle: ContextBundle
  readonly judged: ReadonlyMap<NodeNumber, Pick<Confidence, 'score'>>
}

export const gatherGuardrails = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { graph, owner }: Pick<BrainState, 'graph' | 'owner'>,
  recalled: Recalled,
  read: Access['bodies'],
) {
  const { evidence, question, ranked, settings } = recalled
  const { guardrails, relative } = settings.context
  if (guardrails.most === 0) return []
  const asked = askedFor({ graph, owner }, recalled, relative)
  const meant = { asked, given: new Set(recalled.bundle.included), cues: evidence.cues, blamed: ranked.blamed, question, guardrails }
  return yield* linesAgainst(brain, { graph, owner }, meant, read)
})

interface Meant extends Pick<GuardrailInput, 'asked' | 'blamed' | 'cues' | 'given'> {
  readonly question: string
  readonly guardrails: Profile['context']['guardrails']
}

const linesAgainst = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { graph, owner: { replacements, standing } }: Pick<BrainState, 'graph' | 'owner'>,
  { asked, blamed, cues, given, guardrails, question }: Meant,
  read?: Access['bodies'],
) {
  const found = standingAgainst({ graph, cues, standing, replacements, asked, given, blamed, settings: guardrails })
  const lines: Array<Guardrail> = []
  // Each verdict is read from the log, so no more are read than there are lines.
  for (const one of found) {
    if (lines.length === guardrails.most) break
    const worded = yield* withWords(brain, one)
    if (worded === undefined) continue
    const { by, cue, node, said } = worded
    const passages = yield* passagesOf(brain, graph, by === undefined ? [node] : [node, by], read)
    const cueRef = (number: NodeNumber) => graph.node(number)?.text
    const refs = [said, cue === undefined ? undefined : cueRef(cue)].filter((ref) => ref !== undefined)
    const bodies = yield* keptBodies(brain, refs, read)
    const body = (ref: ContentRef | undefined) => (ref === undefined ? undefined : bodies.get(ref))
    const texts = {
      memory: (number: NodeNumber) => passages.get(number)?.text,
      cue: (number: NodeNumber) => body(cueRef(number)),
      said: body,
    }
    const line = guardrailLine(worded, question, texts, guardrails)
    if (line !== undefined) lines.push(line)
  }
  return lines
})

/**
 * Returns the memories that the question surely asks for, best first: of those that are given, and of those that would be but for what was said
 * against them. One that was superseded is asked for with what took its place. A memory that was judged wrong for a question like this one is asked for
 * in other words than those of its text: the likeness of the two questions, 0 to 1, counts beside its confidence.
 */
const askedFor = (
  { graph, owner: { standing } }: Pick<BrainState, 'graph' | 'owner'>,
  { bundle, evidence, judged, ranked: { corrected } }: Omit<Recalled, 'question' | 'settings'>,
  relative: number,
): ReadonlyArray<NodeNumber> => {
  const likeness = (node: NodeNumber) =>
    units(Math.max(0, ...evidence.cues.map(({ alike, cue }) => (standing.get(cue)?.get(node)?.is === 'against' ? alike : 0))))
  const isSure = (node: NodeNumber) => (judged.get(node)?.score ?? Number.NEGATIVE_INFINITY) + likeness(node) >= 0
  const given = new Set(bundle.included.filter(isSure))
  const isInhibited = bundle.dropped.some(({ reason }) => reason === 'inhibited')
  const scores = new Map(isInhibited ? corrected.ranking.map(({ inhibition, node, score }) => [node, score + inhibition]) : [])
  const least = relative * Math.max(0, ...scores.values())
  const isNear = (node: NodeNumber) => isSure(node) && (scores.get(node) ?? 0) >= least
  const isHeld = (node: NodeNumber) => graph.supersededBy(node).some(({ by }) => given.has(by))
  const gone = bundle.dropped.filter(({ node, reason }) => {
    if (reason === 'superseded') return isHeld(node)
    return reason === 'inhibited' ? isNear(node) : reason === 'unsure' && likeness(node) > 0 && isSure(node)
  })
  return [...given, ...gone.map(({ node }) => node)]
}

/**
 * Adds the words of the verdict, and its number. Only what the owner said counts. A memory that was only not to the point, or of no use, was not
 * called wrong: undefined for it.
 */
const withWords = Effect.fnUntraced(function* (brain: OpenBrain, one: Against) {
  if (one.position === undefined) return one
  const events = yield* commitAt(brain, one.position)
  const given = events.find((event) => event.position === one.position)
  if (given?.type !== 'FeedbackGiven' || given.origin !== 'owner') return one.because === 'blamed' ? undefined : one
  const { feedback, text, verdict } = given.data
  if (one.because === 'blamed' && verdict !== 'wrong' && verdict !== 'correction') return undefined
  return { ...one, feedback, ...(text === undefined ? {} : { said: text }) }
})

/** Makes the guardrails of a recorded turn anew over a state at which it was recorded: those whose texts are erased since are missing. */
export const recordedGuardrails = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  recorded: {
    readonly cues: ReadonlyArray<MatchedCue>
    readonly guardrails: ReadonlyArray<NodeNumber>
    readonly walk: Pick<Walk, 'inhibitions'>
  },
  question: string,
) {
  if (recorded.guardrails.length === 0) return []
  const { cues, guardrails: asked, walk } = recorded
  const { guardrails } = (yield* profileOf(state, brain.key)).context
  const blamed = walk.inhibitions.map(({ node }) => node)
  const lines = yield* linesAgainst(brain, state, { asked, given: new Set(), blamed, cues, guardrails, question })
  return lines.filter(({ node }) => asked.includes(node))
})

/** Returns what a model is told of the guardrails of a recall. */
export const linesOf = (guardrails: ReadonlyArray<Guardrail>): ReadonlyArray<string> => guardrails.map(({ line }) => line)
