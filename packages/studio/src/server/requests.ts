/** Carries requests of the page to the memory: one path for each operation, the request as its body, the answer as JSON. */

import { type MemoryMethods, type OperationName, operationNames, operations, writesNothing } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'

export interface Reply {
  readonly status: number
  readonly body: object
}

export interface Carrying {
  readonly memory: Effect.Effect<MemoryMethods, Refusal>
  /** The brain of requests that name none. Absent: the one that the memory chooses. */
  readonly brain?: string | undefined
  /** The brain that every request is about, whatever it names; the owner is who asks. Absent: a request may name any. */
  readonly bound?: string | undefined
  /** False: a request that could change anything is refused. */
  readonly write: boolean
  /** What to do where a studio that only reads should write. Default: the flag of the command. */
  readonly toWrite?: string | undefined
}

export interface Refusal {
  readonly _tag: string
  readonly message: string
}

const problem = (status: number, { _tag, message }: Refusal): Reply => ({ status, body: { problem: { tag: _tag, message } } })

/**
 * Operations that the page offers with `--write`: those that take back, correct or tidy what was learned. Reading in, moving and erasing belong to
 * the command line.
 */
const offered: ReadonlySet<OperationName> = new Set([
  'unlearn',
  'undo',
  'rollback',
  'feedback',
  'trust',
  'review',
  'protect',
  'tag',
  'alias',
  'learn',
])

const isOperation = (name: string): name is OperationName => (operationNames as ReadonlyArray<string>).includes(name)

/** Returns the operation of a path such as `/ask/why`. */
export const operationIn = (path: string): OperationName | undefined => {
  const name = /^\/ask\/([A-Za-z]+)$/.exec(path)?.[1]
  return name !== undefined && isOperation(name) ? name : undefined
}

/** Answers one request. Never fails: what the memory refuses is told with its words. */
export const carry = (name: OperationName, body: string, carrying: Carrying): Effect.Effect<Reply> => {
  const { memory, write } = carrying
  const request = readRequest(body)
  if (request === undefined) return Effect.succeed(problem(400, { _tag: 'InvalidRequest', message: 'The body is no JSON object.' }))
  if (!writesNothing(name, request) && !(write && offered.has(name))) return Effect.succeed(problem(403, refusalOf(name, carrying)))
  const asked = askedOf(name, request, carrying)
  if (asked === undefined) return Effect.succeed(problem(403, notOffered(name)))
  return Effect.gen(function* () {
    const methods: MemoryMethods = yield* memory
    const method = methods[name] as (request: object) => Effect.Effect<object, Refusal>
    const told = yield* Effect.result(method(asked))
    return Result.isSuccess(told) ? { status: 200, body: told.success } : problem(statusOf(told.failure), told.failure)
  }).pipe(
    Effect.catch((failure) => Effect.succeed(problem(statusOf(failure), failure))),
    Effect.catchDefect(() =>
      Effect.succeed(problem(500, { _tag: 'Defect', message: 'The memory failed. Its log is whole: `crabtrail doctor` says more.' })),
    ),
  )
}

/** Returns undefined for an operation that is about more than the one brain. */
const askedOf = (name: OperationName, request: object, { bound, brain }: Carrying): object | undefined => {
  if (bound === undefined) return brain === undefined ? request : { brain, ...request }
  const { fields } = operations[name].request
  if (!('brain' in fields)) return undefined
  return { ...request, brain: bound, ...('actor' in fields ? { actor: 'owner', actorKind: 'owner' } : {}) }
}

const readRequest = (body: string): object | undefined => {
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined
  } catch {
    return undefined
  }
}

const notOffered = (name: OperationName): Refusal => ({
  _tag: 'ReadOnly',
  message: `\`${name}\` is not offered here: use the command line.`,
})

const refusalOf = (
  name: OperationName,
  { toWrite = 'Start it with --write to change what was learned.', write }: Pick<Carrying, 'toWrite' | 'write'>,
): Refusal => (write ? notOffered(name) : { _tag: 'ReadOnly', message: `This studio only reads. ${toWrite}` })

/** What a memory behind a thread says where it could not be asked now. */
const unavailable: ReadonlySet<string> = new Set(['WorkerBusy', 'WorkerGone', 'DeadlinePassed', 'RequestDropped', 'StoreUnavailable'])

const statusOf = ({ _tag }: Refusal): number =>
  _tag === 'NotFound' ? 404 : unavailable.has(_tag) ? 503 : _tag === 'WrongExpectedPosition' || _tag === 'IdempotencyConflict' ? 409 : 400
