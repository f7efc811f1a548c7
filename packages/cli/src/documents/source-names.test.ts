import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Result from 'effect/Result'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findDocuments } from './find-documents.ts'
import { readDocument, sourceNames } from './source-names.ts'

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

const readFolder = mkdtempSync(join(tmpdir(), 'crabtrail-read-'))
afterAll(() => rmSync(readFolder, { recursive: true }))

const read = (bytes: string | Uint8Array, maxBytes = 1_000) => {
  const path = join(readFolder, 'a.md')
  writeFileSync(path, bytes)
  return Result.merge(Result.mapError(readDocument(path, maxBytes), (reason) => ({ reason })))
}

describe('a document', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['is its text', 'é 漢 👍\r\n', 'é 漢 👍\r\n'],
    ['may be empty', '', ''],
    ['loses a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, 0x61]), 'a'],
    ['may hold a zero, which the memory puts right', 'abcdefgh\u0000', 'abcdefgh\u0000'],
    ['may be as long as it may be', 'a'.repeat(1_000), 'a'.repeat(1_000)],
  ])('%s', (_, bytes, text) => {
    expect(read(bytes)).toBe(text)
  })

  test.each<[string, string | Uint8Array, string]>([
    ['Latin-1', new Uint8Array([0x61, 0xe9, 0x62]), 'it is not UTF-8 text; save it as UTF-8'],
    ['half a surrogate pair', new Uint8Array([0xed, 0xa0, 0x80]), 'it is not UTF-8 text; save it as UTF-8'],
    ['UTF-16', Buffer.from('hello there', 'utf16le'), 'it is not UTF-8 text; save it as UTF-8'],
    ['too long', 'a'.repeat(1_001), 'it has 1001 bytes; at most 1000'],
  ])('is none: %s', (_, bytes, reason) => {
    expect(read(bytes)).toEqual({ reason })
  })

  test('is none while somebody writes to it', () => {
    const path = join(readFolder, 'a.md')
    writeFileSync(path, 'before')
    const meanwhile = (file: number) => {
      const bytes = readFileSync(file)
      writeFileSync(path, 'after that')
      return bytes
    }

    expect(readDocument(path, 1_000, meanwhile)).toMatchObject({ failure: 'it was written to while it was read; read it in again' })
    expect(readDocument(path, 1_000)).toMatchObject({ success: 'after that' })
  })

  test('is none: not there, or a folder', () => {
    expect(readDocument(join(readFolder, 'none'), 9)).toMatchObject({ failure: 'there is no such file or folder' })
    expect(readDocument(readFolder, 1_000_000)).toMatchObject({ failure: 'it is a folder' })
  })
})
