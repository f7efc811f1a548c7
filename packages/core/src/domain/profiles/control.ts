/** Opens a brain, and changes the settings it learns by. */
import type { NewEvent } from '../events/brain-event.ts'
import type { Origin } from '../node.ts'
import type { Profile } from './profile.ts'

/** `digest` is of the canonical settings. */
export const decideCreation = (profile: Profile, digest: string): ReadonlyArray<NewEvent> => [
  { type: 'BrainCreated', data: { profile: profile.name, settings: { ...profile }, digest } },
]

/** What is in force already is not said again. */
export const decideProfile = (profile: Profile, digest: string, origin: Origin, inForce: string | undefined): ReadonlyArray<NewEvent> =>
  digest === inForce ? [] : [{ type: 'ProfileChanged', origin, data: { profile: profile.name, settings: { ...profile }, digest } }]

/** Settings say whose words teach, so nobody else may change them. */
export const mayChangeProfile = (origin: Origin): boolean => origin === 'owner'
