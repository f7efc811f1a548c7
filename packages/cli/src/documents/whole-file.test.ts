import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readLines, writeWhole } from './whole-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crabtrail-whole-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const lines = (path: string) => readLines(path, () => Effect.void)
const failure = (effect: Effect.Effect<unknown, unknown>) => Effect.runSync(Effect.flip(effect))

describe('a file that is written whole', () => {
  test('holds the lines, and only its owner may read it', () => {
    const path = join(folder, 'a.jsonl')

    Effect.runSync(writeWhole(path, ['a', 'é']))

    expect(readFileSync(path, 'utf8')).toBe('a\né\n')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(Effect.runSync(lines(path))).toEqual(['a', 'é'])
  })

  test('takes the place of the one before, and leaves nothing else', () => {
    const path = join(folder, 'a.jsonl')
    writeFileSync(path, 'before')

    Effect.runSync(writeWhole(path, ['after']))

    expect(readFileSync(path, 'utf8')).toBe('after\n')
    expect(readdirSync(folder)).toEqual(['a.jsonl'])
  })

  test('goes to a device as it is', () => {
    Effect.runSync(writeWhole('/dev/null', ['a']))

    expect(statSync('/dev/null').isFile()).toBe(false)
  })

  test.skipIf(process.platform === 'win32')('is none when the disk takes a part of its last line', () => {
    const path = join(folder, 'a.jsonl')
    writeFileSync(path, 'before')
    const program = `
      const { writeWhole } = await import(${JSON.stringify(new URL('whole-file.ts', import.meta.url))})
      const { runSync, flip } = await import(${JSON.stringify(import.meta.resolve('effect/Effect'))})
      console.log(runSync(flip(writeWhole(${JSON.stringify(path)}, ['x'.repeat(100_000)]))).message)`

    const said = execFileSync('sh', ['-c', 'ulimit -f 1; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', program])

    expect(String(said)).toBe(`${path}: it would be larger than a file may be here\n`)
    expect(readFileSync(path, 'utf8')).toBe('before')
    expect(readdirSync(folder)).toEqual(['a.jsonl'])
  })

  test.each([
    ['a folder', 'sub', 'it is a folder'],
    ['a folder that is not there', 'none/a.jsonl', 'there is no such file or folder'],
    ['below a file', 'file/a.jsonl', 'a part of the path is no folder'],
  ])('cannot be %s', (_, path, problem) => {
    mkdirSync(join(folder, 'sub'))
    writeFileSync(join(folder, 'file'), 'before')

    expect(failure(writeWhole(join(folder, path), ['a']))).toMatchObject({ _tag: 'FileRefused', problem })
    expect(readdirSync(folder).sort()).toEqual(['file', 'sub'])
  })
})

describe('a file that is read whole', () => {
  test.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['\n\na\r\n\nb\n', ['', '', 'a\r', '', 'b']],
    [`${'é'.repeat(1_500_000)}\nx\n`, ['é'.repeat(1_500_000), 'x']],
  ])('is its lines', (text, expected) => {
    const path = join(folder, 'a.jsonl')
    writeFileSync(path, text)

    expect(Effect.runSync(lines(path))).toEqual(expected)
  })

  test('is not read further than the first line that is refused', () => {
    const path = join(folder, 'a.jsonl')
    writeFileSync(path, new Uint8Array([0x0a, 0x61, 0x0a, 0xff]))

    expect(failure(readLines(path, (first) => Effect.fail(`no: ${first}`)))).toBe('no: a')
  })

  test('must be UTF-8 text', () => {
    const path = join(folder, 'a.jsonl')
    writeFileSync(path, new Uint8Array([0xff]))

    expect(failure(lines(path))).toMatchObject({ path, problem: 'it is not UTF-8 text' })
  })

  test.skipIf(process.getuid?.() === 0)('must be readable', () => {
    const path = join(folder, 'a.jsonl')
    writeFileSync(path, 'a')
    chmodSync(path, 0)

    expect(failure(lines(path))).toMatchObject({ path, problem: 'it may not be read or written by this user' })
  })
})
