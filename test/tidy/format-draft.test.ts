/** ADR 0031: the default of a setting is changed only together with the draft of the format, because older logs lack the setting. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { settings } from '../../packages/core/src/domain/profiles/profile.ts'
import { draft } from '../../packages/store/src/statements/tables.ts'

const defaultsOf = (): string => {
  const defaults = [...settings.values()].map((setting) => [setting.name, setting.default]).sort()
  return createHash('sha256').update(JSON.stringify(defaults)).digest('hex').slice(0, 16)
}

test('the defaults of all settings are those of this draft: raise the draft with a change of one', () => {
  expect({ draft, defaults: defaultsOf() }).toEqual({ draft: 14, defaults: 'dde2c579023b37cd' })
})
