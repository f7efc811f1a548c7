/** Turns of the simulation: somebody says something to a gateway, and what the model then saw is looked at. */
import { fenceIn } from '../conversations/talk.ts'
import { type ChatRequest, roundsBefore, toolTexts } from '../src/chat-request.ts'
import type { FakeHost } from '../src/fake-host/fake-host.ts'
import { type Answer, calling, deferred, type Script } from '../src/model-script.ts'
import type { Gateway } from './gateway.ts'
import { markersIn } from './household.ts'
import { Broken } from './invariants.ts'
import { say, type World } from './world.ts'

export interface Said {
  readonly who: string
  /** Whose markers the model may see. */
  readonly whose: string
  readonly speak: (host: FakeHost) => Promise<string>
  readonly script?: Script
  /** A turn that no person asks for: of a heartbeat or an automation. */
  readonly unattended?: true
}

/** Longest virtual time of a turn, whatever happens to the memory. */
const turnMs = 60_000

/** Replies with the first thing that stands in the memory's fence, if there is one. */
export const quoting = (request: ChatRequest): string => {
  const [first] = markersIn(fenceIn(request))
  return first === undefined ? 'I do not know.' : `It is ${first.marker} since spring.`
}

/** One tool after the other, then an answer. */
export const usingTools =
  (calls: (request: ChatRequest) => ReadonlyArray<{ readonly name: string; readonly args: object }>): Script =>
  (request): Answer => {
    const wanted = calls(request)
    const call = wanted[roundsBefore(request)]
    if (call === undefined) return quoting(request)
    return calling(call.name === 'exec' ? { name: 'exec', arguments: call.args } : deferred(call.name, call.args))
  }

/** Ids of memories in the fence, as they stand in square brackets. */
export const idsIn = (request: ChatRequest): ReadonlyArray<string> =>
  [...fenceIn(request).matchAll(/^\s*(?:[-*\d.]+\s*)?\[([^\]\s]+)\]/gm)].map(([, id = '']) => id)

/** Speaks, unless the gateway dies meanwhile: then nobody answers, and that is no fault. */
export const speak = async (world: World, gateway: Gateway, said: Said): Promise<string | undefined> => {
  gateway.script = said.script ?? quoting
  const { time } = world.machine
  const last = time.now + turnMs
  let answer: { readonly text: string } | undefined
  gateway.begin(said.speak).then(
    (text) => (answer = { text }),
    (error: unknown) => (answer = { text: `failed: ${String(error)}` }),
  )
  await time.settle()
  while (answer === undefined && gateway.alive && time.now < last) await time.advance(25)
  lookAtRequests(world, gateway, said)
  if (answer === undefined && gateway.alive)
    throw new Broken('a turn goes on without its memory', `${said.who} got no answer within ${turnMs} ms`)
  if (answer !== undefined) world.told.turns++
  return (answer as { readonly text: string } | undefined)?.text
}

/** Several at once, on different gateways. */
export const speakTogether = async (world: World, all: ReadonlyArray<readonly [Gateway, Said]>): Promise<void> => {
  await Promise.all(all.map(([gateway, said]) => spoken(world, gateway, said)))
}

/** As `speak`, while somebody else moves the clock. */
const spoken = async (world: World, gateway: Gateway, said: Said): Promise<void> => {
  gateway.script = said.script ?? quoting
  await world.machine.time.until(
    gateway.begin(said.speak).catch((error: unknown) => `failed: ${String(error)}`),
    turnMs,
    said.who,
  )
  lookAtRequests(world, gateway, said)
  world.told.turns++
}

/** Groups and strangers have no memory at all, or one of their own. */
const maySee = ({ settings }: World, whose: string): boolean =>
  whose.startsWith('grp') ? settings.groups === 'own' : !whose.startsWith('snd') || settings.senders === 'each'

/** No word of another memory, and none that was erased, was put before the model. */
const lookAtRequests = (world: World, gateway: Gateway, { unattended, who, whose }: Said): void => {
  const { host } = gateway
  if (host === undefined) return
  for (const request of host.requests.slice(world.told.seen.get(host) ?? 0)) {
    const strange = markersIn(request.body).filter((one) => one.whose !== whose)
    if (strange.length > 0) throw new Broken('nothing of a memory is shown where it does not belong', `${strange[0]?.marker} to ${whose}`)
    if (unattended && fenceIn(request) !== '') throw new Broken('nobody is given memory unasked', who)
    if (!maySee(world, whose) && fenceIn(request) !== '') throw new Broken('strangers are shown nothing', whose)
    const given = [fenceIn(request), ...toolTexts(request)].join('\n')
    const back = markersIn(given).find(({ marker }) => world.erased.has(marker))
    if (back !== undefined) throw new Broken('what was erased is shown to nobody', back.marker)
  }
  world.told.seen.set(host, host.requests.length)
}

export const note = (world: World, what: string, outcome: string | undefined): void =>
  say(world, `${what}: ${outcome === undefined ? 'nobody answers' : outcome.slice(0, 160).replaceAll('\n', ' ')}`)
