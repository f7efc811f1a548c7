/** `demo`: tells the story of the demo in a store of its own. `demo --no-host` of a checkout is this command. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layerInMemory } from '@crabtrail/store/in-memory'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import { command } from '../commands/command.ts'
import { exits } from '../failures.ts'
import { memoryOver } from '../memory.ts'
import { Output } from '../render/output.ts'
import type { Page } from '../render/page.ts'
import { documentOf } from '../render/page.ts'
import { printed, type Step, tell } from './alone.ts'
import * as badLesson from './bad-lesson-alone.ts'
import { heldUp } from './story.ts'

export const demo = command({
  summary: 'watch a memory learn, unlearn and prove it, in a store of its own',
  positionals: [],
  flags: {
    keep: { help: 'keep the store, and print how to go on with it' },
    poison: { help: 'tell another story: a session teaches a wrong answer, is found by three commands, and is unlearned' },
    'no-host': { help: 'changes nothing here: only the demo of a checkout can start OpenClaw' },
  },
  example: 'crabtrail demo --keep',
  access: 'none',
})(
  Effect.fn('demo')(function* ({ flags }) {
    const output = yield* Output
    const folder = mkdtempSync(join(tmpdir(), 'crabtrail-demo-'))
    const path = join(folder, 'crabtrail.db')
    const keep = flags.keep === true
    const story = Effect.scoped(flags.poison === true ? poisonIn(path) : correctIn(path))
    const whole = keep
      ? story
      : Effect.ensuring(
          story,
          Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
        )
    const { good, steps } = yield* whole
    if (output.json) yield* output.write(`${documentOf({ ok: good, ...(keep ? { store: path } : {}), steps })}\n`)
    else yield* output.write(ending(keep ? path : undefined))
    return good ? exits.done : exits.broken
  }),
)

interface Ended {
  readonly good: boolean
  readonly steps: ReadonlyArray<Step | badLesson.Step>
}

const correctIn = Effect.fnUntraced(function* (path: string) {
  const scope = yield* Effect.scope
  const memory = yield* memoryOver(layerSqlite({ path }), scope)
  const elsewhere = yield* memoryOver(layerInMemory, scope)
  const { steps, told } = yield* telling<Step>(printed)
  yield* tell(memory, elsewhere, told)
  return { good: heldUp('alone', steps), steps } satisfies Ended as Ended
})

const poisonIn = Effect.fnUntraced(function* (path: string) {
  const scope = yield* Effect.scope
  const memory = yield* memoryOver(layerSqlite({ path }), scope)
  const [untaught, without] = [yield* memoryOver(layerInMemory, scope), yield* memoryOver(layerInMemory, scope)]
  const { steps, told } = yield* telling<badLesson.Step>(badLesson.printed)
  yield* badLesson.tell({ memory, untaught, without }, told)
  const good = badLesson.heldUp(steps)
  const output = yield* Output
  if (!output.json) yield* output.write(`\n${good ? output.page.good('✓ all of it held') : output.page.bad('✗ not all of it held')}\n`)
  return { good, steps } satisfies Ended as Ended
})

/** Keeps each step, and prints it as soon as it is told. */
const telling = <S>(print: (step: S, number: number, page: Page) => ReadonlyArray<string>) =>
  Effect.map(Output, (output) => {
    const steps: Array<S> = []
    const told = (step: S) => {
      steps.push(step)
      return output.json ? Effect.void : output.write(`${print(step, steps.length, output.page).join('\n')}\n`)
    }
    return { steps, told }
  })

/** The call of the program: in a checkout the command is not on the path. */
const called = import.meta.url.endsWith('.ts') ? 'npx -y pnpm@12 --silent crabtrail' : 'crabtrail'

const ending = (path: string | undefined): string => {
  if (path === undefined) return '\nNothing is left behind. demo --no-host --keep leaves the store and says how to go on with it.\n'
  const further = ['recall "Jobs pile up in the queue, what do I restart?"', 'log --limit 20', 'show', 'verify --rederive']
  return `\nThe store is kept. Go on with it:\n   export CRABTRAIL_STORE=${path}\n${further.map((one) => `   ${called} ${one}\n`).join('')}`
}
