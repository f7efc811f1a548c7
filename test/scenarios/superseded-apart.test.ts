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

const quince = '# quince\n\nThe backup listens on port 5432. It has a fan.\n'

test.each([
  ['hosts/quince.md', quince, 'hosts/medlar.md', '# medlar\n\nThe backup listens on port 5433. It has two fans.\n'],
  ['hosts/quince.md', quince.replace(/^.*\n\n/u, ''), 'hosts/medlar.md', 'The backup listens on port 5433.\n'],
  [
    'invoices/4711.md',
    '# Invoice 4711\n\nThe invoice is due on 12 May.\n',
    'invoices/4712.md',
    '# Invoice 4712\n\nThe invoice is due on 19 May.\n',
  ],
  ['lena.md', '# Lenas Schule\n\nDie Schule beginnt um 8:10 Uhr.\n', 'emil.md', '# Emils Schule\n\nDie Schule beginnt um 7:50 Uhr.\n'],
  ['alpha.md', '# Alpha\n\nAnna leads the project.\n', 'beta.md', '# Beta\n\nTom leads the project.\n'],
])('a note about another thing by its name supersedes nothing: %s', async (path, text, other, otherwise) => {
  await read(path, text)
  expect((await read(other, otherwise)).superseded ?? []).toEqual([])
})

test.each([
  ['names the older thing', 'hosts/moves.md', '# Moves\n\nQuince was moved. The backup listens on port 5433.\n'],
  ['is no name of a thing', 'notes.md', '# Notes\n\nThe backup listens on port 5433.\n'],
  ['is a day', '2026-05-04.md', '# 2026-05-04\n\nThe backup listens on port 5433.\n'],
])('a note supersedes another where its name %s', async (_, path, text) => {
  await read('hosts/quince.md', quince)
  expect((await read(path, text)).superseded).toMatchObject([{ node: 'hosts/quince.md' }])
})

test('a note supersedes another where both speak of one thing by its name', async () => {
  await read('harbour.md', '# Harbour\n\nThe tug for Ostmole leaves at 21:40.\n')
  expect((await read('office.md', '# Office\n\nThe tug for Ostmole leaves at 22:15.\n')).superseded).toHaveLength(1)
})

test('a change of one of two notes that had the same sentence holds for both, whatever their names', async () => {
  const machines = (port: number) => `# Machines\n\nThe billing database listens on port ${port}.\n`
  await stage.memory.ingest({
    documents: [
      { source: 'MEMORY.md', format: 'markdown', text: machines(5432) },
      { source: 'servers.md', format: 'markdown', text: machines(5432).replace('Machines', 'Servers') },
    ],
  })
  expect((await read('MEMORY.md', machines(5433))).superseded).toMatchObject([{ node: 'servers.md' }])
})
