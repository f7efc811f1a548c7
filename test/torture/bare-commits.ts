/** Commits made by hand: the store keeps them without looking in. Each has one content and one key, which say to which commit they belong. */
import { hash } from 'node:crypto'
import { BrainKey, type ContentRef, type ContentRow, EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type { Random } from '../bench/random.ts'
import { append, digest, row } from '../contracts/sample-log.ts'

export const bare = BrainKey.make('local/main/bare')

/** Its bodies are of all sizes: some fill many pages. */
const bodyOf = (chance: Random, first: number): string =>
  JSON.stringify({ first, said: 'x'.repeat(chance.pick([0, 10, 400, 5_000, 60_000])) })

export const bareKey = (first: number) => ({ key: digest(`key ${first}`), signal: digest(`signal ${first}`) })

/** Returns the content that comes with the commit at a position. */
export const bareContent = (first: number): ContentRow => {
  const [salt, body] = [digest(`salt ${first}`), `of the commit at ${first}`]
  const ref = hash('sha256', Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(body)])) as ContentRef
  return { ref, kind: 'node-text', owner: 'node', number: first, salt, body, fingerprint: digest(body) }
}

export const appendBare = Effect.fnUntraced(function* (chance: Random) {
  const store = yield* EventStore
  const head = (yield* store.brain(bare)) ?? { position: 0, hash: '' }
  const first = head.position + 1
  const commit = row({ first, prev: head.hash, count: chance.between(1, 5), body: bodyOf(chance, first) })
  const asked = append(commit, {
    brain: bare,
    contents: [bareContent(first)],
    key: bareKey(first),
    durability: chance.pick(['power', 'process']),
  })
  return yield* chance.below(4) === 0 ? store.locked(bare, (locked) => locked.append(asked)) : store.append(asked)
})
