/** Puts the memory together over its ports. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { introduce } from '../domain/deciders/participants.ts'
import { decideAbsence } from '../domain/deciders/turn.ts'
import { printedTurn } from '../domain/identity.ts'
import { redact } from '../domain/text/redaction.ts'
import type { BrainsAnswer, InitAnswer, LearnAnswer, SkipAnswer } from './answers.ts'
import { beginSignal } from './begin-signal.ts'
import { blame } from './blame.ts'
import { catchUp, type OpenBrain, openBrain, transact } from './brain.ts'
import { edgeChanges, utilityChanges } from './changes.ts'
import { fingerprintWith } from './content-drafts.ts'
import { doctor } from './doctor.ts'
import { feedback } from './feedback.ts'
import { importBrain } from './import.ts'
import { ingest } from './ingest.ts'
import { workBacklog } from './learner.ts'
import { log } from './log.ts'
import { Memory, type MemoryMethods } from './memory.ts'
import { readNumber } from './names.ts'
import { chooseBrain, createBrain, openBrains, withBrain } from './open-brains.ts'
import { checkNames, gatherParticipants } from './participants.ts'
import type { ContentStore } from './ports/content-store.ts'
import { Cryptography } from './ports/cryptography.ts'
import { EventStore } from './ports/event-store.ts'
import { Redactor } from './ports/redactor.ts'
import type { SearchIndex } from './ports/search-index.ts'
import { BrainExists } from './ports/store-errors.ts'
import { checkRecall, recall } from './recall.ts'
import { readTurnAt } from './recorded-turn.ts'
import { NotFound } from './request-errors.ts'
import type { InitRequest, RecallRequest, SkipRequest } from './requests.ts'
import { rollback } from './rollback.ts'
import { show } from './show.ts'
import { isoTime } from './speakers.ts'
import { stats } from './stats.ts'
import { strength } from './strength.ts'
import { exportBrain } from './transfer.ts'
import { verify } from './verify.ts'
import { why } from './why.ts'

/** The built-in redactor: the common key patterns. */
export const layerRedactor: Layer.Layer<Redactor> = Layer.succeed(Redactor, Redactor.of({ redact: (text) => redact(text) }))

type Ports = EventStore | ContentStore | SearchIndex | Cryptography | Redactor

export const layerMemory: Layer.Layer<Memory, never, Ports> = Layer.effect(
  Memory,
  Effect.gen(function* () {
    const ports = yield* Effect.context<Ports>()
    const open = openBrains()
    const here = <A, E>(effect: Effect.Effect<A, E, Ports>): Effect.Effect<A, E> => Effect.provide(effect, ports)
    const reading =
      <Req extends { readonly brain?: string }, A, E>(use: (brain: OpenBrain, request: Req) => Effect.Effect<A, E, Ports>) =>
      (request: Req) =>
        here(withBrain(open, request, 'refuse', (brain) => use(brain, request)))
    const methods: MemoryMethods = {
      init: (request) => here(init(request)),
      brains: () => here(brains),
      ingest: (request) =>
        here(
          Effect.andThen(
            checkNames(request),
            withBrain(open, request, request.dryRun === true ? 'imagine' : 'create', (brain) => ingest(brain, request)),
          ),
        ),
      recall: (request, gate) =>
        here(
          Effect.andThen(
            checkRecall(request),
            withBrain(open, request, leavesTrace(request) ? 'create' : 'refuse', (brain) => recall(brain, request, gate)),
          ),
        ),
      skip: (request) =>
        here(
          Effect.andThen(
            checkNames(request),
            withBrain(open, request, 'create', (brain) => skip(brain, request)),
          ),
        ),
      feedback: reading(feedback),
      strength: reading(strength),
      learn: reading((brain) => learnNow(brain)),
      log: reading(log),
      show: reading(show),
      why: reading(why),
      blame: reading(blame),
      rollback: reading(rollback),
      verify: (request) => here(verifyOf(request)),
      export: reading((brain) => exportBrain(brain)),
      import: (request) => here(importBrain(request)),
      stats: reading((brain) => stats(brain)),
      doctor: () => here(doctor()),
    }
    return Memory.of(methods)
  }),
)

const leavesTrace = ({ at, record }: RecallRequest): boolean => record !== false && at === undefined

const init = Effect.fnUntraced(function* (request: InitRequest) {
  yield* checkNames(request)
  const key = yield* chooseBrain(request.brain === undefined ? { brain: 'default' } : request, 'create')
  const store = yield* EventStore
  if ((yield* store.brain(key)) !== undefined) return yield* new BrainExists({ brain: key })
  yield* createBrain(key, request, request.profile)
  const record = yield* store.brain(key)
  return { brain: key, position: record?.position ?? 0, profile: request.profile ?? 'balanced' } satisfies InitAnswer
})

const brains = Effect.gen(function* () {
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const listed = yield* Effect.forEach(
    yield* store.brains,
    Effect.fnUntraced(function* ({ at, brain: key, fingerprintKey, position }) {
      const brain = openBrain(key, fingerprintKey, fingerprintWith(crypto, fingerprintKey))
      yield* catchUp(brain)
      return { key, position, profile: brain.state.registers.settings?.profile ?? 'none', at: isoTime(at) }
    }),
  )
  return { brains: listed } satisfies BrainsAnswer
})

/** Records a turn that went on without memory. */
const skip = Effect.fnUntraced(function* (brain: OpenBrain, request: SkipRequest) {
  yield* checkNames(request)
  const signal = yield* beginSignal(brain, 'skip', request)
  const { drafts } = signal
  const turn = request.turn === undefined ? undefined : brain.state.turn(yield* readNumber('turn', request.turn))
  const waitedMs = Math.max(0, Math.trunc(request.waitedMs))
  const skippedAt = Math.min(Math.max(0, Math.trunc(request.skippedAt)), yield* Clock.currentTimeMillis)
  const { events, recorded } = yield* transact({
    ...signal,
    durability: 'process',
    decide: Effect.fnUntraced(function* (access) {
      const introduced = introduce(brain.state, yield* gatherParticipants(request, drafts, access))
      const absence = decideAbsence(brain.state, { reason: request.reason, skippedAt, waitedMs, late: turn })
      return { ...introduced, events: [...introduced.events, ...absence], answer: undefined }
    }),
  })
  const skipped = recorded === undefined ? events.at(-1)?.turn : (yield* readTurnAt(brain, recorded.first)).turn
  return { brain: brain.key, turn: printedTurn(skipped ?? 0), position: brain.state.position } satisfies SkipAnswer
})

const learnNow = Effect.fnUntraced(function* (brain: OpenBrain) {
  const { effects, facts } = yield* workBacklog(brain)
  return {
    brain: brain.key,
    facts,
    adjustments: yield* edgeChanges(brain, effects),
    utility: yield* utilityChanges(brain, effects),
    position: brain.state.position,
    backlog: brain.state.progress.pending.length,
  } satisfies LearnAnswer
})

/** A broken log cannot be followed, so nothing is opened: verify reads for itself. */
const verifyOf = Effect.fnUntraced(function* (request: Parameters<MemoryMethods['verify']>[0]) {
  const key = yield* chooseBrain(request, 'refuse')
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const record = yield* store.brain(key)
  if (record === undefined) return yield* new NotFound({ what: 'brain', name: key, hint: `${store.place} has no such brain` })
  const { fingerprintKey } = record
  const brain = openBrain(key, fingerprintKey, fingerprintWith(crypto, fingerprintKey))
  yield* Effect.ignore(catchUp(brain))
  return yield* verify(brain, request)
})
