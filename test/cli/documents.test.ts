import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fillNotes, type Json, makePlace, onlyDocument, type Place } from './place.ts'

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

const sources = async () => (await place.ask('recall', 'harbour', '--no-record')).items.map((item: Json) => item.source).sort()

describe('documents', () => {
  test('that cannot be read are named and passed over, the good ones are kept', async () => {
    place.write('notes/good.md', 'The harbour opens at six.')
    place.write('notes/empty.md', '')
    place.write('notes/latin.txt', new Uint8Array([0x68, 0xe9, 0x0a]))
    place.write('notes/wide.txt', Buffer.from('harbour', 'utf16le'))
    place.write('notes/large.md', 'a'.repeat(10_000_001))

    const { code, stdout, stderr } = await place.run('ingest', 'notes', 'none.md', '--json')

    const answer = onlyDocument(stdout)
    expect(code).toBe(1)
    expect(answer).toMatchObject({ documents: 2, nodes: { added: 1 } })
    expect(answer.skipped).toEqual([
      { path: 'none.md', reason: 'there is no such file or folder' },
      { path: 'notes/large.md', reason: 'it has 10000001 bytes; at most 10000000' },
      { path: 'notes/latin.txt', reason: 'it is not UTF-8 text; save it as UTF-8' },
      { path: 'notes/wide.txt', reason: 'it is not UTF-8 text; save it as UTF-8' },
    ])
    expect(stderr.split('\n')).toEqual([...answer.skipped.map(({ path, reason }: Json) => `crabtrail: ${path}: ${reason}; skipped`), ''])
    expect(await sources()).toEqual(['good.md'])
  })

  test('none of which can be read are an error', async () => {
    place.write('notes/photo.png', 'x')

    expect(await place.fail('ingest', 'notes')).toMatchObject([
      1,
      { tag: 'NothingRead', skipped: [], leftOut: [{ kind: '.png', count: 1, names: ['notes/photo.png'] }] },
    ])
    expect(await place.fail('ingest', 'none.md')).toMatchObject([1, { tag: 'NothingRead', skipped: [{ path: 'none.md' }] }])
  })

  test('may be empty', async () => {
    place.write('empty.md', '')

    expect(await place.ask('ingest', 'empty.md')).toMatchObject({ documents: 1, nodes: { added: 0 }, skipped: [] })
  })

  test('are put right', async () => {
    place.write('notes/a.md', '# The harbour\n\nIt opens\u0000 at six\u0000.\n')

    expect(await place.ask('ingest', 'notes')).toMatchObject({ repaired: 2, nodes: { added: 1 } })
    expect((await place.ask('recall', 'harbour')).items[0].content).toContain('It opens at six.')
  })

  test('have the same name from wherever they are read', async () => {
    fillNotes(place)
    await place.ask('ingest', 'notes')

    const again = await place.ask('ingest', `${place.home}/notes/`)
    const below = await place.ask('ingest', 'notes/sub', '--root', 'notes')

    expect(again.nodes).toMatchObject({ added: 0, revised: 0, retired: 0 })
    expect(below.nodes).toMatchObject({ added: 0, revised: 0, retired: 0 })
    expect(await sources()).toEqual(['deploy.md', 'incident.md', 'sub/team.txt'])
  })

  test('are filed under a name, and retired with their text', async () => {
    place.write('notes/a.md', 'The harbour opens at six.\n')
    await place.ask('ingest', 'notes', '--as', 'work/notes')
    expect(await sources()).toEqual(['work/notes/a.md'])

    place.write('notes/a.md', '')

    expect((await place.ask('ingest', 'notes', '--as', 'work/notes')).nodes).toMatchObject({ retired: 1 })
    expect(await sources()).toEqual([])
  })

  test('say who they come from, and what they are written in', async () => {
    place.write('page.html', '# The harbour\n\nIt opens at six.')

    await place.ask('ingest', 'page.html', '--origin', 'untrusted')
    const plain = (await place.ask('recall', 'harbour')).items[0]

    expect((await place.ask('show', plain.node)).nodes[0].origin).toBe('untrusted')
    expect(plain.content).toContain('# The harbour')
    await place.ask('ingest', 'page.html', '--format', 'markdown')
    expect((await place.ask('recall', 'harbour')).items[0]).toMatchObject({ title: 'The harbour' })
  })

  test.skipIf(process.getuid?.() === 0)('that may not be read are named', async () => {
    chmodSync(place.write('notes/secret.md', 'harbour'), 0)

    expect(await place.fail('ingest', 'notes')).toMatchObject([1, { tag: 'NothingRead' }])
  })

  test('are named on standard error without their secrets and without what commands a terminal', async () => {
    const key = 'sk-ant-abcdefghij1234567890klmn'
    place.write('notes/good.md', 'harbour')
    place.write(`notes/${key}.md`, new Uint8Array([0xff]))
    place.write('notes/line\nbreak \u001b[31m.md', new Uint8Array([0xff]))

    const people = await place.run('ingest', 'notes')
    const program = await place.run('ingest', 'notes', '--json')

    for (const { code, stderr, stdout } of [people, program]) {
      expect(code).toBe(1)
      expect(stdout + stderr).not.toContain(key)
      expect(stderr.split('\n')).toEqual([
        'crabtrail: notes/line break \ufffd[31m.md: it is not UTF-8 text; save it as UTF-8; skipped',
        'crabtrail: notes/[redacted:anthropic-key].md: it is not UTF-8 text; save it as UTF-8; skipped',
        '',
      ])
    }
    expect(people.stdout.split('\n').slice(0, 1)).toEqual([expect.stringMatching(/^1 document is read in/)])
  })

  test('with names that are too long are passed over before a store is made', async () => {
    place.write(`${'deep folder/'.repeat(45)}a.md`, 'harbour')

    expect(await place.fail('ingest', 'deep folder')).toMatchObject([
      1,
      { tag: 'NothingRead', skipped: [{ reason: expect.stringContaining('at most 512') }] },
    ])
    expect(existsSync(place.store)).toBe(false)
  })

  test('whose names read the same do not keep the others from being read', async () => {
    for (const name of ['cafe\u0301.md', 'caf\u00e9.md', 'good.md']) place.write(`notes/${name}`, 'The harbour opens at six.')
    // Some file systems take the two for one.
    const twins = readdirSync(`${place.home}/notes`).length === 3

    const { code, stderr, stdout } = await place.run('ingest', 'notes', '--json')

    expect(code).toBe(twins ? 1 : 0)
    expect(onlyDocument(stdout)).toMatchObject({ documents: 2 })
    if (twins) expect(stderr).toContain('it is notes/caf\\u00e9.md, which reads the same as notes/cafe\\u0301.md')
  })

  test('that are no text are passed over, whatever they are called', async () => {
    place.write('notes/good.md', 'harbour')
    place.write('notes/image.md', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]))
    place.write('notes/zeros.md', new Uint8Array(12))
    place.write('notes/openclaw-agent.sqlite', 'a text')
    mkdirSync(`${place.home}/notes/folder.md`)

    const { code, stdout } = await place.run('ingest', 'notes', '--json')

    expect(code).toBe(1)
    expect(onlyDocument(stdout)).toMatchObject({
      documents: 1,
      skipped: [{ path: expect.stringMatching(/openclaw-agent.sqlite$/), reason: 'it is no SQLite database' }, { path: 'notes/zeros.md' }],
      leftOut: [{ kind: '.md that is a PNG picture', reason: 'not a text', count: 1 }],
    })
  })

  test('and are named alone are refused by their kind, and a cut export by its conversation', async () => {
    place.write('report.md', '%PDF-1.4\n1 0 obj\n')
    place.write('conversations.json', '[{"title": "a", "mapping": {"x": {"id": "x", "message": null, "pare')

    expect((await place.fail('ingest', 'report.md'))[1].message).toContain('report.md: it is a PDF: name it .pdf')
    expect((await place.fail('ingest', 'conversations.json'))[1].message).toContain('the file is cut off after conversation 0')
  })
})

describe('a store or brain that is not there', () => {
  test.each([
    [['--host', 'ingest', 'notes'], 'crabtrail init --host makes it, crabtrail ingest PATH --host fills it'],
    [['ingest', 'notes', '--host', 'ops'], 'crabtrail init --host ops makes it, crabtrail ingest PATH --host ops fills it'],
    [['show', '--store', 'x.db'], 'crabtrail init --store x.db makes it, crabtrail ingest PATH --store x.db fills it'],
    [
      ['show', '--store', 'my notes.db'],
      "crabtrail init --store 'my notes.db' makes it, crabtrail ingest PATH --store 'my notes.db' fills it",
    ],
    [['show', '--brain', 'b'], 'crabtrail init --brain b makes it, crabtrail ingest PATH --brain b fills it'],
  ])('is made with the options that chose it: %j', async (args, hint) => {
    fillNotes(place)

    const [code, { message }] = await place.fail(...args)

    expect(code).toBe(1)
    expect(message).toContain(hint)
  })

  test('is made with them also where there is a store', async () => {
    fillNotes(place)
    await place.ask('init', '--host')

    const [code, { message }] = await place.fail('ingest', 'notes', '--host', 'ops')

    expect(code).toBe(3)
    expect(message).toMatch(/no brain local\/ops\/default: .*crabtrail\.db has no such brain; crabtrail init --host ops makes it$/)
    await place.ask('init', '--host', 'ops')
    await place.ask('ingest', 'notes', '--host', 'ops')
  })
})

describe('a question', () => {
  test('of foreign letters and signs is one', async () => {
    fillNotes(place)
    await place.ask('ingest', 'notes')

    for (const question of ['港は何時に開きますか？', '👍 ‮harbour', '"; drop table commits; --', '-- --json', `'`]) {
      const { code, stdout } = await place.run('recall', '--json', '--', question)

      expect(code).toBe(0)
      expect(onlyDocument(stdout).turn).toMatch(/^t\d+$/)
    }
    expect((await place.ask('verify')).ok).toBe(true)
  })
})
