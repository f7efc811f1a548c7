/** What the machine does: it sleeps, its clock jumps, its disk fills, its threads hang, its processes and its power end. */
import { imageOf, openHandles, restoreImage, setFull } from './disk.ts'
import type { Gateway } from './gateway.ts'
import { agents } from './household.ts'
import { about, ask, correct, editNote, inChat, judge, noteDown, pickGateway } from './people.ts'
import { atTerminal, ofBrain } from './terminal-commands.ts'
import { note, quoting, type Said, speak, speakTogether } from './turns.ts'
import { say, terminal, type World } from './world.ts'

export const sleepOver = async (world: World): Promise<void> => {
  const hours = world.chance.between(2, 14)
  world.machine.time.wallOffset += hours * 3_600_000
  say(world, `the machine sleeps for ${hours} hours`)
  await world.machine.time.advance(6_000)
}

export const clockJump = async (world: World): Promise<void> => {
  const minutes = world.chance.between(-180, 180)
  world.machine.time.wallOffset += minutes * 60_000
  say(world, `the clock jumps by ${minutes} minutes`)
}

export const restart = async (world: World): Promise<void> => {
  const gateway = pickGateway(world)
  await gateway.stop()
  await gateway.start()
  say(world, `${gateway.name} was stopped and started again`)
}

export const reload = async (world: World): Promise<void> => {
  const gateway = pickGateway(world)
  const deadlineMs = world.chance.pick([200, 300, 500])
  const change = { plugins: { entries: { crabtrail: { config: { deadlineMs } } } } }
  await world.machine.time.until(
    gateway.begin((host) => host.reconfigure(change)),
    60_000,
    'a reload',
  )
  say(world, `${gateway.name} reloads its plugin`)
}

export const hang = async (world: World): Promise<void> => {
  world.hangMs = world.chance.between(200, 900)
  const agent = world.chance.pick(agents)
  note(
    world,
    `asks ${agent} while threads hang for ${world.hangMs} ms`,
    await speak(world, pickGateway(world), inChat(world, agent, about(world, agent))),
  )
  world.hangMs = 0
}

export const fillDisk = async (world: World): Promise<void> => {
  if (world.path === undefined) return
  setFull(world.path, true)
  world.full = true
  say(world, 'the disk is full')
  for (let left = world.chance.between(1, 4); left > 0; left--) await world.chance.pick([ask, noteDown, editNote])(world)
  setFull(world.path, false)
  world.full = false
  say(world, 'the disk has room again')
}

export const race = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  world.around.busy = { share: 0.6, ms: 60 }
  const lost = world.around.lostRaces
  const each = world.gateways.map((gateway): readonly [Gateway, Said] => {
    const text = about(world, agent)
    return [gateway, { who: `owner on ${gateway.name}`, whose: agent, speak: (host) => host.chat(`agent:${agent}:${gateway.name}`, text) }]
  })
  await speakTogether(world, each)
  await world.machine.time.advance(2_000)
  world.around.busy = { share: 0, ms: 0 }
  say(world, `two gateways at once for ${agent}: ${world.around.lostRaces - lost} lost races`)
}

/** A process or a thread ends around one of its commits. */
export const killAtCommit = async (world: World): Promise<void> => {
  const gateway = pickGateway(world)
  const { process } = gateway
  if (process === undefined) return
  const where = world.chance.pick(['before', 'commit', 'after'] as const)
  const whole = world.chance.below(2) === 0
  const thread = [...process.threads][0]
  const victim = whole || thread === undefined ? process : thread
  world.around.trap = { where, skip: world.chance.below(3), process: victim, spring: () => world.machine.kill(victim) }
  const agent = world.chance.pick(agents)
  world.told.whole = false
  note(
    world,
    `asks ${agent}, killed ${where} a commit`,
    await speak(world, gateway, inChat(world, agent, about(world, agent), { script: quoting })),
  )
  const sprung = world.around.trap === undefined
  world.around.trap = undefined
  if (sprung && victim !== process) await endThread(world, gateway)
  if (sprung && victim === process) await comeBack(world, [gateway], undefined)
  say(world, `${sprung ? 'killed' : 'spared'}: ${victim.name}`)
}

/** The host hears that its thread is no more. */
const endThread = async (world: World, gateway: Gateway): Promise<void> => {
  for (const thread of [...(gateway.process?.threads ?? [])]) if (!thread.alive) world.machine.reap(thread)
  await world.machine.time.advance(3_000)
}

/** `cut`: with the power; how much of what is not on the disk yet is left. */
const comeBack = async (world: World, dead: ReadonlyArray<Gateway>, cut: number | undefined): Promise<void> => {
  const { path } = world
  for (const gateway of dead) gateway.kill()
  const image = path === undefined ? undefined : imageOf(path, cut)
  for (const gateway of dead) gateway.reap()
  // Closing the last handle in order would copy the log back, which a killed process does not do.
  if (path !== undefined && image !== undefined && openHandles(path) === 0) restoreImage(path, image)
  world.told.whole = false
}

/** The power fails at any moment, or just when a commit was acknowledged. */
export const powerLoss = async (world: World): Promise<void> => {
  const cut = world.chance.next()
  const running = world.gateways.filter(({ alive }) => alive)
  const last = world.chance.pick(running)
  const { process } = last
  if (world.chance.below(3) > 0 && process !== undefined) {
    const spring = () => {
      for (const one of running) one.kill()
    }
    world.around.trap = { where: 'told', skip: world.chance.below(3), process, spring }
    await world.chance.pick([ask, judge, noteDown, correct])(world)
    world.around.trap = undefined
  }
  await comeBack(world, running, cut)
  say(world, `the power fails, ${Math.round(cut * 100)} percent of what hung in the air is left`)
}

export const crash = async (world: World): Promise<void> => {
  const gateway = pickGateway(world)
  await comeBack(world, [gateway], undefined)
  say(world, `${gateway.name} crashes`)
}

/** An upgrade whose projections are others: everything that was saved of a fold is thrown away while nobody runs. */
export const upgrade = async (world: World): Promise<void> => {
  for (const gateway of world.gateways) if (gateway.alive) await gateway.stop()
  for (const agent of agents) {
    await atTerminal(world, `the snapshots of ${agent} are thrown away`, () =>
      terminal(world, (memory) => memory.doctor({ brain: ofBrain(agent), rebuildSnapshots: true })),
    )
  }
  say(world, 'an upgrade')
}
