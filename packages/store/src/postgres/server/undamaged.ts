/** Looks at stored bytes. Damage fails as an error of the server does. */
import * as Effect from 'effect/Effect'
import { Damage } from '../../failures/damage.ts'
import { Raised } from './server.ts'

export const undamaged = <A>(look: () => A): Effect.Effect<A, Raised> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(look())
    } catch (cause) {
      if (!(cause instanceof Damage)) throw cause
      return Effect.fail(new Raised(cause))
    }
  })
