/** Lists every operation of the memory by its name. */
import { brains, describe, init, profile } from './brains.ts'
import { calibrate } from './calibrate.ts'
import { bisect, diff, whyNot } from './compare.ts'
import { forget } from './forget.ts'
import { counters, doctor, stats, verify } from './health.ts'
import { blame, log, show, tag, tags, why } from './history.ts'
import { ingest, nameAliases, note } from './ingest.ts'
import { list, names } from './list.ts'
import type { Operation } from './operation.ts'
import { recall } from './recall.ts'
import { promote, replay, tune } from './replay.ts'
import { review } from './review.ts'
import { feedback, learn, rollback, strength } from './teaching.ts'
import { sessions, timeline, turns } from './timeline.ts'
import { exportBrain, importBrain } from './transfer.ts'
import { complete, hear, heartbeat, judge, judgeAgain, session, skip } from './turns.ts'
import { undo, unlearn } from './undo.ts'
import { alias, archive, maintain, protect, trust, upkeep } from './upkeep.ts'

export const operations = {
  init,
  brains,
  profile,
  describe,
  ingest,
  note,
  recall,
  session,
  heartbeat,
  skip,
  complete,
  hear,
  judge,
  nameAliases,
  judgeAgain,
  feedback,
  strength,
  learn,
  rollback,
  unlearn,
  replay,
  tune,
  promote,
  undo,
  calibrate,
  maintain,
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
  diff,
  bisect,
  whyNot,
  forget,
  verify,
  doctor,
  stats,
  counters,
  export: exportBrain,
  import: importBrain,
  archive,
  upkeep,
} as const satisfies Readonly<Record<string, Operation>>

/** True for a request that appends nothing and changes no store, whatever other requests of its operation do. */
export const writesNothing = (name: OperationName, request: object): boolean => {
  const { looks, request: schema, writes }: Operation = operations[name]
  const isDry = 'dryRun' in schema.fields && 'dryRun' in request && request.dryRun === true
  return !writes || isDry || (looks as ((request: object) => boolean) | undefined)?.(request) === true
}

type Operations = typeof operations

export type OperationName = keyof Operations
export type RequestOf<Name extends OperationName> = Operations[Name]['request']['Type']
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer']['Type']
export type ErrorOf<Name extends OperationName> = Operations[Name]['errors'][number]['Type']

/** Every error of every operation, once. */
export const operationErrors: ReadonlyArray<AnyError> = [
  ...new Set(Object.values(operations).flatMap(({ errors }): ReadonlyArray<AnyError> => errors)),
]
type AnyError = Operations[OperationName]['errors'][number]

export const operationNames = Object.keys(operations) as ReadonlyArray<OperationName>
