/** The real OpenClaw with our packed plugin installed, for the tests of one file: started once. */
import { join } from 'node:path'
import type { Answer } from '@crabtrail/core'
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { currentUserText } from '../src/chat-request.ts'
import { type Model, startModel } from '../src/model.ts'
import { createHost, type Host, type HostOptions } from '../src/openclaw.ts'
import { merged } from '../src/openclaw-settings.ts'
import { installedHome } from './installed-home.ts'

export const patient = { deadlineMs: 30_000 }

/** What the tests of a file share; there from the first test on. */
export interface Stage {
  readonly host: Host
  readonly model: Model
  /** Does something that is worth knowing the time of: printed in the end. */
  readonly timed: <A>(name: string, work: () => Promise<A>) => Promise<A>
  /** Looks into the plugin's store from this process, as a second gateway does: opened once. */
  readonly withStore: <A>(use: (memory: MemoryWorker) => Promise<A>) => Promise<A>
  /** Closes the store here until it is looked into again: the gateway is alone with its file. */
  readonly leaveStore: () => Promise<void>
  /** What happened in an agent's brain so far, in order. */
  readonly log: (agent?: string, which?: { readonly session?: string }) => Promise<ReadonlyArray<Answer.LoggedEvent>>
  /** The message of this turn as the newest request holds it: with what plugins put before it. */
  readonly sent: () => string
}

export interface StageOptions extends HostOptions {
  /** The plugin's own configuration. */
  readonly plugin?: object
  /** What is to be there before the gateway starts. */
  readonly prepare?: (stage: Stage) => Promise<void>
}

/** Registers what starts and stops it. A deadline of five seconds unless the configuration says otherwise: a busy machine is no test. */
export const realHost = (given: StageOptions = {}): Stage => {
  const times: string[] = []
  const stage = { timed: timedInto(times) } as { -readonly [Part in keyof Stage]: Stage[Part] }

  beforeAll(async () => {
    // Not before: stories that share a gateway may still add to them.
    const { plugin = { deadlineMs: 5_000 }, prepare, ...options } = given
    stage.model = await startModel(() => 'ACK')
    const home = await installedHome(stage.timed)
    const config = merged({ plugins: { entries: { crabtrail: { config: plugin } } } }, options.config ?? {}) as object
    stage.host = await createHost(stage.model.url, { ...options, home, config })
    Object.assign(stage, lookingInto(stage))
    await prepare?.(stage)
    await stage.timed('gateway to ready', () => stage.host.start())
  }, 900_000)

  // A test that waits for ever says nothing by itself.
  let logged = 0
  beforeEach(() => {
    logged = stage.host.log().length
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail')
      process.stdout.write(`the host during \u201c${task.name}\u201d:\n${stage.host.log().slice(logged).slice(-16_000)}\n`)
  })

  afterAll(async () => {
    await stage.leaveStore?.()
    await stage.host?.dispose()
    await stage.model?.stop()
    process.stdout.write(`${times.join(', ')}\n`)
  }, 60_000)

  return stage
}

const timedInto =
  (times: string[]): Stage['timed'] =>
  async (name, work) => {
    const began = performance.now()
    const value = await work()
    times.push(`${name} ${((performance.now() - began) / 1_000).toFixed(1)} s`)
    return value
  }

type Looking = Pick<Stage, 'withStore' | 'leaveStore' | 'log' | 'sent'>

const lookingInto = ({ host, model }: Pick<Stage, 'host' | 'model'>): Looking => {
  let memory: MemoryWorker | undefined
  const withStore: Stage['withStore'] = (use) => {
    memory ??= openMemoryWorker({ path: join(host.state, 'crabtrail', 'crabtrail.db') })
    return use(memory)
  }
  return {
    withStore,
    leaveStore: async () => {
      await memory?.close(10_000)
      memory = undefined
    },
    log: async (agent = 'main', which = {}) => {
      const asked = { brain: `local/${agent}/default`, limit: 10_000, ...which }
      return (await withStore((memory) => memory.ask('log', asked, patient))).events
    },
    sent: () => {
      const newest = model.requests.at(-1)
      if (newest === undefined) throw new Error('nothing was sent to the model yet')
      return currentUserText(newest)
    },
  }
}
