/** Measures on the brain's own text which questions are new to it. */
import * as Schema from 'effect/Schema'
import { noveltyMeasures } from '../../domain/events/turn-events.ts'
import { dryRun, inBrain, optional, required, speaker, writing } from './operation.ts'

export const CalibrateRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  by: optional(Schema.Literals(noveltyMeasures), 'What is compared: `words`, or `vectors` of the embedder in force.', {
    absent: 'what growth.compare says; words where no embedder is in force; with `off` the measure that has bands',
    value: 'MEASURE',
  }),
  off: optional(Schema.Boolean, 'Gives the measured bands up: those of the settings hold again.'),
  ...dryRun,
})
export type CalibrateRequest = typeof CalibrateRequest.Type

const Bands = Schema.Struct({
  noise: required(Schema.Number, 'Below this similarity a question is noise.'),
  novel: required(Schema.Number, 'Up to this similarity a question is new.'),
  known: required(Schema.Number, 'From this similarity on a question is known.'),
})

const Measured = Schema.Struct({
  texts: required(Schema.Int, 'Texts that were compared.'),
  counts: required(Schema.Array(Schema.Int), 'How many of them have a similarity from 0 to 0.05, from there to 0.10, and so on to 1.'),
  noise: required(Schema.Number, 'The share that the new bands take for noise.'),
  novel: required(Schema.Number, 'The share that they take for new.'),
  known: required(Schema.Number, 'The share that they take for known.'),
})

const Replayed = Schema.Struct({
  novel: required(Schema.Int, 'Questions that are new by these bands.'),
  proved: required(Schema.Int, 'Cues that a verdict proved, whose question is new by these bands.'),
  died: required(Schema.Int, 'Cues that died unused, whose question is new by these bands: the false positives.'),
})

const Recorded = Schema.Struct({
  questions: required(Schema.Int, 'The newest recorded questions of this measure, at most 10,000.'),
  before: required(Replayed, 'By the bands that were in force.'),
  bands: required(Replayed, 'By those that were measured.'),
})

export const CalibrateAnswer = Schema.Struct({
  brain: Schema.String,
  by: Schema.Literals(noveltyMeasures),
  embedder: optional(Schema.String, 'The embedder whose vectors were compared.'),
  dimension: optional(Schema.Int, 'Numbers of its vectors.'),
  compares: required(Schema.Literals(noveltyMeasures), 'What the settings compare: bands of another measure wait until they compare that.'),
  words: optional(
    Schema.String,
    'Why words were compared, where nobody asked for them and there is an embedder or the settings compare vectors.',
  ),
  before: required(Bands, 'The bands that were in force.'),
  source: required(
    Schema.Literals(['settings', 'calibrated', 'other-embedder']),
    'Where those came from. `other-embedder`: from the settings, because measured ones are of another embedder.',
  ),
  bands: required(Bands, 'The bands that were measured; with `off` those of the settings.'),
  pieces: required(Schema.Int, 'Own texts that the bands were measured by. A larger brain is sampled.'),
  known: optional(Measured, 'Own text, as it stands and in other words.'),
  fresh: optional(Measured, 'Own text compared with all other texts, as if its own were not there.'),
  noise: optional(Measured, 'Words of the brain drawn at random, and texts about other things.'),
  recorded: optional(Recorded, 'Recorded questions, assessed again by both bands. Absent: none was assessed by this measure.'),
  written: required(Schema.Boolean, 'False for a dry run, and with `off` where no bands were measured.'),
  position: Schema.Int,
})
export type CalibrateAnswer = typeof CalibrateAnswer.Type

export const calibrate = writing({
  sentence: 'Measures on the brain’s own text which questions are known, new or noise, and puts these bands in force.',
  brain: 'refuse',
  request: CalibrateRequest,
  answer: CalibrateAnswer,
})
