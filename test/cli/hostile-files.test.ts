/** Files that no command may choke on: nested beyond reason, endless, no files at all. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inShort } from '../src/in-full.ts'
import { ended, fillNotes, makePlace, onlyDocument } from './place.ts'

const place = makePlace()
const at = (name: string): string => join(place.home, name)
const nested = (levels: number): string => `${'{"a":'.repeat(levels)}"harbour"${'}'.repeat(levels)}`

beforeAll(() => {
  fillNotes(place)
  place.write('deep/good.md', '# Good\n\nThe harbour key hangs behind the door.\n')
  place.write('deep/list.json', `[{"id":"a","text":"The quay is long."},${nested(5_000)}]`)
  place.write('deep/lines.jsonl', `${nested(5_000)}\n{"id":"b","text":"The pier is short."}\n`)
  place.write('deep/object.json', nested(50_000))
  place.write('deep/array.json', `${'['.repeat(5_000)}1${']'.repeat(5_000)}`)
  place.write(
    'deep/quote.md',
    `${'>'.repeat(50_000)} deep\n${Array.from({ length: 500 }, (_, i) => `${' '.repeat(2 * i)}- item`).join('\n')}\n`,
  )
  place.write('deep/front.md', `---\ntitle: ${'['.repeat(50_000)}\n---\nBody\n`)
  place.write('deep/tags.md', `${'<div>'.repeat(20_000)}tag${'</div>'.repeat(20_000)}\n`)
  place.write('deep/brackets.ts', '({['.repeat(20_000))
  mkdirSync(at('folder'))
  if (process.platform !== 'win32') execFileSync('mkfifo', [at('pipe')])
})
afterAll(() => place.remove())

test('a record that is nested too deeply is named and passed over, and everything else is read', async () => {
  const { code, stdout } = await place.run('ingest', 'deep', '--json')
  const { documents, skipped } = onlyDocument(stdout)

  expect(code).toBe(1)
  expect(documents).toBe(7)
  expect(skipped.map(({ path, reason }: { path: string; reason: string }) => `${path}: ${reason}`).sort()).toEqual([
    'array.json: record 1 is nested deeper than 256 levels',
    'lines.jsonl: line 1 is nested deeper than 256 levels',
    'list.json: record 2 is nested deeper than 256 levels',
    'object.json: record 1 is nested deeper than 256 levels',
  ])
  for (const [question, node] of [
    ['where is the harbour key?', 'good.md'],
    ['how long is the quay?', 'list.json#a'],
    ['how short is the pier?', 'lines.jsonl#b'],
  ] as const) {
    expect((await place.ask('recall', question, '--limit', '1')).items[0].node).toBe(node)
  }
})

describe('an import', () => {
  test.each([
    ['nested too deeply', () => `{"crabtrail":${nested(50_000)}}`, /line 1: it is nested deeper than 256 levels/],
    ['one endless line', () => 'x'.repeat(64_000_100), /a line is longer than 64,000,000 bytes/],
    ['lines of something else', () => 'y\n'.repeat(4_000_000), /no Crabtrail export/],
  ])('of %s is refused', { timeout: 120_000 }, async (_, text, problem) => {
    place.write('import.jsonl', text())

    const [code, error] = await place.fail('import', 'import.jsonl', '--store', 'none.db')

    expect(code).toBe(1)
    expect(error.message).toMatch(problem)
    expect(existsSync(at('none.db'))).toBe(false)
  })
})

describe.skipIf(process.platform === 'win32')('what is no file is refused at once by', () => {
  test.each([
    ['import', ['import', '/dev/zero'], 'it is a device'],
    ['import of a pipe that nobody writes to', ['import', 'pipe'], 'nobody writes to it'],
    ['import of a folder', ['import', 'folder'], 'it is a folder'],
    ['eval', ['eval', 'retrieval', '/dev/zero', '/dev/zero'], 'it is a device'],
    ['eval of a pipe that nobody writes to', ['eval', 'retrieval', 'pipe', 'pipe'], 'nobody writes to it'],
    ['ingest', ['ingest', '/dev/zero'], 'it is neither a file nor a folder'],
    ['ingest of a pipe', ['ingest', 'pipe'], 'it is neither a file nor a folder'],
    ['restore', ['restore', '/dev/zero'], 'it is not a regular file'],
    ['restore of a pipe', ['restore', 'pipe'], 'it is not a regular file'],
    ['restore of a folder', ['restore', 'folder'], 'it is a folder'],
    ['a store', ['show', '--store', '/dev/zero'], 'it is not a regular file'],
    ['a store that is a pipe', ['show', '--store', 'pipe'], 'it is not a regular file'],
  ])('%s', async (_, args, problem) => {
    const before = readdirSync(place.home)

    const [code, error] = await place.fail(...(args.includes('--store') ? args : [...args, '--store', 'none.db']))

    expect(code).toBe(1)
    expect(error.message).toContain(problem)
    expect(readdirSync(place.home)).toEqual(before)
  })

  test('a settings file', async () => {
    const config = place.write('config/crabtrail/config.json', '')
    execFileSync('ln', ['-sf', '/dev/zero', config])
    const child = spawn(place.argv('brains')[0] ?? '', place.argv('brains', '--json').slice(1), {
      cwd: place.home,
      env: { ...place.env, XDG_CONFIG_HOME: at('config') },
    })

    const { code, stdout } = await ended(child)

    expect([code, onlyDocument(stdout).error.message]).toEqual([1, expect.stringContaining('it is a device')])
  })

  test('an import of an endless stream, while a pipe that ends is read', async () => {
    await place.ask('ingest', 'notes')
    await place.ask('export', '-o', 'whole.jsonl')
    const shell = (line: string, ...args: ReadonlyArray<string>) =>
      ended(
        spawn('bash', ['-c', line, 'bash', ...place.argv(...args)], {
          cwd: place.home,
          env: place.env,
        }),
      )

    const zeros = await shell('cat /dev/zero | "$@"', 'import', '-', '--store', 'none.db', '--json')
    const piped = await shell('"$@" <(cat whole.jsonl) --store copy.db', 'import')
    const given = await shell('(sleep 0; cat whole.jsonl) | "$@" --store other.db', 'import', '-')

    expect([zeros.code, onlyDocument(zeros.stdout).error.message]).toEqual([1, expect.stringContaining('a line is longer than')])
    expect([piped.code, given.code, piped.stderr, given.stderr]).toEqual([0, 0, '', ''])
    expect(existsSync(at('none.db'))).toBe(false)
  })
})

test('an export takes the place of a file only with --force', async () => {
  await place.ask('ingest', 'notes')
  place.write('precious.txt', 'precious')
  const read = () => execFileSync('cat', [at('precious.txt')], { encoding: 'utf8' })

  const [code, error] = await place.fail('export', '-o', 'precious.txt')

  expect(code).toBe(1)
  expect(error).toMatchObject({
    tag: 'FileRefused',
    message: expect.stringMatching(/precious\.txt: there is such a file already.*--force/),
  })
  expect(read()).toBe('precious')
  await place.ask('export', '-o', 'precious.txt', '--force')
  expect(read()).toContain('"crabtrail"')
})

test('a command that names a document where an option is wanted says which', async () => {
  await place.ask('ingest', 'notes')

  const [code, error] = await place.fail('forget', 'deploy.md')

  expect(code).toBe(2)
  expect(error.message).toContain('--source deploy.md')
})

describe('a store that is mistyped', () => {
  const commands = [
    ['recall', 'harbour'],
    ['recall', 'harbour', '--no-record'],
    ['show'],
    ['brains'],
    ['used', 'a.md'],
    ['log'],
    ['learn'],
    ['doctor'],
    ['verify'],
    ['export'],
    ['stats'],
  ]
  test.each(inShort(commands.slice(0, 5), commands))('is not made by %s %s', async (...args) => {
    const store = at(`mis/typed/${args[0]}.db`)

    const [code, error] = await place.fail(...args, '--store', store)

    expect(code).toBe(1)
    expect(error).toMatchObject({ tag: 'StoreUnavailable', message: expect.stringContaining(store) })
    expect(error.message).toMatch(/there is no store.*crabtrail init/)
    expect(existsSync(at('mis'))).toBe(false)
  })

  test('is no reason to make another brain either', async () => {
    await place.ask('ingest', 'notes')

    const [code, error] = await place.fail('recall', 'harbour', '--brain', 'nobody')

    expect([code, error.tag]).toEqual([3, 'NotFound'])
  })
})
