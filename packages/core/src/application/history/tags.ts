/** Names positions of the log, and lists the named ones. */
import * as Effect from 'effect/Effect'
import type { Position } from '../../domain/identity.ts'
import type { TagAnswer, Tagged, TagsAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { cleanText } from '../brain/contents.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { namesOf } from '../naming/names.ts'
import { resolvePosition } from '../naming/positions.ts'
import { rowAt } from '../naming/segments.ts'
import { isoTime } from '../naming/speakers.ts'
import { TagExists } from '../request-errors.ts'
import type { TagRequest } from '../requests.ts'

/** Names a position: the head that the request meets, unless it gives another. */
export const tag = Effect.fnUntraced(function* (brain: OpenBrain, request: TagRequest) {
  const { text: name } = yield* cleanText(request.name.normalize('NFC'))
  const signal = yield* beginSignal(brain, request, 'tag')
  const ref = signal.drafts.add(name)
  const { answer: taken, recorded } = yield* runCommand(signal, {
    durability: 'power',
    gather: Effect.fnUntraced(function* ({ access, state }) {
      const known = yield* access.find('tag', name)
      const taken = known.map((one) => state.settings.tags.get(one.ref)).find((at) => at !== undefined)
      const at = request.at === undefined ? state.position : yield* resolvePosition(brain, request.at)
      return { _tag: 'NamePosition' as const, tag: ref, at, taken }
    }),
  })
  if (taken !== undefined) return yield* new TagExists({ brain: brain.key, name, at: taken })
  const { position, settings } = brain.state
  const at = recorded === undefined ? settings.tags.get(ref) : yield* resolvePosition(brain, `tag:${name}`)
  return { brain: brain.key, name, at: at ?? position, position } satisfies TagAnswer
})

export const tags = Effect.fnUntraced(function* (brain: OpenBrain) {
  const { position, settings } = brain.state
  const names = yield* namesOf(brain, settings.tags.keys())
  const found: Array<Tagged> = []
  for (const [ref, at] of settings.tags) found.push({ name: names(ref) ?? 'erased', at, time: yield* timeAt(brain, at) })
  found.sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
  return { brain: brain.key, position, tags: found } satisfies TagsAnswer
})

const timeAt = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  const row = at === 0 ? undefined : yield* rowAt(brain, at)
  return row === undefined ? null : isoTime(row.at)
})
