import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as Result from 'effect/Result'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findSets, readSet } from './files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crabtrail-sets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const lines = (...records: ReadonlyArray<unknown>): string => records.map((record) => `${JSON.stringify(record)}\n`).join('')

const corpus = lines({ id: 'a', text: 'Harbour.', title: 'H' }, { id: 'b', text: 'Market.', session: 's' })
const queries = lines({ id: 'q', question: 'harbour?', goldIds: ['a', 'b', 'a'], category: 'x', split: 'test' })
const read = (corpusText: string | Uint8Array, queriesText: string | Uint8Array, format: 'auto' | 'crabtrail' | 'hipporag' = 'auto') =>
  readSet({ name: 'set', corpus: file('c', corpusText), queries: file('q', queriesText) }, format)
const problem = (corpusText: string | Uint8Array, queriesText: string | Uint8Array): string => {
  const failure = Result.getOrThrow(Result.flip(read(corpusText, queriesText)))
  return failure.message.replaceAll(`${folder}/`, '')
}

describe('lines of JSON', () => {
  test('lines of JSON are read, and unknown fields are ignored', () => {
    expect(Result.getOrThrow(read(`\n${corpus}\n`, queries))).toEqual({
      name: 'set',
      format: 'crabtrail',
      rows: [
        { title: 'H', text: 'Harbour.', session: undefined, scope: '', time: undefined, until: undefined },
        { title: undefined, text: 'Market.', session: 's', scope: '', time: undefined, until: undefined },
      ],
      questions: [{ text: 'harbour?', gold: new Set([0, 1]), scope: '', time: undefined, category: 'x' }],
    })
  })

  test('gzip files are read', () => {
    expect(read(gzipSync(corpus), gzipSync(queries))).toEqual(read(corpus, queries))
  })

  test('the lines of a corpus have times, or none has', () => {
    const timed = lines({ id: 'a', text: 'x', time: 1, until: 3 }, { id: 'b', text: 'y', time: 2 })
    const set = Result.getOrThrow(read(timed, lines({ id: 'q', question: 'x', goldIds: ['a'], time: 2 })))

    expect(set.rows.map(({ time, until }) => [time, until])).toEqual([
      [1, 3],
      [2, undefined],
    ])
    expect(set.questions[0]?.time).toBe(2)
    expect(Result.getOrThrow(read(corpus, lines({ id: 'q', question: 'x', goldIds: ['a'], time: 2 }))).questions[0]?.time).toBeUndefined()
  })

  test.each<[string, string | Uint8Array, string | Uint8Array, string]>([
    ['a broken line of the corpus', `${corpus}{"id":\n`, queries, 'c: line 3 is not JSON'],
    ['a broken line of the questions', corpus, `\n${queries}no\n`, 'q: line 3 is not JSON'],
    ['a text that is none', lines({ id: 'a', text: 1 }), queries, 'c: line 1: Expected string at ["text"]'],
    ['a row without an id', lines({ id: 'a', text: 'x' }, { text: 'y' }), queries, 'c: line 2: Missing key at ["id"]'],
    [
      'two rows of one id',
      lines({ id: 'a', text: 'x' }, { id: 'a', text: 'y' }),
      queries,
      'c: line 2: its id "a" stands at line 1 already',
    ],
    ['two questions of one id', corpus, queries + queries, 'q: line 2: its id "q" stands at line 1 already'],
    [
      'an answer that there is not',
      corpus,
      lines({ id: 'q', question: 'x', goldIds: ['a', 'z'] }),
      'q: line 1: "z" of its goldIds is not in the corpus',
    ],
    ['no answer', corpus, lines({ id: 'q', question: 'x', goldIds: [] }), 'q: line 1: Expected'],
    [
      'an answer in another scope',
      corpus,
      lines({ id: 'q', question: 'x', goldIds: ['a'], scope: 's' }),
      'q: line 1: "a" of its goldIds is in another scope than the question',
    ],
    ['an empty question', corpus, lines({ id: 'q', question: ' ', goldIds: ['a'] }), 'q: line 1: the question is empty'],
    [
      'a question that is too long',
      corpus,
      lines({ id: 'q', question: 'é'.repeat(8_001), goldIds: ['a'] }),
      'q: line 1: the question has 16002 bytes; at most 16000',
    ],
    [
      'times for some',
      lines({ id: 'a', text: 'x', time: 1 }, { id: 'b', text: 'y' }),
      queries,
      'c: line 2: it has no time, and other lines have one',
    ],
    ['an end without a time', lines({ id: 'a', text: 'x', until: 1 }), queries, 'c: line 1: it has no time, only an until'],
    ['an end before the time', lines({ id: 'a', text: 'x', time: 2, until: 2 }), queries, 'c: line 1: its until is not after its time'],
    [
      'a question without a time',
      lines({ id: 'a', text: 'x', time: 2 }),
      lines({ id: 'q', question: 'x', goldIds: ['a'] }),
      'q: line 1: it has no time, and the rows of the corpus have',
    ],
    ['an empty corpus', '\n', queries, 'c: it holds no text'],
    ['no question', corpus, '', 'q: it holds no question'],
    ['bytes that are no text', new Uint8Array([0x22, 0xff]), queries, 'c: it is not UTF-8 text'],
    ['a packed file that was cut short', gzipSync(corpus).subarray(0, 30), queries, 'c: it is not a whole gzip file'],
  ])('are refused with the file and the place: %s', (_, corpusText, queriesText, expected) => {
    expect(problem(corpusText, queriesText)).toContain(expected)
    expect(problem(corpusText, queriesText)).not.toContain('\n')
  })
})

const passages = JSON.stringify([
  { title: 'Ann', text: 'Ann was born in Minsk.', idx: 0 },
  { title: 'Minsk', text: 'Minsk is a city. It is large.', idx: 1 },
  { title: 'Minsk', text: 'A river.', idx: 2 },
  { title: 'Ann', text: 'Ann was born in  Minsk.', idx: 3 },
])
const sample = (record: unknown): string => JSON.stringify([record])
const gold = (record: unknown): ReadonlyArray<number> => [...(Result.getOrThrow(read(passages, sample(record))).questions[0]?.gold ?? [])]

describe('lists as HippoRAG has them', () => {
  test('a corpus that begins with a list is read as HippoRAG, and equal passages are one row', () => {
    const set = Result.getOrThrow(
      read(
        passages,
        sample({ id: '2hop__1_2', question: 'Where?', answer: 'x', paragraphs: [{ title: 'Ann', text: 'Ann was born in Minsk.' }] }),
      ),
    )

    expect(set).toMatchObject({ format: 'hipporag', questions: [{ text: 'Where?', category: '2hop' }] })
    expect(set.rows.map(({ title }) => title)).toEqual(['Ann', 'Minsk', 'Minsk'])
  })

  test('paragraphs support an answer as in MuSiQue', () => {
    const paragraphs = [
      { title: 'Ann', paragraph_text: 'Ann was born in Minsk.', is_supporting: true },
      { title: 'Minsk', paragraph_text: 'A river.', is_supporting: false },
      { title: 'Minsk', text: 'Minsk is a city. It is large.' },
    ]

    expect(gold({ question: 'Where?', paragraphs })).toEqual([0, 1])
  })

  test('contexts support an answer as in PopQA', () => {
    const contexts = [
      { title: 'Ann', text: 'Ann was born in Minsk.', is_supporting: false },
      { title: 'Minsk', text: 'A river.', is_supporting: true },
    ]

    expect(gold({ question: 'Where?', contexts })).toEqual([2])
  })

  test('titles and sentences support an answer as in HotpotQA, whatever the spaces between them', () => {
    const context = [
      ['Minsk', ['Minsk is a city.', ' It is large.']],
      ['Ann', ['Ann was born', 'in Minsk.']],
      ['Nobody', ['Not in the corpus.']],
    ]

    expect(gold({ question: 'Where?', supporting_facts: [['Minsk', 1]], context, type: 'bridge' })).toEqual([1])
    expect(gold({ question: 'Where?', supporting_facts: [['Minsk', 1]] })).toEqual([1, 2])
  })

  test.each<[string, string, string, string]>([
    ['a corpus that is no list of passages', '[{"title":"A"}]', '[]', 'c: record 1: Missing key at ["text"]'],
    ['a corpus that is cut short', '[{"title":"A",', '[]', 'c: the file is not JSON'],
    ['questions that are no list', passages, '{}', 'q: the file is not a JSON list'],
    [
      'a passage that is not there',
      passages,
      sample({ question: 'x', paragraphs: [{ title: 'Bo', text: 'Bo.' }] }),
      'q: record 1: the passage "Bo" that supports it is not in the corpus',
    ],
    ['no passage', passages, sample({ question: 'x' }), 'q: record 1: no passage is said to support it'],
    ['an empty question', passages, sample({ question: '' }), 'q: record 1: the question is empty'],
  ])('are refused with the file and the place: %s', (_, corpusText, queriesText, expected) => {
    expect(problem(corpusText, queriesText)).toContain(expected)
  })

  test('--format crabtrail reads no list', () => {
    expect(read(passages, '[]', 'crabtrail')).toMatchObject({ failure: { problem: expect.stringContaining('line 1') } })
    expect(read(corpus, queries, 'hipporag')).toMatchObject({ failure: { problem: expect.stringContaining('the file is not JSON') } })
  })
})

describe('the files of sets', () => {
  const found = (...paths: ReadonlyArray<string>) =>
    Result.map(findSets(paths.map((path) => join(folder, path))), (sets) => sets.map(({ name }) => name))

  test('pairs of files and folders of pairs are sets', () => {
    mkdirSync(join(folder, 'sets'))
    for (const name of ['b.corpus.jsonl.gz', 'b.queries.jsonl', 'a_corpus.json', 'a.json', 'c.corpus.jsonl', 'README.md'])
      file(`sets/${name}`, '')
    file('my.jsonl.gz', '')

    expect(found('my.jsonl.gz', 'whatever', 'sets')).toEqual(Result.succeed(['my', 'a', 'b']))
  })

  test.each<[string, ReadonlyArray<string>, string]>([
    ['a corpus without questions', ['one'], 'is a corpus without its questions'],
    ['a folder of other things', ['other'], 'no set lies in it'],
    ['what is not there', ['nowhere', 'one'], 'there is no such file or folder'],
    ['two of one name', ['one', 'q', 'other/one', 'q'], 'two sets would be called one'],
  ])('are refused: %s', (_, paths, expected) => {
    mkdirSync(join(folder, 'other'))
    file('one', '')
    file('other/one', '')

    expect(found(...paths)).toMatchObject({ failure: { message: expect.stringContaining(expected) } })
  })
})
