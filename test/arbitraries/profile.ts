/** Settings that a brain may have: those that have a name, and any others that the schema of a profile accepts. */
import fc from 'fast-check'
import { origins } from '../../packages/core/src/domain/node.ts'
import { balanced } from '../../packages/core/src/domain/profiles/balanced.ts'
import type { Profile } from '../../packages/core/src/domain/profiles/profile.ts'
import { profiles } from '../../packages/core/src/domain/profiles/profiles.ts'

const between = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.double({ min, max, noNaN: true }).map((value) => value + 0),
    fc.constantFrom(min, max),
  )
const whole = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max })

const strength = fc.oneof(
  fc.record({ min: between(-10, 0.05), max: between(0.05, 10) }),
  fc.constantFrom({ min: -0.95, max: 0.95 }, { min: 0.05, max: 0.95 }, { min: 0, max: 1 }, { min: -1 / 3, max: 0.07 }, { min: 0, max: 0 }),
)
const tiers = fc.tuple(between(0, 1), between(0, 1)).map(([a, b]) => ({ habitual: Math.min(a, b), reflex: Math.max(a, b) }))
const kernel = fc.record({ SEQ: between(0, 2), SIM: between(0, 2), CAUSE: between(0, 2) })
const most = fc.record({ turn: whole(0, 20), session: whole(0, 200), day: whole(0, 200) })
const rates = fc.record({ cue: between(0, 2), path: between(0, 2), utility: between(0, 1), most })
const delayed = fc.record({
  turns: whole(0, 12),
  seconds: whole(0, 3_600),
  fade: between(0.1, 10),
  closeness: between(0, 5),
  sharing: fc.constantFrom('fractional', 'winner'),
})

const rule = fc.record({
  attention: fc.constantFrom('share', 'fixed'),
  followed: between(0, 1),
  skipped: fc.oneof(fc.constant(0), between(0, 1), fc.constant(1)),
  gate: between(0, 1),
  timing: fc.constantFrom('none', 'distance', 'depth'),
  measures: fc.constantFrom('agent', 'every-tier'),
})

/** In numbers that short histories reach. */
const forgetting: fc.Arbitrary<Profile['forgetting']> = fc.record({
  everyTurns: whole(1, 6),
  heartbeatSeconds: whole(0, 3_600),
  changesLeast: whole(0, 4),
  decay: fc.record({
    SEQ: between(0, 1),
    SIM: between(0.5, 1),
    CAUSE: between(0, 1),
    idle: whole(0, 4),
    step: whole(1, 3),
    floor: fc.constantFrom('first', 'none'),
    protectedFloor: between(0, 1),
  }),
  prune: fc.record({
    below: between(0, 0.7),
    churned: between(0, 0.5),
    churn: between(0, 1),
    stale: between(0, 0.3),
    staleTurns: whole(0, 4),
    young: whole(0, 4),
  }),
  death: fc.record({
    degree: between(0, 1),
    activity: between(0, 1),
    success: between(0, 2),
    age: between(0, 3),
    strong: between(0, 1),
    orphan: whole(0, 4),
  }),
  merge: fc.record({ neighbours: between(0, 1), alike: between(0, 0.9), most: whole(0, 3) }),
})

/** Those that a brain can have by name. */
const namedProfile: fc.Arbitrary<Profile> = fc.constantFrom(...profiles.values())

const anyWalkSettings: fc.Arbitrary<Pick<Profile, 'strength' | 'tiers' | 'walk' | 'budget'>> = fc.record({
  strength,
  tiers,
  budget: fc.record({
    seeds: whole(1, 20),
    cues: whole(0, 8),
    hops: fc.constantFrom(0, 1, 2, 3, 3, 4),
    fired: whole(1, 24),
    follows: whole(0, 6),
    candidates: whole(1, 8),
    items: whole(1, 24),
    tokens: whole(0, 400),
  }),
  walk: fc.record({
    slope: between(0.05, 2),
    residual: between(0, 2),
    spread: between(0, 2),
    fade: between(0, 1),
    expansions: whole(0, 10),
    gateClosed: between(0, 1),
    gateOpen: between(0, 1),
    asked: between(0, 1),
    coverage: between(0, 2),
    learned: between(0, 5),
    likeness: whole(1, 4),
    words: between(0, 5),
    saturation: between(0.01, 5),
    against: between(0, 2),
    doubt: between(0, 1),
    untaught: between(0, 1),
    inhibition: between(0, 5),
    blame: whole(1, 6),
  }),
})

export const walkSettings: typeof anyWalkSettings = fc.oneof(
  { weight: 1, arbitrary: namedProfile.map(({ budget, strength, tiers, walk }) => ({ strength, tiers, walk, budget })) },
  { weight: 3, arbitrary: anyWalkSettings },
)

const any: fc.Arbitrary<Profile> = fc
  .tuple(
    anyWalkSettings,
    fc.record({
      engine: fc.constantFrom('route', 'spread'),
      utility: fc.record({ min: between(0, 1), max: between(1, 10) }),
      wrong: fc.constantFrom('not-relevant', 'not-useful'),
      seeding: fc.record({
        pool: whole(1, 100),
        cueMatch: between(0, 1),
        sameCue: between(0, 1),
        cueWords: whole(1, 4),
        speaker: between(1, 3),
        title: between(0, 3),
        hit: between(0, 1),
        tagFactor: between(1, 3),
        tagTurns: whole(0, 40),
        vector: between(0, 2),
        vectorUnknown: between(0.01, 1),
        vectorNear: whole(1, 30),
        vectorFade: whole(1, 30),
      }),
      kernel: fc.record({ order: kernel, why: kernel }),
      context: fc.record({
        coverage: between(0, 1),
        sure: fc.record({
          coverage: between(-100, 100),
          rarity: between(-100, 100),
          phrase: between(-100, 100),
          evidence: between(-100, 100),
          words: between(-100, 100),
          length: between(-100, 100),
          least: between(-1000, 1000),
        }),
        relative: between(0, 1),
        few: fc.integer({ min: 0, max: 1_000 }),
        rival: between(0, 1),
        adds: between(0, 1),
        linked: between(0, 1),
        duplicate: between(0, 1),
      }),
      learning: fc.record({
        agent: rates,
        conscious: rates,
        depth: between(0, 10),
        rule,
        squash: fc.constantFrom('clamp', 'logit'),
        drift: fc.oneof(fc.constant(0), between(0, 1), fc.constant(0.02)),
        growth: fc.record({
          cooccurrence: fc.oneof(fc.constant(0), between(0, 1)),
          tool: fc.oneof(fc.constant(0), between(0, 1)),
          most: whole(0, 24),
        }),
        windowTurns: whole(1, 1000),
        delayed,
        muteSessions: fc.subarray(['interactive', 'cli', 'heartbeat', 'cron', 'subagent'] as const),
        muteOrigins: fc.subarray([...origins]),
        spoken: between(-1, 0),
        severe: between(1, 4),
        spokenSeconds: whole(0, 3_600),
        use: fc.record({
          gram: whole(2, 4),
          gramsLeast: whole(1, 4),
          gramsEnough: whole(1, 8),
          share: between(0, 1),
          newWords: whole(0, 4),
          identifier: whole(2, 8),
          perTurn: whole(0, 8),
        }),
      }),
      forgetting,
      exploration: fc.record({ amount: fc.constantFrom(0, 0, 0.2, 1), halfTurns: whole(1, 100), seed: whole(0, 100) }),
      health: fc.record({
        turns: whole(1, 300),
        least: whole(1, 100),
        reflexMost: between(0, 1),
        oscillatingMost: between(0, 1),
        deadMost: between(0, 1),
        entropyLeast: between(0, 1),
        gapLeast: between(0, 1),
      }),
      ingest: fc.record({
        next: between(0, 2),
        previous: between(0, 2),
        afterNext: between(0, 2),
        beforePrevious: between(0, 2),
        prose: between(0, 2),
        asked: between(1, 4),
        answerLength: whole(1, 50),
        lengthMost: whole(1, 50),
        part: between(0, 2),
        link: between(0, 2),
      }),
      mentions: fc.record({
        carriersMost: whole(0, 60),
        commonAt: whole(2, 100),
        edgesMost: whole(0, 16),
        mentions: between(0, 2),
        isMentioned: between(0, 2),
        bothAbout: between(0, 2),
        bothMention: between(0, 2),
      }),
    }),
  )
  .map(([walk, rest]) => ({ name: 'any', ...walk, ...rest }))

export const profile: fc.Arbitrary<Profile> = fc.oneof(
  { weight: 2, arbitrary: namedProfile },
  { weight: 1, arbitrary: strength.map((bounds): Profile => ({ ...balanced, name: 'bounded', strength: bounds })) },
  { weight: 1, arbitrary: forgetting.map((fast): Profile => ({ ...balanced, name: 'forgetful', forgetting: fast })) },
  { weight: 2, arbitrary: any },
)
