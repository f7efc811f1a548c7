/**
 * A simulated week of a household and its agents, driven by one seed.
 *
 * Real: the plugin, the agent host, the worker's client and server, the memory, the store with its files (or a PostgreSQL server). Simulated: the
 * host (the fake one, which is held against recordings of the real one), its model, people, two clocks, randomness, messages between threads, the
 * end of threads, processes and machines, the disk (see `disk.ts`). Not simulated: more than one copy of the plugin's modules in a process,
 * embedders and language models, the schedules of automations, the command line's parsing, damage of files, and threads that run at the same moment: of two threads always
 * one runs, and the other goes on where the store holds it up.
 */
import { hash } from 'node:crypto'
import { pickAct } from './acts.ts'
import { agents, noteText } from './household.ts'
import { Broken, checkAcknowledged, checkJournal, prove } from './invariants.ts'
import { sleepOver } from './troubles.ts'
import { leaveWorld, makeWorld, say, type World, type WorldOptions, writeNote } from './world.ts'

export interface SimulationOptions extends WorldOptions {
  readonly days?: number
  readonly stepsADay?: number
}

export interface Outcome {
  readonly seed: number
  readonly steps: number
  /** Digest of everything that was said and written. */
  readonly digest: string
  readonly failure: Failure | undefined
  readonly trace: ReadonlyArray<string>
  readonly lostRaces: number
  readonly commits: number
}

export interface Failure {
  readonly step: number
  readonly act: string
  readonly invariant: string
  readonly detail: string
  readonly stack: string
}

const provenEvery = 18

export const simulate = async (seed: number, { days = 7, stepsADay = 5, ...options }: SimulationOptions): Promise<Outcome> => {
  const world = makeWorld(seed, options)
  let [step, act] = [0, 'the beginning']
  let failure: Failure | undefined
  try {
    await begin(world)
    for (; step < days * stepsADay; step++) {
      const next = step % stepsADay === stepsADay - 1 ? { name: 'sleepOver', run: sleepOver } : pickAct(world)
      act = next.name
      await takeStep(world, next)
      if (step % provenEvery === provenEvery - 1) await prove(world)
    }
    act = 'the end'
    await revive(world, 1)
    await prove(world, { whole: true })
  } catch (error) {
    const [invariant, detail] = error instanceof Broken ? [error.invariant, error.message] : ['nothing fails unexpectedly', String(error)]
    failure = { step, act, invariant, detail, stack: error instanceof Error ? (error.stack ?? '') : '' }
  } finally {
    leaveWorld(world)
  }
  const said = [...world.trace, ...world.around.journal.map(({ brain, first, hash: of }) => `${brain} ${first} ${of}`)]
  const { journal, lostRaces } = world.around
  return { seed, steps: step, digest: hash('sha256', said.join('\n')), failure, trace: world.trace, lostRaces, commits: journal.length }
}

/** Notes that every agent has from the beginning. */
const notesAtFirst = 3

const begin = async (world: World): Promise<void> => {
  for (const agent of agents) {
    for (let made = 0; made < notesAtFirst; made++) {
      const fact = { ...world.makeFact(world.chance, agent), agent, note: `memory/first-${made}.md` }
      world.facts.push(fact)
      writeNote(world, agent, fact.note, noteText([fact]))
    }
  }
  for (const gateway of world.gateways) await gateway.start()
  await world.machine.time.advance(2_000)
}

const takeStep = async (world: World, { name, run }: { readonly name: string; readonly run: (world: World) => Promise<void> }) => {
  await revive(world, 0.7)
  await run(world)
  await world.machine.time.advance(world.chance.between(200, 8_000))
  checkJournal(world)
  if (name === 'powerLoss' || name === 'crash' || name === 'killAtCommit')
    await checkAcknowledged(world, name === 'powerLoss' && world.path !== undefined ? 'power' : 'life')
}

/** Gateways that crashed come back, sooner or later; one always does. */
const revive = async (world: World, share: number): Promise<void> => {
  for (const gateway of world.gateways) {
    if (gateway.alive) continue
    const none = world.gateways.every(({ alive }) => !alive)
    if (!none && world.chance.next() >= share) continue
    await gateway.start()
    await world.machine.time.advance(1_000)
    say(world, `${gateway.name} is there again`)
  }
}
