/**
 * Decides a note that a person or an agent says: one text becomes one memory, which no document holds.
 *
 * A note of the owner is a memory like a passage of a document. A note of an agent is on probation until it was right for a question. The same
 * text said again is the same memory: it comes back where it was retired, and counts as said by the more trusted of those who said it.
 */

import type { OutrightPair } from '@crabtrail/text/evidence/outright-pairs'
import { cjkClass } from '@crabtrail/text/languages/languages'
import { normalise, utf8Length } from '@crabtrail/text/languages/unicode'
import { spelledWords } from '@crabtrail/text/words/names'
import { noteSentences } from '@crabtrail/text/words/sentences'
import * as Result from 'effect/Result'
import { type Decision, defined, type Speaker } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { type GraphView, isLive, isMoreTrusted, isOrMayBeTrusted, isRecallable, type NodeState, type Origin } from '../graph.ts'
import type { ContentRef, NodeNumber, TurnNumber } from '../identity.ts'
import { notesWait } from '../judging/judge-call.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { mayGiveWay, supersededEvent, supersessionsLifted, withOlder } from '../superseding/superseded-event.ts'

export interface Note {
  /** `links` holds what the note says outright. Undefined for nothing. */
  readonly contents: { readonly id: ContentRef; readonly text: ContentRef; readonly links?: ContentRef | undefined }
  /** The memory of this text, live or retired. Undefined where there is none. */
  readonly known: NodeNumber | undefined
  /** True where the text repeats what others wrote: see `passage-origin.ts`. */
  readonly isOthers: boolean
  readonly turn: TurnNumber | undefined
  /** The day on which it is said, in days since 1970-01-01. */
  readonly day: number
  /** The memories that the note says outright that it, or another one, takes the place of. Absent: none. */
  readonly outright?: ReadonlyArray<OutrightPair> | undefined
  /** The memories in whose place the note stands as a whole, because the one who says it names them. Absent: none. */
  readonly supersedes?: ReadonlyArray<NodeNumber>
  /** True where there is a model that may judge what the note says of others. */
  readonly isJudged?: boolean
}

/** The result of a note: a new memory, one that is back, or one that was live already. */
export interface NotedMemory {
  readonly node: NodeNumber
  readonly became: 'added' | 'restored' | 'refreshed'
  /** The memories that were named and are given on. */
  readonly stay: ReadonlyArray<NodeNumber>
}

export const mayNote = (origin: Origin): boolean => origin === 'owner' || origin === 'agent'

/** A note by an agent is kept only of a session whose verdicts teach: nobody talks with it in the others. */
export const decideNote = (
  {
    contents: { links, ...contents },
    day,
    isJudged = false,
    isOthers,
    known,
    origin,
    outright = [],
    session,
    supersedes = [],
    turn,
  }: Note & Speaker,
  state: BrainState,
  { learning }: Profile,
): Decision<NotedMemory> => {
  if (!mayNote(origin) || (origin === 'agent' && learning.muteSessions.includes(session))) return Result.fail({ _tag: 'SpeakerIsMute' })
  const { graph } = state
  const of = isOthers ? 'untrusted' : origin
  const named = (note: NodeNumber) => namedByNote(note, of, supersedes, graph)
  if (known === undefined) {
    const node = graph.nodes + 1
    const { events: over, stay } = named(node)
    const data = { node, ...contents, ...defined({ links }), day, nodeType: 'fact', state: bornAs(of) } as const
    return Result.succeed({
      events: [
        { type: 'NodeAdded', ...defined({ turn }), origin: of, data },
        ...supersededByNote(node, outright, graph),
        ...over,
        ...notesWait(isJudged && !isOthers ? [node] : []),
      ],
      answer: { node, became: 'added', stay },
    })
  }
  const became = isLive(graph.stateOf(known)) ? 'refreshed' : 'restored'
  const events = became === 'refreshed' ? refreshed(known, contents.text, of, state) : restored(known, of, state)
  // A text that the owner notes again holds again.
  const holds = origin === 'owner' ? supersessionsLifted(graph, known, { reason: 'reasserted' }) : []
  const { events: over, stay } = named(known)
  return Result.succeed({
    events: [...events, ...holds, ...supersededByNote(known, outright, graph), ...over],
    answer: { node: known, became, stay },
  })
}

const supersededByNote = (note: NodeNumber, outright: ReadonlyArray<OutrightPair>, graph: GraphView): ReadonlyArray<NewEvent> =>
  outright
    .filter(({ by, older }) => mayGiveWay(graph, older) && (by === note || (isRecallable(graph, by) && isOrMayBeTrusted(graph, by))))
    .map(({ by, older, rule }) => supersededEvent({ node: older, rule }, { by, reason: 'outright' }))

/** A note takes the place of the memories that are named with it; one of an agent only of what an agent noted, one of others of nothing. */
const namedByNote = (note: NodeNumber, of: Origin, supersedes: ReadonlyArray<NodeNumber>, graph: GraphView) => {
  const mayStand = (older: NodeNumber) => of === 'owner' || (of === 'agent' && graph.originOf(older) === 'agent')
  const others = [...new Set(supersedes)].filter((older) => older !== note)
  const gone = others.filter((older) => mayGiveWay(graph, older) && mayStand(older))
  // A note that took the place of this one before does so no longer.
  const before = new Set(graph.supersessionsOf(note).map(({ by }) => by))
  const back = gone.flatMap(
    (by): ReadonlyArray<NewEvent> =>
      before.has(by) ? [{ type: 'SupersessionLifted', data: { node: note, by, reason: 'reasserted' } }] : [],
  )
  const events = gone.map((node) => supersededEvent({ node, rule: 'named' }, { by: note, reason: 'later' }))
  return { events: [...back, ...withOlder(graph, events)], stay: others.filter((older) => !gone.includes(older)) }
}

const bornAs = (origin: Origin): Extract<NodeState, 'normal' | 'probation'> => (origin === 'owner' ? 'normal' : 'probation')

/** A retired memory comes back as trusted as the one who says it now. */
const restored = (node: NodeNumber, of: Origin, { graph, owner }: BrainState): ReadonlyArray<NewEvent> => {
  const back: NewEvent = { type: 'NodeRestored', data: { node, state: owner.protections.has(node) ? 'protected' : bornAs(of) } }
  return graph.originOf(node) === of ? [back] : [back, { type: 'NodeRevised', origin: of, data: { node } }]
}

/** The owner who says a doubted text again ends its doubts, as another text would. */
const refreshed = (node: NodeNumber, text: ContentRef, of: Origin, { graph }: BrainState): ReadonlyArray<NewEvent> => {
  const before = graph.originOf(node) ?? 'untrusted'
  const raised = isMoreTrusted(of, before) || (of === 'owner' && before === 'agent')
  const said = of === 'owner' && graph.doubtsOf(node).length > 0 ? { text } : {}
  const again: NewEvent = { type: 'NodeRevised', ...(raised && { origin: of }), data: { node, ...said } }
  const isProven = of === 'owner' && graph.stateOf(node) === 'probation'
  return isProven ? [again, { type: 'NodePromoted', data: { node, reason: 'noted' } }] : [again]
}

/*
 * What is kept of a turn of a conversation, where its owner wants turns to be kept: what was said, without questions, what is too short to be understood
 * later, and what repeats the memories that the turn was given. A captured memory is on probation and dies when nothing uses it.
 */

export interface CapturedText {
  readonly id: ContentRef
  readonly text: ContentRef
  readonly origin: Extract<Origin, 'owner' | 'agent' | 'untrusted'>
  /** The day on which it was said, in days since 1970-01-01. */
  readonly day: number
  /** The memory of this text, which died of disuse. Undefined where there never was one. */
  readonly known: NodeNumber | undefined
}

const questionMark = /[?？؟]["'”’»)\]]*$/u
const fenced = /^\s*(?:```|~~~)/

/** Returns what of a text is worth keeping, at most `bytes` of UTF-8 in whole sentences; undefined for nothing. */
export const capturedText = (text: string, given: ReadonlyArray<string>, bytes: number): string | undefined => {
  const known = given.map((one) => ` ${normalise(one)} `)
  const isNew = (sentence: string) => !known.some((one) => one.includes(` ${normalise(sentence)} `))
  const kept: Array<string> = []
  let left = bytes
  for (const { text: said } of noteSentences(text)) {
    const sentence = said.trim()
    if (questionMark.test(sentence) || fenced.test(sentence) || !isTelling(sentence) || !isNew(sentence)) continue
    left -= utf8Length(sentence) + 1
    if (left < 0) break
    kept.push(sentence)
  }
  return kept.length === 0 ? undefined : kept.join('\n')
}

/** Words, or characters of a script without spaces, of a sentence that is understood without what was said before. */
const [wordsLeast, charactersLeast] = [5, 8]
const cjk = new RegExp(cjkClass, 'gv')

const isTelling = (sentence: string): boolean =>
  spelledWords(sentence).length >= wordsLeast || (sentence.match(cjk)?.length ?? 0) >= charactersLeast

/** Returns the events that keep what was captured of a turn. `nodesBefore`: the number of nodes so far, with those of the same commit. */
export const captureOf = (turn: TurnNumber, captured: ReadonlyArray<CapturedText>, nodesBefore: NodeNumber): ReadonlyArray<NewEvent> =>
  captured.map(({ day, id, known, origin, text }, i): NewEvent => {
    if (known !== undefined) return { type: 'NodeRestored', turn, data: { node: known, state: 'probation' } }
    const before = captured.slice(0, i).filter((one) => one.known === undefined).length
    const data = { node: nodesBefore + before + 1, id, text, day, nodeType: 'fact', state: 'probation', how: 'captured' } as const
    return { type: 'NodeAdded', turn, origin, data }
  })
