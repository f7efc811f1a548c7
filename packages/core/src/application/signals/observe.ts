/** Looks up what the end of a turn shows of memories without anybody saying it: see `domain/implicit-feedback`. */
import { commandsIn } from '@crabtrail/text/evidence/shell-commands'
import { usedItems } from '@crabtrail/text/evidence/use-evidence'
import { similarity } from '@crabtrail/text/words/scoring'
import { likenessTerms } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import { implicitSignals } from '../../domain/events/learning-events.ts'
import type { NodeNumber, TurnNumber } from '../../domain/identity.ts'
import { observationsOf, type SeenTurn } from '../../domain/implicit-feedback/observations.ts'
import { isWeighed, nothingObserved, type Observation, type ObservedTurn } from '../../domain/implicit-feedback/observed-outcome.ts'
import type { SeenCall } from '../../domain/implicit-feedback/seen-calls.ts'
import { candidateTurns } from '../../domain/learning/outcome.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import { one } from '../../domain/strength.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { type ContentDrafts, cleanText, keptBody } from '../brain/contents.ts'
import { heldCalls, type SeenCalls } from '../commands/open-brains.ts'
import { nodeNames } from '../naming/names.ts'
import { gatherCue, readTurn } from '../recall/recorded-turn.ts'
import type { CompleteRequest } from '../requests.ts'

interface Watching {
  readonly profile: Profile
  readonly now: number
  readonly before: SeenCalls
  readonly drafts: ContentDrafts
  readonly access: Access
}

const nothing = { observed: nothingObserved, calls: [] as ReadonlyArray<SeenCall> }

/** Gathers what was observed, and the calls of the turn. Nothing where the host does not report the calls of a turn, or no signal has a weight. */
export const gatherObserved = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: CompleteRequest,
  turn: TurnNumber,
  { access, before, drafts, now, profile }: Watching,
) {
  const session = brain.state.anyTurn(turn)?.session
  if (session === undefined || request.calls === undefined || !implicitSignals.some((signal) => isWeighed(signal, profile))) return nothing
  const record = brain.state.turn(turn)
  const calls = yield* gatherCalls(brain, request, { turn, record, now }, profile)
  const earlier = candidateTurns(brain.state, session, now, profile).filter((one) => one.turn < turn)
  const seen: SeenTurn = {
    turn,
    at: now,
    calls,
    before: heldCalls(before, brain, session),
    late:
      isWeighed('used-later', profile) || isWeighed('unused', profile) ? yield* gatherLate(brain, request, record, earlier, profile) : [],
    last: record === undefined ? undefined : yield* gatherLast(brain, record, earlier, profile),
  }
  const observations = observationsOf(seen, profile).filter(({ signal }) => isWeighed(signal, profile))
  const turns = yield* Effect.forEach(
    Map.groupBy(observations, (one) => one.turn),
    ([number, ofTurn]) => gatherTurn(brain, drafts, access, number, ofTurn),
  )
  return { observed: { observations, turns }, calls }
})

/** Gathers the cue of an observed turn, and what was seen of it. Only what a call showed makes a cue. */
const gatherTurn = Effect.fnUntraced(function* (
  brain: OpenBrain,
  drafts: ContentDrafts,
  access: Access,
  turn: TurnNumber,
  observations: ReadonlyArray<Observation>,
) {
  const { knownCue, newCue } = yield* gatherCue(brain, drafts, access, turn)
  const by = [...new Set(observations.flatMap((one) => one.by ?? []))]
  const text = by.length === 0 ? undefined : drafts.add((yield* cleanText(by.join(', '))).text)
  return { turn, knownCue, newCue: by.length === 0 ? undefined : newCue, text } satisfies ObservedTurn
})

const gatherCalls = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { calls = [] }: CompleteRequest,
  { now, record, turn }: { readonly turn: TurnNumber; readonly record: TurnRecord | undefined; readonly now: number },
  { learning }: Profile,
) {
  const given = record === undefined || brain.state.isAbsent(turn) ? [] : record.included
  const { items, question } = yield* gatherItems(brain, record?.question, given)
  return calls.map(({ command = '', failed = false, text = '', ...call }): SeenCall => {
    const used = text === '' ? [] : usedItems({ question, items, reply: '', toolTexts: [text], settings: learning.use })
    return { ...call, commands: commandsIn(command), failed, turn, at: now, nodes: used.map(({ node }) => node) }
  })
})

const gatherItems = Effect.fnUntraced(function* (brain: OpenBrain, question: TurnRecord['question'], nodes: ReadonlyArray<NodeNumber>) {
  if (nodes.length === 0) return { question: '', items: [] }
  const names = yield* nodeNames(brain, brain.state.graph, nodes, 'texts')
  const items = nodes.map((node) => ({ node, id: names.id(node), title: names.title(node), text: names.text(node) ?? '' }))
  return { question: (yield* keptBody(brain, question)) ?? '', items }
})

/** Gathers the memories that earlier turns of the session were given, this one was not, and its reply or calls used. */
const gatherLate = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { calls = [], reply = '', toolTexts = calls.flatMap(({ text }) => text ?? []) }: CompleteRequest,
  record: TurnRecord | undefined,
  earlier: ReadonlyArray<TurnRecord>,
  { learning }: Profile,
) {
  const own = record?.included ?? []
  const givenIn = new Map<NodeNumber, TurnRecord>()
  for (const turn of earlier) for (const node of turn.included) if (!own.includes(node) && !givenIn.has(node)) givenIn.set(node, turn)
  if (givenIn.size === 0 || (reply === '' && toolTexts.length === 0)) return []
  // Beside its own memories, for a word that several have is evidence of none.
  const { items, question } = yield* gatherItems(brain, record?.question, [...own, ...givenIn.keys()])
  const used = usedItems({ question, items, reply, toolTexts, settings: { ...learning.use, perTurn: items.length } })
  return used
    .flatMap(({ node }) => {
      const turn = givenIn.get(node)
      return turn === undefined ? [] : [{ turn, node }]
    })
    .slice(0, learning.use.perTurn)
})

const turnBefore = ({ state }: OpenBrain, { session, turn }: TurnRecord): TurnNumber | undefined => {
  for (const one of state.recentTurns()) if (one.session === session && one.turn < turn) return one.turn
  return undefined
}

/** Gathers the turn before, with the likeness of its question. Undefined where a turn without memory lies between. */
const gatherLast = Effect.fnUntraced(function* (
  brain: OpenBrain,
  record: TurnRecord,
  earlier: ReadonlyArray<TurnRecord>,
  { seeding }: Profile,
) {
  const { state } = brain
  const last = earlier.find(({ turn }) => turn === turnBefore(brain, record))
  if (last?.session === undefined || (state.lastAbsence(last.session, record.turn) ?? 0) >= last.turn) return undefined
  const [now, then] = [yield* keptBody(brain, record.question), yield* keptBody(brain, last.question)]
  if (now === undefined || then === undefined) return undefined
  const byWords = similarity(likenessTerms(now), likenessTerms(then), () => one, seeding.cueWords)
  const byCue = record.cues.find(({ cue }) => cue === last.cue)?.alike ?? 0
  const { continues } = yield* readTurn(brain, record.turn)
  return { turn: last, alike: Math.max(byWords, byCue), goesOn: continues.includes(last.turn) } satisfies SeenTurn['last']
})
