/** Settings of how strengths change: lessons, decay, and the thresholds of the health report. */
import * as Schema from 'effect/Schema'
import { choice, count, decimal, list } from './setting.ts'

interface Rates {
  readonly cue: number
  readonly path: number
  readonly utility: number
  readonly most: { readonly turn: number; readonly session: number; readonly day: number }
}

/** Rates and limits of one tier of feedback. */
const rates = (verdicts: string, { cue, most, path, utility }: Rates) =>
  Schema.Struct({
    cue: decimal(0, 10, cue, 'strength').says(`${verdicts} moves an edge from a cue by this, per unit of outcome.`),
    path: decimal(0, 10, path, 'strength').says(
      `${verdicts} moves an edge of the walk by at most this, per unit of outcome and in proportion to the activation it carried.`,
    ),
    utility: decimal(0, 1, utility, 'utility').says(`${verdicts} of “not useful” lowers the utility of a memory by this.`),
    most: Schema.Struct({
      turn: count(0, 1_000_000, most.turn, 'verdicts').says(
        `${verdicts} teaches this often on one turn. Further verdicts are recorded only.`,
      ),
      session: count(0, 1_000_000, most.session, 'verdicts').says(`${verdicts} teaches this often in one session.`),
      day: count(0, 1_000_000, most.day, 'verdicts').says(`${verdicts} teaches this often on one day of UTC.`),
    }),
  })

const Rule = Schema.Struct({
  attention: choice(['share', 'fixed'], 'share', 'rule').says(
    'Attention of an edge of the walk: `share` is its share of the activation of its target, `fixed` the setting `learning.rule.followed`.',
  ),
  followed: decimal(0, 1, 0.5, 'attention', 'S4.59').says('With `fixed`, attention of every edge that the walk followed.'),
  skipped: decimal(0, 1, 0, 'attention', 'C17').says(
    'Attention of an edge that the walk skipped on the way to the judged memory. Above 0 a failure raises it and a success lowers it (S4.66).',
  ),
  gate: decimal(0, 1, 0.5, 'factor', 'S4.61, bounded').says(
    'Lower bound of the gate by use, sigmoid(0.5 · (uses − skips)). With 1 the gate has no effect.',
  ),
  timing: choice(['none', 'distance', 'depth'], 'distance', 'rule').says(
    'Factor of timing. `distance`: by the edge’s distance from the judged memory, at least ½. `depth`: 1 / (1 + d) if the edge leads d deeper, ½ on the same level, −½ / (1 + d) if it leads d back. `none`: 1.',
  ),
  measures: choice(['agent', 'every-tier'], 'agent', 'tiers', 'ours: an explicit word counts whole').says(
    'Gate and timing apply to verdicts of the `agent` tier, or of `every-tier`.',
  ),
})

/** Sharing of an outcome that names no turn: see `sharesOf`. */
const Delayed = Schema.Struct({
  turns: count(0, 100, 10, 'turns', 'S3.70').says('An outcome that names no turn is shared among this many last turns of its session.'),
  seconds: count(0, 86_400, 900, 'seconds', 'S3.70').says('Older turns get no share of such an outcome.'),
  fade: decimal(0.1, 1000, 5, 'turns', 'S3.68, S3.72').says('A turn this many turns back weighs 1/e.'),
  closeness: decimal(0, 100, 3, 'factor').says(
    'A turn weighs this much more if its question and memories have all the words of what was said; less if they have some.',
  ),
  sharing: choice(['fractional', 'winner'], 'fractional', 'rule', 'C22, S4.114').says(
    '`fractional` shares by weight, `winner` gives everything to the heaviest turn.',
  ),
})

/** Evidence that a reply or a tool call used a memory: see `UseSettings`. */
const Use = Schema.Struct({
  gram: count(2, 8, 3, 'words').says('Length of the stretches of words by which a reply and a memory are compared.'),
  gramsLeast: count(1, 100, 2, 'stretches').says('Fewer common stretches than this are a coincidence.'),
  gramsEnough: count(1, 1000, 4, 'stretches').says('This many common stretches are use, whatever the length of the memory.'),
  share: decimal(0, 1, 0.15, 'share').says('Fewer stretches are use if they are this share of the memory’s own.'),
  newWords: count(0, 100, 2, 'words').says('The common stretches must have this many words that the question does not have.'),
  identifier: count(2, 100, 5, 'characters').says('Mention of a name or number of this length or more is use.'),
  perTurn: count(0, 64, 3, 'memories').says('At most this many memories count as used in one turn.'),
})

const unsaid = 'ours: docs/results/outcomes.md'
const weight = (minimum: number, maximum: number, value: number, from: string) => decimal(minimum, maximum, value, 'outcome', from)

/** Outcomes that nobody said: see `observationsOf`. A signal without a weight is not looked for. */
const Implicit = Schema.Struct({
  succeeded: weight(0, 1, 0, unsaid).says('Weight of a tool call that had the words of a memory and went well (S3.58).'),
  failed: weight(-1, 0, 0, unsaid).says('Weight of a tool call that had the words of a memory and failed (S3.59).'),
  undone: weight(-1, 0, 0, unsaid).says('Weight of a commit, a write or a command that a later call of the session took back (S3.59).'),
  restored: weight(-1, 0, 0, unsaid).says('Weight of a write after which the file got its former text again (S3.59).'),
  askedAgain: weight(-1, 0, 0, unsaid).says('Weight of the same question, asked again at once.'),
  unopposed: weight(0, 1, 0, unsaid).says(
    'Weight of a turn that ended well and was followed by another subject, without a complaint (S3.58).',
  ),
  unused: weight(-1, 0, 0, unsaid).says('Weight of a memory that such a turn was given and used nothing of (S2.5, S2.23).'),
  edited: weight(-1, 1, 0, unsaid).says(
    'Weight of a file that was written and soon changed by others, or written again in a later turn (S3.60).',
  ),
  usedLater: weight(0, 1, 0, unsaid).says('Weight of a memory that a later turn of the session used (S2.24).'),
  rate: choice(['agent', 'conscious'], 'agent', 'tier', unsaid).says(
    'Such an outcome moves an edge from a cue by the rate of this tier. An edge of the walk always moves by the rate of a program.',
  ),
  alike: decimal(0, 1, 0.6, 'likeness', unsaid).says('A question is the same again from this likeness on.'),
  seconds: count(0, 86_400, 900, 'seconds', 'S3.70').says(
    'A question that comes later is not the same again, and a file that changes later was not edited.',
  ),
})

export const Learning = Schema.Struct({
  agent: rates('A verdict of a program', { cue: 0.02, path: 0.005, utility: 0.01, most: { turn: 8, session: 500, day: 2_000 } }),
  conscious: rates('A verdict of a person', { cue: 0.6, path: 0.02, utility: 0.3, most: { turn: 100, session: 20_000, day: 50_000 } }),
  depth: decimal(0, 10, 0.5, 'per edge').says('Credit fades along the path by exp(−depth · distance) towards the seed (α of S4.60).'),
  rule: Rule,
  squash: choice(['clamp', 'logit'], 'clamp', 'rule', 'C7').says(
    'At its bounds a strength stops (`clamp`) or approaches them ever more slowly (`logit`, unchanged half way between them).',
  ),
  drift: decimal(0, 1, 0, 'strength', 'S4.62, of another profile').says(
    'At the end of a turn each followed edge gains this, and each skipped edge loses it.',
  ),
  /** Edges that a successful turn adds: see `grownPairs`. */
  growth: Schema.Struct({
    cooccurrence: decimal(0, 1, 0, 'strength', 'S3.84, of another profile: tried here, it changed rankings for nothing gained').says(
      'A successful turn adds this between memories of its context.',
    ),
    joins: choice(['neighbours', 'all'], 'neighbours', 'rule', 'S3.82, of another profile').says(
      'The memories of a context between which it adds that: `neighbours` in its order, or `all`, each with each behind it.',
    ),
    tool: decimal(0, 1, 0, 'strength', 'S3.85, of another profile: tools are not recalled').says(
      'A successful turn adds this from each memory of its context to each tool that succeeded.',
    ),
    most: count(0, 1_000, 24, 'edges').says('One turn adds or raises at most this many edges.'),
  }),
  windowTurns: count(1, 1000, 1000, 'turns').says('A verdict on a turn older than this many turns teaches nothing.'),
  delayed: Delayed,
  muteSessions: list(['interactive', 'cli', 'heartbeat', 'cron', 'subagent'], ['heartbeat', 'cron', 'subagent'], 'kinds', 'ours').says(
    'Verdicts in sessions of these kinds teach nothing.',
  ),
  muteOrigins: list(['owner', 'agent', 'untrusted', 'system'], ['untrusted', 'system'], 'origins', 'ours').says(
    'Verdicts of speakers of these origins teach nothing.',
  ),
  spoken: decimal(-1, 0, -0.3, 'outcome').says(
    'A correction heard in a message gives this outcome to the memories that the reply before it used.',
  ),
  severe: decimal(1, 10, 2, 'factor').says('Multiplies that outcome if the message is forceful. The outcome is never below −1.'),
  spokenSeconds: count(0, 86_400, 900, 'seconds', 'S3.70').says('A heard correction is not about a turn older than this.'),
  use: Use,
  implicit: Implicit,
})

const keeps = (family: string) =>
  decimal(0, 1, 0.9998, 'factor a turn', 'ours: half is gone after 3,465 turns').says(
    `A strength of the family ${family} keeps this share of itself for each turn in which nothing follows it. With 1 it does not decay.`,
  )

export const Forgetting = Schema.Struct({
  everyTurns: count(1, 1_000_000, 50, 'turns', 'S0.76, C24').says('A maintenance run is due this many turns after the last one.'),
  heartbeatSeconds: count(0, 31_536_000, 3_600, 'seconds', 'S0.76, C24').says('A heartbeat starts a run if the last one is this old.'),
  afterReading: choice(['off', 'on'], 'off', 'rule', 'S3.87, of another profile').says(
    'With `on` a run is also due when documents were read in, however few turns passed. It waits for changed edges all the same.',
  ),
  changesLeast: count(0, 1_000_000, 20, 'edges', 'C24').says('A run waits until this many edges have changed since the last one.'),
  decay: Schema.Struct({
    SEQ: keeps('SEQ'),
    SIM: keeps('SIM'),
    CAUSE: keeps('CAUSE'),
    idle: count(0, 1_000_000, 200, 'turns').says('A strength decays after it was unused for this many turns.'),
    step: count(1, 10_000, 10, 'turns').says('Decay is computed at turns that are multiples of this, whenever the run takes place.'),
    floor: choice(['first', 'none'], 'first', 'rule', 'ours: documents stay true unused').says(
      'Decay ends at the size of the first strength (`first`) or at 0 (`none`).',
    ),
    protectedFloor: decimal(0, 10, 0.3, 'strength', 'S4.37; the size is the habitual bound').says(
      'Edges to a protected memory never decay below this size.',
    ),
  }),
  prune: Schema.Struct({
    below: decimal(0, 10, 0.05, 'strength', 'S4.83, C3').says('An edge below this size is removed.'),
    churned: decimal(0, 10, 0.03, 'strength', 'C4').says(
      'An edge below this size is removed, instead of `prune.below` if that is larger, while memories change quickly.',
    ),
    churn: decimal(0, 1, 0.15, 'share a week', 'C4').says('Memories change quickly if more than this share of them is added or retired.'),
    stale: decimal(0, 10, 0.02, 'strength', 'S4.84').says('A removed edge below this size is reported as stale if it was unused.'),
    staleTurns: count(0, 1_000_000, 14, 'turns', 'S4.84').says('Time without use after which such an edge is stale.'),
    young: count(0, 1_000_000, 50, 'turns', 'ours, after C24').says(
      'An edge that was linked, followed or moved in the last so many turns is kept.',
    ),
  }),
  /** A cue is removed if degree · edges + activity · uses + success · strengths − age · idle turns falls below 0 (C16). */
  death: Schema.Struct({
    degree: decimal(0, 100, 0.1, 'per edge').says('Part of a cue’s vitality for each of its edges.'),
    activity: decimal(0, 100, 0.05, 'per use').says('Part of its vitality for each time that an edge of it was followed.'),
    success: decimal(0, 100, 1, 'per strength').says('Part of its vitality for each unit of the positive strengths that lead from it.'),
    age: decimal(0, 100, 0.0005, 'per turn').says(
      'Loss of vitality for each turn without use. A cue is removed if its vitality is below 0 (C16).',
    ),
    fired: count(0, 1_000_000, 0, 'recalls', 'S3.95, of another profile').says(
      'What took part in more recalls than this is kept, unless verdicts called it wrong more often than right. With 0 nothing is kept for it.',
    ),
    strong: decimal(0, 10, 0.05, 'strength', 'ours: what is worth something is kept').says(
      'A cue is kept while an edge of this size or more belongs to it.',
    ),
    orphan: count(0, 1_000_000, 14, 'turns', 'C14, S4.87').says('A cue without edges is removed after this many turns. With 0 it is kept.'),
    note: count(0, 1_000_000, 500, 'turns', 'ours, for S4.87: it was kept on purpose').says(
      'A note on probation, or a procedure, that nothing used for this many turns is removed. With 0 it is kept.',
    ),
    captured: count(0, 1_000_000, 100, 'turns', 'ours, for S4.87').says(
      'A memory captured from a conversation that is on probation and that nothing used for this many turns is removed. With 0 it is kept.',
    ),
  }),
  merge: Schema.Struct({
    neighbours: decimal(0, 1, 0.9, 'share', 'ours, for S4.88').says(
      'Two cues are merged if this share of their targets is the same and their words are alike enough.',
    ),
    alike: decimal(0, 1, 0.85, 'likeness', 'ours, for S4.88').says('The words of two cues are alike enough from this likeness on.'),
    most: count(0, 1_000, 20, 'pairs').says('One run merges at most this many pairs.'),
  }),
})

/** Thresholds of the health report. No decision depends on them. */
export const Health = Schema.Struct({
  turns: count(1, 1024, 200, 'turns').says('`stats` examines this many of the newest recalls; turns without memory do not count.'),
  least: count(1, 100_000, 50, 'edges or turns').says('With fewer edges or recalls `stats` reports nothing about them.'),
  reflexMost: decimal(0, 1, 0.5, 'share', 'S3.110; number ours').says(
    'A larger share of reflexes among learned edges is reported as rigid.',
  ),
  oscillatingMost: decimal(0, 1, 0.05, 'share', 'S2.30; number ours').says(
    'A larger share of edges that are pulled both ways is reported.',
  ),
  deadMost: decimal(0, 1, 0.8, 'share').says('A larger share of learned edges that no walk follows is reported.'),
  entropyLeast: decimal(0, 1, 0.4, 'share', 'S3.110; number ours').says(
    'A lower entropy of the recalled memories, as a share of its maximum, is reported as repetition.',
  ),
})
