/** Puts the memory together over its ports. */
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Option from 'effect/Option'
import { redact } from '../domain/secrets/redaction.ts'
import type { OpenBrain } from './brain/brain.ts'
import { brains, init } from './brain/init.ts'
import { openBrains, withBrain } from './brain/open-brains.ts'
import { checkNames } from './brain/participants.ts'
import { upkeep } from './brain/upkeep.ts'
import { countedPorts } from './counted-ports.ts'
import { countBusy } from './counters.ts'
import { forget } from './erasure/forget.ts'
import { maintain } from './forgetting/maintain.ts'
import { doctor } from './health/doctor.ts'
import { stats } from './health/stats.ts'
import { work } from './health/work.ts'
import { blame } from './history/blame.ts'
import { log } from './history/log.ts'
import { show } from './history/show.ts'
import { watchLog } from './history/watch-log.ts'
import { why } from './history/why.ts'
import { ingest } from './ingest/ingest.ts'
import { bringsDocuments, checkRoots } from './ingest/reading.ts'
import { Memory, type MemoryMethods } from './memory.ts'
import type { Cryptography } from './ports/cryptography.ts'
import { Embedder } from './ports/embedder.ts'
import { Redactor } from './ports/redactor.ts'
import type { StorePorts } from './ports/store-ports.ts'
import { verifyBrain } from './proof/verify-brain.ts'
import { checkRecall, recall } from './recall/recall.ts'
import type { Ensuring, InBrain, IngestRequest, RecallRequest, Speaker } from './requests.ts'
import { changeProfile } from './signals/change-profile.ts'
import { complete } from './signals/complete.ts'
import { feedback } from './signals/feedback.ts'
import { hear } from './signals/hear.ts'
import { heartbeat } from './signals/heartbeat.ts'
import { learn } from './signals/learn.ts'
import { protect, trust } from './signals/owner-marks.ts'
import { rollback } from './signals/rollback.ts'
import { session } from './signals/session.ts'
import { skip } from './signals/skip.ts'
import { strength } from './signals/strength.ts'
import { exportBrain } from './transfer/export.ts'
import { importBrain } from './transfer/import.ts'
import { embedRead } from './vectors/embed-read.ts'

/** The built-in redactor: the common key patterns. */
export const layerRedactor: Layer.Layer<Redactor> = Layer.succeed(Redactor, Redactor.of({ redact: (text) => redact(text) }))

type Ports = StorePorts | Cryptography | Redactor

/** An {@link Embedder} is used where one is provided; without one everything is as if there were no vectors. */
export const layerMemory: Layer.Layer<Memory, never, Ports> = Layer.effect(
  Memory,
  Effect.gen(function* () {
    const ports = countedPorts(yield* Effect.context<Ports>())
    const open = openBrains(Option.getOrUndefined(yield* Effect.serviceOption(Embedder)))
    const here = <A, E>(effect: Effect.Effect<A, E, Ports>) => Effect.provide(Effect.tapError(effect, countBusy), ports)
    const checked = <A, E>(check: Effect.Effect<void, E, Ports>, use: Effect.Effect<A, E, Ports>) => here(Effect.andThen(check, use))
    const reading =
      <Req extends { readonly brain?: string }, A, E>(use: (brain: OpenBrain, request: Req) => Effect.Effect<A, E, Ports>) =>
      (request: Req) =>
        here(withBrain(open, request, 'refuse', (brain) => use(brain, request)))
    const ensuring =
      <Req extends InBrain & Speaker & Ensuring, A, E>(use: (brain: OpenBrain, request: Req) => Effect.Effect<A, E, Ports>) =>
      (request: Req) =>
        here(withBrain(open, request, 'create', (brain) => use(brain, request)))
    const methods: MemoryMethods = {
      init: (request) => here(init(request)),
      brains: () => here(brains),
      profile: reading(changeProfile),
      ingest: (request) =>
        checked(
          checkIngest(request),
          withBrain(open, request, makesBrain(request) ? 'create' : 'imagine', (brain) => ingest(brain, request)).pipe(
            Effect.tap(({ brain }) => (request.dryRun === true ? Effect.void : embedRead(open, brain))),
          ),
        ),
      recall: (request, gate) =>
        checked(
          checkRecall(request),
          withBrain(open, request, leavesTrace(request) ? 'create' : 'refuse', (brain) => recall(brain, request, gate)),
        ),
      skip: (request) =>
        checked(
          checkNames(request),
          withBrain(open, request, 'create', (brain) => skip(brain, request)),
        ),
      session: ensuring(session),
      heartbeat: ensuring(heartbeat),
      complete: reading(complete),
      hear: reading(hear),
      feedback: reading(feedback),
      strength: reading(strength),
      learn: reading(learn),
      maintain: reading(maintain),
      protect: reading(protect),
      trust: reading(trust),
      log: reading(log),
      show: reading(show),
      why: reading(why),
      blame: reading(blame),
      rollback: reading(rollback),
      forget: reading(forget),
      verify: (request) => here(verifyBrain(request)),
      export: reading((brain) => exportBrain(brain)),
      import: (request) => here(importBrain(request)),
      stats: reading((brain) => stats(brain)),
      doctor: (request) => here(doctor(request, open)),
      counters: () => here(work(open)),
      upkeep: (request) => here(upkeep(open, request)),
    }
    return Memory.of({ ...methods, watch: (request) => here(Effect.map(watchLog(open, request), here)) })
  }),
)

const checkIngest = (request: IngestRequest) => Effect.andThen(checkNames(request), checkRoots(request))
const makesBrain = (request: IngestRequest): boolean => request.dryRun !== true && bringsDocuments(request)
const leavesTrace = ({ at, record }: RecallRequest): boolean => record !== false && at === undefined
