import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ended, fillNotes, type Json, makePlaceOfProcesses, onlyDocument, type PlaceOfProcesses } from './place.ts'

let place: PlaceOfProcesses
beforeEach(() => {
  place = makePlaceOfProcesses()
  fillNotes(place)
})
afterEach(() => place.remove())

describe('two commands at once', () => {
  test('both remember, and each its own turn', async () => {
    await place.within.ask('ingest', 'notes')

    const answers = await Promise.all(['one harbour', 'two harbours'].map((question) => place.ask('recall', question)))
    const said = await Promise.all(answers.map(({ turn, items }) => place.ask('used', items[0].node, '--turn', turn)))

    expect(answers.map(({ turn }) => turn).sort()).toEqual(['t1', 't2'])
    expect(said.map(({ feedback }) => feedback).sort()).toEqual(['f1', 'f2'])
    expect(await place.within.ask('verify', '--rederive')).toMatchObject({ ok: true })
  })

  test('make one store', async () => {
    const files = ['notes/deploy.md', 'notes/incident.md']
    const answers = await Promise.all(files.map((file) => place.ask('ingest', file)))
    const { events } = await place.within.ask('log', '--type', 'BrainCreated')

    expect(new Set(answers.map(({ brain }) => brain))).toEqual(new Set(['local/main/default']))
    expect(events).toHaveLength(1)
    expect(events[0].position).toBe(1)
    expect((await place.within.ask('stats')).counts).toMatchObject({ documents: 2 })
    expect((await place.within.ask('brains')).brains).toHaveLength(1)
    expect(await place.within.ask('verify')).toMatchObject({ ok: true })
  })

  test('create one brain once', async () => {
    const ends = await Promise.all([1, 2].map(() => place.run('init', '--json')))

    expect(ends.map(({ code }) => code).sort()).toEqual([0, 1])
    expect(ends.filter(({ code }) => code === 1).map(({ stdout }) => onlyDocument(stdout).error.tag)).toEqual(['BrainExists'])
  })
})

describe('a log that is followed', () => {
  test('prints every event once and in order, until it is interrupted', async () => {
    await place.within.ask('ingest', 'notes')
    const child = place.start('log', '--follow', '--from', '1', '--json')
    const end = ended(child)
    const lines = follow(child)
    await lines.until((events) => events.length > 0)

    const passages = Array.from({ length: 300 }, (_, number) => `## Berth ${number}\n\nShip ${number} lies here.\n`)
    place.write('berths.md', passages.join('\n'))
    const { position } = await place.within.ask('ingest', 'berths.md')
    await lines.until((events) => events.at(-1)?.position >= position)
    child.kill('SIGINT')

    expect(await end).toMatchObject({ code: 130, stderr: '' })
    expect(lines.seen.map((event) => event.position)).toEqual(Array.from({ length: position }, (_, index) => index + 1))
  })

  test('ends quietly when nobody reads any more', async () => {
    await place.within.ask('ingest', 'notes')
    const child = place.start('log', '--follow', '--from', '1')
    const end = ended(child)

    child.stdout?.once('data', () => child.stdout?.destroy())
    await new Promise((resolve) => child.stdout?.once('close', resolve))
    await place.within.ask('recall', 'harbour')

    expect(await end).toMatchObject({ code: 0, stderr: '' })
  })
})

const follow = (child: ReturnType<PlaceOfProcesses['start']>) => {
  const seen: Json[] = []
  let rest = ''
  let wake = () => {}
  child.stdout?.on('data', (text) => {
    const lines = (rest + String(text)).split('\n')
    rest = lines.pop() ?? ''
    seen.push(...lines.map((line) => JSON.parse(line)))
    wake()
  })
  const until = async (holds: (events: ReadonlyArray<Json>) => boolean) => {
    while (!holds(seen)) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { seen, until }
}

describe('what is printed', () => {
  test('may be cut short', async () => {
    place.write(
      'long.md',
      Array.from({ length: 1_500 }, (_, number) => `Ship ${number} lies in the harbour and waits for its pilot.\n`).join('\n'),
    )
    await place.within.ask('ingest', 'long.md')
    const child = place.start('export')
    const end = ended(child)

    child.stdout?.once('data', () => child.stdout?.destroy())

    expect(await end).toMatchObject({ code: 0, stderr: '' })
  })

  test('and cannot be written is an error', async () => {
    await place.within.ask('ingest', 'notes')
    const shell = spawn('sh', ['-c', '"$0" "$@" > /dev/full', ...place.argv('show')], {
      cwd: place.home,
      env: place.env,
    })

    expect(await ended(shell)).toMatchObject({ code: 1, stderr: expect.stringContaining('standard output') })
  })

  test('has no colour and no notes where it is no terminal', async () => {
    await place.within.ask('ingest', 'notes')

    const { stdout, stderr } = await place.run('recall', 'harbour')

    expect(stdout).toContain('deploy.md')
    expect(stdout).not.toContain('\u001b')
    expect(stderr).toBe('')
  })

  test('is nothing where a change should be quiet', async () => {
    expect(await place.run('ingest', 'notes', '-q')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await place.within.run('init', '--brain', 'b', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect((await place.within.run('brains', '-q')).stdout).toContain('local/main/b')
  })
})

describe('which store is meant', () => {
  test('says the option before the environment before the file', async () => {
    place.write('.config/crabtrail/config.json', '{"store":"~/of-file.db"}')
    const told = makePlaceOfProcesses({ HOME: place.home, CRABTRAIL_STORE: join(place.home, 'of-environment.db') })

    await place.ask('init')
    await told.ask('init')
    await told.ask('init', '--store', 'sqlite:of-option.db')

    expect(existsSync(join(place.home, 'of-file.db'))).toBe(true)
    expect(existsSync(join(place.home, 'of-environment.db'))).toBe(true)
    expect(existsSync(join(told.home, 'of-option.db'))).toBe(true)
    told.remove()
  })

  test("is the plugin's with --host", async () => {
    const host = makePlaceOfProcesses({ OPENCLAW_STATE_DIR: join(place.home, 'state') })

    const made = await host.ask('init', '--host', 'ops')

    expect(made.brain).toBe('local/ops/default')
    expect(existsSync(join(place.home, 'state', 'crabtrail', 'crabtrail.db'))).toBe(true)
    expect(await host.within.ask('show', '--host', 'ops')).toMatchObject({ brain: 'local/ops/default' })
    expect((await host.within.fail('show', '--host'))[1]).toMatchObject({ name: 'local/main/default' })
    host.remove()
  })
})
