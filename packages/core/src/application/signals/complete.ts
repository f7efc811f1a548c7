/** Records how a turn ended and, at the agent's tier, which of its memories the reply or a tool call used. */

import { counted } from '@crabtrail/text/counted'
import { errorClass, plainPart, programOfClass } from '@crabtrail/text/evidence/error-class'
import { type Drawn, drawnOn, type UseInput, usedItems } from '@crabtrail/text/evidence/use-evidence'
import { withoutContexts } from '@crabtrail/text/words/context-fence'
import { hasWords } from '@crabtrail/text/words/names'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { type DoneInTurn, openErrors, procedureText } from '../../domain/growth/seen.ts'
import { type NodeNumber, printedTurn, type TurnNumber } from '../../domain/identity.ts'
import type { SeenCall } from '../../domain/implicit-feedback/seen-calls.ts'
import { type CapturedText, capturedText } from '../../domain/ingest/note.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { saidOn } from '../../domain/projections/growth.ts'
import type { DrawnNode } from '../../domain/projections/turns/turn-record.ts'
import type { ReportedError, ToolTally } from '../../domain/recording/completion.ts'
import { one } from '../../domain/strength.ts'
import type { CompleteAnswer, SkipAnswer } from '../answers.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { type ContentDrafts, cleanText, keptBody } from '../brain/contents.ts'
import { skippedByTurn } from '../commands/learner.ts'
import { holdCalls, holdReply, type OpenBrains } from '../commands/open-brains.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { passageOf, repeatsOthers } from '../ingest/note.ts'
import { limits } from '../limits.ts'
import { nodeNames, readNumber, todayOf } from '../naming/names.ts'
import { askedTurn, gatherCue, readTurnAt } from '../recall/recorded-turn.ts'
import { memoryOf } from '../recall/said-memory.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { CompleteRequest, SkipRequest } from '../requests.ts'
import { gatherObserved } from './observe.ts'

/** Records the end of a turn. A turn that has ended already stays as it is, unless it had failed and was tried again. */
export const complete = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: CompleteRequest,
  { judging, model, seen }: Pick<OpenBrains, 'judging' | 'model' | 'seen'>,
) {
  yield* requireTallies(request)
  const turn = yield* askedTurn(brain, request)
  const signal = { ...(yield* beginSignal(brain, request, 'complete')), request: { ...request, origin: 'agent' as const } }
  const { drafts } = signal
  const messages = yield* Effect.forEach(request.messages ?? [], (id) => Effect.map(cleanText(id), ({ text }) => drafts.add(text)))
  const { outcome } = request
  const durationMs = Math.max(0, Math.trunc(request.durationMs))
  let answered: string | undefined
  let calls: ReadonlyArray<SeenCall> = []
  const {
    answer: credited = [],
    events,
    recorded,
  } = yield* runCommand(signal, {
    durability: 'process',
    about: brain.state.anyTurn(turn)?.session,
    gather: Effect.fnUntraced(function* ({ access, profile, state }) {
      const shown = yield* gatherUse(brain, request, turn, profile)
      const used = shown === undefined ? [] : usedItems(shown).map(({ node }) => node)
      const drew = shown === undefined ? undefined : drawnShares(drawnOn(shown))
      const tools = yield* gatherTools(brain, request, drafts, access)
      const errors = yield* gatherErrors(brain, request, drafts, access)
      const hasHelp = used.length > 0 || (state.turn(turn)?.noted.length ?? 0) > 0
      const named = hasHelp ? yield* gatherNamed(brain, request, turn) : new Set<NodeNumber>()
      const steps = outcome === 'success' ? procedureText(request.steps ?? []) : undefined
      const cue = used.length === 0 && steps === undefined ? noCue : yield* gatherCue(brain, drafts, access, turn)
      const done = steps === undefined || cue.id === undefined ? undefined : yield* gatherDone(brain, drafts, access, cue.id, steps)
      const skipped = yield* skippedByTurn(brain, state, { type: 'TurnCompleted', turn }, profile)
      const captured = outcome === 'success' ? yield* gatherCaptured(brain, request, turn, drafts, access) : []
      if (model !== undefined) answered = yield* gatherAnswered(brain, request, access)
      const now = yield* Clock.currentTimeMillis
      const watched = yield* gatherObserved(brain, request, turn, { profile, now, before: seen, drafts, access })
      calls = watched.calls
      const ended = {
        now,
        turn,
        outcome,
        durationMs,
        tools,
        errors,
        named,
        messages,
        drew,
        used,
        skipped,
        done,
        captured,
        implicit: watched.observed,
      }
      return { _tag: 'CompleteTurn' as const, ...ended, knownCue: cue.knownCue, newCue: done === undefined ? undefined : cue.newCue }
    }),
  })
  if (answered !== undefined) holdReply(judging, brain, turn, answered)
  const session = brain.state.anyTurn(turn)?.session
  if (session !== undefined && events.length > 0) holdCalls(seen, brain, session, calls)
  return yield* completeAnswer(brain, turn, credited, events.length === 0 && recorded === undefined)
})

const completeAnswer = Effect.fnUntraced(function* (
  brain: OpenBrain,
  turn: TurnNumber,
  credited: ReadonlyArray<NodeNumber>,
  hadEnded: boolean,
) {
  const names = yield* nodeNames(brain, brain.state.graph, credited, 'names')
  return {
    brain: brain.key,
    turn: printedTurn(turn),
    used: credited.map((node) => names.id(node)),
    ...(hadEnded ? { before: true as const } : {}),
    position: brain.state.position,
  } satisfies CompleteAnswer
})

const requireTallies = Effect.fnUntraced(function* ({ tools = [] }: CompleteRequest) {
  const wrong = tools.findIndex(({ calls, failures }) => failures > calls)
  const tool = tools[wrong]
  if (tool === undefined) return
  const problem = `${tool.failures} of ${counted(tool.calls, 'call')} cannot have failed: count a failed call among the calls`
  return yield* new InvalidRequest({ field: `tools[${wrong}].failures`, problem })
})

/** Returns the reply without secrets; undefined where there is none, or it repeats text of others. */
const gatherAnswered = Effect.fnUntraced(function* (brain: OpenBrain, { answered }: CompleteRequest, access: Access) {
  const text = answered === undefined ? '' : (yield* cleanText(answered.text)).text
  if (answered === undefined || !hasWords(text)) return undefined
  const { background } = answered
  const isOthers = yield* repeatsOthers(brain, access, { origin: 'agent', ...(background === undefined ? {} : { background }) }, text)
  return isOthers ? undefined : text
})

const noCue = { id: undefined, knownCue: undefined, newCue: undefined }

/** Gathers the memory of what was done in turns of this question, whose cue has the id `cue`. */
const gatherDone = Effect.fnUntraced(function* (brain: OpenBrain, drafts: ContentDrafts, access: Access, cue: string, steps: string) {
  const { text } = yield* cleanText(steps)
  const id = `procedure:${cue.slice(cue.indexOf(':') + 1)}`
  const { graph } = brain.state
  // A document may have the id of a procedure.
  const known = (yield* access.find('node-id', id)).find(({ number }) => graph.typeOf(number) === 'procedure')?.number
  const before = yield* keptBody(brain, known === undefined ? undefined : graph.node(known)?.text, access.bodies)
  return { id: drafts.add(id), text: drafts.add(text), known, isSame: before === text } satisfies DoneInTurn
})

/** Gathers the tools of the turn. A tool becomes a node at its first call, so that edges to it can be learned. */
const gatherTools = (brain: OpenBrain, request: CompleteRequest, drafts: ContentDrafts, access: Access) =>
  Effect.forEach(
    request.tools ?? [],
    Effect.fnUntraced(function* ({ calls, failures, name }) {
      const { text } = yield* cleanText(name)
      const id = `tool:${text}`
      const known = (yield* access.find('node-id', id)).find(({ number }) => brain.state.graph.typeOf(number) === 'tool_call')
      return { known: known?.number, id: drafts.add(id), text: drafts.add(text), calls, failures } satisfies ToolTally
    }),
  )

/** Gathers the kinds of error that tools reported, each once. One becomes a cue when first reported, so that edges from it can be learned. */
const gatherErrors = Effect.fnUntraced(function* (brain: OpenBrain, request: CompleteRequest, drafts: ContentDrafts, access: Access) {
  const names = (request.tools ?? []).map(({ name }) => name)
  const found = new Map<string, ReportedError>()
  for (const { text: report, tool: name } of request.errors ?? []) {
    const tool = names.indexOf(name)
    const kind = tool < 0 ? undefined : errorClass((yield* cleanText(name)).text, (yield* cleanText(report)).text)
    if (kind === undefined) continue
    const id = `error:${kind.name}`
    const { graph } = brain.state
    const known = (yield* access.find('node-id', id)).find(
      ({ number, ref }) => graph.typeOf(number) === 'cue' && graph.node(number)?.id === ref,
    )
    found.delete(id)
    found.set(id, { known: known?.number, id: drafts.add(id), text: drafts.add(kind.text), tool })
  }
  return [...found.values()]
})

/** Gathers open errors of a tool of the turn, or of a program its calls name: a tool that runs commands is called in nearly every turn. */
const gatherNamed = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { steps = [], toolTexts = [], tools = [] }: CompleteRequest,
  turn: TurnNumber,
) {
  const record = brain.state.turn(turn)
  const open = record === undefined ? [] : openErrors(brain.state, record)
  const named = new Set<NodeNumber>()
  if (open.length === 0) return named
  const nodes = open.map(({ error }) => error)
  const names = yield* nodeNames(brain, brain.state.graph, nodes, 'names')
  const called = new Set([
    ...tools.map(({ name }) => plainPart(name)),
    ...[...steps, ...toolTexts].flatMap((text) => text.match(/[\w.-]+/g) ?? []),
  ])
  for (const { error } of open) if (called.has(programOfClass(names.id(error)))) named.add(error)
  return named
})

/** Gathers the given memories and the reply that followed, as evidence of use; undefined if either is unknown. */
const gatherUse = Effect.fnUntraced(function* (brain: OpenBrain, request: CompleteRequest, turn: TurnNumber, { learning }: Profile) {
  const record = brain.state.turn(turn)
  const { reply = '', toolTexts = [] } = request
  if (record === undefined || brain.state.isAbsent(turn) || record.included.length === 0 || (reply === '' && toolTexts.length === 0))
    return undefined
  const names = yield* nodeNames(brain, brain.state.graph, record.included, 'texts')
  const question = yield* keptBody(brain, record.question)
  const items = record.included.map((node) => ({ node, id: names.id(node), title: names.title(node), text: names.text(node) ?? '' }))
  return { question: question ?? '', items, reply, toolTexts, settings: learning.use } satisfies UseInput
})

/** Returns the shares in nano-units, which sum to one: the first takes the remainder of the rounding. */
const drawnShares = (drawn: ReadonlyArray<Drawn>): ReadonlyArray<DrawnNode> => {
  const shares = drawn.map(({ share }) => Math.floor(one * share))
  const rest = one - shares.reduce((sum, share) => sum + share, 0)
  return drawn.map(({ node }, i) => ({ node, share: (shares[i] ?? 0) + (i === 0 ? rest : 0) }))
}

export const skip = Effect.fnUntraced(function* (brain: OpenBrain, request: SkipRequest) {
  const signal = yield* beginSignal(brain, request, 'skip')
  const late = request.turn === undefined ? undefined : brain.state.turn(yield* readNumber('turn', request.turn))
  const waitedMs = Math.max(0, Math.trunc(request.waitedMs))
  const deadlineMs = request.deadlineMs === undefined ? undefined : Math.max(0, Math.trunc(request.deadlineMs))
  const skippedAt = Math.min(Math.max(0, Math.trunc(request.skippedAt)), yield* Clock.currentTimeMillis)
  const { answer, recorded } = yield* runCommand(signal, {
    durability: 'process',
    about: late?.session,
    gather: () => Effect.succeed({ _tag: 'RecordAbsence' as const, reason: request.reason, skippedAt, waitedMs, deadlineMs, late }),
  })
  const skipped = recorded === undefined ? answer : (yield* readTurnAt(brain, recorded.first)).turn
  return { brain: brain.key, turn: printedTurn(skipped ?? 0), position: brain.state.position } satisfies SkipAnswer
})

const gatherCaptured = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: CompleteRequest,
  turn: TurnNumber,
  drafts: ContentDrafts,
  access: Access,
) {
  const found = new Map<string, CapturedText>()
  const { captured } = request
  if (captured === undefined) return []
  const day = yield* todayOf(request)
  const { background, reply = '', said = '' } = captured
  const { at, graph, said: kept, turn: recordOf } = brain.state
  const now = yield* Clock.currentTimeMillis
  const room = limits.dayCaptured - saidOn(kept, Math.max(at, now)).captured
  const included = recordOf(turn)?.included ?? []
  const names = yield* nodeNames(brain, graph, included, 'texts')
  const given = included.map((node) => names.text(node) ?? '')
  for (const [origin, text] of [['owner', said] as const, ['agent', reply] as const]) {
    const clean = yield* cleanText(text)
    const worth = capturedText(withoutContexts(clean.text, 'context'), given, limits.noteBytes)
    if (worth === undefined || found.size >= room || (yield* passageOf(brain, access, worth)) !== undefined) continue
    const { id, known } = yield* memoryOf(brain, access, worth)
    if ((known !== undefined && !kept.died.has(known)) || found.has(id)) continue
    const isOthers = yield* repeatsOthers(brain, access, { origin, ...(background === undefined ? {} : { background }) }, worth)
    found.set(id, { id: drafts.add(id), text: drafts.add(worth), day, origin: isOthers ? 'untrusted' : origin, known })
  }
  return [...found.values()]
})
