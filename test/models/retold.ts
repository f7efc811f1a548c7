/** The same log with one lie in it, and every hash put right again: what no chain can find, and rules must. */
import { createHash } from 'node:crypto'
import { packBody, type StoredEvent } from '../../packages/core/src/domain/events/codec/commit-body.ts'
import { ended } from './ended.ts'
import type { RecordedCommit } from './recorded-log.ts'

/** `lie` is given every event with its position, and answers with what stands there instead. */
export const retold = (lines: ReadonlyArray<string>, lie: (event: StoredEvent, position: number) => StoredEvent): ReadonlyArray<string> => {
  const parsed: ReadonlyArray<{ readonly crabtrail?: object; readonly commit?: RecordedCommit; readonly event?: StoredEvent }> = lines.map(
    (line) => JSON.parse(line),
  )
  let position = 0
  const events = parsed.flatMap(({ event }) => (event === undefined ? [] : [lie(event, ++position)]))
  let told = 0
  let prev = ''
  const rest = parsed.slice(1).map(({ commit, event, ...other }) => {
    if (event !== undefined) return { event: events[told++] }
    if (commit === undefined) return other
    const { actor, at, count, first, session } = commit
    const body = packBody(events.slice(first - 1, first - 1 + count))
    const hash = createHash('sha256')
      .update(JSON.stringify([prev, first, count, at, actor, session ?? null, body]))
      .digest('hex')
    const retoldCommit = { ...commit, prev, hash }
    prev = hash
    return { commit: retoldCommit }
  })
  return ended([{ crabtrail: { ...parsed[0]?.crabtrail, hash: prev } }, ...rest].map((line) => JSON.stringify(line)))
}
