/** Caches actors and sessions that were found by name: nearly every turn has the speaker and the session of the one before. */

import * as Effect from 'effect/Effect'
import type { ContentKind } from '../../domain/events/event-definition.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { FoundContent } from '../ports/event-store.ts'

const most = 64

/** Cache for one brain. It is cleared once the brain has named an actor, begun a session or erased a content. */
export class KnownParticipants {
  readonly #found = new Map<string, ReadonlyArray<FoundContent>>()
  #state = ''

  /** Returns what `find` would return now. Only actor names and session keys are cached. */
  find<E>(
    { erased, participants: { actors, sessions } }: Pick<BrainState, 'erased' | 'participants'>,
    kind: ContentKind,
    body: string,
    find: () => Effect.Effect<ReadonlyArray<FoundContent>, E>,
  ): Effect.Effect<ReadonlyArray<FoundContent>, E> {
    if (kind !== 'actor-name' && kind !== 'session-key') return find()
    const state = `${actors} ${sessions.size} ${erased.size}`
    if (state !== this.#state) this.#found.clear()
    this.#state = state
    const name = `${kind} ${body}`
    const known = this.#found.get(name)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.tap(find(), (found) =>
      Effect.sync(() => {
        if (this.#found.size >= most) this.#found.clear()
        if (state === this.#state) this.#found.set(name, found)
      }),
    )
  }
}
