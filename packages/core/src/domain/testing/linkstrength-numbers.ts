/** The numbers of link strengths by feedback (S2). */
import { domain, type NumberLine } from './number-line.ts'

const moving = domain('learning/movement-policy.test.ts', 'goes as far as was asked, and stops at the bounds (S2.10, S4.63, S1.39)')
const birth = 'growth/birth.test.ts'
const credit = 'learning/credit-policy.test.ts'
const ends = 'learning/turn-end.test.ts'
const decays = domain('decay/decay-policy.test.ts', 'by the profiles as their documents say')
const letGo = 'decay/decay-policy.test.ts'
const doc = 'profiles/document-behaviour.test.ts'
const weighed = domain(
  'implicit-feedback/observed-outcome.test.ts',
  'is one verdict with its parts, which add up to it, of the agent’s tier',
)
const shown = 'implicit-feedback/observations.test.ts'

export const linkstrengthNumbers: ReadonlyArray<NumberLine> = [
  ['strength.min', 0.05, 'S2.10, C1', moving],
  ['strength.max', 0.95, 'S2.10, C1', moving],
  [
    'wrong',
    'not-useful',
    'S2.16',
    domain('learning/movement-policy.test.ts', 'of wrong is what the profile makes of it, and nothing else is'),
  ],
  ...(['cue', 'path', 'utility'] as const).flatMap(
    (what): ReadonlyArray<NumberLine> => [
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
  ['learning.implicit.succeeded', 1, 'S2.5', weighed],
  ['learning.implicit.unused', -1, 'S2.5, S2.23', domain(shown, 'about something else speaks for it, and against what was not used')],
  [
    'learning.implicit.usedLater',
    1,
    'S2.23, S2.24',
    domain(shown, 'that is used now is to the credit of that turn, and was not unused there'),
  ],
  ['growth.mode', 'record', 'off', domain(birth, 'S0.69 where the settings only record, and where the caller lets none grow')],
  ...['SEQ', 'SIM', 'CAUSE'].map((family): NumberLine => [`forgetting.decay.${family}`, 1, 'off', decays]),
  ['forgetting.decay.idle', 0, 'off'],
  ['forgetting.decay.floor', 'none', 'off'],
  ['forgetting.decay.protectedFloor', 0, 'off'],
  ...['below', 'churned', 'stale', 'staleTurns', 'young'].map(
    (what): NumberLine => [
      `forgetting.prune.${what}`,
      0,
      'C3: never',
      domain(letGo, 'below 0.1 under neurogated, and never under linkstrength'),
    ],
  ),
  ...['degree', 'activity', 'success', 'age', 'fired', 'strong', 'orphan', 'note', 'captured'].map(
    (what): NumberLine => [`forgetting.death.${what}`, 0, 'off', domain(doc, 'S2 S1 and under linkstrength and neurogated none does')],
  ),
  ['forgetting.merge.neighbours', 1, 'off'],
  ['forgetting.merge.alike', 1, 'off'],
  ['forgetting.merge.most', 0, 'off', domain('decay/merging.test.ts', 'are none where nothing may become one')],
]
