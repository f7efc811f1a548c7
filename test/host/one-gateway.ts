/** One gateway for stories that leave each other alone: its start takes as long as some of them. */
import { afterAll, beforeAll } from 'vitest'
import { fewPlugins, type LinkedPlugin, merged } from '../src/openclaw-settings.ts'
import { realHost, type Stage } from './stage.ts'

/** What a story needs of it. A story talks to its own agents only, and changes nothing that others see. */
export interface Needs {
  readonly agents: ReadonlyArray<string>
  /** Beside our plugin. */
  readonly linked?: ReadonlyArray<LinkedPlugin>
  /** For the host's configuration. */
  readonly config?: object
  /** What is to be there before the gateway starts. */
  readonly prepare?: (stage: Stage) => Promise<void>
}

const needed: Needs[] = []
let shared: Stage | undefined

/** Called once at the top of each story. The first agent of the first one is the host's default. */
export const sharedHost = (needs: Needs): Stage => {
  needed.push(needs)
  shared ??= realHost({
    get agents() {
      const [first = 'main', ...others] = needed.flatMap(({ agents }) => agents)
      return [first, ...others] as const
    },
    get linked() {
      return needed.flatMap(({ linked = [] }) => linked)
    },
    get config() {
      const common = { agents: { ownership: 'explicit' }, ...fewPlugins(needed.flatMap(({ linked = [] }) => linked)) }
      return needed.reduce<object>((all, { config = {} }) => merged(all, config) as object, common)
    },
    prepare: async (stage) => {
      for (const { prepare } of needed) await prepare?.(stage)
    },
  })
  return shared
}

/** The plugin has these settings, beside the ones of all stories, while the tests of the `describe` run that this is called in. */
export const settingsMeanwhile = (stage: Stage, settings: Readonly<Record<string, unknown>>): void => {
  const set = (config: object) => stage.host.reconfigure({ plugins: { entries: { crabtrail: { config } } } })
  beforeAll(() => set(settings))
  afterAll(() => set(Object.fromEntries(Object.keys(settings).map((name) => [name, null]))))
}
