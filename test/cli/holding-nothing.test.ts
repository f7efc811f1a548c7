/** Files that hold nothing, or not what their form promises: each is named, at every reading, and read all the same. */
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Json, makePlace, onlyDocument, type Place } from './place.ts'

let place: Place
beforeEach(() => {
  place = makePlace()
  place.write('notes/good.md', '# Harbour\n\nThe harbour opens at six.\n')
})
afterEach(() => place.remove())

const read = async (...words: ReadonlyArray<string>) => onlyDocument((await place.run('ingest', ...words, '--json')).stdout)
const leftOut = (answer: Json) => answer.leftOut.map(({ kind, names }: Json) => [kind, ...names])

describe('a file that holds nothing', () => {
  test.each([
    ['of no bytes', 'a.md', ''],
    ['of white space', 'a.md', ' \n\t\n  \n'],
    ['of white space, as plain text', 'a.txt', '\n\n'],
    ['of a byte order mark', 'a.md', '\uFEFF\n'],
    ['of front matter', 'a.md', '---\ntitle: Harbour\n---\n'],
    ['of a comment', 'a.md', '<!-- to do -->\n'],
    ['of a rule', 'a.md', '***\n'],
    ['of an empty list', 'a.json', '[]'],
    ['of an empty list with white space', 'a.json', ' [\n] \n'],
    ['of no lines', 'a.jsonl', ''],
    ['of blank lines', 'a.jsonl', '\n\n'],
    ['of no conversations', 'conversations.json', '[]\n'],
    ['of cells without text', 'a.csv', ',,\n,,\n'],
    ['of Org settings', 'a.org', '#+author: Ana\n'],
    ['of white space, as source code', 'a.ts', '\n\n'],
  ])('is named, with its folder, by itself, and when it is read again: %s', async (_, name, text) => {
    place.write(`notes/${name}`, text)

    const first = await read('notes')
    expect(leftOut(first)).toEqual([['empty', `notes/${name}`]])
    expect(first).toMatchObject({ documents: 2, skipped: [] })
    expect(first.lacks).toBeUndefined()
    expect(leftOut(await read('notes'))).toEqual([['empty', `notes/${name}`]])
    expect(leftOut(await read(`notes/${name}`))).toEqual([['empty', `notes/${name}`]])
    expect((await place.run('ingest', 'notes')).stdout).toContain(`left out: 1 empty (it has no text)\n    empty: notes/${name}`)
  })

  test('is named in a dry run, and under a name of its own', async () => {
    place.write('notes/a.md', ' \n')

    expect(leftOut(await read('notes', '--dry-run'))).toEqual([['empty', 'notes/a.md']])
    expect(leftOut(await read('notes', '--as', 'mine'))).toEqual([['empty', 'notes/a.md']])
  })

  test('is named no more once it has text, and again once it has lost it', async () => {
    for (const [text, kinds] of [
      [' ', 1],
      ['The ferry leaves at six.', 0],
      ['', 1],
    ] as const) {
      place.write('notes/a.md', text)
      expect((await read('notes')).leftOut).toHaveLength(kinds)
      expect((await read('notes')).leftOut).toHaveLength(kinds)
    }
  })

  test.each([
    ['headings alone', 'a.md', '# Harbour\n\n## Gate\n', 'heading', ''],
    ['one heading under front matter', 'a.md', '---\ntags: x\n---\n# Harbour\n', 'heading', ''],
    ['headings of Org alone', 'a.org', '* Harbour\n** Gate\n', 'heading', ''],
    ['a column without values', 'a.csv', 'Farm,Port\nAhrens,\nBehn, \n', 'empty column', ': Port'],
    ['a header alone', 'a.csv', 'Farm,Port\n', 'header', ''],
    ['a header above empty rows', 'a.csv', 'Farm;Port\n;\n', 'header', ''],
    ['an empty record', 'a.json', '[{"text":"The tug is red."},{"text":""},{}]', 'empty record', ': record 2'],
    ['an empty record a line', 'a.jsonl', '{"text":"The tug is red."}\n{"content":" "}\n', 'empty record', ': line 2'],
    ['front matter without an end', 'a.md', '---\ntitle: Harbour\n\nThe gate is red.\n', 'front matter', ''],
    ['front matter with a line that is none', 'a.md', '---\ntitle: Harbour\n: [\n---\n\nThe gate is red.\n', 'front matter', ''],
  ])('of its form is named at every reading: %s', async (_, name, text, kind, part) => {
    place.write(`notes/${name}`, text)

    for (let reading = 0; reading < 2; reading++) {
      const answer = await read('notes')
      expect(answer.leftOut).toMatchObject([{ kind, names: expect.arrayContaining([`notes/${name}${part}`]) }])
      expect(answer.skipped).toEqual([])
    }
    expect((await place.run('ingest', 'notes')).stdout).toContain(`    ${kind}: notes/${name}${part}`)
  })

  test('of its form is counted, with the first of each file as an example', async () => {
    place.write('notes/a.json', JSON.stringify([{ text: 'The tug is red.' }, ...Array.from({ length: 5_000 }, () => ({}))]))
    place.write('notes/b.json', '[{},{"text":"The tug is blue."}]')

    const names = ['notes/a.json: record 2', 'notes/b.json: record 1']
    expect((await read('notes')).leftOut).toMatchObject([{ kind: 'empty record', count: 5_001, names }])
    expect((await place.run('ingest', 'notes')).stdout).toContain('5001 empty record')
  })

  test.each([
    ['a table with all its values', 'a.csv', 'Farm,Port\nAhrens,1\nBehn,\n'],
    ['a row of numbers', 'a.csv', '1,2\n'],
    ['a row with a number', 'a.csv', 'Hof Ahrens,3,2.4.1\n'],
    ['a record with a title alone', 'a.json', '[{"title":"Tug"}]'],
    ['a rule above a text', 'a.md', '---\n\nThe gate is red.\n\n---\n'],
    ['a heading and a line', 'a.md', '# Gate\n\nRed.\n'],
    ['a plain text that looks like a heading', 'a.txt', '# Gate\n'],
  ])('is none where nothing is missing: %s', async (_, name, text) => {
    place.write(`notes/${name}`, text)

    expect((await read('notes')).leftOut).toEqual([])
  })
})

describe('a file that cannot be read as what it is', () => {
  test.each([
    ['bad.json', '{bad', 'record 1 is not JSON'],
    ['bad.json', '[{"text":"The tug is red."},oops]', 'record 2 is not JSON'],
    ['bad.jsonl', '{"text":"The tug is red."}\noops\n', 'line 2 is not JSON'],
    ['bad.csv', 'Farm,Port\n"Ahrens,1\n', 'the quoting of line 2, because a quote has no end or text behind its end'],
  ])('is named at its second reading as at its first: %s %s', async (name, text, reason) => {
    place.write(`notes/${name}`, text)

    for (let reading = 0; reading < 3; reading++) {
      const { code, stderr, stdout } = await place.run('ingest', 'notes', '--json')
      expect([code, onlyDocument(stdout).skipped]).toEqual([1, [{ path: name, reason }]])
      expect(stderr).toBe(`crabtrail: ${name}: ${reason}; skipped\n`)
    }
    rmSync(`${place.home}/notes/${name}`)
    expect(await read('notes')).toMatchObject({ skipped: [] })
  })

  test('is not counted as read in, and what was read in of it before stays', async () => {
    place.write('notes/tug.json', '[{"text":"The tug is red."}]')
    expect(await read('notes')).toMatchObject({ documents: 2, nodes: { added: 2 } })
    place.write('notes/tug.json', '[{"text":"The tug')

    const torn = onlyDocument((await place.run('ingest', 'notes', '--json')).stdout)

    expect(torn).toMatchObject({ documents: 1, nodes: { added: 0, retired: 0 }, retired: [] })
    expect(torn.skipped).toEqual([{ path: 'tug.json', reason: 'record 1 is not JSON' }])
    expect((await place.run('recall', 'Is the tug red?', '--no-record')).stdout).toContain('The tug is red.')
  })

  test('is no conversation where nothing was said in it', async () => {
    const talk = (id: string, messages: ReadonlyArray<Json>) => ({ uuid: id, name: id, chat_messages: messages })
    const said = { uuid: 'm', sender: 'human', text: 'The tug is red.', created_at: '2026-05-04T10:00:00Z' }
    place.write('export/conversations.json', JSON.stringify([talk('one', [said]), talk('two', [])]))
    place.write('alone/conversations.json', JSON.stringify([talk('two', [])]))

    expect(leftOut(await read('export/conversations.json'))).toEqual([['silent', 'export/conversations.json/two.json']])
    const [code, error] = await place.fail('ingest', 'alone/conversations.json')
    expect([code, error.leftOut]).toMatchObject([1, [{ kind: 'silent', names: ['alone/conversations.json/two.json'] }]])
    expect(error.message).toContain('1 silent (nothing was said in it)')
  })
})
