/** Lines that a terminal is told besides the answer: commands that can be pasted, and answers that fit a screen. */
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePlace } from './place.ts'
import { callWithin } from './within.ts'

const place = makePlace()
const { ask, home } = place
const store = join(home, 'a store.db')
const question = 'How do we roll back a bad deploy of the API?'

const watched = (...args: ReadonlyArray<string>) => callWithin(args, { env: { HOME: home }, home, folder: home }, true)

/** A line as a shell reads it. */
const words = (line: string): ReadonlyArray<string> =>
  execFileSync('sh', ['-c', `for word in ${line}; do printf '%s\\0' "$word"; done`])
    .toString()
    .split('\0')
    .slice(0, -1)

const commands = (stderr: string): ReadonlyArray<ReadonlyArray<string>> =>
  stderr
    .split('\n')
    .filter((line) => line.includes('crabtrail '))
    .map((line) => words(line.slice(line.indexOf('crabtrail '))))

beforeAll(async () => {
  cpSync(new URL('../../packages/cli/demo/notes', import.meta.url), join(home, 'notes'), { recursive: true })
  place.write('notes/it\u2019s "Ann\'s".md', '# Bad deploy\n\nAnn rolls back a bad deploy of the API by hand.\n')
  await ask('ingest', 'notes', '--store', store)
})
afterAll(() => place.remove())

describe('after a verdict against a memory', () => {
  test.each(['wrong', 'not-useful'])(
    '%s proposes memories of the turn as the right one, each as a command that can be pasted',
    async (verdict) => {
      const { items, turn } = await ask('recall', question, '--store', store, '--session', 'two words')
      const [first, ...others] = items.map(({ node }: { readonly node: string }) => node)
      const { stderr } = await watched(verdict, first, '--store', store, '--session', 'two words')
      const proposed = commands(stderr)

      expect(proposed.map((line) => line.at(-1))).toEqual(others.slice(0, 3))
      for (const [program, ...line] of proposed) {
        expect([program, ...line]).toEqual([
          'crabtrail',
          '--store',
          store,
          verdict,
          first,
          '--turn',
          turn,
          '--session',
          'two words',
          '--instead',
          line.at(-1),
        ])
        expect(await ask(...line)).toMatchObject({ turn, verdict })
      }
    },
  )

  test('quotes a name that a shell would read otherwise', async () => {
    const { items, turn } = await ask('recall', 'Ann rolls back by hand', '--store', store)
    const odd = items.map(({ node }: { readonly node: string }) => node).find((node: string) => node.includes('Ann'))
    const { stderr } = await watched('wrong', odd, '--store', store)

    expect(commands(stderr)[0]?.slice(3, 7)).toEqual(['wrong', odd, '--turn', turn])
  })

  test('says how to find another memory where the turn showed no other', async () => {
    place.write('one/only.md', '# Only\n\nThe zeppelin lands at nine.\n')
    const single = join(home, 'single.db')
    await ask('ingest', 'one', '--store', single)
    await ask('recall', 'When does the zeppelin land?', '--store', single)

    expect((await watched('wrong', 'only.md', '--store', single)).stderr).toContain('--instead NODE   (ask in other words to see its id)')
  })

  test('a memory that the turn did not show is refused with the command that teaches it', async () => {
    const missing = 'team/office.md#kitchen'
    const { turn } = await ask('recall', 'Which zeppelin lands?', '--store', store)
    const { code, stderr } = await place.run('used', missing, '--turn', turn, '--store', store)
    const [, ...line] = commands(stderr.replace('crabtrail: ', ''))[0] ?? []

    expect(code).toBe(3)
    expect(stderr).toContain(`${turn} did not show it; if it answers that question: crabtrail --store `)
    expect(await ask(...line)).toMatchObject({ turn, verdict: 'correction', adjustments: [{ target: missing, from: 0, to: 0.6 }] })
  })

  test('says nothing where the right one is named, nor to a program', async () => {
    const { items } = await ask('recall', question, '--store', store)
    const [first, second] = items

    expect((await watched('wrong', first.node, '--instead', second.node, '--store', store)).stderr).toBe('')
    expect((await place.run('wrong', second.node, '--store', store)).stderr).toBe('')
  })
})

describe('a command that an answer names', () => {
  const chosen = ['--store', join(home, 'another store.db'), '--brain', 'team/notes']
  /** Calls with the store and the brain, and returns the words of the commands that the answer names. */
  const named = async (...args: ReadonlyArray<string>) => {
    const { stdout } = await place.run(...args, ...chosen)
    return stdout
      .split('\n')
      .flatMap((line) => /crabtrail .*(?= (?:fills|gives|works|brings)\b)/.exec(line)?.[0] ?? [])
      .map(words)
  }
  const called = (...args: ReadonlyArray<string>) => [['crabtrail', ...chosen, ...args]]

  test('is for the store and the brain that were chosen', async () => {
    place.write('team/visitor.md', '# Ferry\n\nThe ferry leaves from the north pier.\n')

    expect(await named('init')).toEqual(called('ingest', 'PATH'))
    expect(await named('tags')).toEqual(called('tag', 'NAME'))
    await ask('recall', 'Where does the ferry leave?', ...chosen)
    const { position } = await ask('show', ...chosen)
    await ask('ingest', 'team', ...chosen)
    const { request } = await ask('unlearn', '--since', String(position), '--with-nodes', ...chosen)
    expect(await named('ingest', 'team')).toEqual(called('unlearn', '--undo', String(request)))
  })
})

describe('why', () => {
  test('fits a screen of 24 lines of 100 columns, and has everything with --all', async () => {
    for (const asked of [
      question,
      'What happened in the login loop?',
      'Who looks after PostgreSQL and its backups?',
      'the queue is stuck',
    ]) {
      const { turn } = await ask('recall', asked, '--store', store)
      const lines = stripVTControlCharacters((await watched('why', turn, '--store', store)).stdout)
        .trimEnd()
        .split('\n')
      const whole = (await watched('why', turn, '--all', '--store', store)).stdout.trimEnd().split('\n')

      expect(lines.length).toBeLessThanOrEqual(24)
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100)
      expect(whole.length).toBeGreaterThan(24)
      expect(await ask('why', turn, '--store', store)).toEqual(await ask('why', turn, '--all', '--store', store))
    }
  })
})
