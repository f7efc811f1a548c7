/** A page in a file: whatever the memories say, it stays data. */

import type { Answer } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedFile, bytesMost } from '../../packages/studio/src/file/export-page.ts'
import { gather } from '../../packages/studio/src/file/gather.ts'
import type { MemoryFile } from '../../packages/studio/src/file/memory-file.ts'
import { pageFile } from '../../packages/studio/src/file/page-file.ts'
import type { Assets } from '../../packages/studio/src/server/assets.ts'
import { runningMemory } from '../arbitraries/running-memory.ts'
import { runs } from '../properties/runs.ts'
import { memoryHere } from './memory-here.ts'

const asset = (type: string, text: string) => ({ type, bytes: Buffer.from(text) })
const assets: Assets = new Map([
  ['/', asset('text/html', '<script src="/assets/index.js"></script><link href="/assets/index.css">')],
  ['/assets/added.js', asset('text/javascript', 'const later = true')],
  ['/assets/index.js', asset('text/javascript', 'const end = "</script><!--"')],
  ['/assets/index.css', asset('text/css', 'body { margin: 0 }')],
])

const filled = (() => {
  const memory = runningMemory()
  memory.ask((methods) => methods.init({}))
  const documents = [{ source: 'harbour.md', format: 'markdown' as const, text: '# Harbour\n\nThe harbour opens at six.\n' }]
  Result.getOrThrow(memory.ask((methods) => methods.ingest({ documents })))
  Result.getOrThrow(memory.ask((methods) => methods.recall({ question: 'when does the harbour open', session: 'monday' })))
  Result.getOrThrow(memory.ask((methods) => methods.recall({ question: 'who opens the harbour', session: 'tuesday' })))
  return memoryHere(memory)
})()
const gathered = (session?: string): Promise<MemoryFile> => Effect.runPromise(gather(filled, {}, session))

const hostile = fc
  .array(
    fc.constantFrom('</script>', '<script>', '<!--', ']]>', '<', '>', '&lt;', '"', "'", '\\', '\u2028', '\u202E', 'alert(1)', 'ship'),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('INV-270 no text of a memory ends the element that holds it in a file, or begins another one', async () => {
  const file = await gathered()
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (question, name) => {
      const asked: MemoryFile = { ...file, brain: name, turns: file.turns.map((turn) => ({ ...turn, question })) }

      const page = pageFile(assets, asked)

      const [, data = ''] = /<script type="application\/json" id="memory">(.*?)<\/script>/s.exec(page) ?? []
      expect(JSON.parse(data)).toEqual(JSON.parse(JSON.stringify(asked)))
      expect(page.match(/<script/g)).toHaveLength(2)
      expect(page.match(/<\/script/gi)).toHaveLength(2)
      expect(page).not.toContain('<!--')
    }),
    runs,
  )
})

test('a file of a session has its turns, and no memory but those that they gave', async () => {
  const [all, monday] = [await gathered(), await gathered('monday')]

  expect(all.turns.map(({ turn }) => turn)).toEqual(['t2', 't1'])
  expect(monday.turns.map(({ question }) => question)).toEqual(['when does the harbour open'])
  expect(Object.keys(monday.why)).toEqual(['t1'])
  expect(all.list.documents.count).toBe(1)
  expect(monday.list.documents.count).toBe(0)
  expect(monday.sessions.sessions.map(({ key }) => key)).toEqual(['monday'])
})

test('a session that is not there is said, and nothing is gathered', async () => {
  await expect(gathered('friday')).rejects.toThrow(/friday/)
})

test('a secret that was stored is taken out of every text', async () => {
  const secret = `sk-proj-${'a1B2'.repeat(12)}`
  const tell = (turns: Answer.TurnsAnswer): Answer.TurnsAnswer => ({
    ...turns,
    turns: turns.turns.map((one) => ({ ...one, question: `the key is ${secret}` })),
  })
  const leaking: typeof filled = { ...filled, turns: (request) => Effect.map(filled.turns(request), tell) }

  const file = await Effect.runPromise(gather(leaking, {}, undefined))

  expect(file.turns[0]?.question).toMatch(/^the key is \[redacted:/)
  expect(JSON.stringify(file)).not.toContain(secret)
})

test('a file that no browser opens soon is refused, with what to do', async () => {
  expect(await Effect.runPromise(boundedFile(bytesMost, undefined))).toBeUndefined()
  await expect(Effect.runPromise(boundedFile(bytesMost + 100_000, undefined))).rejects.toThrow(/30\.1 MB, and at most 30\.0 MB.*--session/)
})
