/** Builds the page into a folder: `node build-page.ts FOLDER`, or into the cache where the sources are run. */

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const page = fileURLToPath(new URL('../page', import.meta.url))

/** Builds the page unless the folder has it already, from the same sources; returns the folder. */
export const buildPage = async (folder: string = cached()): Promise<string> => {
  if (existsSync(join(folder, 'index.html'))) return folder
  await build({
    root: page,
    configFile: false,
    logLevel: 'warn',
    // Paths from the page itself: it may lie below a path of a server that has more.
    base: './',
    // preact's own factory: nothing is left of JSX at run time but calls.
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: { outDir: folder, emptyOutDir: true, target: 'es2024', assetsInlineLimit: 0, modulePreload: false },
  })
  return folder
}

/** A folder named by the digest of the sources: a change of them is another folder. */
const cached = (): string => {
  const hash = createHash('sha256')
  for (const entry of readdirSync(page, { recursive: true, withFileTypes: true }).sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))) {
    if (entry.isFile()) hash.update(pathOf(entry)).update(readFileSync(pathOf(entry)))
  }
  return fileURLToPath(new URL(`../../../../node_modules/.cache/studio/${hash.digest('hex').slice(0, 16)}`, import.meta.url))
}

const pathOf = ({ name, parentPath }: { readonly name: string; readonly parentPath: string }): string => join(parentPath, name)

const [, script, folder] = process.argv
// Vite reads a relative folder from its root, and not from where the command is called.
if (script === fileURLToPath(import.meta.url)) await buildPage(folder === undefined ? undefined : resolve(folder))
