/**
 * Emmett's stores, which are no dependency of the workspace. The bench installs one beside a package.json of its own when it is not there
 * yet, and leaves it out where that fails.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { say } from './print.ts'

/** Returns the exports of a package with its version, installed in a folder beside this file; undefined where that is not possible. */
export const installedEmmett = <Exports>(
  folder: string,
  name: string,
  notice: string,
): (Exports & { readonly version: string }) | undefined => {
  const home = fileURLToPath(new URL(`${folder}/`, import.meta.url))
  if (!existsSync(join(home, 'node_modules'))) {
    say(notice)
    // Its peers name a version of each other that not every registry has.
    spawnSync('npm', ['install', '--legacy-peer-deps', '--no-package-lock', '--no-audit', '--no-fund'], { cwd: home, stdio: 'ignore' })
  }
  const require = createRequire(join(home, 'package.json'))
  try {
    const { version } = JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8'))
    return { version, ...require(name) }
  } catch {
    return undefined
  }
}
