import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, makePlace } from './place.ts'

const lines = (records: ReadonlyArray<unknown>): string => records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** Two talks that know nothing of each other. What answers a question has none of its words. */
const talks = [
  { id: 'a1', text: 'Ann: Where did you leave the harbour key?', session: 's', scope: 'a' },
  { id: 'a2', text: 'Bo: Behind the blue door.', session: 's', scope: 'a' },
  { id: 'a3', text: 'Ann: Thanks, see you at the market.', session: 's', scope: 'a' },
  { id: 'b1', text: 'Cy: The harbour is closed on Sundays.', session: 's', scope: 'b' },
]
const asked = [
  { id: 'q1', question: 'Where is the harbour key?', goldIds: ['a2'], scope: 'a', category: 'hop' },
  { id: 'q2', question: 'What did Ann say of the market?', goldIds: ['a3'], scope: 'a', category: 'one' },
  { id: 'q3', question: 'When is the harbour closed?', goldIds: ['b1'], scope: 'b', category: 'one' },
]
/** A file that is replaced. */
const history = [
  { id: 'old', title: 'key.md', text: 'The harbour key hangs in the office.', time: 10, until: 20 },
  { id: 'new', title: 'key.md', text: 'The harbour key lies in the lighthouse.', time: 20 },
]
const askedThen = [
  { id: 'late', question: 'harbour key', goldIds: ['new'], time: 30 },
  { id: 'early', question: 'harbour key', goldIds: ['old'], time: 15 },
]
const passages = [
  { title: 'Ann Lee', text: 'Ann Lee was born in Minsk.', idx: 0 },
  { title: 'Minsk', text: 'Minsk lies on the Svislach.', idx: 1 },
  // In one brain with the talks it stands before what answers a question there.
  { title: 'Harbour', text: 'When is the harbour closed? The harbour is closed on Sundays.', idx: 2 },
]
const samples = [
  { id: '2hop__1', question: 'Where was Ann Lee born?', paragraphs: [{ title: 'Ann Lee', text: 'Ann Lee was born in Minsk.' }] },
]

const place = makePlace()
const { ask, fail, run, write } = place
beforeAll(() => {
  write('sets/talks.corpus.jsonl.gz', gzipSync(lines(talks)))
  write('sets/talks.queries.jsonl', lines(asked))
  write('sets/files.corpus.jsonl', lines(history))
  write('sets/files.queries.jsonl', lines(askedThen))
  write('sets/hippo_corpus.json', JSON.stringify(passages))
  write('sets/hippo.json', JSON.stringify(samples))
})
afterAll(() => place.remove())

const method = (answer: Json, set: string, name: string): Json =>
  answer.sets.find((one: Json) => one.set === set).methods.find((one: Json) => one.method === name)

describe('crabtrail eval retrieval', () => {
  let answer: Json
  beforeAll(async () => {
    answer = await ask('eval', 'retrieval', 'sets', '--ablate', 'all', '--mixed', '-o', 'out.json', '--plot', 'out.svg')
  })

  test('measures every set in both formats, by name', () => {
    expect(answer).toMatchObject({ version: expect.any(String), limit: 20, every: 1 })
    expect(answer.sets.map(({ methods, ...set }: Json) => [set, methods.length])).toEqual([
      [{ set: 'files', format: 'crabtrail', rows: 2, scopes: 1, timed: true, questions: 2 }, 7],
      [{ set: 'hippo', format: 'hipporag', rows: 3, scopes: 1, timed: false, questions: 1 }, 7],
      [{ set: 'talks', format: 'crabtrail', rows: 4, scopes: 2, timed: false, questions: 3 }, 7],
    ])
    expect(method(answer, 'hippo', 'all').scores).toEqual({ n: 1, recall2: 1, recall5: 1, recall10: 1, ndcg10: 1, mrr: 1 })
  })

  test('measures under any profile and settings, and says which', async () => {
    const under = await ask('eval', 'retrieval', 'sets/talks.corpus.jsonl.gz', 'sets/talks.queries.jsonl', '--profile', 'neurogated')
    const alone = ['--profile', 'neurogated', '--set', 'budget.hops=0', '--set', 'walk.coverage=0.5']
    const flat = await ask('eval', 'retrieval', 'sets/talks.corpus.jsonl.gz', 'sets/talks.queries.jsonl', ...alone)

    expect(answer).toMatchObject({ profile: 'balanced' })
    expect(answer).not.toHaveProperty('settings')
    expect(under).toMatchObject({ profile: 'neurogated' })
    expect(flat).toMatchObject({ profile: 'neurogated', settings: { 'budget.hops': 0, 'walk.coverage': 0.5 } })
    expect(method(under, 'talks', 'all').scores.recall5).toBeGreaterThan(method(flat, 'talks', 'all').scores.recall5)
    const { code, stderr } = await run('eval', 'retrieval', 'sets', '--set', 'walk.speed=1')
    expect([code, stderr]).toEqual([2, expect.stringContaining('walk.speed')])
    const { stdout } = await run('eval', 'confidence', 'sets/talks.corpus.jsonl.gz', 'sets/talks.queries.jsonl', ...alone)
    expect(stdout).toContain('under neurogated, with budget.hops=0 walk.coverage=0.5')
  })

  test('finds by edges what the words alone do not, and within the scope of the question', () => {
    const recalls = ['all', 'no gate', 'no coverage order', 'text alone', 'no edges', 'bm25', 'cosine'].map((name) => {
      const { categories, scores } = method(answer, 'talks', name)
      return [name, scores.recall5 === 1, categories.map(({ category, n, recall5 }: Json) => [category, n, recall5])]
    })

    expect(recalls.slice(0, 3)).toEqual(
      ['all', 'no gate', 'no coverage order'].map((name) => [
        name,
        true,
        [
          ['hop', 1, 1],
          ['one', 2, 1],
        ],
      ]),
    )
    expect(recalls.slice(3, 6)).toEqual(
      ['text alone', 'no edges', 'bm25'].map((name) => [
        name,
        false,
        [
          ['hop', 1, 0],
          ['one', 2, 1],
        ],
      ]),
    )
  })

  test('asks in the order of time, and sees what was there at that time', () => {
    for (const name of ['all', 'text alone', 'bm25', 'cosine'])
      expect(method(answer, 'files', name).scores).toMatchObject({ n: 2, ndcg10: 1, recall10: 1 })
  })

  test('says what each variant was made with, and how long it took', () => {
    expect(method(answer, 'talks', 'no edges')).toMatchObject({
      settings: { 'budget.hops': 0 },
      readingMs: expect.any(Number),
      questionMs: expect.any(Number),
    })
    expect(method(answer, 'talks', 'bm25')).not.toHaveProperty('settings')
  })

  test('puts all but what comes and goes into one brain, and says what each loses', () => {
    const { left, measured, sets } = answer.mixed

    expect(left).toEqual(['files'])
    expect(measured).toMatchObject({ set: 'mixed', rows: 7, scopes: 1, questions: 4 })
    expect(sets.map((one: Json) => `${one.set} ${one.method}`)).toEqual(
      ['hippo', 'talks'].flatMap((set) => ['all', 'bm25', 'cosine'].map((name) => `${set} ${name}`)),
    )
    for (const { alone, loss, mixed } of sets) expect(loss.ndcg10).toBe(alone.ndcg10 - mixed.ndcg10)
    const lost = sets.filter(({ loss }: Json) => loss.mrr > 0).map((one: Json) => `${one.set} ${one.method}`)
    expect(lost).toEqual(expect.arrayContaining(['talks all', 'talks bm25']))
  })

  test('writes the same document to a file, and draws it', () => {
    expect(JSON.parse(readFileSync(join(place.home, 'out.json'), 'utf8'))).toEqual(answer)
    expect(readFileSync(join(place.home, 'out.svg'), 'utf8')).toMatch(/^<svg .*<title>talks, no gate: .*<\/svg>\n$/s)
  })

  test('answers the same another time, but for how long it took', async () => {
    const timeless = (document: Json) =>
      JSON.parse(JSON.stringify(document), (key, value) => (['readingMs', 'questionMs'].includes(key) ? undefined : value))
    const again = await ask('eval', 'retrieval', 'sets', '--ablate', 'all', '--mixed')

    expect(timeless(again)).toEqual(timeless(answer))
  })

  test('shows people a line for each method and category', async () => {
    const { code, stderr, stdout } = await run('eval', 'retrieval', 'sets/talks.corpus.jsonl.gz', 'sets/talks.queries.jsonl', '--mixed')

    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^talks {2}4 texts in 2 scopes, 3 questions\n/)
    expect(stdout).toMatch(/\n {2}all +3 .+\n {2}bm25 +3 .+\n {2}cosine +3 .+\n {2}hop: all +1 /)
    expect(stdout).toMatch(/\nmixed {2}all in one brain: 4 texts, 3 questions\n/)
  })

  test('asks every other question where it is told to', async () => {
    const some = await ask('eval', 'retrieval', 'sets/talks.corpus.jsonl.gz', 'sets/talks.queries.jsonl', '--every', '2')

    expect(some.sets[0]).toMatchObject({ questions: 2 })
    expect(method(some, 'talks', 'all').categories.map(({ category }: Json) => category)).toEqual(['hop', 'one'])
  })

  test('touches no store, and leaves nothing behind', () => {
    expect(existsSync(place.store)).toBe(false)
    expect(readdirSync(place.home).sort()).toEqual(['out.json', 'out.svg', 'sets'])
  })
})

describe('a set that is not right is refused before anything is measured', () => {
  test.each<[string, ReadonlyArray<string>, number, string]>([
    ['a file that there is not', ['nowhere.jsonl', 'sets/talks.queries.jsonl'], 1, 'nowhere.jsonl: there is no such file'],
    ['a corpus alone', ['sets/files.corpus.jsonl'], 2, 'PATH: sets/files.corpus.jsonl is a corpus without its questions'],
    ['a broken line', ['broken.jsonl', 'sets/talks.queries.jsonl'], 1, 'broken.jsonl: line 2 is not JSON'],
    ['the questions of another', ['sets/files.corpus.jsonl', 'sets/talks.queries.jsonl'], 1, 'sets/talks.queries.jsonl: line 1'],
    ['a folder without sets', ['.'], 1, 'no set lies in it'],
    ['a second one that is wrong', ['sets', 'empty.jsonl', 'sets/talks.queries.jsonl'], 1, 'empty.jsonl: it holds no text'],
    ['two answers in one file', ['sets', '-o', 'x.json', '--plot', 'x.json'], 2, '--plot'],
  ])('%s', async (_, args, code, said) => {
    write('broken.jsonl', '{"id":"a","text":"x"}\n{"id"\n')
    write('empty.jsonl', '')

    const [ended, error] = await fail('eval', 'retrieval', ...args)

    expect([ended, error.message]).toEqual([code, expect.stringContaining(said)])
  })
})

describe('crabtrail eval confidence', () => {
  test('counts the two errors of each set', async () => {
    write('unrelated.tsv', 'half\tmessage\ndev\tbook a table for two\ndev\t\nheld-out\twhat is 17 times 23?\n')
    const answer = await ask('eval', 'confidence', 'sets/talks.corpus.jsonl.gz', 'sets/talks.queries.jsonl', '--unrelated', 'unrelated.tsv')

    const [set] = answer.sets
    expect(answer.sets).toHaveLength(1)
    // Two scopes, two messages each, and each scope the questions of the other.
    expect(set).toMatchObject({ set: 'talks', questions: 3, unrelated: 4, talkative: 0, elsewhere: 3 })
    expect(set.silent).toBeLessThanOrEqual(set.right)
    expect(set.categories.map(({ category }: Json) => category)).toEqual(['hop', 'one'])

    const { code, stdout } = await run('eval', 'confidence', 'sets/talks.corpus.jsonl.gz', 'sets/talks.queries.jsonl')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^ +questions +right in 5 +silent[\s\S]*\ntalks +3 /)])
  })

  test.each([['--plot', 'x.svg'], ['--ablate', 'all'], ['--limit', '20'], ['--mixed']])('has no %s', async (...flag) => {
    const [code, error] = await fail('eval', 'confidence', 'sets/talks.corpus.jsonl.gz', 'sets/talks.queries.jsonl', ...flag)

    expect([code, error.message]).toEqual([2, expect.stringContaining('eval retrieval only')])
  })

  test('refuses a file without messages', async () => {
    write('empty.tsv', 'half\tmessage\n')
    const [code, error] = await fail(
      'eval',
      'confidence',
      'sets/talks.corpus.jsonl.gz',
      'sets/talks.queries.jsonl',
      '--unrelated',
      'empty.tsv',
    )

    expect([code, error.message]).toEqual([1, expect.stringContaining('it holds no message')])
  })
})
