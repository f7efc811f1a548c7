/** Keeps a note that a person or an agent says. Its id is made from its words: said twice it is one memory, and safe to repeat without a key. */

import { isOthers } from '@crabtrail/text/evidence/passage-origin'
import { normalise } from '@crabtrail/text/languages/unicode'
import { outrightMark, saidOutright } from '@crabtrail/text/statements/outright'
import { withoutContexts } from '@crabtrail/text/words/context-fence'
import { noteSentences } from '@crabtrail/text/words/sentences'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { isRecallable, type Origin } from '../../domain/graph.ts'
import type { SessionNumber } from '../../domain/identity.ts'
import { mayNote, type NotedMemory } from '../../domain/ingest/note.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { saidOn } from '../../domain/projections/growth.ts'
import { holdsNow } from '../../domain/superseding/superseded-event.ts'
import type { NoteAnswer } from '../answers.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { type CleanText, cleanText } from '../brain/contents.ts'
import { beginSignal, begunSession, runCommand } from '../commands/run-command.ts'
import { backgroundWith } from '../documents/changed-documents.ts'
import { othersMarks } from '../documents/known-sources.ts'
import { limits } from '../limits.ts'
import { type ModelAround, modelMeansOf } from '../model/ask-model.ts'
import { beginning, nodeNames, resolveNode, todayOf } from '../naming/names.ts'
import { toldSuperseding } from '../recall/answer.ts'
import { askedTurn } from '../recall/recorded-turn.ts'
import { memoryOf } from '../recall/said-memory.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { NoteRequest } from '../requests.ts'
import { saidOutrightIn } from '../superseding/read-passages.ts'

export const note = Effect.fnUntraced(function* (brain: OpenBrain, request: NoteRequest, around: ModelAround) {
  const { origin = 'owner' } = request
  const clean = yield* cleanText(request.text.trim())
  const problem = mayNote(origin) ? noteProblem(clean, origin) : { field: 'origin', problem: `notes of ${origin} are not kept` }
  if (problem !== undefined) return yield* new InvalidRequest(problem)
  const { text } = clean
  const signal = yield* beginSignal(brain, request)
  const { drafts } = signal
  const turn = request.turn === undefined ? undefined : yield* askedTurn(brain, { turn: request.turn })
  const day = yield* todayOf(request)
  const isJudged = (yield* modelMeansOf(around, 'behind')).means !== undefined
  let same: NotedMemory['node'] | undefined
  let named: ReadonlyArray<NotedMemory['node']> = []
  const { answer, events } = yield* runCommand(signal, {
    durability: 'power',
    gather: Effect.fnUntraced(function* ({ access, speaker, state }) {
      named = yield* Effect.forEach(request.supersedes ?? [], (one) => resolveNode(brain, state.graph, one))
      same = yield* passageOf(brain, access, text)
      if (same !== undefined) return undefined
      const { id, known } = yield* memoryOf(brain, access, text)
      if (known === undefined && origin !== 'owner') yield* checkCaps(state, begunSession(speaker))
      const says = origin === 'owner' ? saidOutright(text) : []
      const links = says.length === 0 ? undefined : drafts.add(JSON.stringify(says.map(outrightMark)))
      const contents = { id: drafts.add(id), text: drafts.add(text), links }
      const isOthers = yield* repeatsOthers(brain, access, request, text)
      const node = known ?? state.graph.nodes + 1
      const outright = says.length === 0 ? [] : (yield* saidOutrightIn(state, access.bodies, { node, id, says })).pairs
      return { _tag: 'Note' as const, contents, known, isOthers, turn, day, outright, supersedes: named, isJudged }
    }),
  })
  const node = same ?? answer?.node ?? 0
  const { graph, position } = brain.state
  // A passage that says the same is no note, and takes the place of nothing.
  const stay = answer?.stay ?? named
  const names = yield* nodeNames(brain, graph, [node, ...stay], 'names')
  const superseded = yield* supersededBy(brain, events)
  return {
    brain: brain.key,
    node: names.id(node),
    became: answer?.became ?? 'known',
    origin: graph.originOf(node) ?? origin,
    state: graph.stateOf(node) ?? 'retired',
    redacted: Object.fromEntries(clean.redacted.map(({ count, kind }) => [kind, count])),
    ...(superseded.length === 0 ? {} : { superseded }),
    ...(stay.length === 0 ? {} : { stay: stay.map((one) => names.id(one)) }),
    position,
  } satisfies NoteAnswer
})

/** Names the memories that these events supersede, each with its text and that of the memory that holds now. */
const supersededBy = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<BrainEvent>) {
  const found = events.flatMap(({ data, type }) =>
    type === 'NodeSuperseded' && data.gone === undefined && holdsNow(brain.state.graph, data) ? [data] : [],
  )
  if (found.length === 0) return []
  const nodes = found.flatMap(({ by, node }) => [by, node])
  const names = yield* nodeNames(brain, brain.state.graph, nodes, 'texts')
  return found.map((one) => {
    const told = { node: names.id(one.node), ...toldSuperseding(names, one.node, one) }
    return {
      ...told,
      title: names.title(one.node),
      was: beginning(told.part ?? names.text(one.node) ?? ''),
      now: beginning(names.text(one.by) ?? ''),
    }
  })
})

/** Fails where agents kept enough notes already: an agent that notes everything fills the memory with what nobody asks for. */
const checkCaps = Effect.fnUntraced(function* (state: BrainState, session: SessionNumber | undefined) {
  const { bySession, notes } = saidOn(state.said, Math.max(state.at, yield* Clock.currentTimeMillis))
  const inSession = session === undefined ? 0 : (bySession[session] ?? 0)
  const problem =
    inSession >= limits.sessionNotes
      ? `the agent kept ${limits.sessionNotes} notes in this conversation today, which is the most; join what belongs together in a file of the workspace, or let the owner say /trail note`
      : notes >= limits.dayNotes
        ? `agents kept ${limits.dayNotes} notes today, which is the most; note it tomorrow, or let the owner say /trail note`
        : undefined
  if (problem !== undefined) yield* new InvalidRequest({ field: 'text', problem })
})

const secretMark = /\[redacted:[^\]]*\]/g

/** Returns the reason why a text is no note; undefined where it is one. People may write the tag of a context; models only copy it. */
const noteProblem = ({ redacted, text }: CleanText, origin: Origin) => {
  const said = withoutContexts(text, origin === 'owner' ? 'text' : 'context')
  if (said !== text) return { field: 'text', problem: 'it repeats what this memory gave; say only what is new' }
  if (normalise(text.replace(secretMark, ' ')) !== '') return undefined
  return { field: 'text', problem: redacted.length > 0 ? 'nothing is left of it without its secrets' : 'it has no word' }
}

/** Finds a trusted passage of a document that says the same word for word: it is the memory of the note already. */
export const passageOf = Effect.fnUntraced(function* ({ state: { graph } }: OpenBrain, access: Access, text: string) {
  const found = yield* access.find('node-text', text)
  const isPassage = (node: number, ref: string) =>
    isRecallable(graph, node) && graph.isTrusted(node) && graph.sourceNumberOf(node) > 0 && graph.node(node)?.text === ref
  return found.find(({ number, ref }) => isPassage(number, ref))?.number
})

/** True where a sentence of an agent's note repeats what others wrote, or was written after it read them. */
export const repeatsOthers = Effect.fnUntraced(function* (
  brain: OpenBrain,
  access: Access,
  { background, origin = 'owner' }: Pick<NoteRequest, 'background' | 'origin'>,
  text: string,
) {
  if (background === undefined || origin === 'owner') return false
  const held = yield* othersMarks(brain, access.bodies, [{ background }])
  const known = backgroundWith(background, held)
  return noteSentences(text).some((sentence) => isOthers(sentence.text, known))
})
