import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Result from 'effect/Result'
import { afterAll, describe, expect, test } from 'vitest'
import { readDocument } from './source-names.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-read-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (bytes: string | Uint8Array, maxBytes = 1_000) => {
  const path = join(folder, 'a.md')
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
    ['Latin-1', new Uint8Array([0x61, 0xe9, 0x62]), 'it is not UTF-8 text'],
    ['half a surrogate pair', new Uint8Array([0xed, 0xa0, 0x80]), 'it is not UTF-8 text'],
    ['UTF-16', Buffer.from('hello there', 'utf16le'), 'it is not UTF-8 text; save it as UTF-8'],
    ['too long', 'a'.repeat(1_001), 'it has 1001 bytes; at most 1000'],
  ])('is none: %s', (_, bytes, reason) => {
    expect(read(bytes)).toEqual({ reason })
  })

  test('is none while somebody writes to it', () => {
    const path = join(folder, 'a.md')
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
    expect(readDocument(join(folder, 'none'), 9)).toMatchObject({ failure: 'there is no such file or folder' })
    expect(readDocument(folder, 1_000_000)).toMatchObject({ failure: 'it is a folder' })
  })
})
