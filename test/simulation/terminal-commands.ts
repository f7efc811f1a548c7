/** Commands of a terminal beside the gateways: each a process of its own over the same store. */
import type { MemoryError } from '@crabtrail/core'
import { isWorkerFailure } from '@crabtrail/store/worker'
import type * as Effect from 'effect/Effect'
import { agents, noteText } from './household.ts'
import { pickFact } from './people.ts'
import { say, terminal, type World } from './world.ts'

export const ofBrain = (agent: string) => `local/${agent}/default`

/** Undefined where the memory refused. */
export const atTerminal = async <A>(world: World, what: string, run: () => Promise<A>): Promise<A | undefined> => {
  try {
    const answer = await run()
    say(world, `terminal: ${what}`)
    return answer
  } catch (error) {
    if (!isWorkerFailure(error)) throw error
    say(world, `terminal: ${what}: ${error._tag}`)
    return undefined
  }
}

export const erase = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const fact = pickFact(world, agent)
  if (fact === undefined) return
  const { marker } = fact
  const forget = () => terminal(world, (memory) => memory.forget({ brain: ofBrain(agent), subject: marker }))
  const answer = await atTerminal(world, `forget ${marker}`, forget)
  if (answer === undefined) return
  say(world, `${answer.contents} contents are gone${answer.unfinished === undefined ? '' : `, but ${answer.unfinished}`}`)
  // What was not read in yet is not known, so nothing of it is promised.
  if (answer.contents === 0) return
  world.erased.add(marker)
  const kept = world.facts.filter((one) => one.marker !== marker)
  world.facts.splice(0, world.facts.length, ...kept)
}

export const undo = async (world: World): Promise<void> => {
  const brain = ofBrain(world.chance.pick(agents))
  const to = `-${world.chance.between(5, 60)}`
  const actor = world.chance.pick(['openclaw', 'cli'])
  if (world.chance.below(2) === 0)
    await atTerminal(world, `rollback ${brain} ${to}`, () => terminal(world, (memory) => memory.rollback({ brain, to })))
  else await atTerminal(world, `unlearn ${actor} in ${brain}`, () => terminal(world, (memory) => memory.unlearn({ brain, ofActor: actor })))
}

export const upkeep = async (world: World): Promise<void> => {
  const brain = ofBrain(world.chance.pick(agents))
  const what = world.chance.pick(['maintain', 'index', 'snapshots', 'upkeep', 'archive'] as const)
  await atTerminal(world, `${what} ${brain}`, () =>
    terminal(world, (memory): Effect.Effect<unknown, MemoryError> => {
      if (what === 'maintain') return memory.maintain({ brain })
      if (what === 'index') return memory.doctor({ brain, rebuildIndex: true })
      if (what === 'snapshots') return memory.doctor({ brain, rebuildSnapshots: true })
      if (what === 'archive') return memory.archive({ brain, before: '-20' })
      return memory.upkeep({})
    }),
  )
}

export const readIn = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const fact = world.makeFact(world.chance, agent)
  const document = { source: `papers/paper-${world.chance.below(4)}.md`, format: 'markdown' as const, text: noteText([fact]) }
  await atTerminal(world, `reads in ${document.source} for ${agent}`, () =>
    terminal(world, (memory) => memory.ingest({ brain: ofBrain(agent), documents: [document] })),
  )
}
