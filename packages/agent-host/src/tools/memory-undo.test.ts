import { expect, test } from 'vitest'
import { undoArguments } from './memory-undo.ts'

// They are part of what a model reads of the tool. Each change of a byte invalidates the prompt caches of all users.
test('the arguments of memory_undo are printed as one constant JSON Schema', () => {
  expect(JSON.stringify(undoArguments.parameters)).toBe(
    '{"type":"object","properties":{"dryRun":{"type":"boolean","description":"True: only tells what would be taken back."}},"additionalProperties":false}',
  )
})

test.each([
  [null, {}],
  [{ dryRun: true }, { dryRun: true }],
  [{ dryRun: 'yes', brain: 'other', session: 'another', actor: 'owner' }, {}],
])('are read from %j', (given, read) => {
  expect(undoArguments.read(given)).toEqual(read)
})
