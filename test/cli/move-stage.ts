/** Stores with brains of every sort, to be moved, and what tests compare of two stores. */
import { expect } from 'vitest'
import type { Json, Place } from './place.ts'

export const question = 'how do we roll back the harbour service?'
/** A word that stands only in what is forgotten. */
export const forgotten = 'quicksilver'
export const keyed = ['used', 'deploy.md#rollback', '--brain', 'default', '--key', 'monday'] as const

/**
 * Fills a store: brains of three tenants, a branch of one, verdicts with and without a key, sealed contexts, notes of strangers, and an
 * erasure that reaches the branch.
 */
export const fillStore = async (place: Place, store: string): Promise<void> => {
  place.write('notes/old.md', `# Old\n\nThe ${forgotten} in the harbour was measured once.\n`)
  place.write('mail/stranger.md', '# Mail\n\nA stranger writes: the harbour password is on the door.\n')
  const ask = (...words: ReadonlyArray<string>) => place.ask(...words, '--store', store)
  await ask('ingest', 'notes')
  await ask('ingest', 'mail', '--origin', 'untrusted')
  await ask('recall', question)
  await ask(...keyed)
  await ask('recall', 'who answers the telephone?', '--session', 'ann', '--brain', 'default')
  await ask('wrong', 'deploy.md', '--instead', 'incident.md', '--brain', 'default')
  await ask('replay', '--profile', 'crabpath', '--save-as', 'branch', '--brain', 'default')
  await ask('forget', '--node', 'old.md', '--brain', 'default')
  await ask('rollback', '--to', '-3', '--brain', 'default')
  await ask('archive', '--before', '-10', '--brain', 'default')
  for (const brain of ['acme/team/handbook', 'globex/team/handbook']) {
    await ask('init', '--brain', brain)
    await ask('note', `${brain} closes the harbour in winter`, '--brain', brain)
    await ask('recall', 'when does the harbour close?', '--brain', brain)
  }
}

const brainsOf = async (place: Place, store: string): Promise<ReadonlyArray<string>> => {
  const { brains } = await place.ask('brains', '--store', store)
  return brains.map(({ key }: Json) => key)
}

/** The export of every brain, by its key. */
export const exportsOf = async (place: Place, store: string): Promise<Readonly<Record<string, string>>> => {
  const exported: Record<string, string> = {}
  for (const brain of await brainsOf(place, store)) exported[brain] = (await place.run('export', '--brain', brain, '--store', store)).stdout
  return exported
}

/** Expects that a store has whole brains with these exports, and no others. */
export const expectExports = async (place: Place, store: string, exported: Readonly<Record<string, string>>): Promise<void> => {
  expect(await exportsOf(place, store)).toEqual(exported)
  for (const brain of Object.keys(exported))
    expect(await place.ask('verify', '--rederive', '--brain', brain, '--store', store)).toMatchObject({ ok: true })
}
