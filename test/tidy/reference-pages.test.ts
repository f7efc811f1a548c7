import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deepTestsPage, deepTestsReference } from '../../tools/deep-tests.ts'
import { eventsPage, eventsReference } from '../../tools/events-reference.ts'
import { operationsPage, operationsReference } from '../../tools/operations-reference.ts'
import { pluginSettingsPage, pluginSettingsReference } from '../../tools/plugin-settings.ts'
import { settingsPage, settingsReference } from '../../tools/settings-reference.ts'

test.each([
  ['deep-tests.md', deepTestsPage, deepTestsReference, 'tools/deep-tests.ts'],
  ['events.md', eventsPage, eventsReference, 'tools/events-reference.ts'],
  ['operations.md', operationsPage, operationsReference, 'tools/operations-reference.ts'],
  ['plugin-settings.md', pluginSettingsPage, pluginSettingsReference, 'tools/plugin-settings.ts'],
  ['settings.md', settingsPage, settingsReference, 'tools/settings-reference.ts'],
])('docs/reference/%s says what the code says', (_, page, reference, tool) => {
  expect(readFileSync(page, 'utf8'), `write it anew: pnpm exec node ${tool}`).toBe(reference())
})
