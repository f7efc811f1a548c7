/** Settings that a brain may have: those that have a name, and any others that the schema of a profile accepts. */
import fc from 'fast-check'
import { origins } from '../../packages/core/src/domain/node.ts'
import { balanced } from '../../packages/core/src/domain/profiles/balanced.ts'
import { Profile } from '../../packages/core/src/domain/profiles/profile.ts'
import { profiles } from '../../packages/core/src/domain/profiles/profiles.ts'
import { type Narrowed, valuesOf } from './schema-values.ts'

const whole = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max })
const between = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.double({ min, max, noNaN: true }).map((value) => value + 0),
    fc.constantFrom(min, max),
  )
const often = (value: number, min: number, max: number): fc.Arbitrary<number> => fc.oneof(fc.constant(value), between(min, max))

const strength = fc.oneof(
  fc.record({ min: between(-10, 0.05), max: between(0.05, 10) }),
  fc.constantFrom({ min: -0.95, max: 0.95 }, { min: 0.05, max: 0.95 }, { min: 0, max: 1 }, { min: -1 / 3, max: 0.07 }, { min: 0, max: 0 }),
)
const tiers = fc.tuple(between(0, 1), between(0, 1)).map(([a, b]) => ({ habitual: Math.min(a, b), reflex: Math.max(a, b) }))
const most = { turn: whole(0, 20), session: whole(0, 200), day: whole(0, 200) }
const rates = { cue: between(0, 2), path: between(0, 2), most }

/** Narrower than the schema where only small numbers matter to short histories; all that is not named here is as wide as the schema. */
const narrowed: Narrowed<Profile> = {
  name: fc.constant('any'),
  strength,
  tiers,
  budget: {
    seeds: whole(1, 20),
    cues: whole(0, 8),
    hops: fc.constantFrom(0, 1, 2, 3, 3, 4),
    fired: whole(1, 24),
    follows: whole(0, 6),
    candidates: whole(1, 8),
    items: whole(1, 24),
    tokens: whole(0, 400),
  },
  seeding: {
    pool: whole(1, 100),
    cueWords: whole(1, 4),
    speaker: between(1, 3),
    title: between(0, 3),
    tagFactor: between(1, 3),
    tagTurns: whole(0, 40),
    vector: between(0, 2),
    vectorNear: whole(1, 30),
    vectorFade: whole(1, 30),
  },
  walk: {
    slope: between(0.05, 2),
    residual: between(0, 2),
    spread: between(0, 2),
    expansions: whole(0, 10),
    learned: between(0, 5),
    likeness: whole(1, 4),
    words: between(0, 5),
    saturation: between(0.01, 5),
    against: between(0, 2),
    inhibition: between(0, 5),
    blame: whole(1, 6),
  },
  context: { few: whole(0, 1_000) },
  learning: {
    agent: rates,
    conscious: rates,
    rule: { skipped: fc.oneof(fc.constant(0), between(0, 1), fc.constant(1)) },
    drift: fc.oneof(fc.constant(0), between(0, 1), fc.constant(0.02)),
    growth: { cooccurrence: often(0, 0, 1), tool: often(0, 0, 1), most: whole(0, 24) },
    delayed: { turns: whole(0, 12), seconds: whole(0, 3_600), fade: between(0.1, 10), closeness: between(0, 5) },
    muteSessions: fc.subarray(['interactive', 'cli', 'heartbeat', 'cron', 'subagent'] as const),
    muteOrigins: fc.subarray([...origins]),
    severe: between(1, 4),
    spokenSeconds: whole(0, 3_600),
    use: {
      gram: whole(2, 4),
      gramsLeast: whole(1, 4),
      gramsEnough: whole(1, 8),
      newWords: whole(0, 4),
      identifier: whole(2, 8),
      perTurn: whole(0, 8),
    },
  },
  forgetting: {
    everyTurns: whole(1, 6),
    heartbeatSeconds: whole(0, 3_600),
    changesLeast: whole(0, 4),
    decay: { SIM: between(0.5, 1), idle: whole(0, 4), step: whole(1, 3), protectedFloor: between(0, 1) },
    prune: { below: between(0, 0.7), churned: between(0, 0.5), stale: between(0, 0.3), staleTurns: whole(0, 4), young: whole(0, 4) },
    death: {
      degree: between(0, 1),
      activity: between(0, 1),
      success: between(0, 2),
      age: between(0, 3),
      strong: between(0, 1),
      orphan: whole(0, 4),
    },
    merge: { alike: between(0, 0.9), most: whole(0, 3) },
  },
  exploration: { amount: fc.constantFrom(0, 0, 0.2, 1), halfTurns: whole(1, 100), seed: whole(0, 100) },
  health: { turns: whole(1, 300), least: whole(1, 100) },
  ingest: { asked: between(1, 4), answerLength: whole(1, 50), lengthMost: whole(1, 50) },
  mentions: { carriersMost: whole(0, 60), commonAt: whole(2, 100), edgesMost: whole(0, 16) },
}

const any: fc.Arbitrary<Profile> = valuesOf(Profile, narrowed)

/** Those that a brain can have by name. */
const namedProfile: fc.Arbitrary<Profile> = fc.constantFrom(...profiles.values())

const walkParts = ({ budget, strength, tiers, walk }: Profile): Pick<Profile, 'strength' | 'tiers' | 'walk' | 'budget'> => ({
  strength,
  tiers,
  walk,
  budget,
})

export const walkSettings: fc.Arbitrary<ReturnType<typeof walkParts>> = fc.oneof(
  { weight: 1, arbitrary: namedProfile.map(walkParts) },
  { weight: 3, arbitrary: any.map(walkParts) },
)

/** In numbers that short histories reach. */
const forgetting: fc.Arbitrary<Profile['forgetting']> = any.map((profile) => profile.forgetting)

export const profile: fc.Arbitrary<Profile> = fc.oneof(
  { weight: 2, arbitrary: namedProfile },
  { weight: 1, arbitrary: strength.map((bounds): Profile => ({ ...balanced, name: 'bounded', strength: bounds })) },
  { weight: 1, arbitrary: forgetting.map((fast): Profile => ({ ...balanced, name: 'forgetful', forgetting: fast })) },
  { weight: 2, arbitrary: any },
)
