/** The profiles that can be chosen by name. */
import { balanced } from './balanced.ts'
import { crabpath } from './crabpath.ts'
import { linkstrength } from './linkstrength.ts'
import { neurogated } from './neurogated.ts'
import type { Profile } from './profile.ts'

export const profiles: ReadonlyMap<string, Profile> = new Map([balanced, crabpath, linkstrength, neurogated].map((one) => [one.name, one]))
