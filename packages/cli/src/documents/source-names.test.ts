import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Result from 'effect/Result'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findDocuments } from './find-documents.ts'
import { sourceNames } from './source-names.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'crabtrail-names-')))
  mkdirSync(join(folder, 'notes/sub'), { recursive: true })
  writeFileSync(join(folder, 'notes/sub/a.md'), 'A.')
})
afterEach(() => rmSync(folder, { recursive: true }))

const named = (path: string, { as, root }: { readonly as?: string; readonly root?: string } = {}) =>
  Result.getOrThrow(sourceNames(findDocuments([join(folder, path)], root === undefined ? undefined : join(folder, root)), as))

describe('a folder', () => {
  test('is called by where it lies', () => {
    const notes = join(folder, 'notes')

    expect(named('notes')).toMatchObject({ files: [{ source: 'sub/a.md', rootName: notes }], folders: [{ root: notes, below: '' }] })
    expect(named('notes/sub', { root: 'notes' })).toMatchObject({
      files: [{ source: 'sub/a.md', rootName: notes }],
      folders: [{ root: notes, below: 'sub' }],
    })
  })

  test('is called the same by whatever way it is reached', () => {
    symlinkSync(join(folder, 'notes'), join(folder, 'link'))

    expect(named('link').folders).toEqual([{ root: join(folder, 'notes'), below: '', reach: 'files' }])
  })

  test('is called by its name if it has one, wherever it lies', () => {
    expect(named('notes', { as: 'team//wiki/' })).toMatchObject({
      files: [{ source: 'team/wiki/sub/a.md', rootName: 'team/wiki' }],
      folders: [{ root: 'team/wiki', below: 'team/wiki' }],
    })
    expect(named('notes/sub', { as: 'wiki', root: 'notes' }).folders).toEqual([{ root: 'wiki', below: 'wiki/sub', reach: 'files' }])
  })
})

test('a file alone is in its folder, and stands for none', () => {
  expect(named('notes/sub/a.md')).toMatchObject({ files: [{ source: 'a.md', rootName: join(folder, 'notes/sub') }], folders: [] })
})

test('a name that is too long is passed over', () => {
  const deep = join(folder, 'notes', ...Array.from({ length: 6 }, () => 'x'.repeat(100)))
  mkdirSync(deep, { recursive: true })
  writeFileSync(join(deep, 'b.md'), 'B.')

  expect(named('notes')).toMatchObject({
    files: [{ source: 'sub/a.md' }],
    skipped: [{ reason: 'its name has 610 bytes; at most 512' }],
  })
})

test('of two names that read the same the second is passed over, and is told apart from the first', () => {
  const [apart, composed] = [join(folder, 'notes', 'cafe\u0301.md'), join(folder, 'notes', 'caf\u00e9.md')]
  for (const path of [apart, composed]) writeFileSync(path, 'A.')
  // Some file systems take the two for one.
  const expected = readdirSync(join(folder, 'notes')).length === 3 ? [composed] : []

  const { files, skipped } = named('notes')

  expect(files.map(({ source }) => source)).toEqual(['caf\u00e9.md', 'sub/a.md'])
  expect(skipped.map(({ path }) => path)).toEqual(expected)
  for (const { reason } of skipped) expect(reason).toMatch(/^it is .*caf\\u00e9\.md, which reads the same as .*cafe\\u0301\.md, and/)
})
