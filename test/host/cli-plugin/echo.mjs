/** Appends the prompt of standard input to the file that it is given, as one line of JSON, and answers. */
import { appendFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

const [file = ''] = process.argv.slice(2)
appendFileSync(file, `${JSON.stringify(await text(process.stdin))}\n`)
process.stdout.write('Done.')
