import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fileNaming } from '../conversation/naming.ts'
import { sharedState } from '../state/shared-state.ts'
import { anyHost } from '../testing/any-host.ts'
import { followSoon } from './follow-workspaces.ts'

const patient = { deadlineMs: 30_000 }
const brain = 'local/main/default'

let folder: string
let workspace: string
let worker: MemoryWorker
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'follow-')))
  workspace = join(folder, 'workspace')
  mkdirSync(join(workspace, 'memory'), { recursive: true })
  worker = openMemoryWorker({ path: join(folder, 'memory.db') })
})
afterAll(async () => {
  await worker.close(10_000)
  rmSync(folder, { recursive: true, force: true })
})

const write = (...names: ReadonlyArray<string>) => {
  for (const name of names) writeFileSync(join(workspace, 'memory', `${name}.md`), `# ${name}\n\nThe ${name} is described in this note.\n`)
}
let starts = 0
/** A gateway that has just started: it knows of no earlier reading. */
const started = () => {
  const state = sharedState(join(folder, `start-${++starts}.db`))
  const told: Array<string> = []
  const parts = {
    ...{ state, memory: { worker: () => worker }, host: anyHost, isOn: () => true, warn: (line: string) => told.push(line) },
    ...{ naming: fileNaming(anyHost.actor), config: { aliases: false, model: 'none' } },
  } as never as Parameters<typeof followSoon>[0]
  /** Returns what one look at the notes tells. */
  return async (): Promise<ReadonlyArray<string>> => {
    told.length = 0
    followSoon(parts, { agentId: 'main' }, workspace)
    const isDone = () => [...state.following.workspaces.values()].every(({ looking }) => !looking)
    await vi.waitUntil(isDone, { timeout: 120_000 })
    return [...told]
  }
}

test('what a reading brings into the queue is told once, with all that waits, whatever was decided before', async () => {
  await worker.ask('init', { brain }, patient)
  await worker.ask('profile', { brain, profile: 'balanced', settings: { review: 'on' } }, patient)
  const waits = (count: string) => [`${brain}: ${count} for the owner’s yes; host memory review --brain ${brain} lists them`]
  const look = started()

  write('ferry', 'harbour', 'lighthouse', 'pier', 'quay')
  expect(await look()).toEqual(waits('5 memories wait'))
  expect(await look()).toEqual([])
  const { waiting } = await worker.ask('review', { brain }, patient)
  await worker.ask('review', { brain, decision: 'approve', nodes: waiting.map(({ node }) => node) }, patient)

  write('crane', 'dock', 'tug')
  expect(await look()).toEqual(waits('3 memories wait'))
  write('buoy')
  expect(await look()).toEqual(waits('4 memories wait'))

  const lookAnew = started()
  expect(await lookAnew()).toEqual([])
})
