/**
 * Every number of a document, under the profile that owns it, as the row of the document has it. Written from the rows and the decisions (C1 to C32),
 * never from the profiles: a wrong number there must differ from this list.
 */
import type { SettingValue } from '../profiles/own-settings.ts'

/** `off`: the document says nothing of it, so it is shut off. `ours`: the document asks for it and gives no number. */
type Origin = 'off' | 'ours'

export interface DocumentNumber {
  readonly profile: 'crabpath' | 'linkstrength' | 'neurogated'
  readonly setting: string
  readonly value: SettingValue
  /** The rows and decisions that have it, with a word where they need one. */
  readonly rows: string
  /** The test that fails where the program does otherwise than the number says: its file from the root, and its title. Absent: none but that of the value. */
  readonly behaviour?: readonly [file: string, title: string]
}

type Line = readonly [setting: string, value: SettingValue, rows: string | Origin, behaviour?: DocumentNumber['behaviour']]

const domain = (file: string, title: string) => [`packages/core/src/domain/${file}`, title] as const
const moving = domain('learning/movement-policy.test.ts', 'goes as far as was asked, and stops at the bounds (S2.10, S4.63, S1.39)')
const tiers = 'walk/walk.test.ts'
const birth = 'growth/birth.test.ts'
const novelty = 'growth/novelty.test.ts'
const credit = 'learning/credit-policy.test.ts'
const ends = 'learning/turn-end.test.ts'
const decays = domain('decay/decay-policy.test.ts', 'by the profiles as their documents say')
const letGo = 'decay/decay-policy.test.ts'
const routing = 'routing/routing-policy.test.ts'
const stories = 'test/cli/profile-stories.test.ts'

const crabpath: ReadonlyArray<Line> = [
  ['strength.min', -10, 'S4.28, S0.63, S3.110, C1', moving],
  ['strength.max', 10, 'S4.28, S4.63, S0.63, S3.110, C1', moving],
  ['tiers.reflex', 0.8, 'S4.38, C10', domain(tiers, 'an edge of strength %d is %s')],
  ['tiers.habitual', 0.3, 'S4.39, S4.40, S4.50, C10', domain(tiers, 'an edge of strength %d is %s')],
  ['wrong', 'not-relevant', 'S3.59'],
  ['engine', 'route', 'S4.44'],
  ['budget.seeds', 20, 'S4.45, S3.12, C21'],
  ['budget.cues', 8, 'C21'],
  ['budget.hops', 3, 'S4.43, C21'],
  ['budget.fired', 24, 'S4.41, C21'],
  ['budget.follows', 6, 'S4.42, C21'],
  ['budget.candidates', 8, 'S4.44, C21'],
  ['budget.items', 24, 'S4.55, C21'],
  ['seeding.sameCue', 0.92, 'S3.77, S3.80, C25', domain(birth, 'S3.80 C25 where a cue is alike from 0.92 on: it is the same')],
  ['seeding.hit', 0.25, 'S3.19, C32'],
  ['learning.agent.cue', 0.1, 'S4.64, C5', domain(credit, 'C5: a cue’s own edge gets η_fb whole')],
  [
    'learning.agent.path',
    0.1,
    'S4.64, C5',
    domain(credit, 'S4.57 S4.58 S4.64: η_fb · outcome · attention · gate · depth, for what was followed'),
  ],
  ['learning.conscious.cue', 0.1, 'S4.64, C5', domain(credit, 'C5: a cue’s own edge gets η_fb whole')],
  [
    'learning.conscious.path',
    0.1,
    'S4.64, C5',
    domain(credit, 'S4.57 S4.58 S4.64: η_fb · outcome · attention · gate · depth, for what was followed'),
  ],
  ['learning.depth', 0.5, 'ours', domain(credit, 'S4.60: credit fades with distance')],
  [
    'learning.rule.attention',
    'fixed',
    'S4.59',
    domain(credit, 'S4.59: attention is 0.5 for what was followed by rule, whatever share of the energy came by it'),
  ],
  [
    'learning.rule.followed',
    0.5,
    'S4.59',
    domain(credit, 'S4.59: attention is 0.5 for what was followed by rule, whatever share of the energy came by it'),
  ],
  ['learning.rule.skipped', 0, 'S4.59, S4.66, C17', domain(credit, 'S4.66 C17: what was skipped gets nothing from a verdict')],
  ['learning.rule.gate', 0, 'S4.61', domain(credit, 'S4.61: the gate is sigmoid(0.5 · (uses − skips)), not bounded')],
  ['learning.rule.timing', 'depth', 'S4.67, S4.68', domain(credit, 'S4.67')],
  ['learning.rule.measures', 'every-tier', 'S4.64'],
  ['learning.squash', 'clamp', 'C7', moving],
  ['learning.drift', 0.02, 'S4.62, C5'],
  [
    'learning.growth.cooccurrence',
    0.2,
    'S3.84',
    domain(ends, 'S3.84: joins neighbours of its context by 0.2, and passes over what a stranger wrote'),
  ],
  [
    'learning.growth.joins',
    'neighbours',
    'S3.82',
    domain(ends, 'S3.84: joins neighbours of its context by 0.2, and passes over what a stranger wrote'),
  ],
  [
    'learning.growth.tool',
    0.3,
    'S3.85',
    domain(ends, 'S3.85: joins what was in its context with a tool that worked by 0.3, and not with one that failed'),
  ],
  ['learning.windowTurns', 10, 'S3.66, S3.70, C22'],
  ['learning.spoken', -1, 'S3.59'],
  ['learning.spokenSeconds', 900, 'S3.70, C22'],
  ['learning.delayed.turns', 10, 'S3.66, S3.70, C22'],
  ['learning.delayed.seconds', 900, 'S3.70, C22'],
  ['learning.delayed.fade', 5, 'S3.68, C22', domain(credit, 'fall with exp(−Δ/5) and add up to one (S3.68, S3.72)')],
  ['learning.delayed.sharing', 'fractional', 'S3.72, C22', domain(credit, 'fall with exp(−Δ/5) and add up to one (S3.68, S3.72)')],
  ['learning.implicit.succeeded', 1, 'S3.58'],
  ['learning.implicit.unopposed', 1, 'S3.58'],
  ['learning.implicit.failed', -1, 'S3.59'],
  ['learning.implicit.undone', -1, 'S3.59'],
  ['learning.implicit.restored', -1, 'S3.59'],
  ['learning.implicit.edited', 0.3, 'S3.60'],
  ['growth.mode', 'grow', 'S0.1, C30', domain(birth, 'S0.69 where the settings only record, and where the caller lets none grow')],
  ['growth.compare', 'vectors', 'S0.20', [stories, 'crabpath (S0) with the vectors of a server: the document’s own cosines']],
  ['growth.statements', 'memory', 'S0.39, S0.40', [stories, 'is a memory that answers, by %s']],
  ['growth.vectors.noise', 0.28, 'S0.28, S4.70, C11', [stories, 'Plugh is the xyzzy of all nonsense']],
  ['growth.vectors.stated', 0.28, 'S0.28, S4.70, C11', [stories, 'Plugh is the xyzzy of all nonsense']],
  ['growth.vectors.novel', 0.58, 'S0.27, S4.71, C11', [stories, 'The crane is at the edge of new']],
  ['growth.vectors.known', 0.6, 'S0.26, S4.69, C11', [stories, 'The crane is at the edge of known']],
  ['growth.vectors.relative', 0.25, 'S0.29', domain(novelty, 'S0.29 a neighbour that stands out makes the question one about it')],
  [
    'growth.wordsLeast',
    3,
    'S0.30, S0.67, S4.73',
    ['packages/text/src/evidence/utterance.test.ts', 'S0.30 S0.67 S4.73 a message that may become a cue has three words at least'],
  ],
  ['growth.letters', 0.45, 'S0.31, S4.73', ['packages/text/src/evidence/utterance.test.ts', 'a message that makes no cue']],
  ['growth.perTurn', 1, 'S0.65', domain(birth, 'S0.65 where a turn makes none')],
  [
    'growth.perSession',
    200,
    'S0.64',
    domain(birth, 'S0.64 S0.12 where the session made as many as it may; what the request says comes before the settings'),
  ],
  [
    'growth.cooldown',
    8,
    'S0.66',
    domain(birth, 'S0.66 S0.12 for eight turns after one of its family; what the request says comes before the settings'),
  ],
  ['growth.out.least', 0.12, 'S0.59, C19', domain(birth, 'S0.59 leads by 0.12 to 0.25, in proportion to the score')],
  ['growth.out.most', 0.25, 'S0.59, C19', domain(birth, 'S0.59 leads by 0.12 to 0.25, in proportion to the score')],
  [
    'growth.hits.least',
    0.1,
    'S0.58, S4.77, C19',
    domain(birth, 'S0.57 S0.58 is led to by what another search found, by 0.10 to 0.20 in proportion to its score'),
  ],
  [
    'growth.hits.most',
    0.2,
    'S0.58, S4.77, C19',
    domain(birth, 'S0.57 S0.58 is led to by what another search found, by 0.10 to 0.20 in proportion to its score'),
  ],
  [
    'growth.before.least',
    0.06,
    'S4.78, C19',
    domain(birth, 'S0.56 S4.78 is led to by the memories of the last three turns of its session: 0.12, 0.09 and 0.06'),
  ],
  [
    'growth.before.most',
    0.12,
    'S4.78, C19',
    domain(birth, 'S0.56 S4.78 is led to by the memories of the last three turns of its session: 0.12, 0.09 and 0.06'),
  ],
  [
    'growth.beforeTurns',
    3,
    'S0.56',
    domain(birth, 'S0.56 S4.78 is led to by the memories of the last three turns of its session: 0.12, 0.09 and 0.06'),
  ],
  [
    'growth.probation',
    6,
    'S0.70, C14',
    ['test/scenarios/growth.test.ts', 'loses the weaker half of its edges after six turns without an answer, once'],
  ],
  ['growth.ttl', 14, 'S0.72, C14', ['test/scenarios/growth.test.ts', 'S0.90 probationary_prune: a cue that nobody asks again dies']],
  ['routing.many', 12, 'S3.29', domain(routing, 'S3.29 where more than 12 memories fire')],
  ['routing.few', 6, 'S3.25, S3.33, C27', domain(routing, 'S3.25 more than 6 memories fired')],
  ['routing.margin', 0.35, 'S3.26', domain(routing, 'S3.26 the first does not stand out')],
  ['routing.sure', 0.9, 'S3.26', domain(routing, 'S3.26 the best text lacks words of the question')],
  ['routing.inhibited', -0.8, 'S3.27', domain(routing, 'S3.27 a strong negative edge touches what fired')],
  ['routing.freshSeconds', 60, 'S3.28'],
  ['routing.candidates', 20, 'S3.35'],
  ['routing.tokensIn', 700, 'S3.50'],
  ['routing.tokensOut', 180, 'S3.51'],
  ['routing.follow', 0.4, 'S3.47'],
  ['routing.follows', 0.3, 'S4.42: 6 of 20'],
  ['routing.drops', 'all', 'S3.48'],
  ['model.priceIn', 0.15, 'S4.91'],
  ['model.priceOut', 0.6, 'S4.91'],
  ['model.priceEmbedding', 0.02, 'S4.91'],
  ['model.overMost', 3, 'S3.55'],
  ['forgetting.everyTurns', 50, 'S0.76, C24', domain(letGo, 'C24: a run of forgetting')],
  ['forgetting.heartbeatSeconds', 3_600, 'S0.76, C24', domain(letGo, 'is due with a heartbeat an hour after the last')],
  ['forgetting.changesLeast', 20, 'S3.93, C24', domain(letGo, 'C24: a run of forgetting')],
  ['forgetting.decay.SEQ', 0.97, 'S4.82, C9: 1 − 0.03', decays],
  ['forgetting.decay.SIM', 0.97, 'S4.82, C9: 1 − 0.03', decays],
  ['forgetting.decay.CAUSE', 0.97, 'S4.82, C9: 1 − 0.03', decays],
  ['forgetting.decay.idle', 8, 'C9', decays],
  ['forgetting.decay.floor', 'none', 'S4.37: 0.0 by default', decays],
  [
    'forgetting.decay.protectedFloor',
    0.1,
    'ours',
    domain('decay/maintenance.test.ts', 'fades down to the floor and no further, to either side'),
  ],
  ['forgetting.prune.below', 0.05, 'S4.83, S0.74, C3'],
  [
    'forgetting.prune.churned',
    0.03,
    'S3.94, C4',
    domain(letGo, 'C4: below 0.03 while more than 15 % of the memories come and go in a week'),
  ],
  ['forgetting.prune.churn', 0.15, 'S3.94, C4', domain(letGo, 'C4: below 0.03 while more than 15 % of the memories come and go in a week')],
  ['forgetting.prune.stale', 0.02, 'S4.84', domain(letGo, 'as stale only from 0.02 down, and after more than 14 turns')],
  ['forgetting.prune.staleTurns', 14, 'S4.84', domain(letGo, 'as stale only from 0.02 down, and after more than 14 turns')],
  ['forgetting.death.degree', 0.1, 'ours'],
  ['forgetting.death.activity', 0.05, 'ours'],
  ['forgetting.death.success', 1, 'ours', domain(letGo, 'INV-75 C16: more success never hastens death')],
  ['forgetting.death.age', 0.01, 'ours'],
  ['forgetting.death.strong', 0.3, 'S4.86, S4.39: strong is habitual'],
  ['forgetting.death.orphan', 14, 'S4.87, C14', domain(letGo, 'without any edge dies after its turns of grace (S4.87)')],
  ['forgetting.death.note', 14, 'S4.87, C14', [stories, 'where nothing uses it, dies after 14 turns; one that was used stays']],
  ['forgetting.death.captured', 14, 'S4.87, S0.72, C14', [stories, 'where nothing uses it, dies after 14 turns; one that was used stays']],
  ['forgetting.merge.neighbours', 0.9, 'ours', domain('decay/merging.test.ts', 'do so from the share on that the profile sets')],
  ['forgetting.merge.alike', 0.85, 'ours'],
]

const linkstrength: ReadonlyArray<Line> = [
  ['strength.min', 0.05, 'S2.10, C1', moving],
  ['strength.max', 0.95, 'S2.10, C1', moving],
  [
    'wrong',
    'not-useful',
    'S2.16',
    domain('learning/movement-policy.test.ts', 'of wrong is what the profile makes of it, and nothing else is'),
  ],
  ...(['cue', 'path', 'utility'] as const).flatMap(
    (what): ReadonlyArray<Line> => [
      [`learning.agent.${what}`, 0.00001, 'S2.4, C5', domain(credit, 'under linkstrength and neurogated')],
      [`learning.conscious.${what}`, 0.01, 'S2.7, C5', domain(credit, 'under linkstrength and neurogated')],
    ],
  ),
  ['learning.depth', 0, 'S2.10: the whole delta', domain(credit, 'under linkstrength and neurogated')],
  ['learning.rule.attention', 'fixed', 'S2.10: the whole delta', domain(credit, 'under linkstrength and neurogated')],
  ['learning.rule.followed', 1, 'S2.10: the whole delta', domain(credit, 'under linkstrength and neurogated')],
  ['learning.rule.gate', 1, 'S2.10: the whole delta', domain(credit, 'under linkstrength and neurogated')],
  ['learning.rule.timing', 'none', 'S2.10: the whole delta', domain(credit, 'under linkstrength and neurogated')],
  ['learning.squash', 'clamp', 'S2.10, C7', moving],
  [
    'learning.growth.cooccurrence',
    0.00001,
    'S2.25, S2.4',
    domain(ends, 'S2.25: joins each memory of its context with each behind it, at the agent’s tier, under linkstrength'),
  ],
  [
    'learning.growth.joins',
    'all',
    'S2.25',
    domain(ends, 'S2.25: joins each memory of its context with each behind it, at the agent’s tier, under linkstrength'),
  ],
  ['learning.implicit.succeeded', 1, 'S2.5'],
  ['learning.implicit.unused', -1, 'S2.5, S2.23'],
  ['learning.implicit.usedLater', 1, 'S2.23, S2.24'],
  ['growth.mode', 'record', 'off', domain(birth, 'S0.69 where the settings only record, and where the caller lets none grow')],
  ...['SEQ', 'SIM', 'CAUSE'].map((family): Line => [`forgetting.decay.${family}`, 1, 'off', decays]),
  ['forgetting.decay.idle', 0, 'off'],
  ['forgetting.decay.floor', 'none', 'off'],
  ['forgetting.decay.protectedFloor', 0, 'off'],
  ...['below', 'churned', 'stale', 'staleTurns', 'young'].map(
    (what): Line => [`forgetting.prune.${what}`, 0, 'C3: never', domain(letGo, 'below 0.1 under neurogated, and never under linkstrength')],
  ),
  ...['degree', 'activity', 'success', 'age', 'strong', 'orphan', 'note', 'captured'].map(
    (what): Line => [`forgetting.death.${what}`, 0, 'off'],
  ),
  ['forgetting.merge.neighbours', 1, 'off'],
  ['forgetting.merge.alike', 1, 'off'],
  ['forgetting.merge.most', 0, 'off', domain('decay/merging.test.ts', 'are none where nothing may become one')],
]

const spreading = 'walk/spreading-activation.test.ts'
const neurogated: ReadonlyArray<Line> = [
  ['strength.min', 0, 'S1.24, C1', moving],
  ['strength.max', 1, 'S1.24, S1.39, C1', moving],
  [
    'tiers.habitual',
    0,
    'S1.33: no edge is dormant',
    domain(spreading, 'S1.33 S1.34 for a reason: over a cause with twice its strength, and what arrives adds up'),
  ],
  ['engine', 'spread', 'S1.3, S1.33'],
  ['budget.seeds', 5, 'S1.6'],
  ['budget.items', 3, 'S1.7', [stories, 'neurogated (S1): add, retrieve, feed back, maintain']],
  ['budget.hops', 2, 'S1.8', domain(spreading, 'S1.8 two edges far')],
  ['budget.fired', 256, 'S1.34: every neighbour, as many as there may be'],
  ['budget.follows', 256, 'S1.35: by energy alone, as many as there may be'],
  ['budget.candidates', 256, 'S1.34: every neighbour, as many as there may be'],
  ['walk.slope', 1, 'S1.33: a weight is the strength'],
  ['walk.fade', 0.5, 'S1.9', domain(spreading, 'S1.33 S1.34 for a reason: over a cause with twice its strength, and what arrives adds up')],
  [
    'walk.structure',
    0,
    'S1.22: SEQ, SIM and CAUSE alone',
    domain('walk/candidate-edges.test.ts', 'have edges of headings, links and names among them as far as the settings say'),
  ],
  ['walk.coverage', 0, 'S1.35: by energy alone'],
  ...(
    [
      ['why', 0.5, 1.5, 2, 'S1.31', 'S1.33 S1.34 for a reason: over a cause with twice its strength, and what arrives adds up'],
      ['order', 2, 1.5, 0.5, 'S1.31, S1.37: turned round', 'S1.37 for an order: over a sequence with twice its strength'],
      ['likeness', 0.5, 2, 1.5, 'S1.31, S1.37: turned round', 'S1.37 for what is alike: over likeness with twice its strength'],
    ] as const
  ).flatMap(
    ([question, seq, sim, cause, rows, title]): ReadonlyArray<Line> => [
      [`kernel.${question}.SEQ`, seq, rows, [stories, 'neurogated (S1): add, retrieve, feed back, maintain']],
      [`kernel.${question}.SIM`, sim, rows, [stories, 'neurogated (S1): add, retrieve, feed back, maintain']],
      [`kernel.${question}.CAUSE`, cause, rows, domain(spreading, title)],
    ],
  ),
  ['kernel.asked', 'always', 'S1.31'],
  ...['agent.cue', 'agent.path', 'conscious.cue', 'conscious.path'].map(
    (rate): Line => [`learning.${rate}`, 0.1, 'S1.11, S1.39, C5', domain(credit, 'under linkstrength and neurogated')],
  ),
  ['learning.depth', 0, 'S1.39: w + 0.1 for every edge', domain(credit, 'under linkstrength and neurogated')],
  ['learning.rule.attention', 'fixed', 'S1.39: w + 0.1 for every edge', domain(credit, 'under linkstrength and neurogated')],
  ['learning.rule.followed', 1, 'S1.39: w + 0.1 for every edge', domain(credit, 'under linkstrength and neurogated')],
  ['learning.rule.gate', 1, 'S1.39: w + 0.1 for every edge', domain(credit, 'under linkstrength and neurogated')],
  ['learning.rule.timing', 'none', 'S1.39: w + 0.1 for every edge', domain(credit, 'under linkstrength and neurogated')],
  ['learning.squash', 'clamp', 'S1.39, C7', moving],
  ['growth.mode', 'record', 'off', domain(birth, 'S0.69 where the settings only record, and where the caller lets none grow')],
  ['forgetting.changesLeast', 0, 'S1.46: whenever it is called'],
  ['forgetting.decay.SEQ', 0.99, 'S1.41, S1.12, C9', decays],
  ['forgetting.decay.CAUSE', 0.99, 'S1.41, S1.12, C9', decays],
  ['forgetting.decay.SIM', 1, 'S1.40, S1.60', decays],
  ['forgetting.decay.idle', 1, 'S1.41: not recently activated', decays],
  ['forgetting.decay.step', 1, 'S1.41: at every turn', decays],
  ['forgetting.decay.floor', 'none', 'off'],
  ['forgetting.decay.protectedFloor', 0, 'off'],
  ['forgetting.prune.below', 0.1, 'S1.42, S1.13, C3', domain(letGo, 'below 0.1 under neurogated, and never under linkstrength')],
  ['forgetting.prune.churned', 0.1, 'off', domain(letGo, 'below 0.1 under neurogated, and never under linkstrength')],
  ['forgetting.prune.churn', 1, 'off'],
  ['forgetting.prune.stale', 0, 'off'],
  ['forgetting.prune.staleTurns', 0, 'off'],
  ['forgetting.prune.young', 50, 'ours'],
  ...['degree', 'activity', 'success', 'age', 'strong', 'orphan', 'note', 'captured'].map(
    (what): Line => [`forgetting.death.${what}`, 0, 'off'],
  ),
  ['forgetting.merge.neighbours', 1, 'off'],
  ['forgetting.merge.alike', 1, 'off'],
  ['forgetting.merge.most', 0, 'off', domain('decay/merging.test.ts', 'are none where nothing may become one')],
  ['ingest.next', 1, 'S1.27'],
  ['ingest.previous', 0, 'S1.27: i → i + 1 alone'],
  ['ingest.beforePrevious', 0, 'S1.27: i → i + 1 alone'],
  ['ingest.afterNext', 0, 'S1.27: i → i + 1 alone'],
  ['ingest.prose', 1, 'S1.27: every chunk alike'],
  ['ingest.asked', 1, 'S1.27: every chunk alike'],
  ['ingest.lengthMost', 10_000, 'S1.27: every chunk alike'],
  ['ingest.similar', 5, 'S1.10, S1.28'],
  ['ingest.cause', 1, 'S1.29'],
  ['ingest.part', 0.44, 'ours'],
  ['ingest.link', 0.51, 'ours'],
  ['mentions.mentions', 0.79, 'ours'],
  ['mentions.isMentioned', 0.65, 'ours'],
  ['mentions.bothAbout', 0.58, 'ours'],
  ['mentions.bothMention', 0.58, 'ours'],
]

const linesOf = (profile: DocumentNumber['profile'], lines: ReadonlyArray<Line>): ReadonlyArray<DocumentNumber> =>
  lines.map(([setting, value, rows, behaviour]) => ({ profile, setting, value, rows, ...(behaviour === undefined ? {} : { behaviour }) }))

export const documentNumbers: ReadonlyArray<DocumentNumber> = [
  ...linesOf('crabpath', crabpath),
  ...linesOf('linkstrength', linkstrength),
  ...linesOf('neurogated', neurogated),
]
