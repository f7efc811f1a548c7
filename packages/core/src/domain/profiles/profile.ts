/**
 * A profile: the complete settings of learning and recall. Deciders read it; folds never do.
 *
 * A log records it whole in `BrainCreated` and `ProfileChanged`. How strengths change is in `learning-settings.ts`.
 */
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import type { Tier } from '../events/learning-events.ts'
import { clamp, type Nano, nano } from '../strength.ts'
import { Growth } from './growth-settings.ts'
import { Forgetting, Health, Learning } from './learning-settings.ts'
import { Aliases, Judging, Model, Routing } from './model-settings.ts'
import { calibrated, choice, completed, count, decimal, type Setting, settingsIn, trial } from './setting.ts'

const mirrored = 'ours, the mirror of S2.10'

/** Factors of edges by the family of their kind, for one kind of question. */
const kernel = (question: string, order: Readonly<Record<'SEQ' | 'SIM' | 'CAUSE', number>>) =>
  Schema.Struct({
    SEQ: decimal(0, 2, order.SEQ, 'factor', 'S1.31, S1.37').says(
      `Multiplies edges of sequence and of parts in a question for ${question}.`,
    ),
    SIM: decimal(0, 2, order.SIM, 'factor', 'S1.31, S1.37').says(`Multiplies edges of likeness in a question for ${question}.`),
    CAUSE: decimal(0, 2, order.CAUSE, 'factor', 'S1.31, S1.37').says(
      `Multiplies edges from cause to effect in a question for ${question}.`,
    ),
  })

const Budget = Schema.Struct({
  seeds: count(1, 256, 20, 'memories', 'S4.45').says('A walk starts at this many of the best texts.'),
  cues: count(0, 64, 32, 'cues').says('A walk starts at no more cues than this, beside the seeds.'),
  hops: count(0, 8, 3, 'hops', 'S4.43').says('A walk follows paths of at most this many edges.'),
  fired: count(1, 1024, 24, 'memories', 'S4.41').says('A walk visits at most this many memories, seeds included.'),
  follows: count(0, 256, 6, 'memories', 'S4.42').says(
    'At most this many of the visited memories may be reached by edges alone. Memories that a cue leads to are not counted.',
  ),
  candidates: count(1, 256, 16, 'pairs', 'S4.44').says(
    'The walk examines this many of the strongest neighbours of a memory. Negative edges are examined in addition.',
  ),
  items: count(1, 256, 24, 'memories', 'S4.55').says(
    'This many of the best memories are recorded and considered for the context. A recall lists no more unless it asks for more.',
  ),
  tokens: count(0, 100_000, 1_500, 'tokens').says('The context has at most this length.'),
})

const Seeding = Schema.Struct({
  pool: count(1, 10_000, 100, 'memories', trial).says(
    'The text search returns this many of the best texts. Those that the walk does not visit follow at the end of the ranking.',
  ),
  window: count(0, 1_000, 24, 'words', 'measured, docs/results/retrieval.md').says(
    'A longer text counts by its best run of this many words, too, stop words left out. With 0 it counts as a whole alone.',
  ),
  windowShare: decimal(0, 1, 0.5, 'share', 'measured, docs/results/retrieval.md').says(
    'The share of a long text’s score that its best run of words has; less where texts have more than 50 words in the mean.',
  ),
  cueMatch: decimal(0, 1, 0.05, 'likeness').says('A cue counts for a question from this likeness on.'),
  sameCue: decimal(0, 1, 0.92, 'likeness', 'S3.77').says('From this likeness on a cue and a question are the same.'),
  cueWords: count(1, 16, 2, 'words').says(
    'A cue is compared with a question only if they share this many words, or if all their words are the same. Stop words do not count.',
  ),
  speaker: decimal(1, 10, 1.25, 'factor', trial).says('Multiplies the score of a memory whose speaker the question names.'),
  title: decimal(0, 10, 2, 'factor', trial).says(
    'A memory whose title stands in the question gains this number times the rarity of the title’s words.',
  ),
  hit: decimal(0, 1, 0.25, 'best seeds', 'S3.19, C32').says(
    'A memory that another search of the host found becomes a seed with this share of the best seed’s score.',
  ),
  warmTurns: count(1, 1000, 1, 'turns', 'S3.6').says(
    'A follow-up starts from the memories given in this many turns of the session before it, too, as from hits of another search.',
  ),
  warmFade: decimal(0, 1, 0.05, 'share', 'S3.13').says('What a memory given before counts falls by this share with each further turn.'),
  earlier: decimal(0, 1, 0.5, 'share').says(
    'A question of one content word, or of two behind “and”, goes on with the words of the question before, which count with this share of their weight, together at most as much as its own.',
  ),
  tagFactor: decimal(1, 10, 1.15, 'factor').says('Multiplies the score of memories in the area that the last heartbeat named.'),
  tagTurns: count(0, 1000, 20, 'turns').says('The area of a heartbeat counts for this many turns, and for one day at most.'),
  situation: decimal(0, 1, 0.1, 'best seeds', 'ours; S4.45').says(
    'A memory that the situation of a question points to becomes a seed with this share of the best seed’s score: one of an open task, of a file that was touched, or of an error that is open. Below `context.relative` the situation alone puts nothing into the context. With 0 it points to nothing.',
  ),
  situationTokens: count(0, 400, 60, 'tokens', 'ours; S3.37').says(
    'The situation of a question is told to a routing model in at most this many tokens, and kept with the turn. With 0 it is not told.',
  ),
  anchors: choice(['words', 'both', 'vectors'], 'words', 'search', 'ours; S1.32 and S0.6 under their profiles').says(
    'What a walk starts at, where an embedder of meaning is in force (the built-in one knows spelling alone) and answers in time: `words`, the best texts by words, with what `seeding.meaning` adds; `both`, the texts that words and vectors find, the nearest with `seeding.vector`; `vectors`, the nearest texts, each with its similarity as its energy.',
  ),
  meaning: decimal(0, 10, 0.03, 'question weights', 'measured, docs/adr/0092').says(
    'With an embedder of meaning, and `seeding.anchors` at `words`, a text gains or loses this share of the question’s weight in rare words for each standard deviation by which its similarity is above or below the mean of the texts found. With 0 vectors count only where words fail, as those of spelling.',
  ),
  vector: decimal(0, 10, 0.4, 'best texts').says(
    'The text with the nearest vector gains this share of the best text’s score if no word of the question is found, less if some are. With 0 no vector is computed.',
  ),
  aliases: decimal(0, 10, 1, 'factor', 'measured, docs/adr/0090').says(
    'The score of a memory is that of its text and this many times that of its aliases. With 0 aliases are not searched.',
  ),
  vectorUnknown: decimal(0.01, 1, 0.8, 'share').says(
    'Vectors are used if words that no memory has make up this share of the question’s weight. It is above 0 so that known words decide alone.',
  ),
  vectorNear: count(1, 256, 20, 'memories').says('The vector search returns this many of the nearest texts.'),
  vectorFade: count(1, 1000, 10, 'places').says('A text this many places behind the nearest gains half as much.'),
})

const Walk = Schema.Struct({
  cueEdges: count(64, 4_096, 256, 'pairs').says(
    'The walk examines this many of the strongest memories that a cue leads to, however often it was taught.',
  ),
  slope: decimal(0.01, 10, 0.35, 'strength', trial).says(
    'Converts a strength to the weight of an edge: (strength − habitual) / slope, for strengths from habitual up.',
  ),
  residual: decimal(0, 10, 0.7, 'share', trial).says('A neighbour is credited with this share of the question’s words that it adds.'),
  spread: decimal(0, 10, 0.4, 'share', trial).says('A memory passes this share of its own score along edges of kinds that grow from use.'),
  fade: decimal(0, 1, 0.5, 'share', trial).says('Each hop after the first carries this share of the hop before it.'),
  structure: decimal(0, 2, 1, 'factor').says('Multiplies edges of headings, links and shared names. With 0 a walk does not look at them.'),
  procedure: count(0, 64, 8, 'steps', 'S4.4; number ours').says(
    'Beyond its hops a walk takes this many further steps along reflex edges from a step to the next one, so that a procedure that it reached is followed to its end.',
  ),
  expansions: count(0, 256, 10, 'memories', trial).says('The walk continues from at most this many memories of one depth.'),
  gateClosed: decimal(0, 1, 0.1, 'share', trial).says(
    'Mention edges carry nothing if at most this share of the seeds is joined by mentions of a title.',
  ),
  gateOpen: decimal(0, 1, 0.4, 'share', trial).says(
    'Mention edges carry their whole weight from this share on, and a proportion of it between the two shares.',
  ),
  asked: decimal(0, 1, 0.1, 'factor', trial).says('Multiplies mention edges of a name that stands in the question.'),
  coverage: decimal(0, 2, 0.8, 'share', trial).says(
    'A memory loses this share of the question’s words that better memories cover already, in proportion to how far mention edges are trusted.',
  ),
  learned: decimal(0, 100, 5, 'best seeds').says('An edge of weight 1 from a cue adds this to its target, for the cue’s own question.'),
  likeness: count(1, 16, 3, 'power').says(
    'For other questions that gain is multiplied by likeness to this power, and less the more of the question the cue lacks.',
  ),
  words: decimal(0, 100, 3, 'best seeds').says(
    'A memory gains this if it was useful for every word of the question, in whichever questions, and its text has none; for some words, in proportion to their rarity.',
  ),
  saturation: decimal(0.01, 100, 0.7, 'weight').says('A word counts half after this much praise of a memory with it.'),
  against: decimal(0, 10, 0.5, 'factor').says('One unit of blame with a word cancels this much praise with it.'),
  doubt: decimal(0, 1, 0.7, 'share').says(
    'What was learned counts this share less if the best text has all words of the question; in proportion if it has some.',
  ),
  untaught: decimal(0, 1, 0.8, 'share').says(
    'What was learned word by word counts this share less if none of the ten best texts was ever right for a question; in proportion to their scores if some were.',
  ),
  inhibition: decimal(0, 100, 4, 'best seeds').says(
    'A negative edge of strength −1 takes this from its target; an edge from a cue, for the cue’s own question.',
  ),
  blame: count(1, 16, 4, 'power').says(
    'For other questions the loss by a cue is multiplied by likeness to this power, and less the more of the question the cue lacks.',
  ),
})

const Context = Schema.Struct({
  coverage: decimal(0, 1, 0.25, 'share').says(
    'A memory is sure, whatever its words, if lessons bring it this share of the best text’s score.',
  ),
  /** Weights of the signs of confidence and the threshold of their sum: see `Signs` in `recall/confidence.ts`. */
  confidence: Schema.Struct({
    words: decimal(-100, 100, 1.8, 'weight', calibrated).says(
      'Weight of ln(1 + number of the sentence’s words that the best window of the text or an alias has): one may be a coincidence, three hardly.',
    ),
    missing: decimal(-100, 100, -0.35, 'weight', calibrated).says(
      'Weight of the rarity of the words not found, in words that no memory has.',
    ),
    lead: decimal(-100, 100, 0.77, 'weight', calibrated).says(
      'Weight of the memory’s score less that of the best other one, in weights of the sentence: −1 to 1.',
    ),
    named: decimal(-100, 100, 1.35, 'weight', calibrated).says(
      'Weight of how far the message names a part of the memory’s title: the share of its words, times their rarity.',
    ),
    asks: decimal(-100, 100, 0.64, 'weight', calibrated).says('Weight of a question mark at the end of the sentence.'),
    unknown: decimal(-100, 100, -2.51, 'weight', calibrated).says(
      'Weight of the share of the sentence’s words, by rarity, that no text and no alias of the memory has.',
    ),
    dated: decimal(-100, 100, 2.2, 'weight', calibrated).says('Weight of a day that the message asks for and the memory has.'),
    size: decimal(-100, 100, -0.3, 'weight', calibrated).says(
      'Weight of ln(memories / `context.few`): of many memories one has words by chance more often.',
    ),
    aliased: decimal(-100, 100, 0.42, 'weight', calibrated).says('Weight of ln(1 + number of words that aliases alone have).'),
    meaning: decimal(-100, 100, 4.25, 'weight', calibrated).says(
      'Where a sentence asks and a memory stands out by vectors of meaning, the words that it lacks count less: by this times how far it does beyond 0.2, at most not at all.',
    ),
    least: decimal(-1000, 1000, 0.3, 'sum', calibrated).says(
      'A memory is sure enough for the context if the weighted signs come to this sum. A larger number gives fewer memories.',
    ),
  }),
  part: count(0, 10_000, 500, 'tokens', calibrated).says(
    'Of a memory longer than this the context has the sentences that answer, in about as many tokens. With 0 it has every memory whole.',
  ),
  few: count(0, 1_000_000, 40, 'texts', calibrated).says(
    'A brain with fewer texts is judged as if it had this many: no word is rare among three notes.',
  ),
  relative: decimal(0, 1, 0.2, 'share').says(
    'An item below this share of the best score is left out of the context. Score that a shared name alone brings does not count on either side.',
  ),
  rival: decimal(0, 1, 0.5, 'share', calibrated).says(
    'A further item is given from this share of the best score on, because the question may mean it.',
  ),
  adds: decimal(0, 1, 0.1, 'share', calibrated).says(
    'A further item must add this share of the question’s words to the items before it, by the words’ rarity.',
  ),
  rivalSure: decimal(-100, 0, -1.5, 'log odds', calibrated).says(
    'A further item that the question may mean is given if it is no further than this behind the surest one.',
  ),
  addsSure: decimal(-100, 0, -3, 'log odds', calibrated).says(
    'A further item that adds words of the question is given if it is no further than this behind the surest one.',
  ),
  linked: decimal(0, 1, 0.5, 'share', calibrated).says(
    'A further item whose score comes mostly from edges is given from this share of the best score on.',
  ),
  guardrails: Schema.Struct({
    most: count(0, 16, 3, 'lines', 'ours; S3.16').says('At most this many lines say what was corrected before. 0: none.'),
    characters: count(80, 2_000, 240, 'characters').says('Such a line has about this many characters at most.'),
    alike: decimal(0, 1, 0.6, 'likeness', 'C25').says(
      'A memory that the question does not find is blamed for it from this likeness to the question of the verdict on.',
    ),
  }),
})

/** Strengths of the edges that ingest links, as weights of the walk: strength = habitual + slope · weight. */
const Ingest = Schema.Struct({
  next: decimal(0, 2, 0.5, 'weight', trial).says('Edge from a passage to the next; its strength is habitual + slope · weight.'),
  previous: decimal(0, 2, 0.25, 'weight', trial).says('Edge from a passage to the one before.'),
  afterNext: decimal(0, 2, 0.2, 'weight', trial).says('Edge from a turn of a talk to the second next.'),
  beforePrevious: decimal(0, 2, 0.12, 'weight', trial).says('Edge from a turn of a talk to the second before.'),
  prose: decimal(0, 2, 0, 'factor', trial).says(
    'Multiplies these edges between passages of prose, which complete each other less than turns of a talk do.',
  ),
  asked: decimal(1, 10, 2, 'factor', trial).says('Multiplies the edge from a question to the passage after it.'),
  answerLength: count(1, 10_000, 25, 'words', trial).says('The factor for an answer shrinks for answers longer than this.'),
  lengthMost: count(1, 10_000, 40, 'words', trial).says('Edges to a passage longer than this are weaker, in proportion.'),
  part: decimal(0, 2, 0.4, 'weight').says('Edge from the first passage of a heading to the passages of the headings below it.'),
  link: decimal(0, 2, 0.6, 'weight').says('Edge from a passage to the target of its link.'),
  similar: count(0, 64, 0, 'edges', 'S1.10, S1.28').says(
    'A passage is joined to this many of the nearest passages that were there before it. The strength is the cosine of their vectors; without an embedder, that of their words.',
  ),
  cause: decimal(0, 2, 1, 'weight', 'S1.29').says(
    'Edge between a cause and its effect that a model names when documents are read in, times its confidence.',
  ),
  causeLeast: decimal(0, 1, 0.5, 'confidence').says('A cause that a model names with less confidence is recorded and not linked.'),
})

/** Edges between passages that share a name. */
const Mentions = Schema.Struct({
  carriersMost: count(0, 1_000, 60, 'passages', trial).says('A name in more passages than this joins none of them.'),
  commonAt: count(2, 1_000_000, 10_000, 'passages').says(
    'A name in this many passages has rarity 0: the rarity is 1 − ln(passages with the name) / ln(this number).',
  ),
  edgesMost: count(0, 256, 16, 'edges', trial).says('A passage keeps this many of its strongest mention edges.'),
  mentions: decimal(0, 2, 1.4, 'weight', trial).says(
    'Edge from a passage that mentions a name to a passage about it, times the name’s rarity.',
  ),
  isMentioned: decimal(0, 2, 1, 'weight', trial).says('Edge from a passage about a name to a passage that mentions it, times the rarity.'),
  bothAbout: decimal(0, 2, 0.8, 'weight', trial).says('Edge between two passages about the same name, times the rarity.'),
  bothMention: decimal(0, 2, 0.8, 'weight', trial).says('Edge between two titled passages that mention the same name, times the rarity.'),
})

export const Profile = Schema.Struct({
  name: Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9-]{0,31}$/)),
  strength: Schema.Struct({
    min: decimal(-10, 0.05, -0.95, 'strength', mirrored).says('Lowest strength of an edge. A strength below zero suppresses the target.'),
    max: decimal(0, 10, 0.95, 'strength', 'S2.10').says('Highest strength of an edge.'),
  }),
  utility: Schema.Struct({
    min: decimal(0, 1, 0.05, 'utility').says('Lowest utility of a memory. The utility multiplies the memory’s score.'),
    max: decimal(1, 10, 1, 'utility').says('Highest utility of a memory. Every memory starts with 1.'),
  }),
  tiers: Schema.Struct({
    habitual: decimal(0, 1, 0.3, 'strength', 'S4.39, S4.40').says('An edge below this strength is dormant and carries nothing.'),
    reflex: decimal(0, 1, 0.8, 'strength', 'S4.38').says('An edge from this strength on is followed even if its target adds nothing.'),
  }),
  wrong: choice(['not-relevant', 'not-useful'], 'not-relevant', 'verdict', 'S2.16; decided otherwise for this profile').says(
    'The verdict `wrong` is taken as this verdict.',
  ),
  review: choice(['off', 'on'], 'off', 'queue', 'ours').says(
    '`on`: what a model or others bring waits until the owner says yes with `review`; until then it is given to no model, supersedes nothing and teaches nothing. What was there before stays as it is.',
  ),
  engine: choice(['route', 'spread'], 'route', 'engine', 'ADR 0017').says(
    'Engine of a walk unless the recall names one: `route` follows edges by their tier, `spread` spreads energy.',
  ),
  budget: Budget,
  seeding: Seeding,
  walk: Walk,
  kernel: Schema.Struct({
    order: kernel('an order', { SEQ: 1.6, SIM: 1, CAUSE: 1 }),
    why: kernel('a reason', { SEQ: 1, SIM: 1, CAUSE: 1.6 }),
    likeness: kernel('neither an order nor a reason', { SEQ: 1, SIM: 1, CAUSE: 1 }),
    asked: choice(['unclear', 'always'], 'unclear', 'questions', 'S1.31').says(
      'Where a routing model is asked, it weighs the families of edges too: `always`, or only where the question asks for neither an order nor a reason (`unclear`).',
    ),
  }),
  context: Context,
  learning: Learning,
  growth: Growth,
  routing: Routing,
  model: Model,
  judging: Judging,
  aliases: Aliases,
  forgetting: Forgetting,
  health: Health,
  ingest: Ingest,
  mentions: Mentions,
})
export type Profile = typeof Profile.Type
export type GrowthSettings = Profile['growth']
export type ForgettingSettings = Profile['forgetting']

/** Every setting by its path, in the order of the profile. The profile's name is not a setting. */
export const settings: ReadonlyMap<string, Setting> = new Map(settingsIn(Profile).map((setting) => [setting.name, setting]))

const decode = Schema.decodeUnknownResult(Profile, { errors: 'first' })

/**
 * Decodes the settings of a log. A setting that the log lacks, because it is newer than the log, has its described default. Fails with the
 * first wrong value and its place.
 */
export const readProfile = (recorded: unknown): Result.Result<Profile, string> => {
  const decoded = decode(completed(Profile, recorded))
  return Result.isFailure(decoded) ? Result.fail(decoded.failure.message) : Result.succeed(decoded.success)
}

/* Strengths that follow from a profile alone, whatever was learned. */

/** Tiers of what is said, each with its own rates. */
export type SaidTier = Exclude<Tier, 'manual'>

/** Returns the first strength of an edge with this walk weight, clamped to the bounds of the profile. */
export const ingestStrength = ({ strength: { max, min }, tiers, walk }: Profile, weight: number): Nano =>
  clamp(nano(tiers.habitual + walk.slope * weight), { min: nano(min), max: nano(max) })

/** Returns the change of the cue's own edge: the whole rate times the outcome. */
export const cueDelta = (outcome: number, tier: SaidTier, { learning }: Pick<Profile, 'learning'>): number => learning[tier].cue * outcome

/**
 * Returns the strength, in units, to which one usual correction that names nothing else brings a cue's edge from 0. A memory inhibited no
 * more than that changes its place for the cue's questions, and stays in their context.
 */
export const placesOnly = ({ learning }: Pick<Profile, 'learning'>): number => cueDelta(learning.spoken, 'conscious', { learning })
