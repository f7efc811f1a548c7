/**
 * A home of OpenClaw with our packed plugin, installed by the host's own command: once in a run for each of the files that run at a time.
 *
 * Each file gets a copy of it as the installation left it, before any gateway. The host writes the home's path into its state, so
 * the copies lie where the first one lay: one after the other, and whoever has it removes it.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createHost, packPlugin } from '../src/openclaw.ts'

/** `timed` as a {@link Stage} has it. */
export const installedHome = async (timed: <A>(name: string, work: () => Promise<A>) => Promise<A>): Promise<string> => {
  const shared = join(inject('sharedFolder'), process.env['VITEST_POOL_ID'] ?? 'alone')
  const [home, installed] = [join(shared, 'home'), join(shared, 'installed')]
  if (!existsSync(installed)) await timed('pack and install', () => install({ shared, home, installed }))
  if (existsSync(home)) throw new Error(`${home} belongs to a file that has not ended: its tests would share a gateway's state`)
  cpSync(installed, home, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  return home
}

interface Folders {
  readonly shared: string
  readonly home: string
  readonly installed: string
}

const install = async ({ home, installed, shared }: Folders): Promise<void> => {
  const packed = join(shared, 'packed')
  for (const folder of [home, packed]) {
    // Of an installation that failed.
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }
  // Nothing is asked of a model by an installation.
  const host = await createHost('http://127.0.0.1:9/v1', { home })
  await host.install(await packPlugin(packed), { id: 'crabtrail', config: {} })
  renameSync(home, installed)
}
