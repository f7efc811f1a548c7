/** The files of this repository, as the tidy checks see them: everything but what is installed, built or ignored. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const ignored = new Set(['.git', 'node_modules', 'dist', 'coverage', '.crabtrail'])

/** Path from the root, with forward slashes, to text; files that are not text are left out. */
export const readTree = (folder = ''): ReadonlyMap<string, string> => {
  const files = new Map<string, string>()
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (ignored.has(entry.name) || /\.(tsbuildinfo|tgz)$/.test(entry.name)) continue
    if (entry.isDirectory()) for (const [inner, text] of readTree(path)) files.set(inner, text)
    else if (entry.isFile()) {
      const text = readFileSync(join(root, path), 'utf8')
      if (!text.includes('\0')) files.set(path, text)
    }
  }
  return files
}

/** A folder `testing` holds what only the tests beside it import. */
export const isTest = (path: string): boolean => /\.(test|bench)\.ts$|\/testing\//.test(path) || path.startsWith('test/')

/**
 * Reads the files that are committed or staged; without git, or before the first commit, every file but the logs that a run leaves at the
 * root.
 */
export const readTracked = (): ReadonlyMap<string, string> => {
  const { stdout, status } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  const tracked = new Set(status === 0 ? stdout.split('\0') : [])
  const known = (path: string) => (tracked.size > 1 ? tracked.has(path) : !/^[^/]+\.(txt|log|out)$/.test(path))
  return new Map([...readTree()].filter(([path]) => known(path)))
}

/** TypeScript that ships or runs for a user: the files that the size, layer and purity rules are about. */
export const isProductSource = (path: string): boolean => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path) && !isTest(path)
