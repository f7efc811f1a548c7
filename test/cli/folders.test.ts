import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fillNotes, type Json, makePlace, onlyDocument, type Place } from './place.ts'

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

const sources = async () => (await place.ask('recall', 'harbour', '--no-record')).items.map((item: Json) => item.source).sort()

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
    expect(stderr).toMatch(/^crabtrail: gone from [^:]*: 15 of 23 documents, .*--prune.*\n$/)
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
    const said = (role: string, content: string, id: string, parentId: string | null = null) =>
      JSON.stringify({ type: 'message', id, parentId, message: { role, content } })
    place.write('space/MEMORY.md', '- The harbour opens at six. <!-- trigger: opening hours --> <!-- importance: 7 -->\n')
    place.write('space/sessions/s.jsonl', `${said('user', 'Which harbour?', 'a')}\n${said('toolResult', 'output', 'b', 'a')}\n`)

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
