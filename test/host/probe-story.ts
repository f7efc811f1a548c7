/** A few turns that meet everything a plugin hears, told to the real host and to the fake one. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calling, deferred, inTurn, type Script } from '../src/model-script.ts'
import type { Host } from '../src/openclaw.ts'
import { wishes } from '../src/probe-plugin/probe.ts'
import type { Telegram } from '../src/telegram.ts'

/** What a story needs of a host. */
export type Told = Pick<Host, 'turn' | 'chat' | 'reset' | 'heartbeat' | 'cron' | 'reconfigure' | 'start' | 'stop' | 'workspaceOf'> &
  Pick<Telegram, 'say' | 'told'>

export interface Step {
  readonly name: string
  readonly script: Script
  readonly tell: (host: Told) => Promise<unknown>
}

export const agents = ['main', 'work'] as const
const door = 'agent:main:door'
const chat = 'agent:main:chat'

export const writeWorkspaces = ({ workspaceOf }: Pick<Host, 'workspaceOf'>): void => {
  mkdirSync(join(workspaceOf('main'), 'memory'))
  writeFileSync(join(workspaceOf('main'), 'memory', '2026-11-20.md'), '# Deploys\n\nDeploys happen with the release job.\n')
}

/** The owner and somebody else, in private and in a group. */
const [owner, stranger, group] = [42, 77, -7]
/** Private chats have sessions of their own; the owner is known. */
export const hostConfig = { commands: { ownerAllowFrom: [`telegram:${owner}`] }, session: { dmScope: 'per-channel-peer' } }

const answering = (text: string): Script => inTurn(text)

const search = inTurn(calling(deferred('memory_search', { query: 'deploys', corpus: 'all' })), 'With the release job.')

const manyTools = inTurn(
  calling(deferred('probe_note', { text: 'a note' })),
  calling(deferred('memory_search', { query: 'deploys', corpus: 'all' })),
  calling(deferred('memory_get', { path: 'probe/1', corpus: 'all' })),
  calling({ name: 'memory_search', arguments: { query: 'not to be called like this' } }),
  calling(deferred('nothing_like_this', {})),
  'Done.',
)

export const story: ReadonlyArray<Step> = [
  { name: 'a first message in a chat', script: answering('Hello.'), tell: (host) => host.chat(chat, 'Hello') },
  { name: 'a first turn at the door', script: answering('Hi.'), tell: (host) => host.turn(door, 'Hello there') },
  {
    name: 'a search in the memory',
    script: inTurn(calling(deferred('memory_search', { query: 'deploys release job' })), 'With the release job.'),
    tell: (host) => host.turn(door, 'How do we deploy?'),
  },
  { name: 'many tools', script: manyTools, tell: (host) => host.turn(door, 'Use everything') },
  { name: 'another agent', script: answering('Work.'), tell: (host) => host.turn('agent:work:door', 'And you?', { agent: 'work' }) },
  { name: 'a contribution', script: answering('Thanks.'), tell: (host) => host.turn(door, `Take this ${wishes.context}`) },
  { name: 'a hook that throws', script: answering('Fine.'), tell: (host) => host.turn(door, `Now ${wishes.throw}`) },
  { name: 'a hook that is late', script: answering('Fine.'), tell: (host) => host.turn(door, `Now ${wishes.late}`) },
  {
    name: 'a model that fails',
    script: () => ({ status: 400, message: 'scripted failure' }),
    tell: (host) => host.turn(door, 'Fail please').catch(() => undefined),
  },
  {
    name: 'a gate that blocks',
    script: answering('not asked'),
    tell: (host) => host.turn(door, `Now ${wishes.block}`).catch(() => undefined),
  },
  { name: 'the owner over Telegram', script: search, tell: (host) => host.say({ from: owner, text: 'How do we deploy?' }) },
  { name: 'somebody else over Telegram', script: search, tell: (host) => host.say({ from: stranger, text: 'How do they deploy?' }) },
  { name: 'the owner in a group', script: search, tell: (host) => host.say({ from: owner, group, text: 'How do we deploy here?' }) },
  { name: 'somebody else in a group', script: search, tell: (host) => host.say({ from: stranger, group, text: 'And how do I?' }) },
  { name: 'a command in a group', script: answering('not asked'), tell: (host) => host.say({ from: owner, group, text: '/probe three' }) },
  { name: 'a command of somebody else', script: answering('not asked'), tell: (host) => host.say({ from: stranger, text: '/probe four' }) },
  { name: 'a command', script: answering('not asked'), tell: (host) => host.chat(chat, '/probe one two') },
  { name: 'a reset', script: answering('not asked'), tell: (host) => host.reset(door) },
  { name: 'a turn after the reset', script: answering('New.'), tell: (host) => host.turn(door, 'Who are you?') },
  { name: 'a new session by command', script: answering('not asked'), tell: (host) => host.chat(chat, '/new') },
  { name: 'a heartbeat', script: answering('HEARTBEAT_OK'), tell: (host) => host.heartbeat('Check the deploys') },
  { name: 'an automation', script: answering('All deployed.'), tell: (host) => host.cron('Look after the deploys') },
  {
    name: 'an automation of another agent that uses a tool',
    script: inTurn(calling(deferred('probe_note', { text: 'a note' })), 'Noted.'),
    tell: (host) => host.cron('Note the deploys', { agent: 'work' }),
  },
  {
    name: 'an automation whose answer is delivered to the owner',
    script: answering('Nothing was deployed.'),
    tell: (host) => Promise.all([host.told(owner), host.cron('Report the deploys', { to: owner })]),
  },
  { name: 'the owner answers it', script: answering('Yes.'), tell: (host) => host.say({ from: owner, text: 'And since then?' }) },
  {
    name: 'a reload',
    script: answering('not asked'),
    tell: (host) => host.reconfigure({ plugins: { entries: { 'crabtrail-probe': { config: { note: 'changed' } } } } }),
  },
  { name: 'a turn after the reload', script: answering('Still here.'), tell: (host) => host.turn(door, 'Still there?') },
]
