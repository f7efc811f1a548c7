/** Puts a backup where a store is to be, and tells what that undoes. */
import { restoreSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import type { Run } from '../command.ts'
import { proveCopy } from '../copies/prove-copy.ts'
import { refusedCopy } from '../copies/refused-copy.ts'
import { whatIsThere } from '../copies/what-is-there.ts'
import { tellable } from '../documents/tellable.ts'
import { exits, FileRefused, type NotWhole } from '../failures.ts'
import { Opening } from '../opening.ts'
import { restored } from '../render/copied.ts'
import { report } from '../render/output.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'restore'>> = Effect.fn('restore')(function* ({ flags, words }) {
  const { store } = yield* Opening
  const isLook = flags['dry-run'] === true
  const answer = yield* restoreSqlite(
    { backup: words.file, path: store, over: flags.force === true ? 'store' : 'nothing', mode: isLook ? 'look' : 'restore' },
    (copy) => Effect.all({ proven: proveCopy(copy, words.file), before: whatIsThere(store, copy) }),
  ).pipe(Effect.mapError(refusedCopy), Effect.catchTag('NotWhole', badBackup))
  const { aside, bytes, proof } = answer
  const { before, proven } = proof
  yield* report(
    { store: tellable(answer.store), bytes, ...proven, before, aside: aside === undefined ? null : tellable(aside) },
    restored(isLook ? 'would be' : 'is'),
  )
  return exits.done
})

/** Not the memory is broken, but the file. */
const badBackup = ({ brain, check, path, problem }: NotWhole) =>
  Effect.fail(
    new FileRefused({ path, problem: `${brain} is not whole in it (${check}: ${problem}); nothing was restored: take another backup` }),
  )
