/** Replays, branches and promotions on the command line, and what Ctrl-C leaves of the long ones. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ended, type Json, makePlace, makePlaceOfProcesses } from './place.ts'
import { taught } from './taught.ts'

const live = 'local/main/default'
describe('a replay that is saved and promoted', () => {
  const place = makePlace()
  const { ask, fail, run } = place
  beforeAll(async () => {
    writeFileSync(join(place.home, 'memory.jsonl'), await taught(8))
    await ask('import', 'memory.jsonl')
  })
  afterAll(() => place.remove())

  test('tells its walks, their rate and the graph, and where it is saved', async () => {
    const { code, stdout } = await run('replay', '--rewalk', '--set', 'budget.hops=1', '--save-as', 'walked', '--brain', live)

    expect(code).toBe(0)
    expect(stdout).toMatch(/48 turns walked again, \d+ with another walk/)
    expect(stdout).toMatch(/[\d.]+ turns per second, on \d+ nodes and \d+ edges/)
    expect(stdout).toMatch(/saved as local\/main\/walked at \d+/)
    expect(await ask('verify', '--rederive', '--brain', 'walked')).toMatchObject({ ok: true })
  })

  test('is promoted and taken back', async () => {
    await ask('replay', '--set', 'learning.conscious.cue=0.3', '--save-as', 'calmer', '--brain', live)

    const would = await ask('promote', 'calmer', '--brain', live, '--dry-run')
    const { code, stdout } = await run('promote', 'calmer', '--brain', live)
    const undone = await ask('promote', '--take-back', '--brain', live)

    expect(would).toMatchObject({ promoted: false, reason: 'dry-run', judged: 15 })
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${live} goes on from local/main/calmer`)])
    expect(stdout).toMatch(/held out {2}NDCG@10 [\d.]+ → [\d.]+: [+−][\d.]+, 95 % interval/)
    expect(stdout).toContain('learning.conscious.cue')
    expect(undone).toMatchObject({ takenBack: expect.any(Number), settings: [{ setting: 'learning.conscious.cue', from: 0.3 }] })
    expect(await ask('verify', '--rederive', '--brain', live)).toMatchObject({ ok: true })
  })

  test('is refused with the numbers where it ranks worse, and where it is stale', async () => {
    await ask('profile', 'balanced', '--set', 'walk.words=0', '--brain', live)
    await ask('replay', '--set', 'walk.learned=0.05', '--save-as', 'worse', '--brain', live)

    const { code, stdout } = await run('promote', 'worse', '--brain', live)
    await ask('recall', 'Who keeps the key of the ferry?', '--brain', live)
    const stale = await fail('promote', 'worse', '--brain', live)

    expect([code, stdout]).toEqual([1, expect.stringContaining('ranks the held-out questions worse')])
    expect(stdout).toMatch(/held out {2}NDCG@10/)
    expect(stale).toMatchObject([4, { tag: 'StaleBranch', message: expect.stringMatching(/has \d+ events since that replay/) }])
  })
})

describe('Ctrl-C', () => {
  // Progress is written to a terminal alone: by it the test knows that the work has begun.
  const place = makePlaceOfProcesses({ NODE_OPTIONS: '--import=data:text/javascript,process.stderr.isTTY=true' })
  const exported = async () => (await place.within.run('export', '--brain', live)).stdout
  let before: string
  beforeAll(async () => {
    writeFileSync(join(place.home, 'memory.jsonl'), await taught(30))
    await place.within.ask('import', 'memory.jsonl')
    before = await exported()
  }, 120_000)
  afterAll(() => place.remove())

  test.each([
    ['replay', ['replay', '--rewalk', '--questions', '--save-as', 'branch']],
    ['tune', ['tune', '--apply']],
  ])('ends %s, and nothing of it is written', async (_, args) => {
    const child = place.start(...args)
    const end = ended(child)
    await new Promise<void>((resolve) => {
      let said = ''
      child.stderr?.on('data', (text) => {
        said += String(text)
        if (said.includes('deriving')) resolve()
      })
      child.once('close', () => resolve())
    })
    child.kill('SIGINT')
    const { code, stdout } = await end
    const brains = (await place.within.ask('brains')).brains.map(({ key }: Json) => key)

    expect([code, stdout]).toEqual([130, ''])
    expect(brains).not.toContain('local/main/branch')
    expect((await exported()) === before).toBe(true)
    expect(await place.within.ask('verify', '--brain', live)).toMatchObject({ ok: true })
  })
})
