/**
 * A worker whose memory does what each question says, so that a test decides who is first. Its path is a folder: `log.jsonl` is the log,
 * `locked` makes the store refuse, `go` lets a held request on. What it is about to do it announces on a channel of that name, on which it
 * is also told what a model says, and repeats an echo.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads'
import { Abandoned, Memory, type MemoryMethods, NotFound, StoreUnavailable, WaitingOutside } from '@crabtrail/core'
import { layerInMemory } from '@crabtrail/store/in-memory'
import { serveMemory } from '@crabtrail/store/worker'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'

const { path: folder } = (workerData as { readonly store: { readonly path: string } }).store
const brain = 'local/main/default'
const channel = new BroadcastChannel(folder)
channel.unref()

const announce = (what: string) => channel.postMessage(what)

/** Blocks the whole thread, as a synchronous database does. */
const hold = (what: string) => {
  announce(what)
  const never = new Int32Array(new SharedArrayBuffer(4))
  while (!existsSync(join(folder, 'go'))) Atomics.wait(never, 0, 0, 2)
}

const logFile = join(folder, 'log.jsonl')
const events = (): ReadonlyArray<object> =>
  existsSync(logFile)
    ? readFileSync(logFile, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : []
const append = (event: object): number => {
  appendFileSync(logFile, `${JSON.stringify(event)}\n`)
  return events().length
}
const locked = () => new StoreUnavailable({ reason: 'locked', place: folder, detail: 'another process writes', retryable: true })
const isLocked = () => existsSync(join(folder, 'locked'))

const recall: MemoryMethods['recall'] = (request, gate) =>
  Effect.suspend((): ReturnType<MemoryMethods['recall']> => {
    announce(`asked: ${request.question}`)
    if (request.question === 'die') process.exit(7)
    if (isLocked()) return Effect.fail(locked())
    if (request.question.startsWith('ask')) return asking(request, gate)
    if (request.question === 'hold before the gate') hold('before the gate')
    if (request.record !== false && gate?.enterCommit() === false) return Effect.fail(new Abandoned({ brain }))
    if (request.question === 'hold behind the gate') hold('behind the gate')
    if (request.question === 'hold behind the gate, in vain') {
      hold('behind the gate')
      return Effect.fail(locked())
    }
    if (request.record === false) return Effect.succeed(answer(null, events().length))
    const position = append({ type: 'TurnStarted', question: request.question })
    return Effect.succeed(answer(`t${position}`, position))
  })

/** What the model says to a question, once it is told. */
const spoken = new Map<string, () => void>()
channel.onmessage = (event) => {
  const said = String((event as MessageEvent).data)
  if (said.startsWith('echo ')) announce(said)
  else spoken.get(said)?.()
}

/** As a recall with a routing model: it commits a request, waits for the model, and commits the turn. */
const asking: MemoryMethods['recall'] = ({ question }, gate) =>
  Effect.gen(function* () {
    if (gate?.enterCommit() === false) return yield* new Abandoned({ brain })
    append({ type: 'ModelAsked', question })
    if (question === 'ask behind the gate') hold('behind the gate')
    const { wait } = yield* WaitingOutside
    yield* wait(
      Effect.callback<void>((resume) => {
        spoken.set(question, () => resume(Effect.void))
        announce(`waits: ${question}`)
      }),
    )
    if (gate?.enterCommit() === false) return yield* new Abandoned({ brain })
    const position = append({ type: 'TurnStarted', question })
    return answer(`t${position}`, position)
  })

const answer = (turn: string | null, position: number) => ({
  brain,
  turn,
  position,
  items: [],
  context: { text: '', items: [], tokens: 0, dropped: [] },
  guardrails: [],
  novelty: { verdict: 'off' as const },
  routing: { calls: 0, outcome: 'off' as const, costUsd: 0 },
  latencyMs: 0,
  backlog: 0,
})

const skip: MemoryMethods['skip'] = (request) =>
  Effect.suspend((): ReturnType<MemoryMethods['skip']> => {
    announce('skip')
    if (existsSync(join(folder, 'dies at a skip'))) process.exit(8)
    if (isLocked()) return Effect.fail(locked())
    const position = append({ type: 'RecallSkipped', ...request })
    return Effect.succeed({ brain, turn: `t${position}`, position })
  })

const session: MemoryMethods['session'] = (request) =>
  Effect.suspend((): ReturnType<MemoryMethods['session']> => {
    announce(`session ${request.event}`)
    if (request.session === 'held') hold('held')
    if (request.session === 'refused') return elsewhere()
    if (isLocked()) return Effect.fail(locked())
    const type = request.event === 'started' ? 'SessionStarted' : 'SessionEnded'
    return Effect.succeed({ brain, session: 's1', position: append({ type, ...request }) })
  })

/** Completes the turn whose recall has the key of the request. */
const complete: MemoryMethods['complete'] = (request) =>
  Effect.suspend((): ReturnType<MemoryMethods['complete']> => {
    if (isLocked()) return Effect.fail(locked())
    if (!events().some((event) => (event as { readonly key?: string }).key === request.recallKey)) return elsewhere()
    const position = append({ type: 'TurnCompleted', ...request })
    return Effect.succeed({ brain, turn: `t${position}`, used: [], position })
  })

const elsewhere = () => Effect.fail(new NotFound({ what: 'brain', name: 'nowhere', hint: 'this memory has only one' }))

const memory: MemoryMethods = {
  recall,
  skip,
  brains: () => Effect.succeed({ brains: [] }),
  upkeep: () => Effect.succeed({ snapshots: 0 }),
  log: () => Effect.sync(() => ({ brain, position: events().length, events: events() as never, more: false })),
  stats: () =>
    Effect.andThen(
      Effect.sync(() => hold('stats')),
      elsewhere(),
    ),
  init: elsewhere,
  profile: elsewhere,
  describe: elsewhere,
  tag: elsewhere,
  tags: elsewhere,
  timeline: elsewhere,
  turns: elsewhere,
  sessions: elsewhere,
  list: elsewhere,
  names: elsewhere,
  calibrate: elsewhere,
  maintain: elsewhere,
  protect: elsewhere,
  trust: elsewhere,
  review: elsewhere,
  alias: elsewhere,
  ingest: elsewhere,
  note: elsewhere,
  session,
  heartbeat: elsewhere,
  complete,
  hear: elsewhere,
  judge: elsewhere,
  judgeAgain: elsewhere,
  nameAliases: elsewhere,
  feedback: elsewhere,
  strength: elsewhere,
  learn: elsewhere,
  show: elsewhere,
  why: elsewhere,
  diff: elsewhere,
  bisect: elsewhere,
  whyNot: elsewhere,
  blame: elsewhere,
  rollback: elsewhere,
  unlearn: elsewhere,
  replay: elsewhere,
  tune: elsewhere,
  promote: elsewhere,
  undo: elsewhere,
  forget: elsewhere,
  verify: elsewhere,
  export: elsewhere,
  import: elsewhere,
  archive: elsewhere,
  doctor: elsewhere,
  counters: elsewhere,
}

/** Cannot be opened while a file says so. */
const layer = Layer.merge(
  layerInMemory,
  Layer.effect(
    Memory,
    Effect.suspend(() =>
      existsSync(join(folder, 'cannot be opened')) ? Effect.fail(locked()) : Effect.succeed({ ...memory, watch: elsewhere }),
    ),
  ),
)

if (existsSync(join(folder, 'dies at the start'))) process.exit(9)
if (parentPort !== null) void Effect.runPromise(serveMemory(parentPort, layer))
