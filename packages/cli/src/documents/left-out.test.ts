import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { formatOfName } from '@crabtrail/text/documents/source-key'
import * as Result from 'effect/Result'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findDocuments, type Wanted } from './find-documents.ts'
import { lacking, leftOutByName, leftOutLine, leftOutLines, makeLeftOutTally, wayToRead } from './left-out.ts'
import { readDocument } from './source-names.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crabtrail-left-out-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (path: string, text = 'x') => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const leftOut = (wanted: Wanted = {}) =>
  findDocuments([folder], undefined, wanted).leftOut.map(({ kind, count, names }) => [
    kind,
    count,
    ...names.map((name) => name.slice(folder.length + 1)),
  ])

describe('what a folder holds and is not read', () => {
  test('is counted by kind, the most frequent first', () => {
    for (const path of ['a.md', 'a.docx', 'sub/b.DOCX', 'c.png', 'Makefile', 'package-lock.json', '.env', '.gitignore']) write(path)
    symlinkSync(tmpdir(), join(folder, 'out'))

    expect(leftOut()).toEqual([
      ['.docx', 2, 'a.docx', 'sub/b.DOCX'],
      ['.png', 1, 'c.png'],
      ['generated', 1, 'package-lock.json'],
      ['hidden', 1, '.env'],
      ['link', 1, 'out'],
      ['no ending', 1, 'Makefile'],
    ])
  })

  test('is counted by the ignore file that has it, a folder as one, and not looked into', () => {
    write('.gitignore', 'draft.md\nbuild/\n')
    write('sub/.gitignore', 'x.docx\n')
    write('sub/.crabtrailignore', 'y.md\n')
    for (const path of ['a.md', 'draft.md', 'build/a.docx', 'build/b.md', 'sub/x.docx', 'sub/y.md', 'node_modules/z/a.docx', '.git/a.docx'])
      write(path)

    expect(leftOut()).toEqual([
      ['.gitignore', 2, 'build/', 'draft.md'],
      ['.gitignore or .crabtrailignore', 2, 'sub/x.docx', 'sub/y.md'],
    ])
  })

  test('is a session, unless sessions are asked for', () => {
    write('talk.jsonl', '{"type":"session","id":"s"}\n')

    expect(leftOut()).toEqual([['session', 1, 'talk.jsonl']])
    expect(leftOut({ transcripts: true })).toEqual([])
  })

  test('is a file of another format with the name of a text', () => {
    const beginnings = [
      '%PDF-1.4\n1 0 obj',
      'SQLite format 3\0',
      'PK\x03\x04\x14\0',
      '\x89PNG\r\n\x1a\n',
      '\xff\xd8\xff\xe0',
      'GIF89a',
      '\x1f\x8b\x08',
    ]
    for (const [at, beginning] of beginnings.entries()) writeFileSync(join(folder, `${at}.md`), beginning, 'latin1')
    writeFileSync(join(folder, 'list.txt'), '%PDF-1.7\n')
    write('a.md', 'What %PDF- means')

    const found = findDocuments([folder], undefined)

    expect(found.files.map(({ path }) => path)).toEqual([join(folder, 'a.md')])
    expect(found.unseen).toHaveLength(beginnings.length + 1)
    expect(leftOutLine(found.leftOut.slice(0, 3))).toContain('1 .md that is a GIF picture')
    expect(leftOutLine(found.leftOut)).toContain('1 .md that is a PDF and 1 .txt that is a PDF (not a text: name it .pdf)')
    for (const at of beginnings.keys()) {
      expect(readDocument(join(folder, `${at}.md`), 1_000)).toEqual(
        Result.fail(expect.stringMatching(/^it is an? (?:PDF|SQLite|zip|PNG|JPEG|GIF|gzip)/)),
      )
    }
  })

  test('calls generated what the reading of a folder passes over as such, and nothing else', () => {
    for (const name of ['pnpm-lock.yaml', 'a/lock.json', 'A.MIN.JS', 'x.lock.yml']) {
      expect([leftOutByName(name).kind, formatOfName(name)]).toEqual(['generated', undefined])
    }
    for (const name of ['deadlock.json', 'clock.yaml', 'min.js']) {
      expect(leftOutByName(name).kind).not.toBe('generated')
      expect(formatOfName(name)).toBeDefined()
    }
  })

  test('has what documents lack, by kind, with the part that is missing', () => {
    const tally = makeLeftOutTally()
    const found = [
      { path: 'a.md', kind: 'empty' as const },
      { path: 'b.csv', kind: 'column' as const, part: 'Beds' },
    ]
    lacking(tally, [...found, { path: 'c.csv', kind: 'column', part: 'Port' }], (path) => `notes/${path}`)

    expect(leftOutLines(tally.all())).toEqual([
      'left out: 2 empty columns (no row has a value in it), 1 empty (it has no text)',
      '  empty column: notes/b.csv: Beds, notes/c.csv: Port',
      '  empty: notes/a.md',
    ])
  })

  test('is printed with the first names of each kind', () => {
    const tally = makeLeftOutTally()
    for (const name of ['a.png', 'b.png', 'c.png', 'd.png', 'e.docx']) tally.add(leftOutByName(name), name)

    expect(leftOutLines(tally.all()).slice(1)).toEqual(['  .png: a.png, b.png, c.png and 1 more', '  .docx: e.docx'])
    expect(leftOutLines([])).toEqual([])
  })

  test('has the names of each kind, up to a thousand, and a limit of kinds', () => {
    const tally = makeLeftOutTally()
    for (let number = 0; number < 60; number++)
      for (const name of ['a', 'b']) tally.add(leftOutByName(`${name}.kind${number}`), `${name}.${number}`)
    for (let number = 0; number < 1_200; number++) tally.add(leftOutByName('x.kind0'), `x${number}`)

    const [most, other, ...rest] = tally.all()
    expect(most).toMatchObject({ kind: '.kind0', count: 1_202 })
    expect(most?.names).toHaveLength(1_000)
    expect(other).toMatchObject({ kind: 'other', count: 20 })
    expect(other?.names.slice(0, 3)).toEqual(['a.50', 'b.50', 'a.51'])
    expect(rest).toHaveLength(49)
  })
})

describe('the line about it', () => {
  const lineOf = (...paths: ReadonlyArray<string>) => {
    const tally = makeLeftOutTally()
    for (const path of paths) tally.add(leftOutByName(path), path)
    return leftOutLine(tally.all())
  }

  test('says each kind, and how it can be read', () => {
    expect(lineOf('a.docx')).toBe('left out: 1 .docx (not a text: convert it with pandoc FILE -t gfm -o FILE.md)')
    expect(lineOf('a.png', 'b.png', 'c.zip', 'Makefile', 'x.log', 'pnpm-lock.yaml')).toBe(
      'left out: 2 .png and 1 .zip (not a text), 1 .log and 1 without an ending (name the file to read it), 1 generated',
    )
    expect(leftOutLine([])).toBeUndefined()
  })

  test('says the ignore file and the flag', () => {
    const one = { count: 1, names: [] }
    expect(
      leftOutLine([
        { ...one, kind: '.gitignore', reason: 'r', count: 3 },
        { ...one, kind: 'session', reason: '--transcripts' },
      ]),
    ).toBe('left out: 3 by .gitignore, 1 session (--transcripts)')
  })

  test('has a limit', () => {
    expect(lineOf(...Array.from({ length: 10 }, (_, number) => `a.x${number}`))).toMatch(/, and 2 more kinds that --json has$/)
  })

  test('knows no way for what is text already', () => {
    expect([wayToRead('a.DOCX'), wayToRead('notes/b.xlsx'), wayToRead('c.txt'), wayToRead('docx')]).toEqual([
      'convert it with pandoc FILE -t gfm -o FILE.md',
      'save it as .csv',
      undefined,
      undefined,
    ])
  })
})
