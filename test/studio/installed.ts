/** The command line and the studio as they are published, side by side in a folder as a package manager lays them. */

import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { run } from '../src/child.ts'
import { pack } from '../src/pack.ts'

const packages = { cli: 'crabtrail', studio: '@crabtrail/studio' } as const

/** Packs both and unpacks them below `folder`. Returns the script that `crabtrail` starts. */
export const installedStudio = async (folder: string): Promise<string> => {
  const modules = join(folder, 'node_modules')
  for (const [name, published] of Object.entries(packages)) {
    const [packed, place] = [join(folder, name), join(modules, published)]
    for (const one of [packed, place]) mkdirSync(one, { recursive: true })
    const tarball = await pack(name, packed)
    const args = ['-xzf', tarball, '-C', place, '--strip-components=1']
    await run({ command: 'tar', args, cwd: folder, env: process.env, timeoutMs: 60_000 })
  }
  const native = createRequire(new URL('../../packages/store/package.json', import.meta.url)).resolve('better-sqlite3/package.json')
  symlinkSync(dirname(native), join(modules, 'better-sqlite3'))
  const command = join(modules, packages.cli)
  const { bin } = JSON.parse(readFileSync(join(command, 'package.json'), 'utf8')) as { readonly bin: Readonly<Record<string, string>> }
  return join(command, bin['crabtrail'] ?? '')
}
