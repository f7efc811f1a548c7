/** What people and agents do: they ask, correct, judge, note down, work, and edit notes. */
import { type ChatRequest, toolTexts } from '../src/chat-request.ts'
import type { Gateway } from './gateway.ts'
import { type Agent, agents, denial, type Fact, groups, noteText, owner, questionAbout, smallTalk, strangers } from './household.ts'
import { idsIn, note, type Said, speak, usingTools } from './turns.ts'
import { say, type World, writeNote } from './world.ts'

export const pickGateway = (world: World): Gateway => world.chance.pick(world.gateways.filter(({ alive }) => alive))
export const pickFact = (world: World, agent: string): Fact | undefined => {
  const own = world.facts.filter((fact) => fact.agent === agent)
  return own.length === 0 ? undefined : world.chance.pick(own)
}
/** A question about something that the agent may know. */
export const about = (world: World, agent: string): string => {
  const fact = pickFact(world, agent)
  return fact === undefined ? 'What do you know?' : questionAbout(world.chance, fact)
}

/** The requests of the newest turn. */
const lastOf = ({ requests }: Gateway): ChatRequest => {
  const last = requests.at(-1)
  if (last === undefined) throw new Error('the model was never asked')
  return last
}

const chatOf = (world: World, agent: Agent): string => `agent:${agent}:chat${world.chance.below(2)}`
export const inChat = (world: World, agent: Agent, text: string, more: Partial<Said> = {}): Said => {
  const key = chatOf(world, agent)
  return { who: `owner in ${key}`, whose: agent, speak: (host) => host.chat(key, text), ...more }
}

export const ask = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const gateway = pickGateway(world)
  const text = world.chance.below(6) === 0 ? world.chance.pick(smallTalk) : about(world, agent)
  note(world, `asks ${agent} on ${gateway.name}`, await speak(world, gateway, inChat(world, agent, text)))
}

export const askOverTelegram = async (world: World): Promise<void> => {
  const text = about(world, 'main')
  const said: Said = { who: 'owner', whose: 'main', speak: (host) => host.say({ from: owner, text }) }
  note(world, 'the owner over Telegram', await speak(world, pickGateway(world), said))
}

export const correct = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const gateway = pickGateway(world)
  const fact = pickFact(world, agent)
  if (fact === undefined) return
  const key = chatOf(world, agent)
  const tell = (text: string) => speak(world, gateway, { who: `owner in ${key}`, whose: agent, speak: (host) => host.chat(key, text) })
  await tell(questionAbout(world.chance, fact))
  if (gateway.alive) note(world, `a denial to ${agent}`, await tell(denial(world.chance, fact)))
}

export const judge = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const verdict = world.chance.pick(['used', 'not-relevant', 'wrong'] as const)
  const script = usingTools((request) => [{ name: 'memory_feedback', args: { verdict, nodes: idsIn(request).slice(0, 1) } }])
  note(
    world,
    `a verdict ${verdict} for ${agent}`,
    await speak(world, pickGateway(world), inChat(world, agent, about(world, agent), { script })),
  )
}

export const command = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const text = world.chance.pick(['/trail used', '/trail wrong', '/trail why', '/trail undo', '/trail status', '/trail not-useful'])
  note(world, `${text} to ${agent}`, await speak(world, pickGateway(world), inChat(world, agent, text)))
  // A command is no turn.
  world.told.turns--
}

export const noteDown = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const fact = world.makeFact(world.chance, agent)
  const script = usingTools(() => [{ name: 'memory_note', args: { text: fact.sentence } }])
  const said = inChat(world, agent, `Please remember: ${fact.sentence}`, { script })
  const gateway = pickGateway(world)
  note(world, `to be noted by ${agent}`, await speak(world, gateway, said))
  if (!gateway.alive) return
  const told = /Noted as [^"]*/.exec(toolTexts(lastOf(gateway)).join(' '))?.[0]
  say(world, told ?? 'it was not noted')
  if (told !== undefined) world.kept.set(fact.marker, agent)
}

export const work = async (world: World): Promise<void> => {
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

export const stranger = async (world: World): Promise<void> => {
  const from = world.chance.pick(strangers)
  const own = world.settings.senders === 'each'
  const whose = `snd${from === 77 ? 'a' : 'b'}`
  const text = own && world.chance.below(2) === 0 ? `Remember: ${world.makeFact(world.chance, whose).sentence}` : about(world, 'main')
  const said: Said = { who: `stranger ${from}`, whose, speak: (host) => host.say({ from, text }) }
  note(world, `a stranger ${from}`, await speak(world, pickGateway(world), said))
}

export const group = async (world: World): Promise<void> => {
  const where = world.chance.pick(groups)
  const from = world.chance.pick([owner, ...strangers])
  const whose = `grp${where === -7 ? 'a' : 'b'}`
  const own = world.settings.groups === 'own'
  const text = own && world.chance.below(2) === 0 ? `Remember: ${world.makeFact(world.chance, whose).sentence}` : about(world, 'main')
  const said: Said = { who: `${from} in a group`, whose, speak: (host) => host.say({ from, group: where, text }) }
  note(world, `${from} in the group ${where}`, await speak(world, pickGateway(world), said))
}

export const heartbeat = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const whole: Said = {
    who: 'a heartbeat',
    whose: agent,
    unattended: true,
    script: () => 'HEARTBEAT_OK',
    speak: async (host) => String((await host.heartbeat('Look after the mail', { agent }))['status']),
  }
  note(world, `a heartbeat of ${agent}`, await speak(world, pickGateway(world), whole))
}

/** The owner has an agent do something by itself: its answer goes nowhere, or is delivered to his chat. */
export const automation = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const delivered = world.chance.below(2) === 0
  const text = `Look after it. ${about(world, agent)}`
  const calls = world.chance.pick([
    [],
    // Of this memory alone: a note that was erased here may still stand in its file.
    [{ name: 'memory_search', args: { query: text, corpus: 'wiki' } }],
    [{ name: 'memory_feedback', args: { verdict: 'used', nodes: ['m1'] } }],
    [{ name: 'exec', args: { command: 'make' } }],
  ])
  const said: Said = {
    who: `an automation of ${agent}`,
    whose: agent,
    unattended: true,
    script: usingTools(() => calls),
    speak: async (host) => {
      const run = host.cron(text, { agent, ...(delivered ? { to: owner } : {}) })
      const [told, { status }] = await Promise.all([delivered ? host.told(owner) : 'delivered nowhere', run])
      return `${String(status)}, ${told}`
    },
  }
  note(world, said.who, await speak(world, pickGateway(world), said))
}

export const subagent = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const said: Said = { who: 'a subagent', whose: agent, speak: (host) => host.subagent(about(world, agent), { agent }) }
  note(world, `a subagent of ${agent}`, await speak(world, pickGateway(world), said))
}

export const renew = async (world: World): Promise<void> => {
  const agent = world.chance.pick(agents)
  const key = chatOf(world, agent)
  const how = world.chance.pick(['new', 'reset', 'compact'] as const)
  const gateway = pickGateway(world)
  const done = gateway.begin(async (host) => (how === 'new' ? void (await host.chat(key, '/new')) : host[how](key)))
  await world.machine.time.until(done, 10_000, 'a new session')
  say(world, `${how} in ${key} on ${gateway.name}`)
}

export const editNote = async (world: World): Promise<void> => {
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
