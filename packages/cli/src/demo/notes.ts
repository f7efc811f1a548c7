/** The notes of a small operations team that ship with the demo. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Request } from '@crabtrail/core'

/** Beside the sources and beside the bundle alike. */
const folder = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../demo/notes/' : '../demo/notes/', import.meta.url))

export const demoNotes = (): ReadonlyArray<Request.DocumentInput> =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((source) => ({ source, format: 'markdown', text: readFileSync(`${folder}${source}`, 'utf8') }))
