/** `unsetup` takes back what `setup` wrote into the host's configuration, and with `--delete-store` deletes the memory. It first says what it would do. */
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { healthPath, readHealth } from '@crabtrail/agent-host/state/problems'
import { exits } from '@crabtrail/core'
import type { Entry } from './checks.ts'
import { type Configured, type Options, Refused, type Told } from './context.ts'
import { gatewayOf } from './status.ts'
import { readWritten, restore, settingOf, type Written, writtenPath } from './written.ts'

export const unsetup = async (here: Configured, { deleteStore = false, yes = false }: Options): Promise<Told> => {
  const entry = entryOf(here)
  const written = await readWritten(here.files)
  const own = written.filter(({ setting, to }) => JSON.stringify(settingOf(entry, setting)) === JSON.stringify(to))
  const changed = written.filter((one) => !own.includes(one))
  const files = deleteStore ? await filesOf(here) : []
  if (deleteStore) await refuseInUse(here)
  if (yes) {
    if (own.length > 0) await takeBack(here, own)
    if (written.length > 0) await rm(writtenPath(here.files), { force: true })
    for (const { path } of files) await rm(path, { force: true })
  }
  const lines = [
    ...own.map((one) => `${yes ? 'taken back' : 'would take back'}: ${named(here, one.setting)} ${backTo(one)}`),
    ...changed.map(({ setting }) => `left as it is, because it was changed since: ${named(here, setting)}`),
    ...(written.length === 0 ? notKnown(here, entry) : []),
    ...files.map(({ bytes, path }) => `${yes ? 'deleted' : 'would delete'}: ${path} (${bytes} bytes)`),
    deleteStore ? '' : `The memory stays: ${here.store.place}. With --delete-store it goes, too.`,
    ...(yes || (own.length === 0 && files.length === 0)
      ? []
      : ['Nothing was changed. To do it:', `    openclaw crabtrail unsetup${deleteStore ? ' --delete-store' : ''} --yes`]),
    'To remove the plugin itself:',
    `    openclaw plugins uninstall ${here.host.id}`,
  ]
  return {
    lines: lines.filter((line) => line !== ''),
    json: { done: yes, takenBack: own, left: changed.map(({ setting }) => setting), files },
    exit: 0,
  }
}

const entryOf = ({ host }: Configured): Entry => (host.runtime.config.current().plugins?.entries?.[host.id] ?? {}) as Entry

const named = ({ host }: Configured, setting: string): string => `plugins.entries.${host.id}.${setting}`

const backTo = ({ from }: Written): string => (from === undefined ? 'is removed' : `is ${JSON.stringify(from)} again`)

/** A `setup` of an older version kept no list, so what it may have written is named, and the owner decides. */
const notKnown = (here: Configured, entry: Entry): ReadonlyArray<string> => {
  const candidates = ['hooks.allowConversationAccess', 'config.model', 'config.modelDayUsd', 'config.modelMs', 'llm.allowModelOverride']
  const there = candidates.filter((setting) => settingOf(entry, setting) !== undefined)
  if (there.length === 0) return ['Setup has written nothing into the configuration.']
  return [
    'It is not known what setup wrote. These settings stand in the configuration; to remove one:',
    ...there.map((setting) => `    openclaw config unset ${named(here, setting)}`),
  ]
}

const takeBack = async ({ host }: Configured, own: ReadonlyArray<Written>): Promise<void> => {
  await host.runtime.config.mutateConfigFile({
    afterWrite: { mode: 'auto' },
    mutate: (draft) => {
      const entry = draft.plugins?.entries?.[host.id] as Entry | undefined
      if (entry !== undefined) for (const one of own) restore(entry, one)
    },
  })
}

/** The database, what SQLite keeps beside it, and the small files of this host; nothing else of the folder. */
const filesOf = async ({ files, store }: Configured): Promise<ReadonlyArray<{ readonly path: string; readonly bytes: number }>> => {
  if (store.kind !== 'sqlite')
    throw new Refused({ tag: 'InvalidRequest', message: `the memory is in ${store.place}: delete it there`, exit: exits.refused })
  const [folder, name] = [dirname(files), basename(files)]
  const ours = ['', '-wal', '-shm', '.health.json', '.reading.json', '.forgotten.json', '.setup.json'].map((ending) => `${name}${ending}`)
  const names = (await readdir(folder).catch(() => [])).filter((one) => ours.includes(one)).sort()
  return Promise.all(names.map(async (one) => ({ path: join(folder, one), bytes: (await stat(join(folder, one))).size })))
}

const refuseInUse = async ({ files }: Configured): Promise<void> => {
  if (gatewayOf(await readHealth(healthPath(files))).state === 'running')
    throw new Refused({
      tag: 'StoreUnavailable',
      message: 'a gateway uses this memory: stop it first, with openclaw gateway stop',
      exit: exits.refused,
    })
}
