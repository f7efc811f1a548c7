import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Followed, followedIn } from '../state/followed.ts'
import { anyHost } from '../testing/any-host.ts'
import { followNotes, waitsInWords } from './follow-notes.ts'

const patient = { deadlineMs: 30_000 }

let folder: string
let worker: MemoryWorker
// One thread for all; each test has a brain and a workspace of its own.
let tests = 0
let brain: string
let workspace: string
let asked: Array<{ readonly documents: number; readonly bytes: number }>
let followed: Followed

const anew = () => {
  followed = followedIn({ workspaces: new Map(), stopped: false }, { agent: 'main', brain, workspace })
}
const look = (prune = false) => followNotes({ host: anyHost, followed, worker, prune })

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'follow-')))
  const opened = openMemoryWorker({ path: join(folder, 'memory.db') })
  worker = {
    ...opened,
    ask: (method, request, options) => {
      if (method === 'ingest') {
        const { documents } = request as { readonly documents: ReadonlyArray<{ readonly text: string }> }
        asked.push({ documents: documents.length, bytes: documents.reduce((sum, { text }) => sum + text.length, 0) })
      }
      return opened.ask(method, request, options)
    },
  }
})
afterAll(async () => {
  await worker.close(10_000)
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  tests += 1
  brain = `local/agent-${tests}/default`
  workspace = join(folder, `workspace-${tests}`)
  mkdirSync(workspace)
  asked = []
  anew()
})

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(workspace, path)), { recursive: true })
  writeFileSync(join(workspace, path), text)
}
const note = (name: string) => `# ${name}\n\nThe ${name} is described in this note.\n`
const recalled = async (question: string) =>
  (await worker.ask('recall', { brain, question, record: false }, patient)).items.map(({ node }) => node)
const numberOf = async (node: string) => (await worker.ask('show', { brain, what: node }, patient)).nodes[0]?.number
const originOf = async (node: string) => (await worker.ask('show', { brain, what: node }, patient)).nodes[0]?.origin

describe('following the notes of a workspace', () => {
  test('fills an empty brain, each note with the origin of who writes it', async () => {
    write('MEMORY.md', note('lighthouse'))
    write('USER.md', note('harbour'))
    write('memory/2026-11-20.md', note('ferry'))

    const brought = await look()

    expect(brought).toMatchObject({ documents: 3, added: 3, retired: 0 })
    expect(followed).toMatchObject({ problem: undefined, notes: 3, skipped: [] })
    expect(await recalled('lighthouse')).toEqual(['MEMORY.md'])
    expect(await originOf('MEMORY.md')).toBe('agent')
    expect(await originOf('USER.md')).toBe('owner')
    expect(await originOf('memory/2026-11-20.md')).toBe('agent')
    const { events } = await worker.ask('log', { brain, type: 'SessionStarted' }, patient)
    expect(events).toMatchObject([{ actor: 'host', data: { kind: 'cron' } }])
  })

  test('says how many memories wait for the owner’s yes behind it, and nothing where nothing was read in', async () => {
    await worker.ask('init', { brain }, patient)
    await worker.ask('profile', { brain, profile: 'balanced', settings: { review: 'on' } }, patient)
    write('MEMORY.md', note('lighthouse'))
    write('USER.md', note('harbour'))

    const { waiting = 0 } = await look()

    expect(waiting).toBe(1)
    expect(waitsInWords(brain, waiting, anyHost)).toBe(
      `${brain}: 1 memory waits for the owner’s yes; host memory review --brain ${brain} lists it`,
    )
    expect((await look()).waiting).toBeUndefined()
  })

  test('asks the memory nothing when nothing changed, also when a file was only touched', async () => {
    write('MEMORY.md', note('lighthouse'))
    await look()
    asked.length = 0

    await look()
    utimesSync(join(workspace, 'MEMORY.md'), 1_800_000_000, 1_800_000_000)
    await look()

    expect(asked).toEqual([])
  })

  test('reads in what changed, and retires what is gone', async () => {
    write('memory/a.md', note('lighthouse'))
    write('memory/b.md', note('ferry'))
    await look()

    appendFileSync(join(workspace, 'memory/a.md'), '\n# Keeper\n\nThe keeper is called Ann.\n')
    rmSync(join(workspace, 'memory/b.md'))
    const brought = await look()

    expect(brought).toMatchObject({ added: 1, retired: 1 })
    expect((await recalled('keeper Ann'))[0]).toBe('memory/a.md#keeper')
    expect(await recalled('ferry')).toEqual([])
  })

  test('retires what is gone also when it went before this process began', async () => {
    write('memory/a.md', note('lighthouse'))
    write('memory/b.md', note('ferry'))
    await look()
    rmSync(join(workspace, 'memory/b.md'))

    anew()
    await look()

    expect(await recalled('ferry')).toEqual([])
    expect(await recalled('lighthouse')).toEqual(['memory/a.md'])
  })

  test.each([
    ['while it is followed', 20, false],
    ['before this process began', 20, true],
    ['before this process began', 40, true],
  ])('knows a note again that moved %s, with %i others', async (_, count, restarted) => {
    const names = Array.from({ length: count }, (_, at) => `n${String(at).padStart(2, '0')}`)
    for (const name of names) write(`memory/${name}.md`, note(`thing${name}`))
    await look()
    const last = names.at(-1)
    const before = await numberOf(`memory/${last}.md`)

    renameSync(join(workspace, 'memory'), join(workspace, 'away'))
    mkdirSync(join(workspace, 'memory'))
    renameSync(join(workspace, 'away'), join(workspace, 'memory', 'old'))
    if (restarted) anew()
    const brought = await look()

    expect(followed.problem).toBeUndefined()
    expect(brought.renamed).toBe(count)
    expect(await recalled(`thing${last}`)).toEqual([`memory/old/${last}.md`])
    expect(await numberOf(`memory/old/${last}.md`)).toBe(before)
  })

  test('retires nothing of a workspace that vanished, and says so until it is back', async () => {
    write('memory/a.md', note('lighthouse'))
    await look()

    renameSync(workspace, `${workspace}-away`)
    await look()
    const whileRunning = followed.problem
    anew()
    await look()
    const afterRestart = followed.problem
    renameSync(`${workspace}-away`, workspace)
    await look()

    expect(whileRunning).toMatchObject({ kind: 'unreadable', text: expect.stringContaining('still remembered') })
    expect(afterRestart).toEqual(whileRunning)
    expect(followed.problem).toBeUndefined()
    expect(await recalled('lighthouse')).toEqual(['memory/a.md'])
  })

  test('says nothing of a workspace that was never there', async () => {
    rmSync(workspace, { recursive: true })

    await look()

    expect(followed.problem).toBeUndefined()
  })

  test.each([
    ['all of it', 1],
    ['most of it', 12],
  ])('retires nothing when %s is gone, says so at every look, and lets it go when told to', async (_, count) => {
    for (let at = 0; at < count; at++) write(`memory/n${at}.md`, note(`thing${at}`))
    await look()
    rmSync(join(workspace, 'memory'), { recursive: true })
    if (count > 1) write('memory/n0.md', note('thing0'))

    await look()
    anew()
    await look()
    const told = followed.problem
    await look()

    const gone = count === 1 ? '1 of 1 note' : `${count - 1} of ${count} notes`
    const text = `gone from ${workspace}: ${gone}, still remembered; if that is meant: host memory follow --agent main --prune`
    expect(told).toEqual({ kind: 'gone', text })
    expect(followed.problem).toEqual(told)
    expect(await recalled(`thing${count - 1}`)).toEqual([`memory/n${count - 1}.md`])

    await look(true)
    expect(followed.problem).toBeUndefined()
    expect(await recalled(`thing${count - 1}`)).toEqual([])
  })

  test('reads what is new although most of the rest is gone', async () => {
    for (let at = 0; at < 12; at++) write(`memory/n${at}.md`, note(`thing${at}`))
    await look()
    rmSync(join(workspace, 'memory'), { recursive: true })
    write('MEMORY.md', note('lighthouse'))
    write('USER.md', note('harbour'))

    await look()

    expect(followed.problem?.kind).toBe('gone')
    expect(await recalled('lighthouse')).toEqual(['MEMORY.md'])
    expect(await recalled('harbour')).toEqual(['USER.md'])
  })

  test('leaves alone what somebody else read in from the same folder', async () => {
    write('memory/a.md', note('lighthouse'))
    write('AGENTS.md', note('compass'))
    await worker.ask('init', { brain }, patient)
    const documents = [{ source: 'AGENTS.md', format: 'markdown' as const, text: note('compass'), root: workspace }]
    await worker.ask('ingest', { brain, documents }, patient)

    await look()
    anew()
    await look()

    expect(await recalled('compass')).toEqual(['AGENTS.md'])
  })

  test('gives the memory small batches only, a long note by itself', async () => {
    for (let at = 0; at < 40; at++) write(`memory/n${String(at).padStart(2, '0')}.md`, note(`thing${at}`))
    write('memory/long.md', `# Long\n\n${'sea '.repeat(100_000)}\n`)

    await look()

    expect(asked.map(({ documents }) => documents)).toEqual([1, 16, 16, 8])
    expect(await recalled('thing39')).toEqual(['memory/n39.md'])
  })

  test('passes over what cannot be read, says so, and keeps what it said before', async () => {
    write('memory/a.md', note('lighthouse'))
    write('memory/b.md', note('ferry'))
    await look()

    writeFileSync(join(workspace, 'memory/a.md'), Buffer.from([0xff, 0xfe, 0x00]))
    await look()
    anew()
    await look()

    expect(followed.skipped).toEqual([{ path: 'memory/a.md', reason: 'it is not UTF-8 text' }])
    expect(await recalled('lighthouse')).toEqual(['memory/a.md'])
  })

  test('says of a note that the memory refuses why, at every look, until it is read in', async () => {
    const other = `${workspace}-other`
    mkdirSync(join(other, 'memory'), { recursive: true })
    writeFileSync(join(other, 'memory/a.md'), note('compass'))
    await worker.ask('init', { brain }, patient)
    const documents = [{ source: 'memory/a.md', format: 'markdown' as const, text: note('compass'), root: other }]
    await worker.ask('ingest', { brain, documents }, patient)
    write('memory/a.md', note('lighthouse'))
    write('memory/b.md', note('ferry'))

    await look()
    const first = followed.skipped
    const { position } = await worker.ask('show', { brain }, patient)
    asked.length = 0
    await look()
    const second = followed.skipped
    const after = await worker.ask('show', { brain }, patient)
    const offered = [...asked]
    const closed = openMemoryWorker({ path: join(folder, 'memory.db') })
    await closed.close(1_000)
    await followNotes({ host: anyHost, followed, worker: closed })
    const unreached = followed.skipped
    rmSync(join(other, 'memory/a.md'))
    await look()

    expect(first).toEqual([{ path: 'memory/a.md', reason: expect.stringContaining('has a document of that name') }])
    expect([second, unreached]).toEqual([first, first])
    expect(offered).toMatchObject([{ documents: 1 }])
    expect(after.position).toBe(position)
    expect(followed.skipped).toEqual([])
    expect(await recalled('lighthouse')).toEqual(['memory/a.md'])
  })

  test('takes up at the next look what the memory could not take at this one', async () => {
    write('memory/a.md', note('lighthouse'))
    const closed = openMemoryWorker({ path: join(folder, 'memory.db') })
    await closed.close(1_000)

    await followNotes({ host: anyHost, followed, worker: closed })
    const problem = followed.problem
    await look()

    expect(problem?.kind).toBe('memory')
    expect(followed.problem).toBeUndefined()
    expect(await recalled('lighthouse')).toEqual(['memory/a.md'])
  })

  test('ends with the batch that is under way once nobody follows any more', async () => {
    for (let at = 0; at < 40; at++) write(`memory/n${String(at).padStart(2, '0')}.md`, note(`thing${at}`))
    const looking = look()
    followed.halted = true
    await looking

    expect(asked).toHaveLength(1)
  })
})
