/** All that is taken out: keys with a provider's own shape first, then places where a secret stands. */
import { issuedKeys, webhooks } from './issued-keys.ts'
import { namedSecrets } from './named-secrets.ts'
import { privateKeys } from './private-keys.ts'
import type { RedactionRule } from './redaction-rule.ts'
import { secretPlaces } from './secret-places.ts'

/** In order of precedence: of two rules that begin at the same character the earlier names the kind. */
export const redactionRules: ReadonlyArray<RedactionRule> = [...privateKeys, ...issuedKeys, ...webhooks, ...secretPlaces, ...namedSecrets]
