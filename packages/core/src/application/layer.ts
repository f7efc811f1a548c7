/** Puts the memory together over its ports: one method for each operation, made from its description and its program. */

import { redact } from '@crabtrail/text/secrets/redaction'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Option from 'effect/Option'
import { alias } from './aliases/alias.ts'
import type { OpenBrain } from './brain/brain.ts'
import { mayAskModel } from './causes/name-causes.ts'
import { archive } from './commands/archive.ts'
import { learn } from './commands/learner.ts'
import { brains, init, type OpenBrains, openBrains, outsideOf, withBrain } from './commands/open-brains.ts'
import { countBusy, countedPorts } from './counters.ts'
import { maintain } from './decay/maintain.ts'
import { forget } from './erasure/forget.ts'
import { doctor } from './health/doctor.ts'
import { stats, work } from './health/stats.ts'
import { bisect } from './history/bisect.ts'
import { blame } from './history/blame.ts'
import { diff } from './history/diff.ts'
import { list, names, sessions, tag, tags } from './history/list.ts'
import { log, watchLog } from './history/log.ts'
import { show } from './history/show.ts'
import { timeline, turns } from './history/timeline.ts'
import { why, whyNot } from './history/why.ts'
import { ingest } from './ingest/ingest.ts'
import { nameWaiting } from './ingest/name-aliases.ts'
import { note } from './ingest/note.ts'
import { hear } from './judging/hear.ts'
import { judgeAgain } from './judging/judge-again.ts'
import { judge } from './judging/judge-waiting.ts'
import { Memory, type MemoryMethods } from './memory.ts'
import { WatchRequest } from './operations/history.ts'
import { checkOf, type Ensuring, type InBrain, type Operation, type Speaker } from './operations/operation.ts'
import { type AnswerOf, type ErrorOf, type OperationName, operationNames, operations, type RequestOf } from './operations/operations.ts'
import { type Cryptography, Redactor } from './ports/cryptography.ts'
import { Embedder } from './ports/embedder.ts'
import type { CommitGate } from './ports/event-store.ts'
import { LanguageModel } from './ports/language-model.ts'
import type { StorePorts } from './ports/store-ports.ts'
import { verifyBrain } from './proof/verify.ts'
import { calibrate } from './recall/novelty.ts'
import { recall } from './recall/recall.ts'
import { changeProfile, describe } from './signals/change-profile.ts'
import { complete, skip } from './signals/complete.ts'
import { feedback } from './signals/feedback.ts'
import { protect, strength, trust } from './signals/owner-marks.ts'
import { review } from './signals/review.ts'
import { heartbeat, session } from './signals/session.ts'
import { exportBrain } from './transfer/export.ts'
import { importBrain } from './transfer/import.ts'
import { promote } from './undo/promote.ts'
import { replay } from './undo/replay.ts'
import { rollback } from './undo/rollback.ts'
import { tune } from './undo/tune.ts'
import { undo, unlearn } from './undo/unlearn.ts'
import { upkeep } from './upkeep/upkeep.ts'
import { embedMissing, embedRead } from './vectors/follow-vectors.ts'

/** The built-in redactor: the common key patterns. */
export const layerRedactor: Layer.Layer<Redactor> = Layer.succeed(Redactor, Redactor.of({ redact: (text) => redact(text) }))

type Ports = StorePorts | Cryptography | Redactor

/** Context that a program gets beside its request. */
interface Call {
  readonly open: OpenBrains
  readonly gate: CommitGate | undefined
}

type Outcome<Name extends OperationName> = Effect.Effect<AnswerOf<Name>, ErrorOf<Name>, Ports>

/**
 * Program of an operation. It runs on the brain that its request names, alone and level with the log. If the description says `brain:
 * 'none'`, the program finds brains by itself.
 */
type Program<Name extends OperationName> = (typeof operations)[Name]['brain'] extends 'none'
  ? (request: RequestOf<Name>, call: Call) => Outcome<Name>
  : (brain: OpenBrain, request: RequestOf<Name>, call: Call) => Outcome<Name>

const programs: { readonly [Name in OperationName]: Program<Name> } = {
  init,
  brains,
  profile: changeProfile,
  describe,
  ingest: (brain, request, { open }) => ingest(brain, request, judgingIn(open, brain)),
  note: (brain, request, { open }) => note(brain, request, judgingIn(open, brain)),
  recall: (brain, request, { gate, open }) => recall(brain, request, { ...judgingIn(open, brain), gate, calls: open.calls }),
  session,
  heartbeat,
  skip,
  complete: (brain, request, { open }) => complete(brain, request, open),
  hear: (brain, request, { open }) => hear(brain, request, judgingIn(open, brain)),
  judge: (brain, request, { open }) => judge(brain, request, judgingIn(open, brain)),
  nameAliases: (brain, request, { open }) => nameWaiting(brain, request, { ...judgingIn(open, brain), unnamed: open.unnamed }),
  judgeAgain: (brain, request, { open }) => judgeAgain(brain, request, judgingIn(open, brain)),
  feedback,
  strength,
  learn,
  rollback,
  unlearn,
  replay,
  tune,
  promote,
  undo,
  calibrate: (brain, request, { open }) => calibrate(brain, request, (ms) => outsideOf(open, brain)(embedMissing(open, brain.key, ms))),
  maintain: (brain, request, { open }) => maintain(brain, request, outsideOf(open, brain)),
  protect,
  trust,
  review,
  alias,
  tag,
  tags,
  sessions,
  turns,
  timeline,
  list,
  names,
  log,
  show,
  why,
  blame,
  diff: (brain, request, { open }) => diff(brain, request, outsideOf(open, brain)(Effect.yieldNow)),
  bisect,
  whyNot,
  forget,
  verify: verifyBrain,
  doctor: (request, { open }) => doctor(request, open),
  stats,
  counters: (_, { open }) => work(open),
  export: exportBrain,
  import: importBrain,
  archive,
  upkeep: (request, { open }) => upkeep(open, request),
}

const judgingIn = (open: OpenBrains, brain: OpenBrain) => ({
  ...{ model: open.model, erasures: open.erasures, judging: open.judging },
  outside: outsideOf(open, brain),
})

/** Makes the method of an operation. It checks the request before it looks for a brain, so that a refused request creates none. */
const methodOf = (name: OperationName) => {
  const { brain, brainFor, request: schema }: Operation = operations[name]
  const check = checkOf(schema)
  const program = programs[name] as (...given: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown, Ports>
  const needFor = (brainFor ?? (() => brain)) as (request: object) => typeof brain
  return (request: InBrain & Speaker & Ensuring, call: Call) =>
    Effect.flatMap(check(request), () => {
      const need = needFor(request)
      if (need === 'none') return program(request, call)
      return withBrain(call.open, request, need, (found) => program(found, request, call))
    })
}

/** Layer of the memory. It uses an {@link Embedder} if one is provided; without one, everything works as if there were no vectors. */
export const layerMemory: Layer.Layer<Memory, never, Ports> = Layer.effect(
  Memory,
  Effect.gen(function* () {
    const ports = countedPorts(yield* Effect.context<Ports>())
    const open = openBrains(
      Option.getOrUndefined(yield* Effect.serviceOption(Embedder)),
      Option.getOrUndefined(yield* Effect.serviceOption(LanguageModel)),
    )
    const here = <A, E>(effect: Effect.Effect<A, E, Ports>) => Effect.provide(Effect.tapError(effect, countBusy), ports)
    // The type of `programs` checks each program against its description; a loop over names cannot keep these types.
    const methods = Object.fromEntries(
      operationNames.map((name) => {
        const method = methodOf(name)
        // A span has the name of the operation and no attribute, so that no text or name of a person leaves with it.
        const span = Effect.withSpan(`crabtrail.${name}`, {}, { captureStackTrace: false })
        return [name, (request: object, gate?: CommitGate) => span(here(method(request, { open, gate })))]
      }),
    ) as unknown as MemoryMethods
    const checkWatch = checkOf(WatchRequest)
    return Memory.of({
      ...methods,
      // Vectors are made once the brain is free for the next request.
      ingest: (request) =>
        mayAskModel(open.model, request).pipe(
          Effect.andThen(methods.ingest(request)),
          Effect.tap(({ brain }) => (request.dryRun === true ? Effect.void : here(embedRead(open, brain)))),
        ),
      // A remembered answer of the model may repeat what was erased.
      forget: (request) => Effect.tap(methods.forget(request), () => open.model?.forget ?? Effect.void),
      note: (request) => Effect.tap(methods.note(request), ({ brain }) => here(embedRead(open, brain))),
      watch: (request) => here(Effect.andThen(checkWatch(request), Effect.map(watchLog(open, request), here))),
    })
  }),
)
