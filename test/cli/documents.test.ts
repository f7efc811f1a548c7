import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
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
      { path: 'notes/latin.txt', reason: 'it is not UTF-8 text' },
      { path: 'notes/wide.txt', reason: 'it is not UTF-8 text; save it as UTF-8' },
    ])
    expect(stderr.split('\n')).toEqual([...answer.skipped.map(({ path, reason }: Json) => `crabtrail: ${path}: ${reason}; skipped`), ''])
    expect(await sources()).toEqual(['good.md'])
  })

  test('none of which can be read are an error', async () => {
    place.write('notes/photo.png', 'x')

    expect(await place.fail('ingest', 'notes')).toMatchObject([1, { tag: 'NothingRead', skipped: [] }])
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
        'crabtrail: notes/line break \ufffd[31m.md: it is not UTF-8 text; skipped',
        'crabtrail: notes/[redacted:anthropic-key].md: it is not UTF-8 text; skipped',
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
    mkdirSync(`${place.home}/notes/folder.md`)

    const { code, stdout } = await place.run('ingest', 'notes', '--json')

    expect(code).toBe(1)
    expect(onlyDocument(stdout)).toMatchObject({ documents: 1, skipped: [{ path: 'notes/image.md' }] })
  })
})

describe('a folder', () => {
  beforeEach(async () => {
    fillNotes(place)
    await place.ask('ingest', 'notes')
  })

  test('is followed: what went is retired, what was moved moves, what is back is restored', async () => {
    rmSync(`${place.home}/notes/incident.md`)
    renameSync(`${place.home}/notes/deploy.md`, `${place.home}/notes/sub/ship.md`)

    const { code, stdout } = await place.run('ingest', 'notes')

    expect(code).toBe(0)
    expect(stdout.split('\n').slice(3)).toEqual([
      '  1 document moved',
      '    deploy.md → sub/ship.md',
      '  1 document not there any more',
      '    incident.md',
      '',
    ])
    expect(await sources()).toEqual(['sub/ship.md', 'sub/team.txt'])
    fillNotes(place)
    rmSync(`${place.home}/notes/sub/ship.md`)
    expect(await place.ask('ingest', 'notes')).toMatchObject({
      nodes: { added: 1, unchanged: 4, retired: 0 },
      renamed: [{ from: 'sub/ship.md', to: 'deploy.md' }],
    })
    expect(await sources()).toEqual(['deploy.md', 'incident.md', 'sub/team.txt'])
  })

  test('says in a dry run what is gone, and changes nothing', async () => {
    rmSync(`${place.home}/notes/incident.md`)

    expect(await place.ask('ingest', 'notes', '--dry-run')).toMatchObject({ retired: ['incident.md'], nodes: { retired: 1 } })
    expect(await sources()).toContain('incident.md')
  })

  test('is not what one file of it, another folder or a part of it is', async () => {
    rmSync(`${place.home}/notes/incident.md`)
    place.write('journal/day.md', 'A day in the harbour.')

    for (const args of [['notes/deploy.md'], ['journal'], ['notes/sub', '--root', 'notes'], ['notes', '--as', 'work']])
      expect(await place.ask('ingest', ...args)).toMatchObject({ retired: [] })
    expect(await sources()).toContain('incident.md')
    expect(await place.ask('ingest', 'notes')).toMatchObject({ retired: ['incident.md'] })
  })

  test('that is empty, gone or has nothing readable left keeps what was read from it', async () => {
    renameSync(`${place.home}/notes`, `${place.home}/away`)
    const [gone, error] = await place.fail('ingest', 'notes', '--prune')
    mkdirSync(`${place.home}/notes`)
    const [empty, told] = await place.fail('ingest', 'notes')
    place.write('notes/deploy.md', new Uint8Array([0xff]))
    const unread = await place.fail('ingest', 'notes')

    expect([gone, empty, unread[0]]).toEqual([1, 1, 1])
    expect([error.tag, told.tag, unread[1].tag]).toEqual(['NothingRead', 'NothingRead', 'NothingRead'])
    expect(told.message).toContain('--prune')
    expect(await sources()).toEqual(['deploy.md', 'incident.md', 'sub/team.txt'])
  })

  test('that moved is itself; one that holds files of the same name is not, and overwrites nothing', async () => {
    const note = (name: string) => `The harbour of ${name}.`
    for (const name of ['one', 'two', 'three']) place.write(`h1/${name}.md`, note(name))
    await place.ask('ingest', 'h1')
    place.write('h2/one.md', 'Another harbour.')

    const { code, stderr } = await place.run('ingest', 'h2')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^crabtrail: one\.md: .*h1 has a document of that name.*--as NAME.*; skipped$/m)
    expect(await place.ask('ingest', 'h2', '--as', 'h2')).toMatchObject({ nodes: { added: 1 }, skipped: [] })
    renameSync(`${place.home}/h1`, `${place.home}/h3`)
    const { position } = await place.ask('show')
    expect(await place.ask('ingest', 'h3')).toMatchObject({ nodes: { added: 0, unchanged: 3 }, skipped: [], position })
    rmSync(`${place.home}/h3/two.md`)
    expect(await place.ask('ingest', 'h3')).toMatchObject({ retired: ['two.md'] })
    expect((await sources()).filter((source: string) => /one|two|three/.test(source))).toEqual(['h2/one.md', 'one.md', 'three.md'])
  })

  test('that is empty is retired when somebody says so', async () => {
    rmSync(`${place.home}/notes`, { recursive: true })
    mkdirSync(`${place.home}/notes`)

    expect((await place.ask('ingest', 'notes', '--prune', '--dry-run')).retired).toHaveLength(3)
    expect((await place.ask('ingest', 'notes', '--prune')).retired).toEqual(['deploy.md', 'incident.md', 'sub/team.txt'])
    expect(await sources()).toEqual([])
    expect(await place.fail('ingest', 'notes', '--prune')).toMatchObject([1, { tag: 'NothingRead' }])
    expect(await place.ask('verify')).toMatchObject({ ok: true })
  })

  test('that lost most of its documents is refused, and says how to go on', async () => {
    for (let i = 0; i < 20; i++) place.write(`notes/pool-${i}.md`, `Pool ${i}.`)
    await place.ask('ingest', 'notes')
    for (let i = 0; i < 15; i++) rmSync(`${place.home}/notes/pool-${i}.md`)

    const { code, stderr } = await place.run('ingest', 'notes')

    expect(code).toBe(1)
    expect(stderr).toMatch(/^crabtrail: 15 of the 23 documents .*--prune.*\n$/)
    expect((await place.ask('ingest', 'notes', '--prune')).retired).toHaveLength(15)
  })

  test('keeps what is there and was not read', async () => {
    place.write('notes/deploy.md', new Uint8Array([0xff]))
    rmSync(`${place.home}/notes/incident.md`)
    symlinkSync(`${place.home}/none.md`, `${place.home}/notes/incident.md`)

    const { stdout } = await place.run('ingest', 'notes', '--json')

    expect(onlyDocument(stdout)).toMatchObject({
      documents: 1,
      retired: [],
      skipped: [{ path: 'notes/incident.md' }, { path: 'notes/deploy.md' }],
    })
  })

  test('keeps what was named though an ignore file leaves it out, until somebody says that it goes', async () => {
    place.write('notes/.gitignore', 'out/\n')
    place.write('notes/out/plan.md', 'The harbour is widened.')
    await place.ask('ingest', 'notes/out/plan.md', '--root', 'notes')

    expect(await place.ask('ingest', 'notes')).toMatchObject({ retired: [] })
    expect(await sources()).toContain('out/plan.md')
    expect(await place.ask('ingest', 'notes', '--prune')).toMatchObject({ retired: ['out/plan.md'] })
  })

  test('nothing of which was ever read makes no store by being empty', async () => {
    const other = `${place.home}/other.db`
    mkdirSync(`${place.home}/empty`)

    expect(await place.fail('ingest', 'empty', '--prune', '--store', other)).toMatchObject([1, { tag: 'NothingRead' }])
    expect(existsSync(other)).toBe(false)
  })
})

describe('a store or brain that is not there', () => {
  test.each([
    [['--host', 'ingest', 'notes'], 'crabtrail init --host makes it, crabtrail ingest PATH --host fills it'],
    [['ingest', 'notes', '--host', 'ops'], 'crabtrail init --host ops makes it, crabtrail ingest PATH --host ops fills it'],
    [['show', '--store', 'x.db'], 'crabtrail init --store x.db makes it, crabtrail ingest PATH --store x.db fills it'],
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

describe('a folder of all sorts', () => {
  test('is read through for code and records too, and what is gone of them is retired', async () => {
    place.write('all/README.md', '# Work\n\nThe harbour service.\n')
    place.write('all/src/harbour.ts', '/** Opens the gate of the lock. */\nexport const openGate = () => true\n')
    place.write('all/data/ships.jsonl', '{"id":"a","text":"The Anna carries coal."}\n{"id":"b",\n')
    place.write('all/.gitignore', 'out/\n')
    place.write('all/out/harbour.js', 'var harbour\n')
    place.write('all/blob.ts', new Uint8Array([0, 0xff, 0, 0xfe]))

    const { code, stdout } = await place.run('ingest', 'all', '--json')

    const answer = onlyDocument(stdout)
    expect(code).toBe(1)
    expect(answer).toMatchObject({ documents: 3, nodes: { added: 3 } })
    expect(answer.skipped).toEqual([
      { path: 'all/blob.ts', reason: expect.stringMatching(/not UTF-8/) },
      { path: 'data/ships.jsonl', reason: 'line 2 is not JSON' },
    ])
    expect((await place.ask('recall', 'open the gate', '--no-record')).items[0]).toMatchObject({ title: 'harbour.ts › openGate' })
    rmSync(`${place.home}/all/blob.ts`)
    rmSync(`${place.home}/all/data/ships.jsonl`)
    expect(await place.ask('ingest', 'all')).toMatchObject({ retired: ['data/ships.jsonl'], nodes: { retired: 1 } })
  })

  test('gives no record of a session unless it is asked for', async () => {
    const said = (role: string, content: string) => JSON.stringify({ type: 'message', message: { role, content } })
    place.write('space/MEMORY.md', '- The harbour opens at six. <!-- trigger: opening hours --> <!-- importance: 7 -->\n')
    place.write('space/sessions/s.jsonl', `${said('user', 'Which harbour?')}\n${said('toolResult', 'output')}\n`)

    expect(await place.ask('ingest', 'space')).toMatchObject({ documents: 1, nodes: { added: 1 } })
    expect(await place.ask('ingest', 'space', '--transcripts')).toMatchObject({ documents: 2, nodes: { added: 1, unchanged: 1 } })
    expect(await place.ask('ingest', 'space')).toMatchObject({ retired: [] })
  })
})

test('an entry is found by the triggers that a host set behind it, which are not printed, until they say something else', async () => {
  const entry = (trigger: string) => `# Memory\n\nThe gate stays on loopback. <!-- trigger: ${trigger} --> <!-- importance: 9 -->\n`
  place.write('space/MEMORY.md', entry('lighthouse keeping'))
  place.write('space/memory/day.md', '# Day\n\nNothing of note.\n')
  await place.ask('ingest', 'space')

  const found = (await place.ask('recall', 'lighthouse', '--no-record')).items[0]
  expect(found).toMatchObject({ source: 'MEMORY.md', content: 'The gate stays on loopback.' })
  const added = (await place.ask('log', '--type', 'NodeAdded')).events.map(({ data }: Json) => data.importance)
  expect(added).toEqual([900_000_000, undefined])

  place.write('space/MEMORY.md', entry('ferry times'))
  expect(await place.ask('ingest', 'space')).toMatchObject({ nodes: { revised: 1, unchanged: 1 } })
  expect((await place.ask('recall', 'lighthouse', '--no-record')).items).toEqual([])
  expect((await place.ask('recall', 'ferry', '--no-record')).items[0]).toMatchObject({ source: 'MEMORY.md' })
  place.write('space/MEMORY.md', entry('ferry times').replace('importance: 9', 'importance: 4'))
  expect(await place.ask('ingest', 'space')).toMatchObject({ nodes: { revised: 1, unchanged: 1 } })
  expect((await place.ask('log', '--type', 'NodeRevised')).events.map(({ data }: Json) => data.importance)).toContain(400_000_000)
  expect(await place.ask('verify', '--rederive')).toMatchObject({ ok: true })

  place.write('space/MEMORY.md', '# Memory\n\nThe gate stays on loopback.\n')
  expect(await place.ask('ingest', 'space')).toMatchObject({ nodes: { revised: 1 } })
  expect((await place.ask('recall', 'ferry', '--no-record')).items).toEqual([])
})
