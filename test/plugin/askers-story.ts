/** Stories of several people who talk to an agent at several doors; each is told twice, over two private memories. */
import fc from 'fast-check'
import { type ChatRequest, currentUserText } from '../src/chat-request.ts'
import { calling, deferred, inTurn, type Script } from '../src/model-script.ts'
import type { Stage } from './stage.ts'

export const [stranger, group] = [7_700_077, -1_007_770] as const
const owner = 4_200_042

const doors = [
  'owner direct',
  'owner in group',
  'stranger direct',
  'stranger in group',
  'web',
  'terminal',
  'web in group',
  'work',
  'heartbeat',
] as const
const doings = [
  'ask',
  'search',
  'get',
  'why',
  'judge',
  'undo',
  'spawn',
  '/trail why',
  '/trail status',
  '/trail wrong 1',
  '/trail undo',
  '/trail unlearn session',
] as const
export interface Step {
  readonly door: (typeof doors)[number]
  readonly doing: (typeof doings)[number]
}

export interface Story {
  readonly groups: 'none' | 'own'
  readonly senders: 'owner' | 'each'
  readonly dmScope: 'main' | 'per-channel-peer'
  readonly groupScope: 'per-group' | 'main'
  readonly steps: ReadonlyArray<Step>
}

export const story: fc.Arbitrary<Story> = fc.record({
  groups: fc.constantFrom('none', 'own'),
  senders: fc.constantFrom('owner', 'each'),
  dmScope: fc.constantFrom('main', 'per-channel-peer'),
  groupScope: fc.constantFrom('per-group', 'main'),
  steps: fc.array(fc.record({ door: fc.constantFrom(...doors), doing: fc.constantFrom(...doings) }), { minLength: 8, maxLength: 14 }),
})

/** Tells whether the owner says it in private, or sets it off. */
export const isPrivate = ({ door }: Step): boolean => ['owner direct', 'web', 'terminal', 'heartbeat'].includes(door)
export const isOthers = ({ door }: Step): boolean => door.startsWith('stranger')

/** Nobody else says it. */
export const wordOf = (step: number): string => `zebrawort${step}mint`

/** Returns a script that answers as the doing of the step asks; the words of the question are in every note. */
export const answering =
  (spawn: () => Step['doing'] | undefined): Script =>
  (request: ChatRequest) => {
    const said = currentUserText(request)
    const doing = said.includes('SUBTASK') ? 'search' : spawn()
    const query = 'hourly rate of the garden work'
    if (doing === 'search') return inTurn(calling(deferred('memory_search', { query, corpus: 'all' })), 'Done.')(request)
    if (doing === 'get') return inTurn(calling(deferred('memory_get', { path: 'crabtrail/note-0.md', corpus: 'all' })), 'Done.')(request)
    if (doing === 'why') return inTurn(calling(deferred('memory_why', {}), deferred('memory_why', { turn: 't1' })), 'Done.')(request)
    if (doing === 'judge') return inTurn(calling(deferred('memory_feedback', { verdict: 'not-useful' })), 'Done.')(request)
    if (doing === 'undo') return inTurn(calling(deferred('memory_undo', {})), 'Done.')(request)
    return doing === 'spawn' ? inTurn(calling({ name: 'sessions_spawn', arguments: {} }), 'Done.')(request) : 'Done.'
  }

const mainKey = 'agent:main:main'

/** The session that a step speaks in. */
const sessionOf = ({ door }: Step, { dmScope, groupScope }: Story): string => {
  const direct = (from: number) => (dmScope === 'main' ? mainKey : `agent:main:telegram:direct:${from}`)
  if (door === 'owner direct') return direct(owner)
  if (door === 'stranger direct') return direct(stranger)
  if (door === 'work') return 'agent:work:main'
  if (door === 'web in group') return `agent:main:telegram:group:${group}`
  if (door.endsWith('in group')) return groupScope === 'main' ? mainKey : `agent:main:telegram:group:${group}`
  return door === 'terminal' ? 'agent:main:terminal' : mainKey
}

export const take = async ({ host }: Stage, step: Step, number: number, told: Story): Promise<void> => {
  const { doing, door } = step
  const isCommand = doing.startsWith('/')
  const text = isCommand ? doing : `What is the hourly rate of the garden work? ${wordOf(number)}`
  const session = sessionOf(step, told)
  if (door === 'heartbeat') await host.heartbeat('Look at the garden')
  else if (door === 'work') await (isCommand ? host.chat(session, text) : host.turn(session, text, { agent: 'work' }))
  else if (door === 'terminal') await host.turn(session, isCommand ? 'Hello' : text)
  else if (door.startsWith('web')) await host.chat(session, text)
  else await host.say({ from: door.startsWith('owner') ? owner : stranger, ...(door.endsWith('group') ? { group } : {}), text })
  await host.settled()
}
