import { spawn } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ended, fillNotes, makePlace, onlyDocument } from './place.ts'

const place = makePlace()
const at = (name: string) => join(place.home, name)
let lines: number
beforeAll(async () => {
  fillNotes(place)
  place.write('notes/long.md', `The harbour.\n${'A tide comes and a tide goes.\n'.repeat(1_500)}`)
  await place.ask('ingest', 'notes')
  lines = (await place.ask('export')).lines.length
})
afterAll(() => place.remove())

/** A command line of a shell, with what starts `crabtrail` as its arguments. */
const shell = (line: string, ...args: ReadonlyArray<string>) =>
  ended(spawn('sh', ['-c', line, 'sh', ...place.argv(...args)], { cwd: place.home, env: place.env }))

describe.skipIf(process.platform === 'win32')('an export', () => {
  test('that does not fit into the file behind standard output is refused, also when its last write is taken in part', async () => {
    const { code, stderr } = await shell('ulimit -f 128; exec "$@" > torn.json', 'export', '--json')

    expect(code).toBe(1)
    expect(stderr).toBe('crabtrail: standard output: it would be larger than a file may be here\n')
    expect(statSync(at('torn.json')).size).toBeGreaterThan(0)
  })

  test('says so in one line', async () => {
    const { code, stderr } = await shell('ulimit -f 128; exec "$@" > torn.jsonl', 'export')

    expect(stderr).toBe('crabtrail: standard output: it would be larger than a file may be here\n')
    expect(code).toBe(1)
  })

  test('that fits is whole, and goes behind what is there where the shell says so', async () => {
    writeFileSync(at('both.jsonl'), 'before\n')

    expect(await shell('exec "$@" >> both.jsonl', 'export')).toMatchObject({ code: 0, stderr: '' })

    const { stdout } = await place.run('export')
    expect(readFileSync(at('both.jsonl'), 'utf8')).toBe(`before\n${stdout}`)
  })

  test('to /dev/stdout is the stream alone', async () => {
    const plain = await place.run('export')

    expect(await shell('"$@" | cat', 'export', '-o', '/dev/stdout')).toEqual({ ...plain, code: 0 })
    expect(await shell('"$@" > led.jsonl', 'export', '-o', '/dev/stdout')).toMatchObject({ code: 0 })
    expect(readFileSync(at('led.jsonl'), 'utf8')).toBe(plain.stdout)
    expect(onlyDocument((await shell('"$@" | cat', 'export', '-o', '/dev/stdout', '--json')).stdout).lines).toHaveLength(lines)
  })

  test('to a link is written to the file it means, there or not', async () => {
    mkdirSync(at('elsewhere'))
    writeFileSync(at('elsewhere/there.jsonl'), 'before')
    for (const name of ['there', 'absent']) {
      symlinkSync(`elsewhere/${name}.jsonl`, at(`${name}.jsonl`))

      expect(await place.ask('export', '-o', `${name}.jsonl`, '--force')).toMatchObject({ lines })

      expect(lstatSync(at(`${name}.jsonl`)).isSymbolicLink()).toBe(true)
      expect(
        readFileSync(at(`elsewhere/${name}.jsonl`), 'utf8')
          .trimEnd()
          .split('\n'),
      ).toHaveLength(lines)
    }
  })

  test.each([
    ['the store', '.crabtrail/crabtrail.db'],
    ['what stands beside the store, there or not', '.crabtrail/crabtrail.db-wal'],
    ['its shared memory', '.crabtrail/crabtrail.db-shm'],
    ['a link to the store', 'link.db'],
    ['the changes of another database', 'lone-wal'],
  ])('never takes the place of %s', async (_, path) => {
    if (!existsSync(at('link.db'))) symlinkSync('.crabtrail/crabtrail.db', at('link.db'))
    writeFileSync(at('lone-wal'), Buffer.from('377f06820000', 'hex'))
    const before = readFileSync(place.store)
    const beside = readdirSync(at('.crabtrail'))

    const [code, error] = await place.fail('export', '-o', path)

    expect(code).toBe(2)
    expect(error).toMatchObject({ tag: 'InvalidRequest', field: '--output', message: expect.stringContaining('name another file') })
    expect(readFileSync(place.store).equals(before)).toBe(true)
    expect(readdirSync(at('.crabtrail'))).toEqual(beside)
  })
})
