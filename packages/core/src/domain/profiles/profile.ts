/**
 * A complete set of learning settings: what deciders may know. Recorded whole in `BrainCreated` and `ProfileChanged`, never read by a fold.
 *
 * Strengths, utilities and rates are in units here (1 = 10⁹ nano-units); deciders convert them once.
 */
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import { ForgettingSettings } from './forgetting-settings.ts'

const between = (minimum: number, maximum: number) => Schema.Finite.check(Schema.isBetween({ minimum, maximum }))
const count = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** What one tier of feedback does. */
const Rates = Schema.Struct({
  /** Moves the cue's learned edge to a named node, per unit of outcome. */
  cue: between(0, 10),
  /** Moves a walked edge, per unit of outcome and share of the activation it carried. */
  path: between(0, 10),
  /** Lowers the utility of a node that was not useful. */
  utility: between(0, 1),
  /** So many verdicts count on one turn, in one session and on one day; more are kept and teach nothing. */
  most: Schema.Struct({ turn: count(0, 1_000_000), session: count(0, 1_000_000), day: count(0, 1_000_000) }),
})

const KernelOf = Schema.Struct({ SEQ: between(0, 2), SIM: between(0, 2), CAUSE: between(0, 2) })

export const Profile = Schema.Struct({
  name: Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9-]{0,31}$/)),
  /** Bounds of every strength (decision C1). */
  strength: Schema.Struct({ min: between(-10, 0.05), max: between(0, 10) }),
  utility: Schema.Struct({ min: between(0, 1), max: between(1, 10) }),
  /** At or above `reflex` an edge is followed, below `habitual` it carries nothing, between them the policy decides (S4.38–S4.40). */
  tiers: Schema.Struct({ habitual: between(0, 1), reflex: between(0, 1) }),
  /** What `wrong` means here. */
  wrong: Schema.Literals(['not-relevant', 'not-useful']),
  /** How a question is walked unless its recall says otherwise: by tiers, or as energy that spreads. */
  engine: Schema.Literals(['route', 'spread']),
  /** Budgets of a turn (decision C21). */
  budget: Schema.Struct({
    seeds: count(1, 256),
    cues: count(0, 64),
    hops: count(0, 8),
    fired: count(1, 1024),
    follows: count(0, 256),
    candidates: count(1, 256),
    items: count(1, 256),
    tokens: count(0, 100_000),
  }),
  seeding: Schema.Struct({
    /** Best documents by text alone that are looked at. */
    pool: count(1, 10_000),
    /** A cue counts from this likeness on; at `sameCue` it is the question's own cue. */
    cueMatch: between(0, 1),
    sameCue: between(0, 1),
    /** Words that a question and a cue must have in common to be alike at all, unless all their words are the same. */
    cueWords: count(1, 16),
    /** What somebody says whom the question names counts so much more. */
    speaker: between(1, 10),
    /** A memory whose title stands in the question gains so much of the rarity of the title's words. */
    title: between(0, 10),
    /** What another search of the host found is a seed of so many best seeds (decision C32). */
    hit: between(0, 1),
    /** Memories of the area that the last heartbeat named count so much more, for so many turns. */
    tagFactor: between(1, 10),
    tagTurns: count(0, 1000),
    /** What the text nearest by its vector gains, in best texts, where no word of the question is found; 0 asks no vector. */
    vector: between(0, 10),
    /** Vectors are asked from this share of the question's weight in words on that no memory has. Above 0, so that known words decide alone. */
    vectorUnknown: between(0.01, 1),
    /** So many nearest. */
    vectorNear: count(1, 256),
    /** The one that stands so many places behind the nearest gains half. */
    vectorFade: count(1, 1000),
  }),
  walk: Schema.Struct({
    /** A strength s ≥ habitual carries (s − habitual) / slope. */
    slope: between(0.01, 10),
    /** How much of what a neighbour adds to the question's words it is credited with. */
    residual: between(0, 10),
    /** Share of its own score that a node passes along an edge whose kind grew from use. */
    spread: between(0, 10),
    /** Each hop after the first counts so much of the one before. */
    fade: between(0, 1),
    /** Nodes of one depth that are walked on from. */
    expansions: count(0, 256),
    /** Mentions are trusted as far as the share of seeds that take part in titles lies between these. */
    gateClosed: between(0, 1),
    gateOpen: between(0, 1),
    /** What a mention is worth whose name stands in the question already. */
    asked: between(0, 1),
    /** How much of what better memories say of the question already is taken from a memory's place, where the gate is open. */
    coverage: between(0, 2),
    /** What a cue's edge of weight 1 adds for its very question, in best seeds; for another one it fades with this power of likeness. */
    learned: between(0, 100),
    likeness: count(1, 16),
    /** What a memory gains, in best seeds, that was used for every word of the question; by the words' rarity where for some. */
    words: between(0, 100),
    /** A word that a memory was used for so often counts half. */
    saturation: between(0.01, 100),
    /** What one unit of blame with a word takes from the praise with it. */
    against: between(0, 10),
    /** How much less of what was learned is brought to a question whose words the best text has all. */
    doubt: between(0, 1),
    /** How much less, where none of the best texts was ever right for a question; by their share where some were. */
    untaught: between(0, 1),
    /** What a negative edge of one unit takes, in best seeds. */
    inhibition: between(0, 100),
    /** What a cue holds back fades with this power of likeness. */
    blame: count(1, 16),
  }),
  /** What positive edges count for questions that ask for an order or a reason, by family (S1.31). */
  kernel: Schema.Struct({ order: KernelOf, why: KernelOf }),
  context: Schema.Struct({
    /** Share of the best text's score that lessons must bring to a memory for it to be sure, whatever its words. */
    coverage: between(0, 1),
    /** What each sign of confidence counts, and what their sum must come to: see `confidenceIn`. */
    sure: Schema.Struct({
      coverage: between(-100, 100),
      rarity: between(-100, 100),
      phrase: between(-100, 100),
      evidence: between(-100, 100),
      words: between(-100, 100),
      length: between(-100, 100),
      least: between(-1000, 1000),
    }),
    /** A memory of fewer texts is judged as if it had so many. */
    few: count(0, 1_000_000),
    /** An item below this share of the best score stays out. */
    relative: between(0, 1),
    /** A further item is given from this share of the best score on, because it could as well be what is meant. */
    rival: between(0, 1),
    /** From this share of what is asked for on that it adds to the items before it, by the words' rarity. */
    adds: between(0, 1),
    /** And from this share of the best score on where edges brought most of its own. */
    linked: between(0, 1),
    /** Two items more alike than this are one. */
    duplicate: between(0, 1),
  }),
  learning: Schema.Struct({
    agent: Rates,
    conscious: Rates,
    /** Credit fades by exp(−depth · distance) towards the seed (α of S4.60). */
    depth: between(0, 10),
    /** What else of a walked edge its credit is measured by. */
    rule: Schema.Struct({
      /** Attention: the share of the activation that came by the edge, or `followed` for every edge that was followed by rule. */
      attention: Schema.Literals(['share', 'fixed']),
      followed: between(0, 1),
      /** Attention of an edge that was skipped on the way: above 0 a failure raises it and a success lowers it (S4.66, decision C17). */
      skipped: between(0, 1),
      /** The gate by use, sigmoid(0.5 · (uses − skips)), is never less; 1 leaves it out. */
      gate: between(0, 1),
      /** By how far the edge is from the judged memory, never less than a half; or by how much deeper it leads (S4.67). */
      timing: Schema.Literals(['none', 'distance', 'depth']),
      /** Whether gate and timing count for what somebody said too, or for what an agent concluded only. */
      measures: Schema.Literals(['agent', 'every-tier']),
    }),
    /** How a strength comes to its bounds: it stops there, or it comes ever slower (decision C7). */
    squash: Schema.Literals(['clamp', 'logit']),
    /** At the end of a turn every edge it followed gains so much and every edge it skipped loses so much (S4.62). */
    drift: between(0, 1),
    /** What the end of a turn that went well adds between neighbours of its context, and from each of them to a tool: see `grownPairs`. */
    growth: Schema.Struct({ cooccurrence: between(0, 1), tool: between(0, 1), most: count(0, 1_000) }),
    /** A verdict on a turn older than this many turns teaches nothing. */
    windowTurns: count(1, 1000),
    /** How an outcome that names no turn is shared: see `sharesOf`. */
    delayed: Schema.Struct({
      /** Among so many last turns of its session, none older than so many seconds. */
      turns: count(0, 100),
      seconds: count(0, 86_400),
      /** A turn that lies so many back weighs 1/e. */
      fade: between(0.1, 1000),
      /** A turn whose words what was said repeats all weighs so much more. */
      closeness: between(0, 100),
      sharing: Schema.Literals(['fractional', 'winner']),
    }),
    /** Kinds of sessions whose feedback teaches nothing. */
    muteSessions: Schema.Array(Schema.Literals(['interactive', 'cli', 'heartbeat', 'cron', 'subagent'])),
    /** Origins of a speaker whose feedback teaches nothing. */
    muteOrigins: Schema.Array(Schema.Literals(['owner', 'agent', 'untrusted', 'system'])),
    /** Outcome of a correction that is heard in a message, on what the reply before it drew on. */
    spoken: between(-1, 0),
    /** Times that, where it is said with force; −1 at the most. */
    severe: between(1, 10),
    /** It is about the turn before if that is not older than so many seconds. */
    spokenSeconds: count(0, 86_400),
    /** What counts as use of a memory by a reply or a tool call: see {@link UseSettings}. */
    use: Schema.Struct({
      gram: count(2, 8),
      gramsLeast: count(1, 100),
      gramsEnough: count(1, 1000),
      share: between(0, 1),
      newWords: count(0, 100),
      identifier: count(2, 100),
      perTurn: count(0, 64),
    }),
  }),
  forgetting: ForgettingSettings,
  /** What a recall that is recorded leaves to chance: see `explorationOf`. */
  exploration: Schema.Struct({
    /** What a strength may count more or less, at most, in the first turn; 0 leaves nothing to chance. */
    amount: between(0, 1),
    /** After so many turns half of it is left, after twice as many a third. */
    halfTurns: count(1, 1_000_000),
    /** What chance is drawn from, with the number of the turn. */
    seed: count(0, 4_294_967_295),
  }),
  /** From where on something about the learning is told as wrong. Nothing decides by it. */
  health: Schema.Struct({
    /** So many newest recalls are looked at. */
    turns: count(1, 1024),
    /** Told from so many edges with a strength, or recalls, on. */
    least: count(1, 100_000),
    /** Shares of the edges: reflexes, those pulled both ways, those that nothing follows. */
    reflexMost: between(0, 1),
    oscillatingMost: between(0, 1),
    deadMost: between(0, 1),
    /** Of who is recalled, as a share of its most. */
    entropyLeast: between(0, 1),
    /** The spectral gap now, as a share of what it was in the middle of the log. */
    gapLeast: between(0, 1),
  }),
  /** Strengths of the edges that ingest links, in the walk's weights r: s = habitual + slope · r. */
  ingest: Schema.Struct({
    /** To the next of a thread and the one before, and to the second next and the second before. */
    next: between(0, 2),
    previous: between(0, 2),
    afterNext: between(0, 2),
    beforePrevious: between(0, 2),
    /** Passages of a document of prose lead to each other by so much of it: they complete each other less than turns of a talk do. */
    prose: between(0, 2),
    /** What follows a question counts so much more; one that is longer than `answerLength` words less so. */
    asked: between(1, 10),
    answerLength: count(1, 10_000),
    /** To a passage that is longer than so many words less is lent, in proportion. */
    lengthMost: count(1, 10_000),
    part: between(0, 2),
    link: between(0, 2),
  }),
  /** Edges between passages that share a name, in the walk's weights before the name's rarity is counted. */
  mentions: Schema.Struct({
    /** A name that more passages have joins none. */
    carriersMost: count(0, 1_000),
    /** One that so many had would say nothing; with two it says nearly all. */
    commonAt: count(2, 1_000_000),
    /** Of one passage the strongest are linked. */
    edgesMost: count(0, 256),
    /** From what mentions a name to what is about it, and back; where both are about it; where both mention it. */
    mentions: between(0, 2),
    isMentioned: between(0, 2),
    bothAbout: between(0, 2),
    bothMention: between(0, 2),
  }),
})
export type Profile = typeof Profile.Type

const decode = Schema.decodeUnknownResult(Profile, { errors: 'first' })

/** Settings as a log holds them. Fails with what is wrong and where. */
export const readProfile = (settings: unknown): Result.Result<Profile, string> => {
  const decoded = decode(settings)
  return Result.isFailure(decoded) ? Result.fail(decoded.failure.message) : Result.succeed(decoded.success)
}
