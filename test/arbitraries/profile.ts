/** Settings that a brain may have: those that have a name, and any others that the schema of a profile accepts. */
import fc from 'fast-check'
import { Profile } from '../../packages/core/src/domain/profiles/profile.ts'
import { balanced, profiles } from '../../packages/core/src/domain/profiles/profiles.ts'
import { type Narrowed, valuesOf } from './schema-values.ts'

const between = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.double({ min, max, noNaN: true }).map((value) => value + 0),
    fc.constantFrom(min, max),
  )

const strength = fc.oneof(
  fc.record({ min: between(-10, 0.05), max: between(0.05, 10) }),
  fc.constantFrom({ min: -0.95, max: 0.95 }, { min: 0.05, max: 0.95 }, { min: 0, max: 1 }, { min: -1 / 3, max: 0.07 }, { min: 0, max: 0 }),
)
const tiers = fc.tuple(between(0, 1), between(0, 1)).map(([a, b]) => ({ habitual: Math.min(a, b), reflex: Math.max(a, b) }))

/** Settings that depend on each other; all others are generated from their descriptions. */
const narrowed: Narrowed<Profile> = { name: fc.constant('any'), strength, tiers }

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
