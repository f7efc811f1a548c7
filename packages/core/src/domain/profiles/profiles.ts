/**
 * The four profiles that can be chosen by name.
 *
 * `balanced` is the default of every setting. The others follow a document each: they state the numbers of that document with
 * their rows, and the numbers that the document implies. A number of a document stands here even where `balanced` has the same,
 * so that tuning `balanced` does not change it. All other settings are those of `balanced`.
 */
import * as Result from 'effect/Result'
import { type OwnSettings, type SettingValue, valueAt, withOwnSettings } from './own-settings.ts'
import { type Profile, readProfile, settings } from './profile.ts'

/** Profile for questions of daily work, tuned by evaluation. */
export const balanced: Profile = Result.getOrThrow(readProfile({ name: 'balanced' }))

/** Values with their sources by the path of a setting. */
type Stated = Readonly<Record<string, readonly [value: SettingValue, from: string]>>

/** States one value from one source for several settings of a group. */
const each = (value: SettingValue, from: string, group: string, names: string): Stated =>
  Object.fromEntries(names.split(' ').map((name) => [`${group}.${name}`, [value, from]]))

const documentProfile = (name: string, stated: Stated): Profile => {
  const own: OwnSettings = Object.fromEntries(Object.entries(stated).map(([setting, [value]]) => [setting, value]))
  return Result.getOrThrow(withOwnSettings({ ...balanced, name }, own))
}

/** CrabPath (S0, S3, S4): wide bounds, a rule that scales every verdict by use and depth, and a drift by use alone. */
const statedByCrabpath: Stated = {
  'strength.min': [-10, 'S4.28, S4.63, S0.63, S3.110'],
  'strength.max': [10, 'S4.28, S4.63, S0.63, S3.110'],
  'tiers.habitual': [0.3, 'S4.39, S4.40, S4.50'],
  'tiers.reflex': [0.8, 'S4.38'],
  wrong: ['not-relevant', 'S3.59: a failure is the path’s'],
  engine: ['route', 'S4.44: the walk by tiers'],
  'budget.seeds': [20, 'S4.45, S3.12'],
  'budget.cues': [8, 'C21'],
  'budget.hops': [3, 'S4.43'],
  'budget.fired': [24, 'S4.41'],
  'budget.follows': [6, 'S4.42'],
  'budget.candidates': [8, 'S4.44'],
  'budget.items': [24, 'S4.55'],
  'seeding.sameCue': [0.92, 'S3.77, S3.80'],
  'seeding.hit': [0.25, 'S3.19, C32'],
  'seeding.anchors': ['both', 'S0.6: semantic seeds beside those of a search'],
  'seeding.warmTurns': [20, 'S3.6'],
  'seeding.warmFade': [0.05, 'S3.13'],
  'seeding.situation': [0.25, 'S4.45: a seed as any other hint of S3.19'],
  ...each(0.1, 'C5: the one rate of S4.64', 'learning', 'agent.cue agent.path conscious.cue conscious.path'),
  'learning.depth': [0.5, 'ours: S4.60 gives no number'],
  'learning.rule.attention': ['fixed', 'S4.59'],
  'learning.rule.followed': [0.5, 'S4.59'],
  'learning.rule.skipped': [0, 'S4.59, C17: above 0 is S4.66'],
  'learning.rule.gate': [0, 'S4.61: not bounded'],
  'learning.rule.timing': ['depth', 'S4.67, S4.68'],
  'learning.rule.measures': ['every-tier', 'S4.64'],
  'learning.squash': ['clamp', 'C7'],
  'learning.drift': [0.02, 'S4.62'],
  'learning.growth.cooccurrence': [0.2, 'S3.84'],
  'learning.growth.joins': ['neighbours', 'S3.82'],
  'learning.growth.tool': [0.3, 'S3.85'],
  'growth.mode': ['grow', 'S0.1, C30'],
  'growth.compare': ['vectors', 'S0.20: the raw cosine'],
  'growth.statements': ['memory', 'S0.39, S0.40: what is said is the content of the node'],
  'growth.vectors.noise': [0.28, 'S0.28, S4.70'],
  'growth.vectors.stated': [0.28, 'S0.28, S4.70'],
  'growth.vectors.novel': [0.58, 'S0.27, S4.71'],
  'growth.vectors.known': [0.6, 'S0.26, S4.69'],
  'growth.vectors.relative': [0.25, 'S0.29'],
  'growth.wordsLeast': [3, 'S0.30, S0.67, S4.73'],
  'growth.letters': [0.45, 'S0.31, S4.73'],
  'growth.perTurn': [1, 'S0.65'],
  'growth.perSession': [200, 'S0.64'],
  'growth.cooldown': [8, 'S0.66'],
  'growth.out.least': [0.12, 'S0.59, C19'],
  'growth.out.most': [0.25, 'S0.59, C19'],
  'growth.hits.least': [0.1, 'S0.58, S4.77, C19'],
  'growth.hits.most': [0.2, 'S0.58, S4.77, C19'],
  'growth.before.least': [0.06, 'S4.78, C19'],
  'growth.before.most': [0.12, 'S4.78, C19'],
  'growth.beforeTurns': [3, 'S0.56'],
  'growth.probation': [6, 'S0.70, C14'],
  'growth.renewed': ['fired', 'S0.75, C14'],
  'growth.ttl': [14, 'S0.72, C14'],
  'learning.windowTurns': [10, 'S3.66, S3.70'],
  'learning.delayed.turns': [10, 'S3.66, S3.70'],
  'learning.delayed.seconds': [900, 'S3.70'],
  'learning.delayed.fade': [5, 'S3.68'],
  'learning.delayed.sharing': ['fractional', 'S3.72, C22'],
  'learning.spoken': [-1, 'S3.59'],
  'learning.spokenSeconds': [900, 'S3.70'],
  ...each(1, 'S3.58', 'learning.implicit', 'succeeded unopposed'),
  ...each(-1, 'S3.59', 'learning.implicit', 'failed undone restored'),
  'learning.implicit.edited': [0.3, 'S3.60'],
  'routing.many': [12, 'S3.29'],
  'routing.counted': [0.2, 'ours, for the threshold of S3.29 from which a node fires'],
  'routing.few': [6, 'S3.25, S3.33'],
  'routing.margin': [0.35, 'S3.26'],
  'routing.sure': [0.9, 'S3.26'],
  'routing.inhibited': [-0.8, 'S3.27'],
  'routing.freshSeconds': [60, 'S3.28'],
  'routing.candidates': [20, 'S3.35'],
  'routing.tokensIn': [700, 'S3.50'],
  'routing.tokensOut': [180, 'S3.51'],
  'routing.follow': [0.4, 'S3.47'],
  'routing.follows': [0.3, 'S4.42: 6 of 20'],
  'routing.drops': ['all', 'S3.48'],
  'model.priceIn': [0.15, 'S4.91'],
  'model.priceOut': [0.6, 'S4.91'],
  'model.priceEmbedding': [0.02, 'S4.91'],
  'model.overMost': [3, 'S3.55'],
  'forgetting.everyTurns': [50, 'S0.76, C24'],
  'forgetting.heartbeatSeconds': [3_600, 'S0.76, C24'],
  'forgetting.afterReading': ['on', 'S3.87'],
  'forgetting.changesLeast': [20, 'S3.93, C24'],
  ...each(0.97, 'C9, S4.31', 'forgetting.decay', 'SEQ SIM CAUSE'),
  'forgetting.decay.idle': [8, 'C9'],
  'forgetting.decay.step': [1, 'S4.82: a turn'],
  'forgetting.decay.floor': ['none', 'S4.37'],
  'forgetting.decay.protectedFloor': [0.1, 'S4.37: above nothing, the size is ours'],
  'forgetting.prune.below': [0.05, 'S4.83, S0.74'],
  'forgetting.prune.churned': [0.03, 'C4'],
  'forgetting.prune.churn': [0.15, 'C4'],
  'forgetting.prune.stale': [0.02, 'S4.84'],
  'forgetting.prune.staleTurns': [14, 'S4.84'],
  'forgetting.prune.young': [14, 'S4.84: older than 14 turns'],
  'forgetting.death.degree': [0.1, 'S4.85, C16: no number given'],
  'forgetting.death.activity': [0.05, 'S4.85, C16: no number given'],
  'forgetting.death.success': [1, 'S4.85, C16: no number given'],
  'forgetting.death.age': [0.01, 'S4.85, C16: no number given'],
  'forgetting.death.fired': [10, 'S3.95'],
  'forgetting.death.strong': [0.3, 'S4.86: strong is habitual'],
  ...each(14, 'S4.87, C14', 'forgetting.death', 'orphan note captured'),
  'forgetting.merge.neighbours': [0.9, 'S4.88: no number given'],
  'forgetting.merge.alike': [0.85, 'S4.88: no number given'],
}

/** Link strengths by feedback (S2): no negative strengths, small steps of one size, and `wrong` blames the content. */
const statedByLinkstrength: Stated = {
  'strength.min': [0.05, 'S2.10'],
  'strength.max': [0.95, 'S2.10'],
  wrong: ['not-useful', 'S2.16'],
  ...each(0.00001, 'S2.4', 'learning.agent', 'cue path utility'),
  ...each(0.01, 'S2.7', 'learning.conscious', 'cue path utility'),
  'learning.depth': [0, 'S2.10: the whole delta, however far'],
  'learning.rule.attention': ['fixed', 'S2.10: the whole delta'],
  'learning.rule.followed': [1, 'S2.10: the whole delta'],
  'learning.rule.gate': [1, 'S2.10: no gate'],
  'learning.rule.timing': ['none', 'S2.10: no timing'],
  'learning.squash': ['clamp', 'S2.10, C7'],
  'learning.growth.cooccurrence': [0.00001, 'S2.25 at the tier of S2.4'],
  'learning.growth.joins': ['all', 'S2.25'],
  'learning.implicit.succeeded': [1, 'S2.5'],
  'learning.implicit.unused': [-1, 'S2.5, S2.23'],
  'learning.implicit.usedLater': [1, 'S2.23, S2.24'],
  'growth.mode': ['record', 'S2 says nothing of it: off'],
  ...each(1, 'S2 says nothing of it: off', 'forgetting.decay', 'SEQ SIM CAUSE'),
  'forgetting.decay.idle': [0, 'S2 says nothing of it: off'],
  'forgetting.decay.protectedFloor': [0, 'S2 says nothing of it: off'],
  'forgetting.decay.floor': ['none', 'S2 says nothing of it: off'],
  ...each(0, 'C3: never', 'forgetting.prune', 'below churned stale staleTurns young'),
  ...each(0, 'S2 says nothing of it: off', 'forgetting.death', 'degree activity success age fired strong orphan note captured'),
  'forgetting.merge.neighbours': [1, 'S2 says nothing of it: off'],
  'forgetting.merge.alike': [1, 'S2 says nothing of it: off'],
  'forgetting.merge.most': [0, 'S2 says nothing of it: off'],
}

/** Neuro-gated memory (S1): energy spreads over edges from 0 to 1, with few anchors and few items, and one size of step. */
const statedByNeurogated: Stated = {
  'strength.min': [0, 'S1.24'],
  'strength.max': [1, 'S1.24, S1.39'],
  'tiers.habitual': [0, 'S1.33: every edge carries'],
  engine: ['spread', 'S1.3, S1.33'],
  'budget.seeds': [5, 'S1.6'],
  'seeding.anchors': ['vectors', 'S1.32'],
  'budget.hops': [2, 'S1.8'],
  'budget.fired': [256, 'S1.34: all that energy reaches'],
  'budget.follows': [256, 'S1.35: by energy alone'],
  'budget.candidates': [256, 'S1.34: every neighbour'],
  'budget.items': [3, 'S1.7'],
  'walk.slope': [1, 'S1.33: a weight is the strength'],
  'walk.fade': [0.5, 'S1.9'],
  'walk.structure': [0, 'S1.22: edges of sequence, likeness and cause alone'],
  'walk.coverage': [0, 'S1.35: by energy alone'],
  'kernel.order.SEQ': [2, 'S1.31, S1.37: its example turned round'],
  'kernel.order.SIM': [1.5, 'S1.31, S1.37: its example turned round'],
  'kernel.order.CAUSE': [0.5, 'S1.31, S1.37: its example turned round'],
  'kernel.why.SEQ': [0.5, 'S1.31'],
  'kernel.why.SIM': [1.5, 'S1.31'],
  'kernel.why.CAUSE': [2, 'S1.31'],
  'kernel.likeness.SEQ': [0.5, 'S1.31, S1.37: its example turned round'],
  'kernel.likeness.SIM': [2, 'S1.31, S1.37: its example turned round'],
  'kernel.likeness.CAUSE': [1.5, 'S1.31, S1.37: its example turned round'],
  'kernel.asked': ['always', 'S1.31'],
  'routing.tokensOut': [2_048, 'S1.14'],
  'learning.agent.cue': [0.1, 'S1.11'],
  'learning.conscious.cue': [0.1, 'S1.11'],
  'learning.agent.path': [0.1, 'S1.11, S1.39'],
  'learning.conscious.path': [0.1, 'S1.11, S1.39'],
  'learning.depth': [0, 'S1.39: the same for every edge'],
  'learning.rule.attention': ['fixed', 'S1.39: the same for every edge'],
  'learning.rule.followed': [1, 'S1.39: the same for every edge'],
  'learning.rule.gate': [1, 'S1.39: no gate'],
  'learning.rule.timing': ['none', 'S1.39: no timing'],
  'learning.squash': ['clamp', 'S1.39, C7'],
  'growth.mode': ['record', 'S1 says nothing of it: off'],
  'forgetting.changesLeast': [0, 'S1.46: maintenance is always the same'],
  'forgetting.decay.SEQ': [0.99, 'S1.41, S1.12'],
  'forgetting.decay.CAUSE': [0.99, 'S1.41, S1.12'],
  'forgetting.decay.SIM': [1, 'S1.40: never'],
  'forgetting.decay.idle': [1, 'S1.41: not recently'],
  'forgetting.decay.step': [1, 'S1.41: at every turn'],
  'forgetting.decay.floor': ['none', 'S1 says nothing of it: off'],
  'forgetting.decay.protectedFloor': [0, 'S1 says nothing of it: off'],
  'forgetting.prune.below': [0.1, 'S1.42, S1.13'],
  'forgetting.prune.churned': [0.1, 'S1 says nothing of it: off'],
  'forgetting.prune.churn': [1, 'S1 says nothing of it: off'],
  'forgetting.prune.stale': [0, 'S1 says nothing of it: off'],
  'forgetting.prune.staleTurns': [0, 'S1 says nothing of it: off'],
  'forgetting.prune.young': [50, 'ours: what was just said is not weak'],
  ...each(0, 'S1 says nothing of it: off', 'forgetting.death', 'degree activity success age fired strong orphan note captured'),
  'forgetting.merge.neighbours': [1, 'S1 says nothing of it: off'],
  'forgetting.merge.alike': [1, 'S1 says nothing of it: off'],
  'forgetting.merge.most': [0, 'S1 says nothing of it: off'],
  'ingest.next': [1, 'S1.27'],
  'ingest.previous': [0, 'S1.27: forwards only'],
  'ingest.beforePrevious': [0, 'S1.27: forwards only'],
  'ingest.afterNext': [0, 'S1.27: neighbours only'],
  'ingest.prose': [1, 'S1.27: all alike'],
  'ingest.asked': [1, 'S1.27: all alike'],
  'ingest.lengthMost': [10_000, 'S1.27: all alike'],
  'ingest.part': [0.44, 'ours: the strength it has under balanced'],
  'ingest.similar': [5, 'S1.10, S1.28'],
  'ingest.cause': [1, 'S1.29'],
  'ingest.link': [0.51, 'ours: the strength it has under balanced'],
  'mentions.mentions': [0.79, 'ours: the strength it has under balanced'],
  'mentions.isMentioned': [0.65, 'ours: the strength it has under balanced'],
  'mentions.bothAbout': [0.58, 'ours: the strength it has under balanced'],
  'mentions.bothMention': [0.58, 'ours: the strength it has under balanced'],
}

export const crabpath: Profile = documentProfile('crabpath', statedByCrabpath)
export const linkstrength: Profile = documentProfile('linkstrength', statedByLinkstrength)
export const neurogated: Profile = documentProfile('neurogated', statedByNeurogated)

export const profiles: ReadonlyMap<string, Profile> = new Map([balanced, crabpath, linkstrength, neurogated].map((one) => [one.name, one]))

export interface ExplainedSetting {
  readonly setting: string
  readonly value: SettingValue
  readonly unit: string
  /** Values it may have; empty where its unit says it. */
  readonly limits: string
  readonly says: string
  /** Origin of the value in this profile. */
  readonly from: string
}

export interface ExplainedProfile {
  readonly name: string
  readonly summary: string
  readonly settings: ReadonlyArray<ExplainedSetting>
}

/** Origin of a setting that the document of a profile does not state. */
export const silent = 'balanced’s number: the document has none'

const explained = (profile: Profile, summary: string, stated?: Stated): ExplainedProfile => ({
  name: profile.name,
  summary,
  settings: [...settings.values()].map((setting): ExplainedSetting => {
    const { from, limits, name, says, unit } = setting
    const origin = stated === undefined ? from : (stated[name]?.[1] ?? silent)
    return { setting: name, value: valueAt(profile, setting), unit, limits, says, from: origin }
  }),
})

/** Every profile with its summary and every setting, for the reference page and for a choice among them. */
export const explainedProfiles = (): ReadonlyArray<ExplainedProfile> => [
  explained(balanced, 'tuned on open question sets: a verdict of a person takes effect at once'),
  explained(crabpath, 'CrabPath’s: strengths from -10 to 10, verdicts scaled by use and depth, and a drift by use alone', statedByCrabpath),
  explained(
    linkstrength,
    'link strengths by feedback: from 0.05 to 0.95 in small steps, and “wrong” blames the content',
    statedByLinkstrength,
  ),
  explained(neurogated, 'the neuro-gated memory’s: energy that spreads, strengths from 0 to 1, three items', statedByNeurogated),
]
