import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { healthPath, readHealth } from '../../packages/agent-host/src/state/problems.ts'
import { beforePromptBuild } from '../../packages/plugin-openclaw/src/hooks/before-reply.ts'
import { noteOffered } from '../../packages/plugin-openclaw/src/tools/tools.ts'
import {
  alter,
  called,
  change,
  errors,
  events,
  folder,
  infos,
  memoryOf,
  nextProcess,
  parts,
  path,
  patient,
  problems,
  report,
  setStage,
  use,
  watch,
} from './health-stage.ts'

setStage()

describe('the time that a reply waits for the memory', () => {
  test('is in the status, and the next gateway begins with it', async () => {
    parts.state.pace.waits = Array.from({ length: 9 }, () => 12_000)
    const first = watch()
    await first.check()
    const { pace } = report()
    await first.end()

    nextProcess()
    const next = watch()
    await next.check()
    await next.end()

    expect(pace).toMatchObject({ deadlineMs: 1_200, inWords: expect.stringContaining('at most 1200 ms') })
    expect(parts.state.pace.waits).toEqual(pace?.waits)
    expect(report().pace).toEqual(pace)
  })
})

describe('a store that cannot be used', () => {
  test('is told when it can be read and takes no turn any more', async () => {
    const other = memoryOf(join(folder, 'full.db'))
    use(other)
    change({ config: { ...parts.config, deadlineMs: 10_000 } })
    const told = watch()
    const place = { agentId: 'main', sessionKey: 'agent:main:full' }
    const ask = (runId: string) => {
      noteOffered(parts.state, { ...place, senderIsOwner: true })
      return beforePromptBuild(parts)({ prompt: 'how are releases deployed' }, { ...place, runId, trigger: 'user' })
    }
    await ask('r0')
    alter(path, "CREATE TRIGGER full BEFORE INSERT ON commits BEGIN SELECT RAISE(ABORT, 'nothing more is taken'); END")

    for (const run of ['r1', 'r2']) await ask(run)
    await told.check()
    const after2 = problems()
    await ask('r3')
    await told.check()
    const after3 = problems()
    alter(path, 'DROP TRIGGER full')
    await ask('r4')
    await told.check()

    expect([after2, after3]).toEqual([{}, { store: expect.stringContaining('turns go on without it') }])
    expect(events).toMatchObject([{ text: expect.stringContaining('the memory cannot be used') }])
    expect(problems()).toEqual({})
    expect(infos).toEqual(['crabtrail: the memory works again'])
    await other.stop()
  })

  test('is told once, and that it works again once, however often it goes', async () => {
    mkdirSync(join(folder, 'folder.db'))
    const broken = memoryOf(join(folder, 'folder.db'))
    use(broken)
    const { check } = watch()

    await check()
    await check()
    const whileBroken = problems()
    rmSync(path, { recursive: true })
    await check()
    const afterwards = problems()
    await broken.stop()

    expect(whileBroken).toEqual({ store: expect.stringContaining('turns go on without it') })
    expect(errors).toEqual([expect.stringContaining(path)])
    // Somebody else may write next in the main session.
    expect(events.map(({ text }) => text)).toEqual([expect.stringContaining('cannot be used')])
    expect(events[0]?.text).not.toContain(folder)
    expect(afterwards).toEqual({})
    expect(infos).toEqual(['crabtrail: the memory works again'])
  })

  test('is asked again when turns went on without it', async () => {
    const spoilt = memoryOf(join(folder, 'spoilt.db'))
    use(spoilt)
    const { check } = watch()
    await check()

    alter(path, 'alter table brains rename to no_brains')
    await check()
    const unasked = problems()
    parts.state.health.absences['unavailable'] = 1
    await check()
    await spoilt.stop()

    expect(unasked).toEqual({})
    expect(problems()).toEqual({ store: expect.stringContaining('turns go on without it') })
    expect(events).toHaveLength(1)
  })

  test('is not what a memory is that is stopped during a look, or was before it', async () => {
    const stopping = memoryOf(join(folder, 'stopping.db'))
    use(stopping)
    const { check } = watch()

    const checking = check()
    await stopping.stop()
    await checking
    parts.state.health.absences['unavailable'] = 1
    await check()

    expect(problems()).toEqual({})
    expect(errors).toEqual([])
    expect(events).toEqual([])
  })

  test('made by a newer version is told with what to do', async () => {
    const older = memoryOf(join(folder, 'newer.db'))
    await older.worker().open(patient)
    await older.stop()
    alter(join(folder, 'newer.db'), 'update crabtrail_meta set format = 99, min_reader = 99')
    const newer = memoryOf(join(folder, 'newer.db'))
    use(newer)

    await watch().check()
    await newer.stop()

    expect(problems()).toEqual({ store: expect.stringMatching(/newer/) })
  })
})

describe('the status of a gateway', () => {
  test('lies beside the database, for its owner only, and is replaced as a whole', async () => {
    called('before_prompt_build', 3)
    parts.state.health.absences['deadline'] = 2
    const { check } = watch()
    await check()

    expect(report()).toMatchObject({
      format: 1,
      pid: process.pid,
      stopped: false,
      hooks: { before_prompt_build: { calls: 3 } },
      absences: { deadline: 2 },
      problems: {},
      worker: { signals: { queued: 0, lost: 0 }, thread: { alive: true } },
    })
    expect(statSync(healthPath(path)).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('is not written again while nothing changed, and says at the end that it is over', async () => {
    const { check, end } = watch()
    await check()
    const first = statSync(healthPath(path)).ino
    await check()
    const second = statSync(healthPath(path)).ino
    await end()

    expect(second).toBe(first)
    expect(report().stopped).toBe(true)
  })

  test('is ended although a look still waits for the store, which tells nothing any more when it comes back', async () => {
    mkdirSync(join(folder, 'slow.db'))
    const broken = memoryOf(join(folder, 'slow.db'))
    use(broken)
    const gate = Promise.withResolvers<void>()
    const { open } = broken.worker()
    vi.spyOn(broken.worker(), 'open').mockImplementation(async (options) => {
      await gate.promise
      await open(options)
    })
    const { check, end } = watch()

    const checking = check()
    await end()
    const atTheEnd = report()
    gate.resolve()
    await checking
    await check()
    await broken.stop()

    expect(atTheEnd.stopped).toBe(true)
    expect(report()).toEqual(atTheEnd)
    expect(problems()).toEqual({})
    expect(errors).toEqual([])
    expect(events).toEqual([])
  })

  test('is nothing that another version can be misread as', async () => {
    writeFileSync(healthPath(path), '{"format":2}')
    expect(await readHealth(healthPath(path))).toBeUndefined()
    writeFileSync(healthPath(path), 'half a doc')
    expect(await readHealth(healthPath(path))).toBeUndefined()
  })

  test('that somebody else writes meanwhile is another gateway, which is said once', async () => {
    const { check } = watch()
    await check()
    const other = { ...report(), instance: 'another', pid: 4_711 }
    for (const calls of [1, 2]) {
      writeFileSync(healthPath(path), JSON.stringify(other))
      called('session_start', calls)
      await check()
    }

    expect(errors).toEqual([expect.stringContaining('another gateway (process 4711)')])
    expect(events).toEqual([])
    called('session_start', 3)
    called('before_prompt_build', 3)
    await check()
    expect(problems()).toEqual({})
  })

  test('that a gateway before this one left, or ended with, is none', async () => {
    await watch().check()
    const other = { ...report(), instance: 'another' }
    writeFileSync(healthPath(path), JSON.stringify(other))
    const { check } = watch()
    await check()
    writeFileSync(healthPath(path), JSON.stringify({ ...other, stopped: true }))
    called('session_start', 1)
    await check()

    expect(errors).toEqual([])
  })

  test('that cannot be written is told, and the watch goes on', async () => {
    mkdirSync(healthPath(path))
    const { check } = watch()
    await check()

    expect(errors).toEqual([expect.stringContaining('the status cannot be written')])
    expect(problems()).toHaveProperty('state-folder')
  })
})
