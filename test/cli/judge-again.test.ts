/** `judge --again` on the command line, over HTTP: what it prints and keeps, and models that answer otherwise, break, or cost too much. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ModelServer, saying, startModelServer } from '../src/model-server.ts'
import { ended, type Json, makePlaceOfProcesses, onlyDocument, type Place, type PlaceOfProcesses } from './place.ts'

const [tuesday, raised] = ['danuta comes tuesdays from now on', 'rent went up to 950 for good']

interface Asked {
  readonly messages: ReadonlyArray<{
    readonly text: string
    readonly candidates: ReadonlyArray<{ readonly id: string; readonly text: string }>
  }>
}

/** Says of each message what `words` has: old words of the first memory that holds them, and new words of the message. */
const judging = (words: Readonly<Record<string, readonly [old: string, now: string]>>) =>
  saying(({ user }) => {
    const judgements = (JSON.parse(user) as Asked).messages.map(({ candidates, text }, i) => {
      const [old, now] = words[text] ?? [null, null]
      const candidate = candidates.find((one) => old !== null && one.text.includes(old))?.id ?? null
      const verdict = candidate === null ? 'unrelated' : 'supersedes'
      return { id: `m${i + 1}`, verdict, candidate, old, new: now, also: [], lasting: true, confidence: 0.95 }
    })
    return JSON.stringify({ judgements })
  })
const readsAll = judging({ [tuesday]: ['Thursday', 'tuesdays'], [raised]: ['900', '950'] })
const readsRent = judging({ [raised]: ['900', '950'] })

let server: ModelServer
let processes: PlaceOfProcesses
let place: Place
beforeEach(async () => {
  server = await startModelServer(readsAll)
  processes = makePlaceOfProcesses({ OPENAI_API_KEY: 'sk-again-0123456789', CRABTRAIL_MODEL: server.named })
  place = processes.within
  place.write('notes/cleaning.md', '# Cleaning\n\nDanuta cleans on Thursday, 9 to 12.\n')
  place.write('notes/rent.md', '# Rent\n\nThe rent is 900 euro a month, to Frau Tesmer.\n')
  await place.ask('ingest', 'notes')
  await place.ask('hear', tuesday)
  await place.ask('hear', raised)
})
afterEach(async () => {
  processes.remove()
  await server.close()
})

const exported = async (): Promise<string> => (await place.run('export', '--brain', 'local/main/default')).stdout
const tuesdaysIn = async (brain: string): Promise<boolean> =>
  JSON.stringify(await place.ask('recall', 'When does Danuta clean?', '--no-record', '--brain', brain)).includes(tuesday)

describe('judge --again', () => {
  test('prints a line for each message that another model judges otherwise, counts the others, and keeps nothing', async () => {
    const before = await exported()
    server.behave(readsRent)
    const { code, stdout } = await place.run('judge', '--again', '--model', server.named.replace('tiny', 'other'))

    expect(code).toBe(0)
    const lines = stdout.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^1 message judged otherwise, 1 the same {2}local\/main\/default at \d+$/)
    expect(lines.slice(1).join(' ').replaceAll(/\s+/g, ' ').trim()).toBe(
      'f1 danuta comes tuesdays from now on says otherwise of cleaning.md: “Thursday” is “tuesdays” → changes nothing',
    )
    expect(server.asked.slice(-2).map(({ model }) => model)).toEqual(['other', 'other'])
    expect(await exported()).toBe(before)
    expect((await place.ask('brains')).brains).toHaveLength(1)
  })

  test('keeps the branch under a name, which proves itself, and changes no byte of the memory', async () => {
    const before = await exported()
    server.behave(readsRent)
    const answer = await place.ask('judge', '--again', '--save-as', 'anew')

    expect(answer).toMatchObject({ differ: 1, equal: 1, left: 0, saved: { brain: 'local/main/anew' } })
    expect(answer.judged).toMatchObject([
      {
        turn: null,
        before: { verdict: 'supersedes', model: expect.stringContaining('/tiny/') },
        after: { verdict: 'unrelated' },
        differs: true,
      },
      { turn: null, before: { verdict: 'supersedes' }, after: { verdict: 'supersedes' }, differs: false },
    ])
    expect(await exported()).toBe(before)
    expect([await tuesdaysIn('local/main/anew'), await tuesdaysIn('local/main/default')]).toEqual([false, true])
    expect((await place.ask('verify', '--rederive', '--brain', 'local/main/anew')).ok).toBe(true)
    expect(await place.fail('promote', 'local/main/anew', '--brain', 'local/main/default')).toMatchObject([2, { field: 'branch' }])
    expect(await place.fail('judge', '--again', '--save-as', 'anew', '--brain', 'local/main/default')).toMatchObject([1, {}])
  })

  /** A run in which no message was compared: it ends with 1, so that nobody takes it for agreement. */
  const unanswered = async (): Promise<{ readonly code: number | null; readonly answer: Json }> => {
    const { code, stdout } = await place.run('judge', '--again', '--json')
    return { code, answer: onlyDocument(stdout) }
  }

  test('tells of a broken model how many were not asked about and why, with what to do', async () => {
    for (const text of ['rent is 940', 'rent is 930', 'rent is 920']) {
      server.behave(judging({ [text]: ['900', text.slice(-3)] }))
      await place.ask('hear', text)
    }
    server.behave((_, response) => void response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{}}'))
    const { code, answer } = await unanswered()
    expect(code).toBe(1)
    expect(answer).toMatchObject({ differ: 0, equal: 0, unanswered: 3, left: 2, unasked: 'paused', detail: expect.stringContaining('401') })
    const { stdout } = await place.run('judge', '--again')
    expect(stdout).toContain('3 without an answer that counts')
    expect(stdout).toContain('2 not asked about: paused')
    // The memory itself was not asked by this, so it is not paused.
    expect((await place.ask('stats')).model.pausedUntil).toBeUndefined()
  })

  test('stops at the budget of the day, and says how many are left', async () => {
    const { today } = (await place.ask('stats')).model as Json
    await place.ask('profile', 'balanced', '--set', `model.dayTokens=${today.tokens + 9_000}`)
    const { answer } = await unanswered()
    expect([answer.unasked, answer.left, answer.judged.length]).toEqual(['day-budget', 2 - answer.judged.length, expect.any(Number)])
    expect(answer.left).toBeGreaterThan(0)
  })

  test('passes over a message whose words were erased', async () => {
    await place.ask('forget', '--name', 'tuesdays')
    const answer = await place.ask('judge', '--again')
    expect(answer.judged.map(({ message }: Json) => message)).toEqual([raised])
    expect(answer.erased).toBe(1)
  })

  test('says what to do without a model', async () => {
    expect(await place.fail('judge', '--again', '--model', 'none')).toMatchObject([2, { message: expect.stringContaining('--model') }])
  })

  test('that is interrupted leaves in the branch what it did', async () => {
    const before = await exported()
    const asked = server.asked.length
    const reached = Promise.withResolvers<void>()
    server.behave((one, response) => (server.asked.length === asked + 1 ? readsAll(one, response) : reached.resolve()))
    const child = processes.start('judge', '--again', '--save-as', 'anew')
    await reached.promise
    child.kill('SIGINT')
    expect((await ended(child)).code).toBe(130)
    const { events } = await place.ask('log', '--brain', 'local/main/anew', '--type', 'MessageJudged')
    // Both of the parent, of which what followed is taken out, and the one that was judged anew.
    expect(events).toHaveLength(3)
    expect([await tuesdaysIn('local/main/anew'), await exported()]).toEqual([true, before])
    expect((await place.ask('verify', '--rederive', '--brain', 'local/main/anew')).ok).toBe(true)
  })
})
