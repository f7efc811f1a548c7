/** Returns the file that starts a process of a test: the bundle of this source, or the source itself if no bundle was made. */
import { fileURLToPath } from 'node:url'

export const bundled = (source: URL): string => {
  const bundles: Readonly<Record<string, string>> = JSON.parse(process.env['TEST_BUNDLED'] ?? '{}')
  return fileURLToPath(bundles[source.href] ?? source)
}
