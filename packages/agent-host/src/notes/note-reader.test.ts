import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Result from 'effect/Result'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readNote } from './note-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'note-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const reading = async (body: string | Uint8Array, maxBytes = 1_000) => {
  const path = join(folder, 'note.md')
  writeFileSync(path, body)
  return readNote(path, maxBytes)
}
const textOf = (read: Awaited<ReturnType<typeof readNote>>) => (Result.isSuccess(read) ? read.success.text : undefined)

describe('a note', () => {
  test('is read as text, without a byte order mark', async () => {
    expect(textOf(await reading('\ufeff# Größe\n'))).toBe('# Größe\n')
  })

  test('is read without what the memory itself had put before a model', async () => {
    const copied = 'Before\n<crabtrail-memory>\nNotes from memory\n\n[a.md#b] B\n  text\n</crabtrail-memory>\nBehind\n'

    expect(textOf(await reading(copied))).toBe('Before\n\nBehind\n')
  })

  test.each([
    ['is no UTF-8', Buffer.from([0x66, 0xff, 0xfe])],
    ['is UTF-16', Buffer.from('text of sixteen', 'utf16le')],
  ])('that %s is refused', async (_, body) => {
    expect(await reading(body)).toEqual(Result.fail('it is not UTF-8 text'))
  })

  test('that is too large is refused and never held', async () => {
    expect(await reading('x'.repeat(11), 10)).toEqual(Result.fail('it has 11 bytes; at most 10'))
  })

  test('is none when it is a folder, a pipe or a link by now', async () => {
    mkdirSync(join(folder, 'folder.md'))
    execFileSync('mkfifo', [join(folder, 'pipe.md')])
    writeFileSync(join(folder, 'secret'), 'secret')
    symlinkSync(join(folder, 'secret'), join(folder, 'link.md'))

    expect(await readNote(join(folder, 'folder.md'), 10)).toEqual(Result.fail('it is no file'))
    expect(await readNote(join(folder, 'pipe.md'), 10)).toEqual(Result.fail('it is no file'))
    expect(await readNote(join(folder, 'link.md'), 10)).toEqual(Result.fail('links lead in a circle'))
    expect(await readNote(join(folder, 'gone.md'), 10)).toEqual(Result.fail('there is no such file or folder'))
  })
})
