import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ended, fillNotes, type Json, makePlace } from './place.ts'

const place = makePlace()
let whole: ReadonlyArray<string>
beforeAll(async () => {
  fillNotes(place)
  await place.ask('ingest', 'notes')
  await place.ask('recall', 'harbour alarm')
  whole = (await place.ask('export')).lines
})
afterAll(() => place.remove())

const at = (kind: string, place = 0): number => [...whole.keys()].filter((i) => whole[i]?.startsWith(`{"${kind}"`)).at(place) ?? Number.NaN
const changed = (line: number, change: (value: Json) => void): ReadonlyArray<string> =>
  whole.map((text, i) => {
    if (i !== line) return text
    const value = JSON.parse(text)
    change(value)
    return JSON.stringify(value)
  })
const commitOf = (line: number): ReadonlyArray<string> => whole.slice(line, line + 1 + JSON.parse(whole[line] ?? '').commit.count)

type Spoilt = readonly [what: string, lines: () => ReadonlyArray<string>, problem: RegExp]

const spoilt: ReadonlyArray<Spoilt> = [
  ['is torn within a line', () => [...whole.slice(0, -1), whole.at(-1)?.slice(0, 9) ?? ''], /not JSON: the file is torn/],
  ['is cut short', () => whole.slice(0, -1), /the file is cut short/],
  ['is empty', () => [], /no Crabtrail export/],
  [
    'has a gap',
    () => whole.filter((_, i) => i < at('commit', 1) || i >= at('commit', 1) + commitOf(at('commit', 1)).length),
    /follows where|does not hold the hash|cut short/,
  ],
  [
    'has a commit twice',
    () => [...whole.slice(0, at('commit', 1)), ...commitOf(at('commit', 1)), ...whole.slice(at('commit', 1))],
    /position \d+ follows where \d+ is next/,
  ],
  [
    'has a wrong hash',
    () => changed(at('commit', -1), ({ commit }) => Object.assign(commit, { hash: 'ab'.repeat(32) })),
    /is not what its hash says|is not the one that the header says/,
  ],
  [
    'has an event that was changed',
    () => changed(at('event', 3), ({ event }) => Object.assign(event, { turn: 1 })),
    /is not what its hash says|does not fit|turn/,
  ],
  [
    'has an event that nobody knows',
    () => changed(at('event', 3), ({ event }) => Object.assign(event, { type: 'DreamDreamt' })),
    /DreamDreamt/,
  ],
  ['has an event of a newer version', () => changed(at('event', 3), ({ event }) => Object.assign(event, { version: 99 })), /version 99/],
  [
    'is of a newer format',
    () => changed(0, ({ crabtrail }) => Object.assign(crabtrail, { format: 99 })),
    /it has format 99 and this version reads up to 1/,
  ],
]

describe('an import is refused whole, with exit code 1 and the line, of a file that', () => {
  test.each(spoilt)('%s', async (_, lines, problem) => {
    place.write('spoilt.jsonl', `${lines().join('\n')}\n`)
    const before = readFileSync(place.store)

    const [into, elsewhere] = [
      await place.fail('import', 'spoilt.jsonl', '--brain', 'copy'),
      await place.fail('import', 'spoilt.jsonl', '--store', 'none.db'),
    ]

    for (const [code, error] of [into, elsewhere]) {
      expect(code).toBe(1)
      expect(error).toMatchObject({ tag: 'BadImport', line: expect.any(Number), message: expect.stringMatching(problem) })
      expect(error.message).toMatch(/^line \d+: .*; nothing was imported$/)
    }
    expect(readFileSync(place.store).equals(before)).toBe(true)
    expect((await place.ask('brains')).brains).toHaveLength(1)
    expect(existsSync(join(place.home, 'none.db'))).toBe(false)
  })

  test('is no text', async () => {
    place.write('spoilt.jsonl', Uint8Array.from([0x7b, 0xff, 0xfe]))

    expect(await place.fail('import', 'spoilt.jsonl', '--store', 'none.db')).toMatchObject([
      1,
      { tag: 'FileRefused', message: expect.stringContaining('not UTF-8') },
    ])
    expect(existsSync(join(place.home, 'none.db'))).toBe(false)
  })
})

test.skipIf(process.platform === 'win32')('an import that does not fit on the disk leaves no brain, and can be said again', async () => {
  const berths = Array.from({ length: 400 }, (_, i) => `## Berth ${i}\n\nShip ${i} lies here with ${'cargo '.repeat(30)}\n`)
  place.write('berths.md', berths.join('\n'))
  await place.ask('ingest', 'berths.md', '--store', 'large.db')
  await place.ask('export', '--store', 'large.db', '-o', 'large.jsonl')
  // Half a megabyte at most is more than an empty store takes, and less than this one.
  const limited = ['sh', '-c', 'ulimit -f 600; exec "$@"', 'sh', ...place.argv('import', 'large.jsonl', '--store', 'small.db', '--json')]
  const [shell = '', ...args] = limited

  const { code, stdout } = await ended(spawn(shell, args, { cwd: place.home, env: place.env }))

  expect(JSON.parse(stdout).error).toMatchObject({ tag: 'StoreUnavailable' })
  expect(code).toBe(1)
  expect((await place.ask('brains', '--store', 'small.db')).brains).toEqual([])
  await place.ask('import', 'large.jsonl', '--store', 'small.db')
  expect(await place.ask('verify', '--store', 'small.db')).toMatchObject({ ok: true })
})
