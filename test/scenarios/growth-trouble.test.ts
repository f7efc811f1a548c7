/** A process that is killed between the assessment of a question and the birth of its cue leaves both or neither. */
import { spawn } from 'node:child_process'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'
import { readLog } from '../models/recorded-log.ts'
import { bundled } from '../src/bundled/bundled.ts'
import { inFull } from '../src/in-full.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage('demo notes')
})
afterEach(() => stage.leave())

const fresh = 'Which deploy window did the harbour crew agree on for winter?'
const script = bundled(new URL('./grow-and-die.ts', import.meta.url))
const die = (moment: string, statement: string) =>
  new Promise<string | null>((resolve, reject) => {
    const child = spawn(process.execPath, [script, stage.path, fresh, moment, statement], { stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('error', reject).once('close', (code, signal) => resolve(signal ?? `it ended with ${code}`))
  })

const moments = [
  ['before', 'commit', 'neither'],
  ['after', 'commit', 'both'],
] as const
const moreMoments = [
  ['after', 'begin immediate', 'neither'],
  ['after', 'insert into "commits"', 'neither'],
] as const

test.each([...moments, ...(inFull ? moreMoments : [])])(
  'killed %s %j it leaves %s, and the question asked again has one cue',
  async (moment, statement, left) => {
    await stage.store.close()

    expect(await die(moment, statement)).toBe('SIGKILL')
    const next = openStore({ layer: layerSqlite({ path: stage.path }), seed: 2 })
    try {
      const memory = await next.memory()
      const types = async () => {
        const { events } = readLog((await memory.export({})).lines)
        const born = events.filter((event) => event.type === 'NodeAdded' && event.data.nodeType === 'cue').length
        return [
          events.filter(({ type }) => type === 'TurnStarted').length,
          events.filter(({ type }) => type === 'NoveltyAssessed').length,
          born,
        ]
      }
      const [turns, assessed, born] = await types()
      expect([turns, assessed, born]).toEqual(left === 'both' ? [1, 1, 1] : [0, 0, 0])

      const { novelty } = await memory.recall({ question: fresh, autoNeurogenesis: true })

      expect(novelty.created).toBe(left === 'neither')
      expect((await types())[2]).toBe(1)
      expect(await memory.show({ what: novelty.cue ?? '' })).toMatchObject({
        nodes: expect.arrayContaining([expect.objectContaining({ node: novelty.cue, state: 'probation' })]),
      })
      expect((await memory.verify({ rederive: true })).ok).toBe(true)
    } finally {
      await next.close()
    }
  },
)
