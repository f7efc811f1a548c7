/**
 * Folds the owner's explicit words on memories: the last verdict on a memory for a kind of question, which stands until the owner says
 * otherwise; the memory that the owner named instead of another; and protection.
 *
 * A verdict is explicit if the owner gave it and it names the memory. Corrections heard in messages, use inferred from replies, verdicts of
 * agents and verdicts on a whole turn are not.
 */
import type { BrainEvent, BrainEventOf } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import type { NodeNumber, Position } from '../identity.ts'

interface StandingWord {
  readonly is: 'for' | 'against'
  readonly position: Position
}

/** From `at` on, a word stands; `null`: no word. */
interface WordChange {
  readonly at: Position
  readonly cue: NodeNumber
  readonly node: NodeNumber
  readonly word: StandingWord | null
}

/** From `at` on, these replacements of a memory hold. */
interface ReplacementsChange {
  readonly at: Position
  readonly node: NodeNumber
  readonly to: ReadonlyArray<Replacement>
}

/** Cue → memory → the owner's last verdict. */
type StandingWords = Map<NodeNumber, Map<NodeNumber, StandingWord>>

/** The memory that the owner named instead of another for a kind of question. The other may give way while the edges of that cue still agree. */
export interface Replacement {
  readonly cue: NodeNumber
  /** The memory that is right. */
  readonly by: NodeNumber
  readonly position: Position
}

export interface OwnersWords {
  readonly standing: StandingWords
  /** Replacements by the memory that is wrong, the newest last. */
  readonly replacements: Map<NodeNumber, ReadonlyArray<Replacement>>
  /** Protected memories, including those that were retired with their document and may be restored. */
  readonly protections: Set<NodeNumber>
  /** Every change of words and of replacements, oldest first: a rollback restores those of its position. One entry per explicit verdict. */
  readonly changes: { readonly words: Array<WordChange>; readonly replacements: Array<ReplacementsChange> }
}

export const noWords = (): OwnersWords => ({
  standing: new Map(),
  replacements: new Map(),
  protections: new Set(),
  changes: { words: [], replacements: [] },
})

export const cloneWords = ({ changes, protections, replacements, standing }: OwnersWords): OwnersWords => ({
  standing: new Map([...standing].map(([cue, words]) => [cue, new Map(words)])),
  replacements: new Map(replacements),
  protections: new Set(protections),
  changes: { words: changes.words.slice(), replacements: changes.replacements.slice() },
})

/** True for a verdict that stands until the owner says otherwise. */
export const isOutright = ({ data, origin }: Pick<BrainEventOf<'FeedbackGiven'>, 'data' | 'origin'>): boolean =>
  data.given === 'explicit' && data.tier === 'conscious' && origin === 'owner' && data.about === undefined

/** Returns a test of a cue and a memory: true if the owner's standing word is for the memory. */
export const isVouchedBy =
  ({ standing }: OwnersWords) =>
  (cue: NodeNumber, node: NodeNumber): boolean =>
    standing.get(cue)?.get(node)?.is === 'for'

/** True if the standing word contradicts an outcome. */
export const standsAgainst = ({ standing }: OwnersWords, cue: NodeNumber, node: NodeNumber, outcome: number): boolean => {
  const word = standing.get(cue)?.get(node)
  return word !== undefined && (word.is === 'for' ? outcome < 0 : outcome > 0)
}

/**
 * Folds one event into `words`, which the caller owns. A rollback restores the words and replacements of its position.
 *
 * A node that is added or restored gets the protection that its state says. Retirement with its document or by an unlearning keeps the
 * protection, because the node may come back; any other retirement, a merge and a promotion remove it.
 */
export const foldWords = (words: OwnersWords, event: BrainEvent): void => {
  const { protections } = words
  switch (event.type) {
    case 'RollbackRequested':
      return restoreWords(words, event.data.to, event.position)
    case 'FeedbackGiven':
      if (isOutright(event)) stand(words, event)
      return replace(words, event)
    case 'LearningRestated':
      return restate(words, event)
    case 'NodeProtected':
      return mark(protections, event.data.node, event.data.protection === 'on')
    case 'NodeAdded':
    case 'NodeRestored':
      return mark(protections, event.data.node, event.data.state === 'protected')
    case 'NodeRetired':
      if (event.data.reason !== 'source' && event.data.reason !== 'unlearned') protections.delete(event.data.node)
      return
    case 'NodeMerged':
    case 'NodePromoted':
      protections.delete(event.data.node)
      return
    default:
      ignore<'owner'>(event.type)
  }
}

/* Each change is set and kept. */

const setWord = ({ changes, standing }: OwnersWords, change: WordChange): void => {
  const { cue, node, word } = change
  const words = standing.get(cue) ?? new Map<NodeNumber, StandingWord>()
  if (word === null) words.delete(node)
  else words.set(node, word)
  if (words.size === 0) standing.delete(cue)
  else standing.set(cue, words)
  changes.words.push(change)
}

const setReplacements = ({ changes, replacements }: OwnersWords, change: ReplacementsChange): void => {
  if (change.to.length === 0) replacements.delete(change.node)
  else replacements.set(change.node, change.to)
  changes.replacements.push(change)
}

const restoreWords = (words: OwnersWords, to: Position, at: Position): void => {
  const { changes } = words
  for (const { before, cue, node } of changedSince(changes.words, to, ({ cue, node }) => `${cue} ${node}`))
    setWord(words, { at, cue, node, word: before?.word ?? null })
  for (const { before, node } of changedSince(changes.replacements, to, ({ node }) => node))
    setReplacements(words, { at, node, to: before?.to ?? [] })
}

/** Returns what changed after a position, each key once in the order of its first change, with the change that held there. */
const changedSince = <C extends { readonly at: Position }>(
  changes: ReadonlyArray<C>,
  to: Position,
  keyOf: (change: C) => string | number,
): ReadonlyArray<C & { readonly before: C | undefined }> => {
  const after = changes.findIndex(({ at }) => at > to)
  if (after < 0) return []
  const changed = new Map(changes.slice(after).map((change) => [keyOf(change), change] as const))
  const held = new Map<string | number, C>()
  for (const change of changes.slice(0, after)) if (changed.has(keyOf(change))) held.set(keyOf(change), change)
  return [...changed].map(([key, change]) => ({ ...change, before: held.get(key) }))
}

const stand = (words: OwnersWords, { data, position }: BrainEventOf<'FeedbackGiven'>): void => {
  const { cue, instead = [], nodes, outcome } = data
  if (cue === undefined || outcome === 0) return
  const say = (node: NodeNumber, is: StandingWord['is']) => setWord(words, { at: position, cue, node, word: { is, position } })
  for (const node of nodes) say(node, outcome > 0 ? 'for' : 'against')
  for (const node of instead) say(node, 'for')
}

/** Maximum replacements of one memory. The newest are kept. */
const replacementsKept = 8

/** Sets verdicts and replacements as an unlearning left them. */
const restate = (words: OwnersWords, { data, position: at }: BrainEventOf<'LearningRestated'>): void => {
  for (const [i, cue] of data.cues.entries()) {
    const [node = 0, is = 'none', position = 0] = [data.nodes[i], data.words[i], data.said[i]]
    setWord(words, { at, cue, node, word: is === 'none' || position === 0 || node === 0 ? null : { is, position } })
  }
  for (const [i, node] of data.replaced.entries()) {
    const restated = (data.replacements[i] ?? [])
      .map(([cue = 0, by = 0, position = 0]) => ({ cue, by, position }))
      .filter(({ by, cue, position }) => Math.min(by, cue, position) > 0)
      .slice(-replacementsKept)
    setReplacements(words, { at, node, to: restated })
  }
}

const replace = (words: OwnersWords, { data, origin, position }: BrainEventOf<'FeedbackGiven'>): void => {
  const { cue, instead, nodes, outcome, tier } = data
  if (cue === undefined || instead === undefined || outcome >= 0 || tier !== 'conscious' || origin !== 'owner') return
  const named = new Set(instead)
  for (const node of nodes) {
    const others = (words.replacements.get(node) ?? []).filter((one) => one.cue !== cue || !named.has(one.by))
    const to = [...others, ...instead.map((by) => ({ cue, by, position }))].slice(-replacementsKept)
    setReplacements(words, { at: position, node, to })
  }
}

const mark = <Member>(set: Set<Member>, member: Member, isIn: boolean): void => {
  if (isIn) set.add(member)
  else set.delete(member)
}
