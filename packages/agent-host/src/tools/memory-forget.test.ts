import { expect, test } from 'vitest'
import { eraseNamed, forgetArguments } from './memory-forget.ts'

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
])('are read from %j', (given, read) => {
  expect(forgetArguments.read(given)).toEqual(read)
})

test('nothing is forgotten, and no memory asked, where others read along', async () => {
  const asked = { _tag: 'Known', mute: undefined, isPrivate: false, byOwner: true, senderIsOwner: true, rehearsed: new Set() }

  const { text } = await eraseNamed({} as never, asked as never, { name: 'Lotte' })

  expect(text).toBe('Nothing was erased. What is remembered is forgotten in a private conversation of the owner with this agent.')
})
