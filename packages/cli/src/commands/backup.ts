/** Copies a store while others write to it, and proves the copy before it counts. */
import { backupSqlite } from '@crabtrail/store/sqlite'
import * as Duration from 'effect/Duration'
import * as Effect from 'effect/Effect'
import type { Run } from '../command.ts'
import { proveCopy } from '../copies/prove-copy.ts'
import { refusedCopy } from '../copies/refused-copy.ts'
import { tellable } from '../documents/tellable.ts'
import { exits } from '../failures.ts'
import { Opening } from '../opening.ts'
import { backedUp } from '../render/copied.ts'
import { report } from '../render/output.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'backup'>> = Effect.fn('backup')(function* ({ flags, words }) {
  const { store } = yield* Opening
  const over = flags.force === true ? 'backup' : 'nothing'
  const [took, { bytes, file, proof }] = yield* Effect.timed(
    backupSqlite({ path: store, target: words.file, over }, (copy) => proveCopy(copy, store)).pipe(Effect.mapError(refusedCopy)),
  )
  yield* report({ file: tellable(file), bytes, ...proof, tookMs: inMs(took) }, backedUp)
  return exits.done
})

const inMs = (took: Duration.Duration): number => Math.round(Duration.toMillis(took))
