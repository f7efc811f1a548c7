/** Moves a brain between stores, as lines of JSON. */
import * as Schema from 'effect/Schema'
import { BadImport } from '../request-errors.ts'
import { inBrain, optional, PositionText, reading, required, writing } from './operation.ts'

export const ExportRequest = Schema.Struct({
  ...inBrain,
  at: optional(PositionText, 'Only the log up to that position, to the end of a commit.', { absent: 'the whole log', value: 'POS' }),
})
export type ExportRequest = typeof ExportRequest.Type

export const ExportAnswer = Schema.Struct({
  brain: Schema.String,
  position: required(Schema.Int, 'The end of what is exported.'),
  rounded: optional(Schema.String, 'Set when the position that was asked for lies inside a commit.'),
  lines: Schema.Array(Schema.String),
})
export type ExportAnswer = typeof ExportAnswer.Type

export const exportBrain = reading({
  sentence: 'Gives the log and its contents as lines of JSON.',
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
