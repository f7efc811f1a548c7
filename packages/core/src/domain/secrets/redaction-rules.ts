/** All that is taken out: keys with a provider's own shape first, then places where a secret stands. */
import { commandPasswords } from './command-passwords.ts'
import { issuedKeys, webhooks } from './issued-keys.ts'
import { namedHex } from './named-hex.ts'
import { namedSecrets } from './named-secrets.ts'
import { networkKeys } from './network-keys.ts'
import { numericCodes } from './numeric-codes.ts'
import { privateKeys } from './private-keys.ts'
import { recoveryCodes } from './recovery-codes.ts'
import type { RedactionRule } from './redaction-rule.ts'
import { secretPlaces } from './secret-places.ts'
import { passPhrases } from './seed-phrases.ts'
import { wordPasswords } from './word-passwords.ts'

/** In order of precedence: of two rules that begin at the same character the earlier names the kind. */
export const redactionRules: ReadonlyArray<RedactionRule> = [
  ...privateKeys,
  ...issuedKeys,
  ...webhooks,
  ...secretPlaces,
  ...namedSecrets,
  ...networkKeys,
  ...recoveryCodes,
  ...passPhrases,
  ...wordPasswords,
  ...commandPasswords,
  ...numericCodes,
  ...namedHex,
]
