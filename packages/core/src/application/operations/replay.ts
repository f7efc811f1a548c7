/** Counterfactuals: the same facts under other settings, or without some signals, and the search for better settings by them. */
import * as Schema from 'effect/Schema'
import { StaleBranch } from '../request-errors.ts'
import { ChangedSettings as Changed, settings } from './brains.ts'
import { dryRun, expecting, inBrain, inSession, keyed, optional, required, speaker, text, whole, writing } from './operation.ts'
import { EdgeChange, marks, UtilityChange } from './teaching.ts'

/** The settings of a counterfactual. */
const counterfactual = {
  profile: optional(Schema.String, 'The settings that it learns and ranks by, from the first event on.', {
    absent: 'those in force at each fact, or with own settings those in force now',
    value: 'NAME',
  }),
  settings,
}

export const ReplayRequest = Schema.Struct({
  ...inBrain,
  ...counterfactual,
  exclude: optional(
    Schema.Array(text()),
    'Signals that do not teach: `session:NAME`, `turn:t17`, `feedback:f3`, `origin:agent`, `actor:NAME` or `range:A..B`. `growth`: all that grew from questions; such a brain cannot be saved.',
    { value: 'SELECTION' },
  ),
  questions: optional(
    Schema.Boolean,
    'Also ranks the recorded questions, and estimates how their verdicts would have judged the rankings.',
  ),
  rewalk: optional(
    Schema.Boolean,
    'Does the walk of each turn again from its recorded seeds, under these settings. Else walks stay as walked.',
  ),
  saveAs: optional(
    text(),
    'Saves the derived brain as a brain of this name; tenant and agent that it leaves out are those of the brain itself. Facts that wait for the learner are learned from first, in the brain itself.',
    {
      option: 'save-as',
      value: 'BRAIN',
    },
  ),
  limit: optional(whole(1, 1_000), 'The most entries of each list.', { absent: '20', value: 'N' }),
})
export type ReplayRequest = typeof ReplayRequest.Type

const Ranking = Schema.Array(Schema.Struct({ node: Schema.String, score: Schema.Number }))

export const ReplayAnswer = Schema.Struct({
  brain: Schema.String,
  position: Schema.Int,
  profile: Schema.String,
  settings: required(Changed, 'The settings that differ from those in force now.'),
  excluded: required(Schema.Int, 'The number of signals that were left out.'),
  births: optional(Schema.Int, 'The number of cues and memories that had grown, where growth was left out.'),
  events: required(Schema.Int, 'The number of events that were derived again.'),
  effects: required(
    Schema.Struct({ recorded: Schema.Int, derived: Schema.Int, equal: Schema.Boolean }),
    'The number of effects in the log and of effects that were derived; `equal` where what is known is the same in every bit.',
  ),
  digest: required(Schema.String, 'The digest of the derived graph; `show` gives that of the brain.'),
  diff: required(
    Schema.Struct({
      edges: Schema.Int,
      utilities: Schema.Int,
      largest: Schema.Struct({ edges: Schema.Array(EdgeChange), utilities: Schema.Array(UtilityChange) }),
    }),
    'The number of strengths and of utilities that differ, and the largest differences: from the brain as it is to the derived one.',
  ),
  ...marks,
  walks: optional(
    Schema.Struct({
      turns: Schema.Int,
      changed: Schema.Int,
      erased: Schema.Int,
      nodes: Schema.Int,
      edges: Schema.Int,
      linked: Schema.Int,
    }),
    'With `rewalk`: the turns that were walked again, those with another walk, and those that stay as walked because their question, or one that it goes on with, was erased; the nodes and edges of the derived graph, and the edges that only the new walks needed.',
  ),
  saved: optional(
    Schema.Struct({ brain: Schema.String, position: Schema.Int }),
    'With `saveAs`: the brain that was saved, and the end of its log.',
  ),
  ranking: optional(
    Schema.Struct({
      questions: Schema.Int,
      more: Schema.Boolean,
      changed: Schema.Int,
      rankings: Schema.Array(Schema.Struct({ question: Schema.String, before: Ranking, after: Ranking })),
    }),
    'The number of distinct recorded questions that were ranked, newest first, and of those whose first five memories differ, with the first five of each. `more`: older questions were not ranked.',
  ),
  estimate: optional(
    Schema.Struct({
      verdicts: Schema.Int,
      turns: Schema.Int,
      tooFew: Schema.optionalKey(Schema.Literal(true)),
      shown: Schema.optionalKey(Schema.Number),
      before: Schema.optionalKey(Schema.Number),
      after: Schema.optionalKey(Schema.Number),
      difference: Schema.optionalKey(Schema.Number),
      interval: Schema.optionalKey(Schema.Array(Schema.Number)),
      effective: Schema.Union([Schema.Number, Schema.Struct({ before: Schema.Number, after: Schema.Number })]),
    }),
    'The mean verdict (−1 to 1) that the recorded verdicts give the rankings of the brain (`before`) and of the derived one (`after`), with the 95 % interval of the difference; `tooFew` where they do not suffice.',
  ),
})
export type ReplayAnswer = typeof ReplayAnswer.Type

export const replay = writing({
  sentence:
    'Derives a brain again from its own facts under other settings or without some signals, and compares. Without `saveAs` it writes nothing.',
  brain: 'refuse',
  looks: ({ saveAs }: ReplayRequest): boolean => saveAs === undefined,
  request: ReplayRequest,
  answer: ReplayAnswer,
})

export const TuneRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  ...inSession,
  settings: optional(Schema.Array(text()), 'The settings to search.', { absent: 'all that can be tuned', value: 'NAME' }),
  limit: optional(whole(1, 500), 'The most settings that are tried.', { absent: '50', value: 'N' }),
  apply: optional(Schema.Boolean, 'Changes the settings of the brain, if the ones found are better on the held-out verdicts.'),
  ...dryRun,
})
export type TuneRequest = typeof TuneRequest.Type

const HeldOut = Schema.Struct({
  questions: Schema.Int,
  before: Schema.Number,
  after: Schema.Number,
  gain: Schema.Number,
  interval: Schema.Array(Schema.Number),
})

export const TuneAnswer = Schema.Struct({
  brain: Schema.String,
  position: Schema.Int,
  profile: Schema.String,
  plan: required(
    Schema.Struct({ trials: Schema.Int, judged: Schema.Int, train: Schema.Int, heldOut: Schema.Int }),
    'The most settings that are tried, the recorded questions with a good memory, and how many of them judge in the train part and in the held-out part.',
  ),
  tried: required(
    Schema.Array(Schema.Struct({ settings: Changed, ndcg: Schema.Number })),
    'The settings that were tried, in order, with their mean NDCG@10 on the train part.',
  ),
  chosen: required(Changed, 'The settings that were best on the train part.'),
  train: optional(
    Schema.Struct({ before: Schema.Number, after: Schema.Number }),
    'Mean NDCG@10 on the train part, of the settings in force and of the chosen ones.',
  ),
  heldOut: optional(HeldOut, 'The same on the held-out verdicts, which chose nothing, with the paired 95 % interval of the gain.'),
  applied: Schema.Boolean,
  reason: optional(Schema.Literals(['too-few-verdicts', 'dry-run', 'nothing-better', 'loses', 'not-asked']), 'Why nothing was changed.'),
})
export type TuneAnswer = typeof TuneAnswer.Type

export const tune = writing({
  sentence:
    'Searches settings on the history of a brain: older turns teach, the verdicts on later ones judge. It changes the settings only if asked to, and only for better ones.',
  brain: 'refuse',
  request: TuneRequest,
  answer: TuneAnswer,
})

export const PromoteRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  ...inSession,
  branch: optional(text(), 'The brain that a replay was saved as; tenant and agent that it leaves out are those of the brain itself.', {
    argument: 'BRANCH',
  }),
  undo: optional(Schema.Boolean, 'Takes the newest promotion back. What was taught since stays.', { option: 'take-back' }),
  ...keyed,
  ...expecting,
  ...dryRun,
})
export type PromoteRequest = typeof PromoteRequest.Type

const Moves = Schema.Struct({ edges: Schema.Array(EdgeChange), utilities: Schema.Array(UtilityChange) })

export const PromoteAnswer = Schema.Struct({
  brain: Schema.String,
  branch: required(Schema.NullOr(Schema.String), 'The branch; `null` where a promotion is taken back.'),
  promoted: Schema.Boolean,
  takenBack: optional(Schema.Int, 'With `undo`: the position of the promotion that was taken back, or that a dry run would take back.'),
  reason: optional(Schema.Literals(['too-few-verdicts', 'worse', 'dry-run']), 'Why nothing was changed.'),
  settings: required(Changed, 'The settings that change.'),
  excluded: required(Schema.Int, 'The number of signals that the branch left out, or that teach again.'),
  judged: required(Schema.Int, 'The number of held-out questions with a good memory.'),
  heldOut: optional(
    HeldOut,
    'Mean NDCG@10 on the held-out questions, of the brain as it is and of the branch, each as it was before the first of them.',
  ),
  restored: optional(Moves, 'The strengths and utilities that moved.'),
  would: optional(Moves, 'With `dryRun`: the strengths and utilities that would move, also where the promotion would be refused.'),
  position: Schema.Int,
})
export type PromoteAnswer = typeof PromoteAnswer.Type

export const promote = writing(
  {
    sentence:
      'Lets a brain go on from what a branch knows, if the branch ranks held-out questions no worse: its settings, its exclusions and what it learned.',
    brain: 'refuse',
    request: PromoteRequest,
    answer: PromoteAnswer,
  },
  StaleBranch,
)
