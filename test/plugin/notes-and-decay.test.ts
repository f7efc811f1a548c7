/** S3.87: documents that were read in start a run of forgetting, where the settings have one. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { calling, inTurn } from '../src/model-script.ts'
import { patient, type StageOptions, stagesOfEachTest } from './stage.ts'

const brain = 'local/main/default'
const session = 'agent:main:main'
const text = (said: string) => ({ result: { content: [{ type: 'text' as const, text: said }], details: {} } })
let workspace: string
const hostTools: StageOptions['hostTools'] = {
  write: (args) => {
    const { content, path } = args as { readonly path: string; readonly content: string }
    mkdirSync(join(workspace, 'memory'), { recursive: true })
    writeFileSync(join(workspace, path), content)
    return text('written')
  },
}
const stage = stagesOfEachTest()

test.each([
  ['crabpath', 1],
  ['balanced', 0],
])('S3.87 under %s the notes that an agent wrote start %d runs, few turns after its first', async (profile, runs) => {
  const one = await stage({ config: { follow: true, judging: 'off' }, hostTools, script: () => 'In the old hangar.' })
  workspace = one.host.workspaceOf('main')
  const memory = one.memory()
  await memory.ask('init', { brain }, patient)
  await memory.ask('profile', { brain, profile, settings: { 'forgetting.changesLeast': 1 } }, patient)
  await one.note('gliders.md', '# Gliders\n\nThe gliders stand in the old hangar behind the runway.\n')
  await one.host.turn(session, 'Where do the gliders stand?')
  await memory.ask('feedback', { brain, turn: 't1', verdict: 'used', nodes: ['gliders.md'] }, patient)
  await one.quiet()
  const before = await one.types()

  one.host.follow(
    inTurn(
      calling({ name: 'write', arguments: { path: 'memory/winch.md', content: '# Winch\n\nThe winch is oiled in May.\n' } }),
      'Noted.',
    ),
  )
  await one.host.turn(session, 'Please note when the winch is oiled.')
  const isRead = () =>
    memory.ask('show', { brain, what: 'memory/winch.md' }, patient).then(
      () => true,
      () => false,
    )
  await vi.waitUntil(isRead, { timeout: 120_000, interval: 20 })
  await vi.waitUntil(() => [...one.state.following.workspaces.values()].every(({ looking }) => !looking), { timeout: 120_000 })

  const counts = [before, await one.types()].map((types) => types.filter((type) => type === 'MaintenanceRequested').length)
  expect(counts).toEqual([0, runs])
})
