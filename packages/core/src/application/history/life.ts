/** Tells the life of a memory from the log: its texts, its newest recall, the tools and errors beside it, and what disuse makes of it. */
import * as Effect from 'effect/Effect'
import { outlookOf } from '../../domain/decay/maintenance.ts'
import type { BrainEvent, EventType } from '../../domain/events/brain-event.ts'
import { type Subject, typeSubject } from '../../domain/history/segments.ts'
import { type ContentRef, type NodeNumber, type Position, printedTurn, type TurnNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { units } from '../../domain/strength.ts'
import type { TracedLife } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'
import { isoTime, namedSession, nodeNames, sessionKeyRef } from '../naming/names.ts'
import { placesOf, visitNewestFirst, visitOldestFirst } from '../naming/segments.ts'
import { endingsOf } from './endings.ts'

/** The newest turns that gave a memory, of which tools and errors are counted. */
const turnsMost = 200

export const tracedLife = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, profile: Profile, node: NodeNumber) {
  const { graph, position } = state
  const { added, texts } = yield* textsOf(brain, node, position)
  const beside = yield* besideIn(brain, yield* turnsGiving(brain, node, position), node, position)
  const names = yield* nodeNames(brain, graph, [...beside.tools.keys(), ...beside.errors.keys()], 'names')
  const outlook = outlookOf(state, profile, node)
  const ended = yield* endingsOf(brain, state, node)
  return {
    added: added === undefined ? null : isoTime(added),
    texts,
    last: yield* newestRecall(brain, graph.lifeOf(node).last, position),
    ...(ended.length === 0 ? {} : { ended }),
    tools: mostFirst([...beside.tools].map(([tool, counts]) => ({ tool: names.title(tool), ...counts }))),
    errors: [...beside.errors].map(([error, turns]) => ({ error: names.title(error), turns })).sort((a, b) => b.turns - a.turns),
    outlook: outlook === undefined ? null : { ...outlook, score: units(Math.round(outlook.score * 1_000_000_000)) },
  } satisfies TracedLife
})

const mostFirst = (tools: ReadonlyArray<TracedLife['tools'][number]>) =>
  tools.toSorted((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1))

const ofNode = (node: NodeNumber): Subject => ({ kind: 'node', number: node })
const ofTypes = (...types: ReadonlyArray<EventType>): ReadonlyArray<Subject> => types.map(typeSubject)

/** Returns the time at which a node was added, in milliseconds UTC, and the number of texts it has had. */
const textsOf = Effect.fnUntraced(function* (brain: OpenBrain, node: NodeNumber, position: Position) {
  let added: number | undefined
  let text: ContentRef | undefined
  let texts = 0
  const places = yield* placesOf(brain, [[ofNode(node)], ofTypes('NodeAdded', 'NodeRevised')], position)
  yield* visitOldestFirst(
    brain,
    places,
    position,
    ({ commit, data, type }) => {
      if ((type !== 'NodeAdded' && type !== 'NodeRevised') || data.node !== node) return true
      if (type === 'NodeAdded') added ??= commit.at
      if (data.text !== undefined && data.text !== text) texts++
      text = data.text ?? text
      return true
    },
    (type) => type === 'NodeAdded' || type === 'NodeRevised',
  )
  return { added, texts }
})

/** Returns the newest turn in which a node was asked or took part, with its time and its session; null where there was none. */
const newestRecall = Effect.fnUntraced(function* (brain: OpenBrain, turn: TurnNumber, position: Position) {
  let began: BrainEvent['commit'] | undefined
  if (turn === 0) return null
  const places = yield* placesOf(brain, [[{ kind: 'turn', number: turn }], ofTypes('TurnStarted')], position)
  yield* visitNewestFirst(
    brain,
    places,
    1,
    position,
    (event) => {
      if (event.type === 'TurnStarted' && event.turn === turn) began = event.commit
      return began === undefined
    },
    (type) => type === 'TurnStarted',
  )
  if (began === undefined) return null
  const bodies = yield* keptBodies(brain, sessionKeyRef(brain, began.session))
  return { turn: printedTurn(turn), at: isoTime(began.at), ...namedSession(brain, began.session, bodies) }
})

/** Returns the newest turns whose context had the node, at most {@link turnsMost}. */
const turnsGiving = Effect.fnUntraced(function* (brain: OpenBrain, node: NodeNumber, position: Position) {
  const turns = new Set<TurnNumber>()
  const places = yield* placesOf(brain, [[ofNode(node)], ofTypes('ContextBundled')], position)
  yield* visitNewestFirst(
    brain,
    places,
    1,
    position,
    ({ data, turn, type }) => {
      if (type === 'ContextBundled' && turn !== undefined && data.included.includes(node)) turns.add(turn)
      return turns.size < turnsMost
    },
    (type) => type === 'ContextBundled',
  )
  return turns
})

/** Counts the tools that were called in these turns, and the kinds of error that they ended with. A tool has its own calls. */
const besideIn = Effect.fnUntraced(function* (brain: OpenBrain, turns: ReadonlySet<TurnNumber>, node: NodeNumber, position: Position) {
  const tools = new Map<NodeNumber, { readonly calls: number; readonly failures: number }>()
  const errors = new Map<NodeNumber, number>()
  const isTool = brain.state.graph.typeOf(node) === 'tool_call'
  const subjects = isTool ? [ofNode(node)] : [...turns].map((turn) => ({ kind: 'turn' as const, number: turn }))
  if (subjects.length === 0) return { tools, errors }
  const places = yield* placesOf(brain, [subjects, ofTypes('TurnCompleted')], position)
  yield* visitNewestFirst(
    brain,
    places,
    1,
    position,
    ({ data, turn, type }) => {
      if (type !== 'TurnCompleted' || !(isTool || turns.has(turn ?? 0))) return true
      for (const [i, tool] of (data.tools ?? []).entries()) {
        if (isTool && tool !== node) continue
        const { calls, failures } = tools.get(tool) ?? { calls: 0, failures: 0 }
        tools.set(tool, { calls: calls + (data.calls?.[i] ?? 0), failures: failures + (data.failures?.[i] ?? 0) })
      }
      if (!isTool) for (const error of new Set(data.errors)) errors.set(error, (errors.get(error) ?? 0) + 1)
      return true
    },
    (type) => type === 'TurnCompleted',
  )
  return { tools, errors }
})
