/** `crabtrail` beside the private gateway: each call a process of its own, as a user would start it. */
import { fileURLToPath } from 'node:url'
import { run } from '../test/src/child.ts'
import type { Host } from '../test/src/openclaw.ts'

export const crabtrailScript = fileURLToPath(new URL('../packages/cli/src/main.ts', import.meta.url))
const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
const timeoutMs = 60_000

/** Its one JSON document. The store is the plugin's: `--host` finds it by the state directory. */
export type Ask = <A>(...args: ReadonlyArray<string>) => Promise<A>

export const askBeside = ({ places }: Host): Ask => {
  const env = {
    PATH: process.env['PATH'],
    HOME: places.home,
    OPENCLAW_STATE_DIR: places.state,
    NODE_COMPILE_CACHE: compiled,
    NO_COLOR: '1',
  }
  return async (...args) =>
    JSON.parse(
      await run({
        command: process.execPath,
        args: [crabtrailScript, ...args, '--host', '--json'],
        cwd: places.home,
        env,
        timeoutMs,
      }),
    )
}
