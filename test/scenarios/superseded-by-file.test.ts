/** What texts say outright about a named file: by its bare name, by links as decision records have them, and in sentences of several languages. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
type Note = readonly [source: string, text: string]
const documents = (notes: ReadonlyArray<Note>, root = '/notes') =>
  notes.map(([source, text]) => ({ source, format: source.endsWith('.org') ? ('org' as const) : ('markdown' as const), root, text }))
const read = (...notes: ReadonlyArray<Note>) => stage.memory.ingest({ documents: documents(notes) })
const supersededBy = async (what: string) => (await stage.memory.show({ what })).nodes[0]?.supersededBy ?? []
const said = async (text: string, ...beside: ReadonlyArray<Note>) =>
  (await read(kiln, ...beside, ['new.md', `# New\n\n${text}\n`])).superseded

const kiln: Note = ['deep/kiln.md', '# The kiln\n\nThe kiln burns at 900 degrees.\n']
const twin: Note = ['old/kiln.md', '# Another kiln\n\nThe kiln burns at 700 degrees.\n']

beforeEach(async () => {
  stage = await openStage('empty')
})
afterEach(async () => {
  expect((await stage.memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok)).toEqual([])
  await stage.leave()
})

describe('INV-181 a file that a text names', () => {
  test.each([
    'This supersedes kiln.md.',
    'This supersedes deep/kiln.md.',
    'This supersedes `kiln.md`.',
    'This supersedes Kiln.md.',
    'Supersedes [[kiln]].',
    'Supersedes [[kiln|the old one]].',
    'Supersedes [the kiln](deep/kiln.md).',
    'Supersedes [1. Burn hot. Burn long](deep/kiln.md)',
    '**Status:** Supersedes [1. The kiln](deep/kiln.md)',
    'kiln.md is superseded by this note.',
    'This supersedes the old file kiln.md.',
    'This guide has replaced kiln.md.',
    'This obsoletes kiln.md.',
    'This takes the place of kiln.md.',
    'Note: this supersedes kiln.md.',
    'Supersedes: kiln.md',
    'This replaced kiln.md.',
    'Das ersetzt kiln.md.',
    'Ersetzt [den alten](deep/kiln.md).',
    'Das hat kiln.md ersetzt.',
    'Das ersetzt die alte Datei kiln.md.',
    'Diese Anleitung löst kiln.md ab.',
    'Dies tritt an die Stelle von kiln.md.',
    'kiln.md wurde von new.md abgelöst.',
    'Esto reemplazó a kiln.md.',
    'Esta guía deja sin efecto kiln.md.',
    'Cela remplace kiln.md.',
    'Ce guide se substitue à kiln.md.',
    'Questo rimpiazza kiln.md.',
    'Isso substitui kiln.md.',
    'Dat vervangt kiln.md.',
    'Dit komt in de plaats van kiln.md.',
    'To zastąpiło kiln.md.',
    '本文替换 kiln.md。',
    'It is new.\n\nThis supersedes kiln.md.\nIt burns at 950.',
  ])('gives way, wherever it lies: %s', async (text) => {
    expect(await said(text)).toMatchObject([{ node: 'deep/kiln.md', by: 'new.md', rule: 'statement' }])
  })

  test.each([
    'Ana wrote: "The kiln leaks. This supersedes kiln.md. It is final."',
    'Ana schrieb: „Er ist kalt. Das ersetzt kiln.md. Das gilt.“',
    'Ana a écrit : « Il fuit. Cela remplace kiln.md. Voilà. »',
    '> Ana wrote:\nThis supersedes kiln.md.',
    '<blockquote>\nThis supersedes kiln.md.\n</blockquote>',
    '<pre>\nThis supersedes kiln.md.\n</pre>',
    '```\nThis supersedes kiln.md.\n```',
    '`This supersedes kiln.md.`',
    'Does this supersede kiln.md?',
    'This supersedes kiln.md?',
    'Ersetzt das kiln.md?',
    'If the board agrees,\nthis supersedes kiln.md.',
    'This supersedes kiln.md\nif the board agrees.',
    'This supersedes kiln.md\nin winter.',
    'Falls der Rat zustimmt:\nDas ersetzt kiln.md.',
    'Nobody says that\nthis supersedes kiln.md.',
    'Should it work, this supersedes kiln.md.',
    'This does not replace kiln.md.',
    'This has not replaced kiln.md.',
    'This will replace kiln.md.',
    'This almost takes the place of kiln.md.',
    'Not superseded by kiln.md.',
    'Das ersetzt nicht kiln.md.',
    'Das löst kiln.md nicht ab.',
    'Das würde kiln.md ersetzen.',
    'Cela ne remplace pas kiln.md.',
    'Isso não substitui kiln.md.',
    'To nie zastąpiło kiln.md.',
    '本文不替换 kiln.md。',
    'Das ersetzt den Ofen.',
    'The handbook lists what this supersedes.',
    'Superseded: [The kiln](deep/kiln.md)',
    'Superseded kiln.md.',
    '- Replaced kiln.md',
    'Update: replaced the old file kiln.md.',
    'Status: superseded [The kiln](deep/kiln.md)',
    'Ana replaced kiln.md.',
    'Has replaced kiln.md.',
    'Hat kiln.md ersetzt.',
    'Ersetzt: kiln.md',
    '**Ersetzt:** kiln.md',
    'Stand: ersetzt kiln.md',
    'Reemplazó a kiln.md.',
    'Heeft kiln.md vervangen.',
  ])('stays where the text does not say so outright: %s', async (text) => {
    expect(await said(text)).toBeUndefined()
  })

  test.each(['superseded [1](deep/kiln.md)', 'replaced [1](deep/kiln.md)', 'ersetzt [1](deep/kiln.md)'])(
    'stays where a state in front matter does not say which one is newer: %s',
    async (state) => {
      expect((await read(kiln, ['new.md', `---\nstatus: "${state}"\n---\n# New\n\nIt is hot.\n`])).superseded).toBeUndefined()
    },
  )

  test.each([
    ['The new crane replaces the old crane.', 'Old Crane.md', 'New Crane.md'],
    ['This replaces the old crane.', 'Old Crane.md', 'New Crane.md'],
    ['"old crane" is no longer valid.', 'Old Crane.md', 'New Crane.md'],
    ['index.js replaces server.js.', 'x/server.js.md', 'x/index.js.md'],
    ['This replaces server.js.', 'x/server.js.md', 'x/index.js.md'],
  ])('is not named by words or by a file of another name: %s', async (text, older, newer) => {
    const answer = await read([older, 'It is red.\n'], [newer, 'It is blue.\n'], ['log.md', `# Log\n\n${text}\n`])

    expect([answer.superseded, answer.withoutEffect]).toEqual([undefined, undefined])
  })

  test.each(['Supersedes [[old crane]].', 'Supersedes [[x/server.js|the server]].', 'This supersedes server.js.md.'])(
    'is named by a link without its ending, or with it: %s',
    async (text) => {
      const found = await read(['Old Crane.md', 'Red.\n'], ['x/server.js.md', 'Blue.\n'], ['log.md', `# Log\n\n${text}\n`])

      expect(found.superseded).toHaveLength(1)
    },
  )

  test('stays where others wrote that it is superseded', async () => {
    await read(kiln)
    const origin = 'untrusted' as const
    const answer = await stage.memory.ingest({
      documents: documents([['new.md', '# New\n\nThis supersedes kiln.md and more.\n\nDas ersetzt kiln.md.\n']]),
      origin,
    })

    expect([answer.superseded, answer.withoutEffect]).toEqual([undefined, undefined])
  })

  test('stays in a quote and in an example of an Org document', async () => {
    const text =
      '#+title: New\n\n#+begin_quote\nThis supersedes kiln.md.\n#+end_quote\n\n#+begin_example\nThis supersedes kiln.md.\n#+end_example\n'

    expect((await read(kiln, ['new.org', text])).superseded).toBeUndefined()
  })

  test.each(['\n', ''])('gives way where an Org document says so itself and quotes the same sentence', async (gap) => {
    const quote = '#+begin_quote\nThis supersedes kiln.md.\n#+end_quote\n'

    expect((await read(kiln, ['new.org', `#+title: New\n\n${quote}${gap}This supersedes kiln.md.\n`])).superseded).toMatchObject([
      { node: 'deep/kiln.md', by: 'new.org' },
    ])
  })

  test('is the one beside the text, the one at the whole path, or the only one of that name in another folder that was read', async () => {
    await stage.memory.ingest({ documents: documents([['yard/oven.md', '# Oven\n\nThe oven is hot.\n']], '/other') })
    const answer = await read(
      ['kiln.md', '# Kiln above\n\nCold.\n'],
      kiln,
      twin,
      ['deep/a.md', '# A\n\nThis supersedes kiln.md.\n'],
      ['b.md', '# B\n\nThis supersedes old/kiln.md.\n'],
      ['yard/c.md', '# C\n\nThis supersedes oven.md.\n'],
      ['yard/d.md', '# D\n\nThis supersedes kiln.md.\n'],
      ['far/kiln.md', '# E\n\nThis supersedes ../kiln.md.\n'],
    )

    expect(answer.superseded?.map(({ by, node }) => [by, node])).toEqual([
      ['b.md', 'old/kiln.md'],
      ['deep/a.md', 'deep/kiln.md'],
      ['far/kiln.md', 'kiln.md'],
      ['yard/c.md', 'yard/oven.md'],
    ])
    expect(answer.withoutEffect).toMatchObject([{ node: 'yard/d.md', reason: 'ambiguous' }])
  })

  test('that has the name of the text itself is the other one', async () => {
    const answer = await read(kiln, ['new/kiln.md', '# New kiln\n\nThis supersedes kiln.md.\n'])

    expect(answer.superseded).toMatchObject([{ node: 'deep/kiln.md', by: 'new/kiln.md' }])
  })
})

describe('INV-181 a decision record', () => {
  const rust = (status: string): Note => [
    'adr/0001.md',
    `# 1. Use Rust\n\nDate: 2025-01-02\n\n## Status\n\n${status}\n\n## Decision\n\nWe use Rust.\n`,
  ]
  const go = (status: string): Note => [
    'adr/0002.md',
    `# 2. Use Go\n\nDate: 2025-03-02\n\n## Status\n\n${status}\n\n## Decision\n\nWe use Go.\n`,
  ]
  const [accepted, replaced] = ['Accepted', 'Superseded by [2. Use Go](0002.md)']

  test.each([
    ['the newer one says so', accepted, 'Accepted\n\nSupersedes [1. Use Rust](0001.md)'],
    ['the older one says so', replaced, accepted],
    ['both say so', replaced, 'Accepted\n\nSupersedes [1. Use Rust](0001.md)'],
    ['a line of a list says so', accepted, '- Supersedes [1. Use Rust](0001.md)'],
    ['a link has spaces and stops', accepted, 'Supersedes [[0001|1. Use Rust. For all]]'],
  ])('gives way as a whole to another where %s under the heading of its state', async (_, older, newer) => {
    await read(rust(older), go(newer))

    expect(await supersededBy('adr/0001.md#decision')).toMatchObject([{ by: 'adr/0002.md#decision', rule: 'statement' }])
    expect(await supersededBy('adr/0001.md')).toMatchObject([{ by: 'adr/0002.md' }])
    expect(await supersededBy('adr/0002.md#decision')).toEqual([])
  })

  test('gives way without a heading of its state, and by a state in front matter', async () => {
    await read(
      ['a/1.md', '# 1. Use Rust\n\nSuperseded by [2. Use Go](2.md)\n\nWe use Rust.\n'],
      ['a/2.md', '# 2. Use Go\n\nWe use Go.\n'],
      ['a/3.md', '---\nstatus: "superseded by [ADR-0002](2.md)"\n---\n# 3. Use C\n\nWe use C.\n'],
    )

    expect(await supersededBy('a/1.md')).toMatchObject([{ by: 'a/2.md', rule: 'statement' }])
    expect(await supersededBy('a/3.md')).toMatchObject([{ by: 'a/2.md', rule: 'front-matter' }])
  })

  test.each([
    ['State', 'Decision'],
    ['Stand', 'Entscheidung'],
    ['Status', 'Gate'],
    ['Estado', 'Puerta'],
  ])('is no note with the heading "%s" beside "%s": its section alone gives way', async (status, other) => {
    const text = `# Pumps\n\nAll of them.\n\n## ${status}\n\nSuperseded by red.md.\n\n## ${other}\n\nIt opens at six.\n`
    const superseded = (await read(['red.md', '# Red\n\nRed.\n'], ['log.md', text])).superseded

    expect(superseded).toMatchObject([{ node: `log.md#${status.toLowerCase()}`, by: 'red.md' }])
  })

  test.each([
    ['Statut', 'Décision'],
    ['Estado', 'Decisión'],
    ['Status', 'Decision Outcome'],
  ])('may have the headings "%s" and "%s"', async (status, decision) => {
    const text = `# 1. Pumps\n\n## ${status}\n\nSuperseded by red.md.\n\n## ${decision}\n\nBlue pumps.\n`

    expect((await read(['red.md', '# Red\n\nRed.\n'], ['1.md', text])).superseded).toHaveLength(2)
  })

  test('says so of its section alone under any other heading', async () => {
    await read(
      ['log.md', '# Log\n\nAll of it.\n\n## Pumps\n\nSuperseded by pumps.md.\n\n## Gate\n\nIt opens at six.\n'],
      ['pumps.md', '# Pumps\n\nRed.\n'],
    )

    expect(await supersededBy('log.md#pumps')).toMatchObject([{ by: 'pumps.md' }])
    expect(await supersededBy('log.md#gate')).toEqual([])
  })
})

describe('a statement that is introduced by a line with a colon', () => {
  test.each([
    'When approved:\n\nThis supersedes kiln.md.\n',
    'If the board agrees:\n\n- This supersedes kiln.md.\n- The gate is opened.\n',
    'If the board agrees:\n\n- The gate is opened.\n- This supersedes kiln.md.\n',
    'If the board agrees:\n- This supersedes kiln.md.\n',
    'He claims:\n\nThis supersedes kiln.md.\n',
    'Noch nicht beschlossen:\n\nDas ersetzt kiln.md.\n',
    'Sólo si se aprueba:\n\nEsto sustituye a kiln.md.\n',
    'Seulement après le vote :\n\nCeci remplace kiln.md.\n',
  ])('supersedes nothing: %s', async (text) => {
    expect((await read(kiln, ['new.md', `# New\n\n${text}`])).superseded).toBeUndefined()
  })

  test.each([
    'The board met:\n\nIt was long.\n\nThis supersedes kiln.md.\n',
    'Bring along:\n\n- a lamp\n\nThis supersedes kiln.md.\n',
    'Bring along:\n\n## Standing\n\nThis supersedes kiln.md.\n',
  ])('is one of its own behind that: %s', async (text) => {
    expect((await read(kiln, ['new.md', `# New\n\n${text}`])).superseded).toHaveLength(1)
  })
})

describe('a name that fits nothing, or more than one thing,', () => {
  const told = async (text: string, ...beside: ReadonlyArray<Note>) => (await read(kiln, ...beside, ['new.md', text])).withoutEffect

  test.each([
    ['# New\n\nThis supersedes ghost.md.\n', 'ghost.md'],
    ['# New\n\nSupersedes [[ghost]].\n', 'ghost'],
    ['# New\n\nSupersedes [[the old ghost]].\n', 'the old ghost'],
    ['# New\n\nSupersedes [1. Ghost](0009.md)\n', '0009.md'],
    ['# New\n\nThis replaces "The old ghost".\n', 'The old ghost'],
    ['# New\n\nSuperseded by ghost.md.\n', 'ghost.md'],
    ['# New\n\nDas ersetzt ghost.md.\n', 'ghost.md'],
    ['# New\n\nThis supersedes kiln.md#ghost.\n', 'kiln.md#ghost'],
    ['---\nsupersedes: ghost.md\n---\n# New\n\nIt burns.\n', 'ghost.md'],
    ['---\nreplaces: Ghost house\n---\n# New\n\nIt burns.\n', 'Ghost house'],
  ])('is told as unknown: %s', async (text, name) => {
    expect(await told(text)).toEqual([{ node: 'new.md', name, reason: 'unknown', candidates: [] }])
  })

  test.each([
    '# New\n\nThis supersedes kiln.md.\n',
    '# New\n\nSupersedes [[kiln]].\n',
    '# New\n\nDas ersetzt kiln.md.\n',
    '---\nsupersedes: kiln.md\n---\n# New\n\nIt burns.\n',
  ])('is told with what it may be, and supersedes nothing: %s', async (text) => {
    const answer = await read(kiln, twin, ['new.md', text])

    expect(answer.superseded).toBeUndefined()
    expect(answer.withoutEffect).toMatchObject([
      { node: 'new.md', reason: 'ambiguous', name: expect.stringMatching(/^kiln/), candidates: ['deep/kiln.md', 'old/kiln.md'] },
    ])
  })

  test('is told with its text, and no more once it is known', async () => {
    const note: Note = ['new.md', '# New\n\nThis supersedes kiln.md.\n']
    expect((await read(note)).withoutEffect).toHaveLength(1)
    expect((await read(note)).withoutEffect).toBeUndefined()
    const answer = await read(note, kiln)

    expect([answer.withoutEffect, answer.superseded?.length]).toEqual([undefined, 1])
  })

  test.each([
    '# New\n\nThis replaces the old pump.\n',
    '# New\n\nThe new pump replaces the old one.\n',
    '# New\n\n"Free parking" no longer applies.\n',
    '# New\n\nThis replaces [version 1](https://example.org/v1).\n',
    '# New\n\nThis replaces Node.js.\n',
    '# New\n\nThe new kiln replaces ghost.md.\n',
    '# New\n\nSee ghost.md.\n',
    '# New\n\nDoes this supersede ghost.md?\n',
    '# New\n\nThis does not supersede ghost.md.\n',
    '# New\n\n> This supersedes ghost.md.\n',
  ])('is not told where a text speaks of something else: %s', async (text) => {
    expect(await told(text)).toBeUndefined()
  })
})
