import { readFileSync } from 'node:fs'

/** Returns the version of this program. The manifest is above the folder of the sources and of the bundle. */
export const version = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const found = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : undefined
  return typeof found === 'string' ? found : 'unknown'
}
