/**
 * Guardrails: what the owner blamed or corrected for a question like this one, in a few lines apart from the memories, so that a model does not say it
 * again.
 *
 * A line belongs to a memory that the question asks for, whether it is given or gave way to another one. It holds the owner's words, and of
 * memories only trusted ones, and is made anew from what stands now: where a verdict is undone or a text is erased, there is no line.
 */

import { closingTag, countTokens, onOneLine, withImitationsMarked } from '@crabtrail/text/words/context-fence'
import { excerpt } from '@crabtrail/text/words/excerpt'
import { type GraphView, isLive, isRecallable } from '../graph.ts'
import type { ContentRef, NodeNumber, Position, TurnNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { nano } from '../strength.ts'
import type { WalkCue } from '../walk/walk-record.ts'
import { type ContextBundle, emptyFence } from './context-bundle.ts'
import type { Against, Guardrail } from './guardrail.ts'

interface StandingVerdict {
  readonly is: 'for' | 'against'
  readonly position: Position
}

interface NamedInstead {
  readonly cue: NodeNumber
  readonly by: NodeNumber
  readonly position: Position
}

export interface GuardrailInput {
  readonly graph: GraphView
  readonly cues: ReadonlyArray<Pick<WalkCue, 'alike' | 'cue'>>
  /** Cue → memory → the owner's last verdict. */
  readonly standing: ReadonlyMap<NodeNumber, ReadonlyMap<NodeNumber, StandingVerdict>>
  /** The memories that the owner named instead, by the one that is wrong; the newest last. */
  readonly replacements: ReadonlyMap<NodeNumber, ReadonlyArray<NamedInstead>>
  /** The memories that the question asks for, best first. */
  readonly asked: ReadonlyArray<NodeNumber>
  /** The memories that are given: their context says itself what took their place, and what was said against them. */
  readonly given: ReadonlySet<NodeNumber>
  /** Memories that a verdict for a cue of the question took energy from. */
  readonly blamed: ReadonlyArray<NodeNumber>
  readonly settings: Pick<Profile['context']['guardrails'], 'alike'>
}

/** Finds what stands against the memories that a question asks for, one reason for each, in their order; errors that it quotes first. */
export const standingAgainst = (input: GuardrailInput): ReadonlyArray<Against> => {
  const { asked, blamed, graph } = input
  const isAsked = new Set(asked)
  const meant = new Set([...asked, ...blamed])
  for (const [node, named] of input.replacements) if (named.some(({ by }) => isAsked.has(by))) meant.add(node)
  const cues = [...input.cues].sort((a, b) => b.alike - a.alike || a.cue - b.cue)
  const usable = [...meant].filter((node) => isUsable(graph, node))
  const found = [...fixesOf(input), ...usable.flatMap((node) => againstNode({ ...input, cues }, node, isAsked.has(node)) ?? [])]
  const seen = new Set<NodeNumber>()
  return found.filter(({ node }) => !seen.has(node) && seen.add(node))
}

const isUsable = (graph: GraphView, node: NodeNumber): boolean => isRecallable(graph, node) && graph.isTrusted(node)

/** `cues`: the most alike first. */
const againstNode = (input: GuardrailInput, node: NodeNumber, isAsked: boolean): Against | undefined => {
  const { cues, graph, replacements, standing } = input
  const wordOf = (cue: NodeNumber) => standing.get(cue)?.get(node)
  const instead = replacements.get(node) ?? []
  const isMatched = (cue: NodeNumber) => cues.some((one) => one.cue === cue)
  const isGivenUp = (cue: NodeNumber, by: NodeNumber) => standing.get(cue)?.get(by)?.is === 'against'
  const named = instead.findLast(({ by, cue }) => isUsable(graph, by) && isMatched(cue) && wordOf(cue)?.is !== 'for' && !isGivenUp(cue, by))
  if (named !== undefined) return { node, because: 'replaced', ...named }
  // What a verdict named instead was said for its question: for another one only where it is the best answer.
  const isVerdict = (by: NodeNumber) => instead.some((one) => one.by === by) && input.asked[0] !== by
  const held = graph
    .supersededBy(node)
    .findLast(({ by, feedback, gone }) => feedback !== undefined && gone !== true && !isVerdict(by) && isUsable(graph, by))
  const isMarked = input.given.has(node)
  if (isAsked && !isMarked && held?.feedback !== undefined) {
    const { by, feedback, part } = held
    return { node, because: 'superseded', by, feedback, ...(part === undefined ? {} : { part }) }
  }
  const doubt = graph.doubtsOf(node).findLast(({ bare }) => bare !== true)
  if (isAsked && !isMarked && doubt !== undefined) {
    const { feedback, part, said } = doubt
    return { node, because: 'denied', feedback, said, ...(part === undefined ? {} : { part }) }
  }
  const like = cues.find(({ cue }) => wordOf(cue)?.is === 'against')
  if (like === undefined || (!isAsked && like.alike < nano(input.settings.alike))) return undefined
  return { node, because: 'blamed', cue: like.cue, position: wordOf(like.cue)?.position ?? 0 }
}

/** Returns, for each kind of error that the question quotes, the memory that got over it: the one with the strongest learned edge. */
const fixesOf = ({ cues, graph, settings }: GuardrailInput): ReadonlyArray<Against> =>
  cues.flatMap(({ alike, cue }): ReadonlyArray<Against> => {
    if (graph.originOf(cue) !== 'system' || alike < nano(settings.alike) || !isLive(graph.stateOf(cue))) return []
    const [best] = graph
      .out(cue)
      .filter((edge) => graph.kindOf(edge) === 'learned' && graph.strengthOf(edge) > 0 && isUsable(graph, graph.targetOf(edge)))
      .sort((a, b) => graph.strengthOf(b) - graph.strengthOf(a) || a - b)
    return best === undefined ? [] : [{ node: graph.targetOf(best), because: 'fixed', cue, by: graph.targetOf(best) }]
  })

/** The texts that lines are made of; undefined for one that was erased. */
export interface GuardrailTexts {
  readonly memory: (node: NodeNumber) => string | undefined
  readonly cue: (cue: NodeNumber) => string | undefined
  readonly said: (ref: ContentRef) => string | undefined
}

/** Returns a line; undefined where a text is erased that it needs. */
export const guardrailLine = (
  one: Against,
  question: string,
  texts: GuardrailTexts,
  { characters }: Pick<Profile['context']['guardrails'], 'characters'>,
): Guardrail | undefined => {
  const line = lineOf(one, question, texts, Math.floor((characters - frameCharacters) / 2))
  const { because, feedback, node, position } = one
  if (line === undefined) return undefined
  return { node, because, line, ...(feedback === undefined ? {} : { feedback }), ...(position === undefined ? {} : { position }) }
}

/** Characters that a line has beside its two quotations. */
const frameCharacters = 40

const lineOf = (one: Against, question: string, texts: GuardrailTexts, characters: number): string | undefined => {
  const quotation = (text: string | undefined) => (text === undefined ? undefined : `“${safe(excerpt(text, question, characters))}”`)
  const memory = texts.memory(one.node)
  const old = quotation(one.part === undefined ? memory : memory?.slice(...one.part))
  const by = one.by === undefined ? undefined : quotation(texts.memory(one.by))
  const said = one.said === undefined ? undefined : quotation(texts.said(one.said))
  const about = one.cue === undefined ? undefined : quotation(texts.cue(one.cue))
  if (old === undefined) return undefined
  switch (one.because) {
    case 'replaced':
    case 'superseded':
      return by === undefined ? undefined : `Not ${old}, but ${by}`
    case 'denied':
      return said === undefined ? undefined : `Not ${old}: the owner said ${said}`
    case 'blamed':
      return said === undefined ? about && `Not ${old}: called wrong for ${about}` : `Not ${old}: the owner said ${said}`
    case 'fixed':
      return about === undefined ? undefined : `For ${about}: ${old} got over it before`
    default:
      return one.because satisfies never
  }
}

const safe = (text: string): string => onOneLine(withImitationsMarked(text)).replaceAll(/\s+/gu, ' ').trim()

const heading = 'Corrected before; do not say or do it again:\n'

const blockOf = (guardrails: ReadonlyArray<Guardrail>): string => `${heading}${guardrails.map(({ line }) => `! ${line}\n`).join('')}`

/** Returns the tokens that the lines take from the budget of a context. */
export const guardrailTokens = (guardrails: ReadonlyArray<Guardrail>): number =>
  guardrails.length === 0 ? 0 : countTokens(blockOf(guardrails)) + 1

/** Returns a bundle whose text has the lines between the opening and the memories. `turn`: see {@link BundleInput.turn}. */
export const withGuardrails = (
  bundle: ContextBundle,
  guardrails: ReadonlyArray<Guardrail>,
  turn: TurnNumber | undefined,
): ContextBundle => {
  if (guardrails.length === 0) return bundle
  const empty = emptyFence(turn)
  const begun = empty.slice(0, -closingTag.length)
  const rest = bundle.text === '' ? closingTag : bundle.text.slice(begun.length)
  const text = `${begun}${blockOf(guardrails)}${rest}`
  return { ...bundle, guardrails, text, tokens: countTokens(text) }
}
