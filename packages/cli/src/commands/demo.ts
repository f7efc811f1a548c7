/** A story that shows what the memory does, in a store of its own. */
import * as Effect from 'effect/Effect'
import type { Run } from '../command.ts'
import { FileRefused } from '../failures.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'demo'>> = () =>
  Effect.fail(new FileRefused({ path: 'demo', problem: 'its story is not in this version yet' }))
