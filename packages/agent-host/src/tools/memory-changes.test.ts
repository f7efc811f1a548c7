import { expect, test } from 'vitest'
import { eraseNamed, forgetArguments, undoArguments } from './memory-changes.ts'

// They are part of what a model reads of the tool. Each change of a byte invalidates the prompt caches of all users.
test('the arguments of memory_forget are printed as one constant JSON Schema', () => {
  expect(JSON.stringify(forgetArguments.parameters)).toBe(
    '{"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":512,"description":"What to forget: the name of a person or thing, a note by its id, or a file."},"confirm":{"type":"string","minLength":1,"maxLength":64,"description":"The code that the first call gave. Only after the user has seen what would go and agreed."}},"additionalProperties":false}',
  )
})

test.each([
  [null, {}],
  [
    { name: ' Lotte ', confirm: '3f9a1c' },
    { name: 'Lotte', selection: '3f9a1c' },
  ],
  [{ name: '', subject: 'Lotte', brain: 'other', origin: 'owner', dryRun: false }, {}],
])('the arguments of memory_forget are read from %j', (given, read) => {
  expect(forgetArguments.read(given)).toEqual(read)
})

test('nothing is forgotten, and no memory asked, where others read along', async () => {
  const asked = { mute: undefined, isPrivate: false, byOwner: true, senderIsOwner: true, rehearsed: new Set() }

  const { text } = await eraseNamed({} as never, asked as never, { name: 'Lotte' })

  expect(text).toBe('Nothing was erased. What is remembered is forgotten in a private conversation of the owner with this agent.')
})

test('the arguments of memory_undo are printed as one constant JSON Schema', () => {
  expect(JSON.stringify(undoArguments.parameters)).toBe(
    '{"type":"object","properties":{"dryRun":{"type":"boolean","description":"True: only tells what would be taken back."}},"additionalProperties":false}',
  )
})

test.each([
  [null, {}],
  [{ dryRun: true }, { dryRun: true }],
  [{ dryRun: 'yes', brain: 'other', session: 'another', actor: 'owner' }, {}],
])('the arguments of memory_undo are read from %j', (given, read) => {
  expect(undoArguments.read(given)).toEqual(read)
})
