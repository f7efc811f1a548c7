/** The model of a home that was kept, on the port that its configuration names, until it is interrupted. */
import { startDemoModel } from './demo-model.ts'

const port = Number(process.argv[2])
const { name, url } = await startDemoModel(process.env, port)
process.stdout.write(`${name} answers at ${url}; Ctrl-C ends it\n`)
