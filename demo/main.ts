/** `demo`: tells the story of `packages/cli/src/demo/story.ts` in a real OpenClaw; with `--no-host` by `crabtrail demo`. */
import { spawn } from 'node:child_process'
import { help, readFlags } from './flags.ts'
import { inHost } from './in-host.ts'
import { crabtrailScript } from './private-host.ts'

const alone = (args: ReadonlyArray<string>): Promise<number> => {
  const child = spawn(process.execPath, [crabtrailScript, 'demo', ...args], { stdio: 'inherit' })
  // A terminal sends SIGINT to both processes; this one waits for the child.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => name === 'SIGINT' || child.kill(name))
  return new Promise((resolve, reject) => child.once('error', reject).once('exit', (code) => resolve(code ?? 1)))
}

const asked = readFlags(process.argv.slice(2))
switch (asked.ask) {
  case 'help':
    process.stdout.write(help)
    break
  case 'nothing':
    if (asked.json) process.stdout.write(`${JSON.stringify({ error: { tag: 'InvalidRequest', message: asked.problem } })}\n`)
    else process.stderr.write(`demo: ${asked.problem}\n`)
    process.exitCode = 2
    break
  case 'no-host':
    process.exitCode = await alone(asked.args)
    break
  default:
    process.exitCode = await inHost(asked.wishes, process)
}
