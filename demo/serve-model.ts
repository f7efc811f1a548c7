/** Serves the model of a kept home on the port in its configuration, until it is interrupted. */
import { startDemoModel } from './model.ts'

const port = Number(process.argv[2])
const { name, url } = await startDemoModel(process.env, port)
process.stdout.write(`${name} answers at ${url}; Ctrl-C ends it\n`)
