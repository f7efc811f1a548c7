/** `setup` checks that the memory is heard and can be used, and changes the configuration with `--yes`. `doctor` also examines the store. */
import { plainLine } from '@crabtrail/agent-host/render/errors'
import { healthPath, readHealth } from '@crabtrail/agent-host/state/problems'
import { isWorkerFailure } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import { openClaw } from '../host/openclaw.ts'
import { type Check, checkLines, configurationChecks, type Entry, modelCheck, storeCheck } from './checks.ts'
import type { Configured, Options, Told } from './context.ts'
import { judgingOffer } from './judging-offer.ts'
import { gatewayOf } from './status.ts'
import { keepWritten } from './written.ts'

export const setup = async (here: Configured, { yes = false }: Options): Promise<Told> => {
  const configuration = await configurationChecks(here)
  const isAskable = configuration.every(({ name, ok }) => ok || name !== 'model')
  const checks = [...configuration, await storeCheck(here), ...(isAskable ? await modelCheck(here) : [])]
  const wrong = checks.filter(({ ok }) => !ok)
  const fixable = wrong.filter((check) => fixOf(check) !== undefined && !(check.name === 'settings' && Result.isFailure(here.config)))
  const offer = await judgingOffer(here, { yes })
  const switchOn = yes ? offer?.switchOn : undefined
  if (yes && (fixable.length > 0 || switchOn !== undefined)) await change(here, [...fixable.map(fixOf), switchOn])
  const changed = yes ? fixable.map(({ name }) => name) : []
  const left = wrong.filter(({ name }) => !changed.includes(name))
  const judging = (switchOn === undefined ? offer?.lines : offer?.switchedOn) ?? []
  return {
    lines: [...checkLines(checks), '', ...judging, ...closing(changed, left), '', ...wayBack(here.host.id)],
    json: { ok: left.length === 0, checks, changed: [...changed, ...(switchOn === undefined ? [] : ['judging'])], judging },
    exit: left.every(({ isAdvice }) => yes && isAdvice === true) ? 0 : 1,
  }
}

/** Printed while the plugin is on, because the host offers no command of a plugin that is off. */
const wayBack = (id: string): ReadonlyArray<string> => [
  'Once uninstalled, the plugin stays switched off when it is installed again, this command with it, and the grant is gone. The way back:',
  `    openclaw plugins enable ${id} --accept-capabilities`,
  `    ${openClaw.terminal('setup --yes')}`,
]

const closing = (changed: ReadonlyArray<string>, left: ReadonlyArray<Check>): ReadonlyArray<string> => [
  ...(changed.length === 0 ? [] : [`Put right: ${changed.join(', ')}. A running gateway takes it over by itself.`]),
  ...(left.length === 0 ? ['Everything is in order.'] : []),
  ...(left.some(({ command }) => command !== undefined) ? ['Type the indented lines, or let setup --yes do it where it can.'] : []),
]

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

const fixOf = ({ fix, name }: Check) => fix ?? fixes[name]

const change = async ({ files, host }: Configured, changes: ReadonlyArray<Check['fix']>): Promise<void> => {
  let [before, after]: [Entry, Entry] = [{}, {}]
  await host.runtime.config.mutateConfigFile({
    afterWrite: { mode: 'auto' },
    mutate: (draft) => {
      draft.plugins ??= {}
      draft.plugins.entries ??= {}
      const entry: Entry = { ...draft.plugins.entries[host.id] }
      before = { ...entry }
      for (const one of changes) one?.(entry)
      after = entry
      draft.plugins.entries[host.id] = entry
    },
  })
  await keepWritten(files, before, after)
}

const deadlineMs = 300_000

export const doctor = async (here: Configured): Promise<Told> => {
  const examined = (await here.exists()) ? await examine(here) : [await storeCheck(here)]
  const { problems } = gatewayOf(await readHealth(healthPath(here.files)))
  const running = Object.entries(problems).map(([name, detail]) => ({
    name: `gateway, ${name}`,
    ok: false,
    detail: plainLine(detail, 300),
  }))
  const checks = [...(await configurationChecks(here)), ...examined, ...running]
  const ok = checks.every((check) => check.ok)
  return { lines: [...checkLines(checks), '', ok ? 'Nothing is wrong.' : 'Something is wrong.'], json: { ok, checks }, exit: ok ? 0 : 1 }
}

const examine = async ({ withMemory }: Configured): Promise<ReadonlyArray<Check>> => {
  try {
    const { findings } = await withMemory((worker) => worker.ask('doctor', {}, { deadlineMs }))
    return findings.map(({ detail, name, ok }) => ({ name, ok, detail: plainLine(detail, 300) }))
  } catch (error) {
    if (isWorkerFailure(error)) return [{ name: 'store', ok: false, detail: plainLine(error.message, 300) }]
    throw error
  }
}
