/** Carries requests of the page to the memory: one path for each operation, the request as its body, the answer as JSON. */

import { type MemoryHere, type MemoryMethods, type OperationName, operationNames, writesNothing } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'

export interface Reply {
  readonly status: number
  readonly body: object
}

export interface Carrying {
  readonly memory: Effect.Effect<MemoryHere, Refusal>
  /** The brain of requests that name none. Absent: the one that the memory chooses. */
  readonly brain?: string | undefined
  /** False: a request that could change anything is refused. */
  readonly write: boolean
}

interface Refusal {
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
export const carry = (name: OperationName, body: string, { brain, memory, write }: Carrying): Effect.Effect<Reply> => {
  const request = readRequest(body)
  if (request === undefined) return Effect.succeed(problem(400, { _tag: 'InvalidRequest', message: 'The body is no JSON object.' }))
  if (!writesNothing(name, request) && !(write && offered.has(name))) return Effect.succeed(problem(403, refusalOf(name, write)))
  return Effect.gen(function* () {
    const methods: MemoryMethods = yield* memory
    const method = methods[name] as (request: object) => Effect.Effect<object, Refusal>
    const asked = brain === undefined ? request : { brain, ...request }
    const told = yield* Effect.result(method(asked))
    return Result.isSuccess(told) ? { status: 200, body: told.success } : problem(statusOf(told.failure), told.failure)
  }).pipe(
    Effect.catch((failure) => Effect.succeed(problem(statusOf(failure), failure))),
    Effect.catchDefect(() =>
      Effect.succeed(problem(500, { _tag: 'Defect', message: 'The memory failed. Its log is whole: `crabtrail doctor` says more.' })),
    ),
  )
}

const readRequest = (body: string): object | undefined => {
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined
  } catch {
    return undefined
  }
}

const refusalOf = (name: OperationName, write: boolean): Refusal => ({
  _tag: 'ReadOnly',
  message: write
    ? `\`${name}\` is not offered here: use the command line.`
    : `This studio only reads. Start it with --write to change what was learned.`,
})

const statusOf = ({ _tag }: Refusal): number =>
  _tag === 'NotFound' ? 404 : _tag === 'WrongExpectedPosition' || _tag === 'IdempotencyConflict' ? 409 : 400
