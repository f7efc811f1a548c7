/** The numbers of the neuro-gated memory (S1). */
import { domain, type NumberLine } from './number-line.ts'

const moving = domain('learning/movement-policy.test.ts', 'goes as far as was asked, and stops at the bounds (S2.10, S4.63, S1.39)')
const birth = 'growth/birth.test.ts'
const credit = 'learning/credit-policy.test.ts'
const decays = domain('decay/decay-policy.test.ts', 'by the profiles as their documents say')
const doc = 'profiles/document-behaviour.test.ts'
const stories = 'test/cli/profile-stories.test.ts'
const spreading = 'walk/spreading-activation.test.ts'

export const neurogatedNumbers: ReadonlyArray<NumberLine> = [
  ['strength.min', 0, 'S1.24, C1', moving],
  ['strength.max', 1, 'S1.24, S1.39, C1', moving],
  [
    'tiers.habitual',
    0,
    'S1.33: no edge is dormant',
    domain(spreading, 'S1.33 S1.34 for a reason: over a cause with twice its strength, and what arrives adds up'),
  ],
  ['engine', 'spread', 'S1.3, S1.33', ['test/scenarios/profiles.test.ts', 'a brain walks as its profile says']],
  ['budget.seeds', 5, 'S1.6'],
  [
    'budget.items',
    3,
    'S1.7',
    [
      'test/scenarios/profiles.test.ts',
      'S1.7: neurogated shows three items, S1.27: joins a text to the next by 1, and one good word counts 0.1 (S1.11)',
    ],
  ],
  [
    'seeding.anchors',
    'vectors',
    'S1.32',
    ['test/scenarios/anchors.test.ts', 'S1.32 under neurogated: the nearest texts by vectors, each with its similarity as its energy'],
  ],
  ['budget.hops', 2, 'S1.8', domain(spreading, 'S1.8 two edges far')],
  ['budget.fired', 256, 'S1.34: every neighbour, as many as there may be'],
  ['budget.follows', 256, 'S1.35: by energy alone, as many as there may be'],
  ['budget.candidates', 256, 'S1.34: every neighbour, as many as there may be'],
  [
    'walk.slope',
    1,
    'S1.33: a weight is the strength',
    ['test/scenarios/causes.test.ts', 'S1.29 S1.30 a named cause is an edge each way with one strength: habitual + slope · confidence'],
  ],
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
    ([question, seq, sim, cause, rows, title]): ReadonlyArray<NumberLine> => [
      [`kernel.${question}.SEQ`, seq, rows, [stories, 'neurogated (S1): add, retrieve, feed back, maintain']],
      [`kernel.${question}.SIM`, sim, rows, [stories, 'neurogated (S1): add, retrieve, feed back, maintain']],
      [`kernel.${question}.CAUSE`, cause, rows, domain(spreading, title)],
    ],
  ),
  ['kernel.asked', 'always', 'S1.31'],
  [
    'routing.tokensOut',
    2_048,
    'S1.14',
    ['test/cli/eval-model.test.ts', 'S1.14 under neurogated asks for 2,048 tokens at most, at temperature 0, and balanced for 180'],
  ],
  ...['agent.cue', 'agent.path', 'conscious.cue', 'conscious.path'].map(
    (rate): NumberLine => [`learning.${rate}`, 0.1, 'S1.11, S1.39, C5', domain(credit, 'under linkstrength and neurogated')],
  ),
  ['learning.depth', 0, 'S1.39: w + 0.1 for every edge', domain(credit, 'under linkstrength and neurogated')],
  ['learning.rule.attention', 'fixed', 'S1.39: w + 0.1 for every edge', domain(credit, 'under linkstrength and neurogated')],
  ['learning.rule.followed', 1, 'S1.39: w + 0.1 for every edge', domain(credit, 'under linkstrength and neurogated')],
  ['learning.rule.gate', 1, 'S1.39: w + 0.1 for every edge', domain(credit, 'under linkstrength and neurogated')],
  ['learning.rule.timing', 'none', 'S1.39: w + 0.1 for every edge', domain(credit, 'under linkstrength and neurogated')],
  ['learning.squash', 'clamp', 'S1.39, C7', moving],
  ['growth.mode', 'record', 'off', domain(birth, 'S0.69 where the settings only record, and where the caller lets none grow')],
  ['forgetting.changesLeast', 0, 'S1.46: whenever it is called', domain(doc, 'S1.46 needs no change under neurogated')],
  ['forgetting.decay.SEQ', 0.99, 'S1.41, S1.12, C9', decays],
  ['forgetting.decay.CAUSE', 0.99, 'S1.41, S1.12, C9', decays],
  ['forgetting.decay.SIM', 1, 'S1.40, S1.60', decays],
  ['forgetting.decay.idle', 1, 'S1.41: not recently activated', decays],
  ['forgetting.decay.step', 1, 'S1.41: at every turn', decays],
  ['forgetting.decay.floor', 'none', 'off'],
  ['forgetting.decay.protectedFloor', 0, 'off'],
  [
    'forgetting.prune.below',
    0.1,
    'S1.42, S1.13, C3',
    domain(doc, 'S1.42 S1.13 under neurogated below 0.1, whatever churns, and none as stale'),
  ],
  ['forgetting.prune.churned', 0.1, 'off', domain(doc, 'S1.42 S1.13 under neurogated below 0.1, whatever churns, and none as stale')],
  ['forgetting.prune.churn', 1, 'off', domain(doc, 'S1.42 S1.13 under neurogated below 0.1, whatever churns, and none as stale')],
  ['forgetting.prune.stale', 0, 'off', domain(doc, 'S1.42 S1.13 under neurogated below 0.1, whatever churns, and none as stale')],
  ['forgetting.prune.staleTurns', 0, 'off'],
  ['forgetting.prune.young', 50, 'ours'],
  ...['degree', 'activity', 'success', 'age', 'fired', 'strong', 'orphan', 'note', 'captured'].map(
    (what): NumberLine => [`forgetting.death.${what}`, 0, 'off', domain(doc, 'S2 S1 and under linkstrength and neurogated none does')],
  ),
  ['forgetting.merge.neighbours', 1, 'off'],
  ['forgetting.merge.alike', 1, 'off'],
  ['forgetting.merge.most', 0, 'off', domain('decay/merging.test.ts', 'are none where nothing may become one')],
  [
    'ingest.next',
    1,
    'S1.27',
    [
      'test/scenarios/profiles.test.ts',
      'S1.7: neurogated shows three items, S1.27: joins a text to the next by 1, and one good word counts 0.1 (S1.11)',
    ],
  ],
  ['ingest.previous', 0, 'S1.27: i → i + 1 alone'],
  ['ingest.beforePrevious', 0, 'S1.27: i → i + 1 alone'],
  ['ingest.afterNext', 0, 'S1.27: i → i + 1 alone'],
  ['ingest.prose', 1, 'S1.27: every chunk alike'],
  ['ingest.asked', 1, 'S1.27: every chunk alike'],
  ['ingest.lengthMost', 10_000, 'S1.27: every chunk alike'],
  ['ingest.similar', 5, 'S1.10, S1.28', ['test/scenarios/similar-passages.test.ts', 'S1.10: to five at most, the most alike']],
  [
    'ingest.cause',
    1,
    'S1.29',
    ['test/scenarios/causes.test.ts', 'S1.29 S1.30 a named cause is an edge each way with one strength: habitual + slope · confidence'],
  ],
  ['ingest.part', 0.44, 'ours'],
  ['ingest.link', 0.51, 'ours'],
  ['mentions.mentions', 0.79, 'ours'],
  ['mentions.isMentioned', 0.65, 'ours'],
  ['mentions.bothAbout', 0.58, 'ours'],
  ['mentions.bothMention', 0.58, 'ours'],
]
