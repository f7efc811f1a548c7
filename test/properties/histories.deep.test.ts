/**
 * The other properties of this folder, three hundred times each: their histories take long. See `properties.deep.test.ts`.
 *
 * In short: `test/properties/learning-order.test.ts`
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

process.env['CRABTRAIL_RUNS'] ??= '300'

const folder = import.meta.dirname
const often = readFileSync(join(folder, 'properties.deep.test.ts'), 'utf8')
const names = readdirSync(folder).filter((name) => /^[^.]+\.test\.ts$/.test(name) && !often.includes(`./${name}`))
for (const name of names) await import(join(folder, name))
