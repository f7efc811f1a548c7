/** Packs a package of this workspace as it would be published. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './child.ts'
import { root } from './openclaw-settings.ts'

/** Returns the path of the tarball. `folder`: name of the folder below `packages`; `into` holds no other tarball. */
export const pack = async (folder: string, into: string): Promise<string> => {
  const { npm_execpath: caller = '' } = process.env
  // Any other packer leaves `workspace:` and `catalog:` in the manifest.
  const pnpm = /pnpm[^/\\]*$/.test(caller) ? caller : 'pnpm'
  const cwd = join(root, 'packages', folder)
  await run({ command: pnpm, args: ['pack', '--pack-destination', into], cwd, env: process.env, timeoutMs: 300_000 })
  const file = readdirSync(into).find((name) => name.endsWith('.tgz'))
  if (file === undefined) throw new Error('nothing was packed')
  return join(into, file)
}
