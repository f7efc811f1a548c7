import { describe, expect, test } from 'vitest'
import { isoDay } from '../days/calendar.ts'
import { defaultChunkLimits } from '../passages/document.ts'
import { linesOf } from '../words/lines.ts'
import { frontMatterOf } from './markdown.ts'
import { parseDocument } from './parse-document.ts'

const read = (text: string) => frontMatterOf(linesOf(text))
const none = { end: 0, title: undefined, day: undefined, outright: [], aliases: [], isBroken: false }

describe('front matter', () => {
  test('ends after its closing mark and gives the title', () => {
    expect(read('---\ntags: [a]\ntitle: Release plan # draft\n---\nbody')).toEqual({ ...none, end: 46, title: 'Release plan' })
    expect(read('\uFEFF---\r\ntitle: x\r\n...\r\nbody').title).toBe('x')
  })

  test.each([
    ['title: "A \\"quoted\\" # one"', 'A "quoted" # one'],
    ["title: 'It''s'", "It's"],
    ['title:', undefined],
    ['title: >', undefined],
    ['title: >-\n  Plan of the\n  harbour', 'Plan of the harbour'],
    ['title: |\n  Plan\n\n  of # the harbour\ntags: [a]', 'Plan of # the harbour'],
    ['title: >2+ # folded\n    Plan of\n  the harbour', 'Plan of the harbour'],
    ['title: Plan of\n  the harbour # draft\n  of May', 'Plan of the harbour'],
    ['title:\n  Plan of the harbour', 'Plan of the harbour'],
    ['title: "Plan of\n  the \\"new\\" har\\\n  bour" # draft', 'Plan of the "new" harbour'],
    ['title: "token \\u0067hp"', 'token \\u0067hp'],
    ['title: "mark \\x41 \\U0001F600"', 'mark \\x41 \\U0001F600'],
    ['title: *a\nx: &a !t *a', undefined],
    ["title: 'Plan: it''s\n  the # harbour'", "Plan: it's the # harbour"],
    ['title: !!str 2026-11-28', '2026-11-28'],
    ['title: &name Harbour plan\nalias: *name', 'Harbour plan'],
    ['short: &name Harbour plan # draft\ntitle: *name', undefined],
    ['title: *nobody', undefined],
    ['title: Release: the plan', 'Release: the plan'],
    ['title:\tHarbour\tplan', 'Harbour plan'],
    ['"title": Harbour plan', 'Harbour plan'],
    ['title : Harbour plan', 'Harbour plan'],
    ['title: C#1 and #2', 'C#1 and'],
    ['title: # nothing yet', undefined],
    ['title:\n  - a\n  - b', undefined],
    ['title: { a: b }', undefined],
    ['title: "half open', '"half open'],
    ['tags:\n  title: not this\ntitle: Harbour plan', 'Harbour plan'],
    ['title: [a, b]', undefined],
    [`title: ${'x'.repeat(300)}`, 'x'.repeat(200)],
  ])('reads %s', (line, title) => {
    expect(read(`---\n${line}\n---\n`).title).toBe(title)
  })

  test('reads a quotation of any length: a title is clipped', () => {
    expect(read(`---\ntitle: "${'x'.repeat(9_000_000)}"\n---\n`).title).toBe(`"${'x'.repeat(199)}`)
  })

  test.each([
    ['supersedes: >-\n  old-plan.md', ['old-plan.md']],
    ['supersedes:\n  old-plan.md', ['old-plan.md']],
    ['supersedes: [a.md,\n  "b.md"]', ['a.md', 'b.md']],
    ['supersedes:\n  - a.md # first\n  - "b.md"', ['a.md', 'b.md']],
    ['supersedes: &old "old plan.md" # gone', ['old plan.md']],
    ['supersedes:', []],
  ])('says what it supersedes: %s', (line, names) => {
    expect(read(`---\n${line}\ntags: [x]\n---\n`).outright.flatMap((one) => one.names.map(({ name }) => name))).toEqual(names)
  })

  test.each([
    ['date: 2026-05-03', '2026-05-03'],
    ['date: "2026-05-03" # Sunday', '2026-05-03'],
    ['"date": \'2026-05-03\'', '2026-05-03'],
    ['Date: 2026-05-03T23:30:00-08:00', '2026-05-03'],
    ['created: 2026-05-03T10:00', '2026-05-03'],
    ['created: 2026-05-03 10:00', '2026-05-03'],
    ['created: "[[2026-05-03]]"', '2026-05-03'],
    ['created_at: 1777800000', '2026-05-03'],
    ['day: 2026/05/03', '2026-05-03'],
    ['date: 2026/05/03 10:00', '2026-05-03'],
    ['date: 20260503', '2026-05-03'],
    ['date: 20260503T1000', '2026-05-03'],
    ['date: 202605031000', '2026-05-03'],
    ['date: May 3, 2026', '2026-05-03'],
    ['date: Sunday, 3 May 2026 10:00', '2026-05-03'],
    ['date: 3.5.2026', '2026-05-03'],
    ['date:\n  2026-05-03', '2026-05-03'],
    ['date: !!timestamp 2026-05-03', '2026-05-03'],
    ['updated: 2026-06-01\ncreated: 2026-05-04\ndate: 2026-05-03', '2026-05-03'],
    ['updated: 2026-06-01\ncreated: 2026-05-03', '2026-05-03'],
    ['lastmod: 2026-06-01\ndate:', '2026-06-01'],
    ['date: soon\nlast-modified: 2026-06-01', '2026-06-01'],
    ['due: 2026-06-01\nexpires: 2026-07-01\nexpiry-date: 2026-07-01', undefined],
    ['date: 2026-13-45', undefined],
    ['date: 2026-05', undefined],
    ['date: {{date}}', undefined],
    ['date: tomorrow', undefined],
    ['meeting:\n  date: 2026-06-01', undefined],
  ])('tells a day: %s', (front, day) => {
    const found = read(`---\n${front}\ntags: [x]\n---\n`).day
    expect(found === undefined ? undefined : isoDay(found)).toBe(day)
  })

  test('holds remarks, lists, blocks, quoted keys and brackets', () => {
    const text = '---\n# remark\ntags:\n- a\n-\nabout: |\n  two\n\n  lines\n"a b": {\n  c: 1\n}\n---\n'

    expect(read(text).end).toBe(text.length)
  })

  test.each([
    ['a rule above prose', '---\nNo mapping here.\n---\nbody'],
    ['a mark further down', '\n---\ntitle: x\n---\n'],
    ['nothing', ''],
    ['a heading between two rules', '---\n# Heading\n---\nbody'],
  ])('is not %s', (_, text) => {
    expect(read(text)).toEqual(none)
  })

  test.each([
    ['a mapping that is never closed', '---\ntitle: x\n\nbody'],
    ['prose between two rules that begins like a mapping', '---\nUpdate: it moved.\n\nLong notes follow here.\n\n---\nbody'],
  ])('is not %s, which is called broken', (_, text) => {
    expect(read(text)).toEqual({ ...none, isBroken: true })
  })

  test('leaves out a byte order mark where there is none', () => {
    expect(read('\uFEFF# Title')).toEqual({ ...none, end: 1 })
  })
})

describe('aliases', () => {
  const aliasesOf = (front: string, body = '# Boat\n\nAbove.\n\n## Deck\n\nBelow.\n') =>
    parseDocument('markdown', { fileName: 'boat.md', text: `---\n${front}\n---\n${body}` }, defaultChunkLimits).chunks.map(
      ({ aliases }) => aliases,
    )

  test.each([
    ['one text', 'aliases: the ship', ['the ship']],
    ['a list in brackets', 'aliases: [the ship, "das Boot: alt"]', ['the ship', 'das Boot: alt']],
    ['a list below', 'aliases:\n  - the ship\n  - das Boot\ntags: x', ['the ship', 'das Boot']],
    ['the older key', 'alias: the ship', ['the ship']],
  ])('%s: they belong to what stands under the title alone', (_, front, aliases) => expect(aliasesOf(front)).toEqual([aliases, undefined]))

  test('where everything has a heading of its own, they belong to the first passage', () =>
    expect(aliasesOf('title: Boat\naliases: the ship', '## Deck\n\nBelow.\n\n## Hull\n\nBelow.\n')).toEqual([['the ship'], undefined]))

  test.each(['aliases:', 'aliases: []', 'title: Boat'])('none: %s', (front) => expect(aliasesOf(front)).toEqual([undefined, undefined]))
})
