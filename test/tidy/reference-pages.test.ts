import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { documentNumbers } from '../../packages/core/src/domain/testing/document-numbers.ts'
import { deepTestsPage, deepTestsReference } from '../../tools/deep-tests.ts'
import { eventsPage, eventsReference } from '../../tools/events-reference.ts'
import { operationsPage, operationsReference } from '../../tools/operations-reference.ts'
import { pluginSettingsPage, pluginSettingsReference } from '../../tools/plugin-settings.ts'
import { profileNumbersPage, profileNumbersReference } from '../../tools/profile-numbers.ts'
import { settingsPage, settingsReference } from '../../tools/settings-reference.ts'

test.each([
  ['deep-tests.md', deepTestsPage, deepTestsReference, 'tools/deep-tests.ts'],
  ['events.md', eventsPage, eventsReference, 'tools/events-reference.ts'],
  ['operations.md', operationsPage, operationsReference, 'tools/operations-reference.ts'],
  ['plugin-settings.md', pluginSettingsPage, pluginSettingsReference, 'tools/plugin-settings.ts'],
  ['profile-numbers.md', profileNumbersPage, profileNumbersReference, 'tools/profile-numbers.ts'],
  ['settings.md', settingsPage, settingsReference, 'tools/settings-reference.ts'],
])('docs/reference/%s says what the code says', (_, page, reference, tool) => {
  expect(readFileSync(page, 'utf8'), `write it anew: pnpm exec node ${tool}`).toBe(reference())
})

test('docs/reference/profile-numbers.md names tests that there are', () => {
  const missing = documentNumbers.flatMap(({ behaviour }) => {
    const [file, title] = behaviour ?? []
    return file === undefined || title === undefined || readFileSync(file, 'utf8').includes(title) ? [] : [`${file} “${title}”`]
  })

  expect(missing).toEqual([])
})
