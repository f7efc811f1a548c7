/** Moves a brain between stores, as lines of JSON. */
import * as Schema from 'effect/Schema'
import { BadImport } from '../request-errors.ts'
import { inBrain, reading, required, writing } from './operation.ts'

export const ExportRequest = Schema.Struct(inBrain)
export type ExportRequest = typeof ExportRequest.Type

export const ExportAnswer = Schema.Struct({ brain: Schema.String, position: Schema.Int, lines: Schema.Array(Schema.String) })
export type ExportAnswer = typeof ExportAnswer.Type

export const exportBrain = reading({
  sentence: 'Gives the whole log and its contents as lines of JSON.',
  brain: 'refuse',
  request: ExportRequest,
  answer: ExportAnswer,
})

export const ImportRequest = Schema.Struct({
  ...inBrain,
  lines: required(Schema.Array(Schema.String), 'The lines of an export.', { argument: 'FILE' }),
})
export type ImportRequest = typeof ImportRequest.Type

export const ImportAnswer = Schema.Struct({
  brain: Schema.String,
  position: Schema.Int,
  commits: Schema.Int,
  contents: Schema.Int,
  digest: Schema.String,
})
export type ImportAnswer = typeof ImportAnswer.Type

export const importBrain = writing(
  {
    sentence: 'Takes an exported brain into this store; every hash is proven before anything is written.',
    brain: 'none',
    request: ImportRequest,
    answer: ImportAnswer,
  },
  BadImport,
)
