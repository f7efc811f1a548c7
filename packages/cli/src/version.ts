/** The version of this program, as its package says. */
import { readFileSync } from 'node:fs'

/** Beside the folder that this file is in, in the sources as in what is published. */
export const version = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const found = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : undefined
  return typeof found === 'string' ? found : 'unknown'
}
