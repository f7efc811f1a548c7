/** What `setup` wrote into the host's configuration, kept in a small file beside the store, so that `unsetup` takes back exactly that. */
import { readStateFile, writeStateFile } from '@crabtrail/agent-host/state/shared-state'
import type { Entry } from './checks.ts'

/** A setting below the entry of the plugin, such as `hooks.allowConversationAccess`. `from` is absent where there was none before. */
export interface Written {
  readonly setting: string
  readonly from?: unknown
  readonly to: unknown
}

export const writtenPath = (files: string): string => `${files}.setup.json`

/** In the order in which they were written, each setting once. Empty where `setup` changed nothing, or is of an older version. */
export const readWritten = async (files: string): Promise<ReadonlyArray<Written>> => {
  const kept = await readStateFile(writtenPath(files))
  const list = kept !== undefined && 'written' in kept && Array.isArray(kept.written) ? (kept.written as ReadonlyArray<unknown>) : []
  return list.filter((one): one is Written => isWritten(one))
}

const isWritten = (one: unknown): one is Written =>
  typeof one === 'object' && one !== null && 'setting' in one && typeof one.setting === 'string' && 'to' in one

/** Keeps what changed between the two entries. A setting that was written before keeps what it had before that. */
export const keepWritten = async (files: string, before: Entry, after: Entry): Promise<void> => {
  const known = await readWritten(files)
  const changed = changesOf(before, after).map((one) => {
    const earlier = known.find(({ setting }) => setting === one.setting)
    return earlier === undefined ? one : { ...earlier, to: one.to }
  })
  const others = known.filter(({ setting }) => !changed.some((one) => one.setting === setting))
  if (changed.length > 0) await writeStateFile(writtenPath(files), { format: 1, written: [...others, ...changed] })
}

const parts = ['hooks', 'config', 'llm'] as const

const changesOf = (before: Entry, after: Entry): ReadonlyArray<Written> =>
  parts.flatMap((part) => {
    const [was, is] = [Object(before[part]), Object(after[part])] as [Record<string, unknown>, Record<string, unknown>]
    return Object.keys(is)
      .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
      .map((name) => ({ setting: `${part}.${name}`, ...(was[name] === undefined ? {} : { from: was[name] }), to: is[name] }))
  })

/** The value of a setting in the entry; undefined where there is none. */
export const settingOf = (entry: Entry, setting: string): unknown => {
  const [part = '', name = ''] = setting.split('.')
  return (entry as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>)[part]?.[name]
}

/** Gives a setting the value that it had before; removes it where it had none, and its part of the entry where that is empty then. */
export const restore = (entry: Entry, { from, setting }: Written): void => {
  const [part = '', name = ''] = setting.split('.')
  const target = entry as Record<string, Record<string, unknown> | undefined>
  const { [name]: _, ...rest } = target[part] ?? {}
  const restored = from === undefined ? rest : { ...rest, [name]: from }
  if (Object.keys(restored).length === 0) delete target[part]
  else target[part] = restored
}
