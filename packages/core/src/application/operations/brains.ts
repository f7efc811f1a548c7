/** Creates brains, lists them, and changes the settings they learn and recall by. */
import * as Schema from 'effect/Schema'
import { limits } from '../limits.ts'
import { expecting, inBrain, inSession, keyed, optional, reading, required, shownText, speaker, writing } from './operation.ts'

const Setting = Schema.Union([Schema.Number, Schema.String, Schema.Array(Schema.String)]).annotate({
  expected: 'a number, a word, or a list of words',
})

/** Settings that have another value. */
export const ChangedSettings = Schema.Array(Schema.Struct({ setting: Schema.String, from: Setting, to: Setting }))

/** The settings of a brain that differ from those of its profile. */
export const besideProfile = optional(
  ChangedSettings,
  'The settings of its own: `from` is the value of the profile, `to` its own. Absent where it has none.',
)

/** Settings in place of those of a profile. */
export const settings = optional(
  Schema.Record(Schema.String, Setting),
  'Settings in place of those of the profile, by their names in the reference, as walk.coverage. The log holds the settings whole.',
  { option: 'set', value: 'NAME=VALUE' },
)

export const InitRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  profile: optional(Schema.String, 'The settings it learns by.', { absent: 'balanced', value: 'NAME' }),
  settings,
})
export type InitRequest = typeof InitRequest.Type

export const InitAnswer = Schema.Struct({ brain: Schema.String, position: Schema.Int, profile: Schema.String })
export type InitAnswer = typeof InitAnswer.Type

export const init = writing({
  sentence: 'Creates a brain.',
  brain: 'none',
  request: InitRequest,
  answer: InitAnswer,
})

export const BrainsRequest = Schema.Struct({
  below: optional(Schema.Array(Schema.String), 'Beginnings of keys: no other brains are listed, and none is read. Absent: all are.', {
    host: true,
  }),
})
export type BrainsRequest = typeof BrainsRequest.Type

export const BrainsAnswer = Schema.Struct({
  brains: Schema.Array(
    Schema.Struct({
      key: Schema.String,
      position: Schema.Int,
      profile: required(Schema.String, '`unknown` where it cannot be opened.'),
      at: Schema.String,
      branchOf: optional(Schema.String, 'The brain whose replay was saved as it; `erased` where that name was erased.'),
      about: optional(Schema.String, 'What it is for, in the words of its owner.'),
      problem: optional(Schema.String, 'Why it cannot be opened.'),
    }),
  ),
})
export type BrainsAnswer = typeof BrainsAnswer.Type

export const brains = reading({
  sentence: 'Lists the brains of the store.',
  brain: 'none',
  request: BrainsRequest,
  answer: BrainsAnswer,
})

export const ProfileRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  ...inSession,
  ...keyed,
  ...expecting,
  profile: required(Schema.String, 'The settings it learns by from now on.', { argument: 'NAME' }),
  settings,
})
export type ProfileRequest = typeof ProfileRequest.Type

export const ProfileAnswer = Schema.Struct({
  brain: Schema.String,
  profile: Schema.String,
  changed: required(ChangedSettings, 'Every setting that has another value now.'),
  position: Schema.Int,
})
export type ProfileAnswer = typeof ProfileAnswer.Type

export const profile = writing({
  sentence: 'Changes the settings of a brain from here on; facts that were recorded before are learned from by the settings of their time.',
  brain: 'refuse',
  request: ProfileRequest,
  answer: ProfileAnswer,
})

export const DescribeRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  about: required(shownText(limits.idBytes), 'What the brain is for, in a sentence.', { argument: 'SENTENCE' }),
})
export type DescribeRequest = typeof DescribeRequest.Type

export const DescribeAnswer = Schema.Struct({ brain: Schema.String, about: Schema.String, position: Schema.Int })
export type DescribeAnswer = typeof DescribeAnswer.Type

export const describe = writing({
  sentence: 'Says what a brain is for; a list of brains shows it.',
  brain: 'refuse',
  request: DescribeRequest,
  answer: DescribeAnswer,
})
