/** A part of the corpus in the real host. `pnpm test:deep test/host/conversations` holds all of it. */
import { beforeAll, expect, test } from 'vitest'
import { devHalves, heldOutHalves } from '../../conversations/corpus.ts'
import { printed, talkMeasures } from '../../conversations/measures.ts'
import { type Held, hold } from '../../conversations/talk.ts'
import { casesOf, isAboutMemory } from '../../conversations/talk-case.ts'
import { layNotes, talkAgents, talkStageOf } from '../conversation-stage.ts'
import { sharedHost } from '../one-gateway.ts'

/** Each language of one part or the other: with its first agent, whose cases are about one note each. */
const halves = [...devHalves.filter((_, place) => place % 2 === 0), ...heldOutHalves.filter((_, place) => place % 2 === 1)]
const firstAgent = (agent: string) => agent.endsWith('-1')
/** Of each half two remarks that are not about memory, and both kinds of correction. */
const chosen = halves.flatMap((half) => {
  const cases = casesOf(half).filter(({ agent }) => firstAgent(agent))
  const apart = cases.filter((one) => !isAboutMemory(one))
  return [...apart.slice(0, 2), ...cases.filter(({ kind }) => kind === 'held').slice(0, 2)]
})

const talked = talkAgents(halves, (half) => [...new Set(casesOf(half).map(({ agent }) => agent))].filter(firstAgent))
const stage = talkStageOf(
  sharedHost({ agents: talked.map(({ agent }) => agent), prepare: async ({ host }) => layNotes(host, talked) }),
  talked,
)

beforeAll(() => stage.timed('notes read', stage.notesRead), 180_000)

const all: Held[] = []

test.each(chosen.map((talk) => [talk.name, talk] as const))('%s: is held, and its answer drawn from the note', async (_, talk) => {
  const held = await hold(stage, talk)

  all.push(held)
  expect(held.before.question.notes).toContain(talk.stale ?? talk.right)
})

test('the right notes stay in their places, as far as the bars say', () => {
  const { kept, undistracted, unblamed } = talkMeasures(all)

  process.stdout.write(`${[printed('kept', kept), printed('unblamed', unblamed), printed('undistracted', undistracted)].join('\n')}\n`)
  expect(all).toHaveLength(chosen.length)
  expect(unblamed.of).toBeGreaterThanOrEqual(7)
  expect([kept, unblamed, undistracted].flatMap(({ failed }) => failed)).toEqual([])
  expect(kept.of).toBeGreaterThanOrEqual(15)
})
