/** The profiles that can be chosen by name. */
import { balanced } from './balanced.ts'
import type { Profile } from './profile.ts'

export const profiles: ReadonlyMap<string, Profile> = new Map([[balanced.name, balanced]])
