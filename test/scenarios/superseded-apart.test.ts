/** Documents that state the same thing otherwise and are no newer word on it. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
const read = (source: string, text: string) => stage.memory.ingest({ documents: [{ source, format: 'markdown', text }] })

beforeEach(async () => {
  stage = await openStage('empty')
  await read('atlas/timeouts.md', '# Timeouts\n\nThe default timeout is 30 seconds.\n')
})
afterEach(() => stage.leave())

test.each([
  ['a document of the same name in another folder', 'borealis/timeouts.md', '# Timeouts\n\nThe default timeout is 10 seconds.\n'],
  ['a change log', 'CHANGELOG.md', '# Changelog\n\n## 0.8.0\n\nThe default timeout is 10 seconds.\n'],
  ['a chapter on history', 'atlas/limits.md', '# Limits\n\n## History\n\nThe default timeout is 10 seconds.\n'],
  ['an archive', 'atlas/archive/limits.md', '# Limits\n\nThe default timeout is 10 seconds.\n'],
  ['proposals', 'atlas/next.md', '# Proposals\n\nThe default timeout is 10 seconds.\n'],
  ['a list of tasks', 'atlas/next.md', '# Next\n\n- [ ] The default timeout is 10 seconds.\n'],
])('%s supersedes nothing', async (_, source, text) => {
  expect((await read(source, text)).superseded ?? []).toEqual([])
})

test('any other note does', async () => {
  expect((await read('atlas/limits.md', '# Limits\n\nThe default timeout is 10 seconds.\n')).superseded).toHaveLength(1)
})
