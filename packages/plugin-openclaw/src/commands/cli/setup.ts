/** `setup`: what has to be right, and with `--yes` makes it so; without, it prints what to type. */
import * as Result from 'effect/Result'
import { type Check, checkLines, configurationChecks } from './checks.ts'
import type { Configured } from './configured.ts'
import { storeCheck } from './store-check.ts'
import type { Told } from './told.ts'

export const setup = async (here: Configured, yes: boolean): Promise<Told> => {
  const checks = [...(await configurationChecks(here)), await storeCheck(here)]
  const wrong = checks.filter(({ ok }) => !ok)
  const fixable = wrong.filter((check) => fixes[check.name] !== undefined && !(check.name === 'settings' && Result.isFailure(here.config)))
  const changed = yes && fixable.length > 0 ? await change(here, fixable) : []
  const left = wrong.filter(({ name }) => !changed.includes(name))
  return {
    lines: [...checkLines(checks), '', ...closing(changed, left), '', ...wayBack(here.host.id)],
    json: { ok: left.length === 0, checks, changed },
    exit: left.length === 0 ? 0 : 1,
  }
}

/** Printed while the plugin is on: the host calls no command of a plugin that is off. */
const wayBack = (id: string): ReadonlyArray<string> => [
  'Once uninstalled, the plugin stays switched off when it is installed again, and this command with it. The way back:',
  `    openclaw plugins enable ${id} --accept-capabilities`,
]

const closing = (changed: ReadonlyArray<string>, left: ReadonlyArray<Check>): ReadonlyArray<string> => [
  ...(changed.length === 0 ? [] : [`Put right: ${changed.join(', ')}. A running gateway takes it over by itself.`]),
  ...(left.length === 0 ? ['Everything is in order.'] : []),
  ...(left.some(({ command }) => command !== undefined) ? ['Type the indented lines, or let setup --yes do it where it can.'] : []),
]

/** Of an entry of `plugins.entries`. */
interface Entry {
  hooks?: { allowConversationAccess?: boolean | undefined; allowPromptInjection?: boolean | undefined } | undefined
  config?: Record<string, unknown> | undefined
}

const fixes: Readonly<Record<string, (entry: Entry) => void>> = {
  settings: (entry) => {
    entry.config = { ...entry.config, enabled: true }
  },
  'conversation access': (entry) => {
    entry.hooks = { ...entry.hooks, allowConversationAccess: true }
  },
  'prompt injection': (entry) => {
    entry.hooks = { ...entry.hooks, allowPromptInjection: true }
  },
}

/** Names of the checks that were put right. */
const change = async ({ host }: Configured, checks: ReadonlyArray<Check>): Promise<ReadonlyArray<string>> => {
  await host.runtime.config.mutateConfigFile({
    afterWrite: { mode: 'auto' },
    mutate: (draft) => {
      draft.plugins ??= {}
      draft.plugins.entries ??= {}
      const entry: Entry = { ...draft.plugins.entries[host.id] }
      for (const { name } of checks) fixes[name]?.(entry)
      draft.plugins.entries[host.id] = entry
    },
  })
  return checks.map(({ name }) => name)
}
