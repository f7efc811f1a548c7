/** A path as it may be told: what looks like a secret is taken out of it, as out of everything that is stored. */
import { redact } from '@crabtrail/core'

export const tellable = (path: string): string => redact(path).text
