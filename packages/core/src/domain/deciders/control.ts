/** Opens a brain, and changes the settings it learns by. */
import type { NewEvent } from '../events/brain-event.ts'
import type { Profile } from '../profiles/profile.ts'

/** `digest` is of the canonical settings. */
export const decideCreation = (profile: Profile, digest: string): ReadonlyArray<NewEvent> => [
  { type: 'BrainCreated', data: { profile: profile.name, settings: { ...profile }, digest } },
]
