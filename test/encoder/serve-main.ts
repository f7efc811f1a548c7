/** Serves the sentence encoder until the process ends: `node test/encoder/serve-main.ts [PORT]`. Prints the settings of a memory that uses it. */
import { startEncoder } from './encoder-server.ts'

const { settings } = await startEncoder(undefined, Number(process.argv[2] ?? 0))
process.stdout.write(`${JSON.stringify({ embedder: settings })}\n`)
