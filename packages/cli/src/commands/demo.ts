/** `demo`: tells the story of the demo in a store of its own. `demo --no-host` of a checkout is this command. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layerInMemory } from '@crabtrail/store/in-memory'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import { printed, type Step, tell } from '../demo/alone.ts'
import { heldUp } from '../demo/story.ts'
import { exits } from '../failures.ts'
import { memoryOver } from '../memory.ts'
import { Output } from '../render/output.ts'
import { documentOf } from '../render/page.ts'
import { command } from './command.ts'

export const demo = command({
  group: 'Begin',
  summary: 'watch a memory learn, unlearn and prove it, in a store of its own',
  positionals: [],
  flags: {
    keep: { help: 'keep the store, and print how to go on with it' },
    'no-host': { help: 'changes nothing here: only the demo of a checkout can start OpenClaw' },
  },
  example: 'crabtrail demo --keep',
  access: 'none',
})(
  Effect.fn('demo')(function* ({ flags }) {
    const output = yield* Output
    const folder = mkdtempSync(join(tmpdir(), 'crabtrail-demo-'))
    const path = join(folder, 'crabtrail.db')
    const steps: Array<Step> = []
    const story = Effect.scoped(
      Effect.gen(function* () {
        const scope = yield* Effect.scope
        const memory = yield* memoryOver(layerSqlite({ path }), scope)
        const elsewhere = yield* memoryOver(layerInMemory, scope)
        yield* tell(memory, elsewhere, (step) => {
          steps.push(step)
          return output.json ? Effect.void : output.write(`${printed(step, steps.length, output.page).join('\n')}\n`)
        })
      }),
    )
    const whole =
      flags.keep === true
        ? story
        : Effect.ensuring(
            story,
            Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
          )
    yield* whole
    const good = heldUp('alone', steps)
    if (output.json) yield* output.write(`${documentOf({ ok: good, ...(flags.keep === true ? { store: path } : {}), steps })}\n`)
    else yield* output.write(ending(flags.keep === true ? path : undefined))
    return good ? exits.done : exits.broken
  }),
)

/** The call of the program: in a checkout the command is not on the path. */
const called = import.meta.url.endsWith('.ts') ? 'npx -y pnpm@12 --silent crabtrail' : 'crabtrail'

const ending = (path: string | undefined): string => {
  if (path === undefined) return '\nNothing is left behind. demo --no-host --keep leaves the store and says how to go on with it.\n'
  const further = ['recall "Jobs pile up in the queue, what do I restart?"', 'log --limit 20', 'show', 'verify --rederive']
  return `\nThe store is kept. Go on with it:\n   export CRABTRAIL_STORE=${path}\n${further.map((one) => `   ${called} ${one}\n`).join('')}`
}
