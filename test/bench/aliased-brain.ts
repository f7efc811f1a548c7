/** Gives each passage of a brain aliases of its own: questions in words of the passage and of no other. */
import { ContentStore, Cryptography, EventStore } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { catchUp, openBrain, transact } from '../../packages/core/src/application/brain/brain.ts'
import { contentDrafts, fingerprintWith } from '../../packages/core/src/application/brain/contents.ts'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { isRecallable, isSearched } from '../../packages/core/src/domain/graph.ts'
import { brainKey } from './bench-brain.ts'
import type { OpenMemory } from './memory.ts'
import { type Random, random } from './random.ts'

const aliasesOfPassage = 5
const passagesPerCommit = 500

/** Names five aliases for each passage. Returns the characters of all aliases. */
export const nameAliases = async ({ ports }: Pick<OpenMemory, 'ports'>): Promise<number> => {
  const crypto = await Effect.runPromise(Effect.provide(Cryptography, layerCryptography))
  const services = Context.make(Cryptography, crypto).pipe(Context.add(EventStore, ports.events), Context.add(ContentStore, ports.contents))
  const run = <A, E>(effect: Effect.Effect<A, E, Cryptography | EventStore | ContentStore>) =>
    Effect.runPromise(Effect.provideContext(effect, services))
  const key = (await run(ports.events.brain(brainKey)))?.fingerprintKey
  if (key === undefined) throw new Error('there is no brain')
  const brain = openBrain(brainKey, key, fingerprintWith(crypto, key))
  await run(catchUp(brain))
  const { graph } = brain.state
  const passages = Array.from({ length: graph.nodes }, (_, i) => graph.node(i + 1))
    .filter((view) => view !== undefined)
    .filter(({ node, type }) => isRecallable(graph, node) && isSearched(type))
  const draw = random(53)
  let characters = 0
  for (let at = 0; at < passages.length; at += passagesPerCommit) {
    const some = passages.slice(at, at + passagesPerCommit)
    const drafts = await run(contentDrafts)
    const texts = await run(
      ports.contents.bodies(
        brainKey,
        some.map(({ text }) => text),
      ),
    )
    const decide = () =>
      Effect.sync(() => {
        const events = some.flatMap(({ node, text }): ReadonlyArray<NewEvent> => {
          const names = questionsAbout(texts.get(text) ?? '', draw)
          characters += names.length
          return [{ type: 'AliasesNamed', data: { node, by: 'person', names: drafts.add(names) } }]
        })
        return { events, actor: 0, session: undefined, answer: undefined }
      })
    await run(transact({ brain, decide, drafts, durability: 'process' }))
  }
  return characters
}

/** Questions of five to nine words of a text, one a line. */
const questionsAbout = (text: string, draw: Random): string => {
  const words = text.match(/\p{L}+/gu) ?? []
  const question = () => `${Array.from({ length: draw.between(5, 9) }, () => draw.pick(words)).join(' ')}?`
  return Array.from({ length: aliasesOfPassage }, question).join('\n')
}
