/** The files of the page, read once at the start: a request names one of them or nothing, so no path leads out of the folder. */

import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Asset {
  readonly type: string
  readonly bytes: Buffer
}

export type Assets = ReadonlyMap<string, Asset>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Reads a folder that `build-page.ts` wrote. The page itself is `/`. */
const readAssets = (folder: string): Assets =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const type = types[extname(entry.name)]
      if (!entry.isFile() || type === undefined) return []
      const path = join(entry.parentPath, entry.name)
      const name = path.slice(folder.length).replaceAll('\\', '/')
      return [[name === '/index.html' ? '/' : name, { type, bytes: readFileSync(path) }]]
    }),
  )

/** Reads the page of this package: built beside the bundle, or built now where the sources are run. */
export const pageAssets = async (): Promise<Assets> => {
  const here = new URL('.', import.meta.url)
  if (!import.meta.url.endsWith('.ts')) return readAssets(fileURLToPath(new URL('page', here)))
  const { buildPage }: { readonly buildPage: () => Promise<string> } = await import(new URL('build-page.ts', here).href)
  return readAssets(await buildPage())
}
