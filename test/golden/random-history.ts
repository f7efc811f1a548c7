/** A long history of random signals: they follow from the seed alone, and name what is there, was there or never was. */
import { verdicts } from '@crabtrail/core'
import { random } from '../bench/random.ts'
import { firstNotes, noteAt, questions } from '../models/small-notes.ts'
import type { History, Stage } from './transcript.ts'

interface RandomHistory {
  readonly seed: number
  /** Number of signals that are played after the notes were read in. */
  readonly signals: number
  readonly profile: string
  readonly settings: Readonly<Record<string, number>>
}

const nodes = [
  'deploy.md',
  'deploy.md#rolling-back',
  'deploy.md#after-a-deploy',
  'queue.md',
  'queue.md#when-the-queue-is-stuck',
  'rota.md',
  'rota.md#kitchen',
  'backup.md',
  'nowhere.md',
]
const replies = [
  'Roll back with ship rollback.',
  'The rota says who is on call.',
  'Restart the stuck workers, oldest first.',
  'I do not know.',
]
const remarks = ['No, that is wrong.', 'Thank you!', 'No, the crew changes on Tuesdays.', 'That is not what I asked.']
const sessions = [
  { session: 'terminal', sessionKind: 'cli' },
  { session: 'talk', sessionKind: 'interactive' },
  { session: 'talk', sessionKind: 'interactive' },
  { session: 'pulse', sessionKind: 'heartbeat' },
] as const
const speakers = [{}, {}, {}, { actor: 'claw', actorKind: 'agent', origin: 'agent' }, { actor: 'stranger', origin: 'untrusted' }] as const

/** Signal → how many of a hundred are it. */
const weights = {
  recall: 30,
  feedback: 22,
  complete: 12,
  hear: 5,
  strength: 5,
  edit: 5,
  skip: 8,
  maintain: 3,
  rollback: 2,
  protect: 1,
  trust: 1,
  profile: 1,
  heartbeat: 2,
  restart: 2,
  repeat: 1,
} as const

export const randomHistory = ({ profile, seed, settings, signals }: RandomHistory): History => ({
  play: async (stage) => {
    const { clock, look, memory } = stage
    await memory.init({ profile, settings })
    await memory.ingest({ documents: firstNotes.slice(0, 3) })
    await memory.ingest({ documents: firstNotes.slice(3), origin: 'untrusted' })
    const played = playerOf(stage, seed)
    for (let count = 1; count <= signals; count++) {
      clock.now += 10_000
      await played()
      if (count % 50 === 0) await look(questions.slice(0, 3))
    }
  },
})

/** Plays one signal at each call. */
const playerOf = ({ memory, now, restart }: Stage, seed: number): (() => Promise<unknown>) => {
  const { below, pick } = random(seed)
  const drawn = Object.entries(weights).flatMap(([signal, weight]) => Array.from({ length: weight }, () => signal as keyof typeof weights))
  const turns: Array<{ readonly turn: string; readonly nodes: ReadonlyArray<string> }> = []
  const marks: Array<string> = []
  const recent = () => turns.at(-1 - below(Math.min(3, Math.max(1, turns.length)))) ?? { turn: 't99', nodes: [] }
  const recall = async (request: { readonly question: string; readonly key?: string }) => {
    const answer = await memory.recall(request)
    if (answer?.turn) turns.push({ turn: answer.turn, nodes: answer.items.map(({ node }) => node) })
    marks.push(await now())
  }
  const judged = () => {
    const { nodes: shown, turn } = recent()
    const named = below(8) === 0 ? [pick(nodes)] : shown.slice(below(3)).slice(0, below(3))
    const instead = below(5) === 0 ? [pick(nodes)] : []
    return { ...(below(4) === 0 ? {} : { turn }), nodes: named, instead, tier: pick(['conscious', 'conscious', 'agent'] as const) }
  }
  const play: Readonly<Record<keyof typeof weights, () => Promise<unknown>>> = {
    recall: () => recall({ question: pick(questions), ...pick(sessions), ...(below(9) === 0 ? { key: `key ${below(4)}` } : {}) }),
    feedback: () => memory.feedback({ verdict: pick(verdicts), ...judged(), ...pick(speakers), ...pick(sessions) }),
    complete: () => {
      const tools = [{ name: 'exec', calls: 1, failures: below(2) }]
      const outcome = pick(['success', 'success', 'failure', 'aborted', 'unknown'] as const)
      return memory.complete({ turn: recent().turn, outcome, durationMs: 1, tools, reply: pick(replies) })
    },
    hear: async () => {
      await memory.hear({ text: pick(remarks), session: 'talk', sessionKind: 'interactive' })
      await memory.learn({})
    },
    strength: () => {
      const value = pick([-0.95, -0.3, 0, 0.1, 1 / 3, 0.6, 0.95, 1.5])
      return memory.strength({ source: pick(nodes), target: pick(nodes), kind: pick(['learned', 'learned', 'sequential', 'link']), value })
    },
    edit: () => memory.ingest({ documents: [noteAt(below(4), below(3))] }),
    skip: () => memory.skip({ reason: pick(['off', 'deadline'] as const), skippedAt: 0, waitedMs: 1 }),
    maintain: () => memory.maintain({}),
    rollback: () => memory.rollback({ to: pick(['0', ...marks]) }),
    protect: () => memory.protect({ node: pick(nodes), off: below(2) === 0 }),
    trust: () => memory.trust({ node: pick(nodes), off: below(2) === 0 }),
    profile: () => memory.profile({ profile: pick(['balanced', 'crabpath', 'linkstrength', 'neurogated']) }),
    heartbeat: () => memory.heartbeat({ session: 'pulse', sessionKind: 'heartbeat', tags: [pick(['deploy', 'kitchen', 'queue'])] }),
    restart,
    repeat: () => memory.feedback({ verdict: 'used', ...recent(), key: `again ${below(2)}` }),
  }
  return () => play[pick(drawn)]()
}
