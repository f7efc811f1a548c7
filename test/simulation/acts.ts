/** What happens in the household, a step each: drawn by weight, done in virtual time. */
import type { MemoryError } from '@crabtrail/core'
import { isWorkerFailure } from '@crabtrail/store/worker'
import type * as Effect from 'effect/Effect'
import { imageOf, openHandles, restoreImage, setFull } from './disk.ts'
import type { Gateway } from './gateway.ts'
import { type Agent, agents, denial, type Fact, groups, noteText, owner, questionAbout, smallTalk, strangers } from './household.ts'
import { idsIn, note, quoting, type Said, speak, speakTogether, usingTools } from './turns.ts'
import { say, terminal, type World, writeNote } from './world.ts'

interface Act {
  readonly name: string
  readonly weight: number
  readonly needs?: 'two' | 'file'
  readonly run: (world: World) => Promise<void>
}

const pickGateway = (world: World): Gateway => world.chance.pick(world.gateways.filter(({ alive }) => alive))
const pickFact = (world: World, agent: string): Fact | undefined => {
  const own = world.facts.filter((fact) => fact.agent === agent)
  return own.length === 0 ? undefined : world.chance.pick(own)
}
const about = (world: World, agent: string): string => {
  const fact = pickFact(world, agent)
  return fact === undefined ? 'What do you know?' : questionAbout(world.chance, fact)
}

const chatOf = (world: World, agent: Agent): string => `agent:${agent}:chat${world.chance.below(2)}`
const inChat = (world: World, agent: Agent, text: string, more: Partial<Said> = {}): Said => {
  const key = chatOf(world, agent)
  return { who: `owner in ${key}`, whose: agent, speak: (host) => host.chat(key, text), ...more }
}

const ask = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const gateway = pickGateway(world)
  const text = world.chance.below(6) === 0 ? world.chance.pick(smallTalk) : about(world, agent)
  note(world, `asks ${agent} on ${gateway.name}`, await speak(world, gateway, inChat(world, agent, text)))
}

const askOverTelegram = async (world: World): Promise<void> => {
  const text = about(world, 'main')
  const said: Said = { who: 'owner', whose: 'main', speak: (host) => host.say({ from: owner, text }) }
  note(world, 'the owner over Telegram', await speak(world, pickGateway(world), said))
}

const correct = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const gateway = pickGateway(world)
  const fact = pickFact(world, agent)
  if (fact === undefined) return
  const key = chatOf(world, agent)
  const tell = (text: string) => speak(world, gateway, { who: `owner in ${key}`, whose: agent, speak: (host) => host.chat(key, text) })
  await tell(questionAbout(world.chance, fact))
  if (gateway.alive) note(world, `a denial to ${agent}`, await tell(denial(world.chance, fact)))
}

const judge = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const verdict = world.chance.pick(['used', 'not-relevant', 'wrong'] as const)
  const script = usingTools((request) => [{ name: 'memory_feedback', args: { verdict, nodes: idsIn(request).slice(0, 1) } }])
  note(
    world,
    `a verdict ${verdict} for ${agent}`,
    await speak(world, pickGateway(world), inChat(world, agent, about(world, agent), { script })),
  )
}

const command = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const text = world.chance.pick(['/trail used', '/trail wrong', '/trail why', '/trail undo', '/trail status', '/trail not-useful'])
  note(world, `${text} to ${agent}`, await speak(world, pickGateway(world), inChat(world, agent, text)))
  // A command is no turn.
  world.told.turns--
}

const noteDown = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const fact = world.makeFact(world.chance, agent)
  const script = usingTools(() => [{ name: 'memory_note', args: { text: fact.sentence } }])
  const said = inChat(world, agent, `Please remember: ${fact.sentence}`, { script })
  note(world, `to be noted by ${agent}`, await speak(world, pickGateway(world), said))
}

const work = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const script = usingTools(() => [
    { name: 'exec', args: { command: 'make' } },
    { name: 'exec', args: { command: 'make test' } },
  ])
  note(
    world,
    `work for ${agent}`,
    await speak(world, pickGateway(world), inChat(world, agent, `Build it. ${about(world, agent)}`, { script })),
  )
}

const stranger = async (world: World): Promise<void> => {
  const from = world.chance.pick(strangers)
  const own = world.settings.senders === 'each'
  const whose = `snd${from === 77 ? 'a' : 'b'}`
  const text = own && world.chance.below(2) === 0 ? `Remember: ${world.makeFact(world.chance, whose).sentence}` : about(world, 'main')
  const said: Said = { who: `stranger ${from}`, whose, speak: (host) => host.say({ from, text }) }
  note(world, `a stranger ${from}`, await speak(world, pickGateway(world), said))
}

const group = async (world: World): Promise<void> => {
  const where = world.chance.pick(groups)
  const from = world.chance.pick([owner, ...strangers])
  const whose = `grp${where === -7 ? 'a' : 'b'}`
  const own = world.settings.groups === 'own'
  const text = own && world.chance.below(2) === 0 ? `Remember: ${world.makeFact(world.chance, whose).sentence}` : about(world, 'main')
  const said: Said = { who: `${from} in a group`, whose, speak: (host) => host.say({ from, group: where, text }) }
  note(world, `${from} in the group ${where}`, await speak(world, pickGateway(world), said))
}

const heartbeat = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const whole: Said = {
    who: 'a heartbeat',
    whose: agent,
    script: () => 'HEARTBEAT_OK',
    speak: async (host) => String((await host.heartbeat('Look after the mail', { agent }))['status']),
  }
  note(world, `a heartbeat of ${agent}`, await speak(world, pickGateway(world), whole))
}

const subagent = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const said: Said = { who: 'a subagent', whose: agent, speak: (host) => host.subagent(about(world, agent), { agent }) }
  note(world, `a subagent of ${agent}`, await speak(world, pickGateway(world), said))
}

const renew = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const key = chatOf(world, agent)
  const how = world.chance.pick(['new', 'reset', 'compact'] as const)
  const gateway = pickGateway(world)
  const done = gateway.begin(async (host) => (how === 'new' ? void (await host.chat(key, '/new')) : host[how](key)))
  await world.machine.time.until(done, 10_000, 'a new session')
  say(world, `${how} in ${key} on ${gateway.name}`)
}

const editNote = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const known = [...new Set(world.facts.filter((fact) => fact.agent === agent).map((fact) => fact.note))]
  const isNew = known.length < 3 || world.chance.below(3) === 0
  const file = isNew ? `memory/note-${world.facts.length}.md` : world.chance.pick(known)
  const gone = !isNew && world.chance.below(4) === 0
  const left = world.facts.filter((fact) => fact.note === file && fact.agent === agent && world.chance.below(3) > 0)
  const facts = gone ? [] : [...left, world.makeFact(world.chance, agent)]
  const others = world.facts.filter((fact) => fact.note !== file || fact.agent !== agent)
  world.facts.splice(0, world.facts.length, ...others, ...facts.map((fact) => ({ ...fact, agent, note: file })))
  writeNote(world, agent, file, gone ? undefined : noteText(facts))
  say(world, `${gone ? 'removes' : 'writes'} ${file} of ${agent}`)
  if (world.chance.below(2) === 0) await world.machine.time.advance(61_000)
}

const ofBrain = (agent: string) => `local/${agent}/default`

const atTerminal = async (world: World, what: string, run: () => Promise<unknown>): Promise<boolean> => {
  try {
    await run()
    say(world, `terminal: ${what}`)
    return true
  } catch (error) {
    if (!isWorkerFailure(error)) throw error
    say(world, `terminal: ${what}: ${error._tag}`)
    return false
  }
}

const erase = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const fact = pickFact(world, agent)
  if (fact === undefined) return
  const { marker } = fact
  const forget = () => terminal(world, (memory) => memory.forget({ brain: ofBrain(agent), subject: marker }))
  const done = await atTerminal(world, `forget ${marker}`, forget)
  if (!done) return
  world.erased.add(marker)
  const kept = world.facts.filter((one) => one.marker !== marker)
  world.facts.splice(0, world.facts.length, ...kept)
}

const undo = async (world: World): Promise<void> => {
  const brain = ofBrain(world.chance.pick(agents))
  const to = `-${world.chance.between(5, 60)}`
  const actor = world.chance.pick(['openclaw', 'cli'])
  if (world.chance.below(2) === 0)
    await atTerminal(world, `rollback ${brain} ${to}`, () => terminal(world, (memory) => memory.rollback({ brain, to })))
  else await atTerminal(world, `unlearn ${actor} in ${brain}`, () => terminal(world, (memory) => memory.unlearn({ brain, ofActor: actor })))
}

const upkeep = async (world: World): Promise<void> => {
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

const readIn = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const fact = world.makeFact(world.chance, agent)
  const document = { source: `papers/paper-${world.chance.below(4)}.md`, format: 'markdown' as const, text: noteText([fact]) }
  await atTerminal(world, `reads in ${document.source} for ${agent}`, () =>
    terminal(world, (memory) => memory.ingest({ brain: ofBrain(agent), documents: [document] })),
  )
}

/* The machine. */

const sleepOver = async (world: World): Promise<void> => {
  const hours = world.chance.between(2, 14)
  world.machine.time.wallOffset += hours * 3_600_000
  say(world, `the machine sleeps for ${hours} hours`)
  await world.machine.time.advance(6_000)
}

const clockJump = async (world: World): Promise<void> => {
  const minutes = world.chance.between(-180, 180)
  world.machine.time.wallOffset += minutes * 60_000
  say(world, `the clock jumps by ${minutes} minutes`)
}

const restart = async (world: World): Promise<void> => {
  const gateway = pickGateway(world)
  await gateway.stop()
  await gateway.start()
  say(world, `${gateway.name} was stopped and started again`)
}

const reload = async (world: World): Promise<void> => {
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

const hang = async (world: World): Promise<void> => {
  world.hangMs = world.chance.between(200, 900)
  const agent = world.chance.pick(agents)
  note(
    world,
    `asks ${agent} while threads hang for ${world.hangMs} ms`,
    await speak(world, pickGateway(world), inChat(world, agent, about(world, agent))),
  )
  world.hangMs = 0
}

const fillDisk = async (world: World): Promise<void> => {
  if (world.path === undefined) return
  setFull(world.path, true)
  world.full = true
  say(world, 'the disk is full')
  for (let left = world.chance.between(1, 4); left > 0; left--) await world.chance.pick([ask, noteDown, editNote])(world)
  setFull(world.path, false)
  world.full = false
  say(world, 'the disk has room again')
}

const race = async (world: World): Promise<void> => {
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
const killAtCommit = async (world: World): Promise<void> => {
  const gateway = pickGateway(world)
  const { process } = gateway
  if (process === undefined) return
  const where = world.chance.pick(['before', 'commit', 'after'] as const)
  const whole = world.chance.below(2) === 0
  const thread = [...process.threads][0]
  const victim = whole || thread === undefined ? process : thread
  world.around.trap = { where, process: victim, spring: () => world.machine.kill(victim) }
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

export const powerLoss = async (world: World): Promise<void> => {
  const cut = world.chance.next()
  const running = world.gateways.filter(({ alive }) => alive)
  const agent = world.chance.pick(agents)
  if (world.chance.below(2) === 0) await speak(world, pickGateway(world), inChat(world, agent, about(world, agent)))
  await comeBack(world, running, world.path === undefined ? undefined : cut)
  say(world, `the power fails, ${Math.round(cut * 100)} percent of what hung in the air is left`)
}

const crash = async (world: World): Promise<void> => {
  const gateway = pickGateway(world)
  await comeBack(world, [gateway], undefined)
  say(world, `${gateway.name} crashes`)
}

/** An upgrade whose projections are others: everything that was saved of a fold is thrown away while nobody runs. */
const upgrade = async (world: World): Promise<void> => {
  for (const gateway of world.gateways) if (gateway.alive) await gateway.stop()
  for (const agent of agents) {
    await atTerminal(world, `the snapshots of ${agent} are thrown away`, () =>
      terminal(world, (memory) => memory.doctor({ brain: ofBrain(agent), rebuildSnapshots: true })),
    )
  }
  say(world, 'an upgrade')
}

export const acts: ReadonlyArray<Act> = [
  { name: 'ask', weight: 14, run: ask },
  { name: 'askOverTelegram', weight: 5, run: askOverTelegram },
  { name: 'correct', weight: 6, run: correct },
  { name: 'judge', weight: 6, run: judge },
  { name: 'command', weight: 4, run: command },
  { name: 'noteDown', weight: 5, run: noteDown },
  { name: 'work', weight: 4, run: work },
  { name: 'stranger', weight: 5, run: stranger },
  { name: 'group', weight: 5, run: group },
  { name: 'heartbeat', weight: 4, run: heartbeat },
  { name: 'subagent', weight: 2, run: subagent },
  { name: 'renew', weight: 4, run: renew },
  { name: 'editNote', weight: 8, run: editNote },
  { name: 'erase', weight: 3, run: erase },
  { name: 'undo', weight: 3, run: undo },
  { name: 'upkeep', weight: 3, run: upkeep },
  { name: 'readIn', weight: 3, run: readIn },
  { name: 'clockJump', weight: 2, run: clockJump },
  { name: 'restart', weight: 2, run: restart },
  { name: 'reload', weight: 2, run: reload },
  { name: 'hang', weight: 3, run: hang },
  { name: 'fillDisk', weight: 2, needs: 'file', run: fillDisk },
  { name: 'race', weight: 5, needs: 'two', run: race },
  { name: 'killAtCommit', weight: 4, run: killAtCommit },
  { name: 'powerLoss', weight: 3, run: powerLoss },
  { name: 'crash', weight: 2, run: crash },
  { name: 'upgrade', weight: 1, run: upgrade },
]

/** The end of a day. */
export const endOfDay = sleepOver

export const pickAct = (world: World): Act => {
  const all = world.gateways.every(({ alive }) => alive)
  const possible = acts.filter(({ needs }) => (needs !== 'two' || all) && (needs !== 'file' || world.path !== undefined))
  let drawn = world.chance.below(possible.reduce((sum, { weight }) => sum + weight, 0))
  for (const act of possible) {
    drawn -= act.weight
    if (drawn < 0) return act
  }
  return { name: 'ask', weight: 1, run: ask }
}
