/**
 * Folds what stands until somebody says otherwise; a rollback restores it, like a strength.
 *
 * The owner's explicit words on memories: the last verdict on a memory for a kind of question, which stands until the owner says
 * otherwise; the memory that the owner named instead of another; and protection.
 *
 * A verdict is explicit if the owner gave it and it names the memory. Corrections heard in messages, use inferred from replies, verdicts of
 * agents and verdicts on a whole turn are not.
 */
import type { Vouching } from '../context/replacements.ts'
import { type BrainEvent, type BrainEventOf, ignore } from '../events/brain-event.ts'
import type { Selector } from '../events/session-events.ts'
import type { GraphView } from '../graph.ts'
import type { ContentRef, NodeNumber, Position } from '../identity.ts'
import type { SourceRecords } from './registry.ts'

interface StandingWord {
  readonly is: 'for' | 'against'
  readonly position: Position
}

/** From `at` on, the word said at `said` stands: for the memory, or against it where `said` is negative; 0: none. */
type WordChange = readonly [at: Position, cue: NodeNumber, node: NodeNumber, said: number]

type ReplacementsChange = readonly [at: Position, node: NodeNumber, to: ReadonlyArray<Replacement>]

/** Cue → memory → the owner's last verdict. */
type StandingWords = Map<NodeNumber, Map<NodeNumber, StandingWord>>

/** The memory that the owner named instead of another for a kind of question. The other may give way while the edges of that cue still agree. */
export interface Replacement {
  readonly cue: NodeNumber
  readonly by: NodeNumber
  readonly position: Position
}

export interface OwnersWords {
  readonly standing: StandingWords
  /** Replacements by the memory that is wrong, the newest last. */
  readonly replacements: Map<NodeNumber, ReadonlyArray<Replacement>>
  /** Protected memories, including those that were retired with their document and may be restored. */
  readonly protections: Set<NodeNumber>
  /**
   * Every change of words and of replacements, and every rollback, oldest first: a rollback restores those of its position. A verdict adds one
   * entry for each memory that it names.
   */
  readonly past: {
    readonly words: Array<WordChange>
    readonly replacements: Array<ReplacementsChange>
    readonly rollbacks: Array<Pick<PastRollback, 'at' | 'to'>>
  }
}

export const noWords = (): OwnersWords => ({
  standing: new Map(),
  replacements: new Map(),
  protections: new Set(),
  past: { words: [], replacements: [], rollbacks: [] },
})

/** True for a verdict that stands until the owner says otherwise. */
export const isOutright = ({ data, origin }: Pick<BrainEventOf<'FeedbackGiven'>, 'data' | 'origin'>): boolean =>
  data.given === 'explicit' && data.tier === 'conscious' && origin === 'owner' && data.about === undefined

/** Returns a test of a cue and a memory: true if the owner's standing word is for the memory. */
const isVouchedBy =
  ({ standing }: OwnersWords) =>
  (cue: NodeNumber, node: NodeNumber): boolean =>
    standing.get(cue)?.get(node)?.is === 'for'

/**
 * Finds the memory that the owner named instead of another one for the questions of a cue, if he said nothing else of either since. Of several the newest.
 */
const namedInsteadBy =
  ({ replacements, standing }: OwnersWords) =>
  (cue: NodeNumber, node: NodeNumber): NodeNumber | undefined => {
    const words = standing.get(cue)
    if (words?.get(node)?.is !== 'against') return undefined
    return replacements.get(node)?.findLast((one) => one.cue === cue && words.get(one.by)?.is === 'for')?.by
  }

export const vouchingOf = (words: OwnersWords): Vouching => ({ isVouched: isVouchedBy(words), namedInstead: namedInsteadBy(words) })

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
      return restoreWords(words, { at: event.position, to: event.data.to })
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

const setWord = (words: OwnersWords, ...change: WordChange): void => {
  words.past.words.push(change)
  applyWord(words, change)
}

const applyWord = ({ standing }: Pick<OwnersWords, 'standing'>, [, cue, node, said]: WordChange): void => {
  const words = standing.get(cue) ?? new Map<NodeNumber, StandingWord>()
  if (said === 0) words.delete(node)
  else words.set(node, { is: said > 0 ? 'for' : 'against', position: Math.abs(said) })
  if (words.size === 0) standing.delete(cue)
  else standing.set(cue, words)
}

const setReplacements = (words: OwnersWords, ...change: ReplacementsChange): void => {
  words.past.replacements.push(change)
  applyReplacements(words, change)
}

const applyReplacements = ({ replacements }: Pick<OwnersWords, 'replacements'>, [, node, to]: ReplacementsChange): void => {
  if (to.length === 0) replacements.delete(node)
  else replacements.set(node, to)
}

const restoreWords = (words: OwnersWords, rollback: Pick<PastRollback, 'at' | 'to'>): void => {
  const { past, replacements, standing } = words
  past.rollbacks.push(rollback)
  standing.clear()
  replacements.clear()
  const stretches = stretchesInForce(past.rollbacks, rollback.at)
  const counts = ([at]: WordChange | ReplacementsChange) => stretches.some(({ after, to }) => at > after && at <= to)
  for (const change of past.words) if (counts(change)) applyWord(words, change)
  for (const change of past.replacements) if (counts(change)) applyReplacements(words, change)
}

const stand = (words: OwnersWords, { data, position }: BrainEventOf<'FeedbackGiven'>): void => {
  const { cue, instead = [], nodes, outcome } = data
  if (cue === undefined || outcome === 0) return
  for (const node of nodes) setWord(words, position, cue, node, outcome > 0 ? position : -position)
  for (const node of instead) setWord(words, position, cue, node, position)
}

/** Maximum replacements of one memory. The newest are kept. */
const replacementsKept = 8

const restate = (words: OwnersWords, { data, position: at }: BrainEventOf<'LearningRestated'>): void => {
  for (const [i, cue] of data.cues.entries()) {
    const [node = 0, is = 'none', said = 0] = [data.nodes[i], data.words[i], data.said[i]]
    if (node === 0) continue
    setWord(words, at, cue, node, is === 'none' || said === 0 ? 0 : is === 'for' ? said : -said)
  }
  for (const [i, node] of data.replaced.entries()) {
    const restated = (data.replacements[i] ?? [])
      .map(([cue = 0, by = 0, position = 0]) => ({ cue, by, position }))
      .filter(({ by, cue, position }) => Math.min(by, cue, position) > 0)
      .slice(-replacementsKept)
    setReplacements(words, at, node, restated)
  }
}

const replace = (words: OwnersWords, { data, origin, position }: BrainEventOf<'FeedbackGiven'>): void => {
  const { cue, instead, nodes, outcome, tier } = data
  if (cue === undefined || instead === undefined || outcome >= 0 || tier !== 'conscious' || origin !== 'owner') return
  const named = new Set(instead)
  for (const node of nodes) {
    const others = (words.replacements.get(node) ?? []).filter((one) => one.cue !== cue || !named.has(one.by))
    const to = [...others, ...instead.map((by) => ({ cue, by, position }))].slice(-replacementsKept)
    setReplacements(words, position, node, to)
  }
}

const mark = <Member>(set: Set<Member>, member: Member, isIn: boolean): void => {
  if (isIn) set.add(member)
  else set.delete(member)
}

/*
 * Requests that stand: unlearnings, promotions, and the fork of a branch, whose silent turns teach nothing. A signal does not teach
 * while at least one standing request names it. The fold also lists the
 * rollbacks, because a derivation that leaves signals out must restore what they restored.
 */

export interface Unlearning {
  /** An unlearning alone can be withdrawn by its position. With a promotion, other settings may have been put in force. */
  readonly kind: 'unlearning' | 'promotion' | 'fork'
  readonly selector?: Selector
  /** The positions of the signals that it takes out, rising. */
  readonly signals: ReadonlyArray<Position>
  /** The memories that are out while the request stands: it retired them, or another standing one had. */
  readonly nodes: ReadonlyArray<NodeNumber>
}

/** From `at` on, the request stands or no longer stands. */
interface StandingChange {
  readonly at: Position
  readonly request: Position
  readonly stands: boolean
}

export interface PastRollback {
  readonly at: Position
  readonly to: Position
  readonly through: Position
}

export interface UnlearnRecords {
  readonly requests: Map<Position, Unlearning>
  /** Oldest first. */
  readonly changes: Array<StandingChange>
  /** Oldest first. */
  readonly rollbacks: Array<PastRollback>
  /** The memories that an unlearning retired last: nothing brought them back since, or retired them for another reason. */
  readonly held: Set<NodeNumber>
}

export const noUnlearnings = (): UnlearnRecords => ({ requests: new Map(), changes: [], rollbacks: [], held: new Set() })

/** Returns the positions of the requests that stand; with `at`, of those that stood there. */
export const standingRequests = (
  { changes }: Pick<UnlearnRecords, 'changes'>,
  at: Position = Number.MAX_SAFE_INTEGER,
): ReadonlySet<Position> => {
  const standing = new Set<Position>()
  for (const change of changes) {
    if (change.at > at) break
    if (change.stands) standing.add(change.request)
    else standing.delete(change.request)
  }
  return standing
}

/** Returns the positions of the standing requests but for one. */
export const otherRequests = (records: Pick<UnlearnRecords, 'changes'>, request: Position): ReadonlyArray<Position> =>
  [...standingRequests(records)].filter((one) => one !== request)

/** Returns the positions of the requests that a rollback ended and that nobody withdrew since. */
export const endedByRollback = ({ changes, rollbacks }: Pick<UnlearnRecords, 'changes' | 'rollbacks'>): ReadonlySet<Position> => {
  const goingBack = new Set(rollbacks.map(({ at }) => at))
  const ended = new Set<Position>()
  for (const { at, request, stands } of changes) {
    if (!stands && goingBack.has(at)) ended.add(request)
    else ended.delete(request)
  }
  return ended
}

/** Returns the positions of the signals that do not teach while these requests stand. */
export const signalsOut = ({ requests }: Pick<UnlearnRecords, 'requests'>, standing: Iterable<Position>): ReadonlySet<Position> => {
  const out = new Set<Position>()
  for (const request of standing) for (const signal of requests.get(request)?.signals ?? []) out.add(signal)
  return out
}

/** Returns the memories that these requests name. Those of them that are `held` are out while one of the requests stands. */
export const nodesOut = ({ requests }: Pick<UnlearnRecords, 'requests'>, standing: Iterable<Position>): ReadonlySet<NodeNumber> => {
  const out = new Set<NodeNumber>()
  for (const request of standing) for (const node of requests.get(request)?.nodes ?? []) out.add(node)
  return out
}

/** A stretch of the log: the positions above `after` up to `to`. */
interface Stretch {
  readonly after: Position
  readonly to: Position
}

/** Returns the stretches whose facts count at a position, oldest first: after a rollback the log goes on from where it went back to. */
export const stretchesInForce = (rollbacks: ReadonlyArray<Pick<PastRollback, 'at' | 'to'>>, at: Position): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
  let end = at
  for (const rollback of rollbacks.toReversed()) {
    if (rollback.at > end) continue
    stretches.push({ after: rollback.at, to: end })
    end = rollback.to
  }
  return [...stretches, { after: 0, to: end }].reverse()
}

/**
 * Returns a test of signals: true for one that stands at a position, so that it teaches or counts there. No request that stands there takes it
 * out, and no rollback went back behind it. The other names of a memory are contents, which a rollback leaves.
 */
export const signalsInForce = (
  records: Pick<UnlearnRecords, 'changes' | 'requests' | 'rollbacks'>,
  at: Position,
): ((signal: Pick<BrainEvent, 'position' | 'type'>) => boolean) => {
  const out = signalsOut(records, standingRequests(records, at))
  const stretches = stretchesInForce(records.rollbacks, at)
  return ({ position, type }) =>
    !out.has(position) && (type === 'AliasesNamed' || stretches.some(({ after, to }) => position > after && position <= to))
}

/** Returns the positions of the requests of one kind among these, oldest first. */
export const requestsOf = (
  kind: Unlearning['kind'],
  { requests }: Pick<UnlearnRecords, 'requests'>,
  standing: ReadonlySet<Position>,
): ReadonlyArray<Position> => [...requests].flatMap(([at, request]) => (request.kind === kind && standing.has(at) ? [at] : []))

export const foldUnlearnings = (records: UnlearnRecords, event: BrainEvent): void => {
  const { position: at } = event
  switch (event.type) {
    case 'UnlearnRequested':
      records.requests.set(at, {
        ...{ kind: 'unlearning', selector: event.data.selector },
        ...{ signals: event.data.signals, nodes: event.data.nodes ?? [] },
      })
      records.changes.push({ at, request: at, stands: true })
      return
    case 'BrainForked':
      if (event.data.silent.length === 0) return
      records.requests.set(at, { kind: 'fork', signals: event.data.silent, nodes: [] })
      records.changes.push({ at, request: at, stands: true })
      return
    case 'BrainPromoted':
      records.requests.set(at, { kind: 'promotion', signals: event.data.signals, nodes: [] })
      records.changes.push({ at, request: at, stands: true })
      return
    case 'UnlearnWithdrawn':
      if (records.requests.has(event.data.request)) records.changes.push({ at, request: event.data.request, stands: false })
      return
    case 'RollbackRequested':
      return rollBack(records, { at, to: event.data.to, through: event.data.through })
    case 'NodeRetired':
      if (event.data.reason === 'unlearned') records.held.add(event.data.node)
      else records.held.delete(event.data.node)
      return
    case 'NodeRestored':
    case 'NodeMerged':
      records.held.delete(event.data.node)
      return
    default:
      ignore<'unlearnings'>(event.type)
  }
}

const rollBack = (records: UnlearnRecords, rollback: PastRollback): void => {
  const [now, then] = [standingRequests(records), standingRequests(records, rollback.to)]
  for (const request of records.requests.keys()) {
    const stands = then.has(request)
    if (stands !== now.has(request)) records.changes.push({ at: rollback.at, request, stands })
  }
  records.rollbacks.push(rollback)
}

export interface HeldState {
  readonly erased: ReadonlySet<ContentRef>
  readonly graph: GraphView
  readonly sources: Pick<SourceRecords, 'byNumber'>
  readonly unlearnings: Readonly<UnlearnRecords>
}

/** True for a memory that an unlearning holds out, whose text is kept and whose document is there. */
export const mayComeBack = ({ erased, graph, sources, unlearnings }: HeldState, node: NodeNumber): boolean => {
  const text = graph.node(node)?.text
  if (text === undefined || erased.has(text) || !unlearnings.held.has(node)) return false
  return sources.byNumber.get(graph.sourceNumberOf(node))?.retired !== true
}
