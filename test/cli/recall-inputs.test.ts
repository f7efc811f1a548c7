/** The inputs of a recall on the command line: the numbers of the walk, and what the host is busy with (S4.98). */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Json, makePlace, type Place } from './place.ts'

const question = 'Which berth lies at the harbour wall?'

let place: Place
beforeEach(async () => {
  place = makePlace()
  for (let berth = 1; berth <= 6; berth++) place.write(`notes/berth-${berth}.md`, `Berth ${berth} lies at the harbour wall.\n`)
  place.write('notes/pumps.md', 'Pumps start by the green lever.\n')
  place.write('notes/valves.md', 'Valves are oiled on Friday.\n')
  await place.ask('init', '--profile', 'crabpath')
  await place.ask('ingest', 'notes')
})
afterEach(() => place.remove())

const startedIn = async (turn: string): Promise<Json> => {
  const { events } = await place.ask('log', '--type', 'TurnStarted')
  return events.find((event: Json) => event.turn === turn).data
}
const firedIn = async (turn: string): Promise<ReadonlyArray<number>> => {
  const { events } = await place.ask('log', '--type', 'NodeFired', '--limit', '100')
  return events.filter((event: Json) => event.turn === turn).map(({ data }: Json) => data.depth)
}

test('S4.98 a recall takes seeds and hops, which are recorded with its turn and end its walk', async () => {
  await place.ask('strength', 'berth-1.md', 'pumps.md', '1')
  await place.ask('strength', 'pumps.md', 'valves.md', '1')
  const { turn: whole } = await place.ask('recall', question)
  const { turn: one } = await place.ask('recall', question, '--seeds', '1', '--hops', '1')
  const { turn: none } = await place.ask('recall', question, '--hops', '0')

  expect(await startedIn(whole)).toMatchObject({ seeds: 20, hops: 3 })
  expect(await startedIn(one)).toMatchObject({ seeds: 1, hops: 1 })
  expect(Math.max(...(await firedIn(whole)))).toBe(2)
  const depths = await firedIn(one)
  expect(depths.filter((depth) => depth === 0)).toHaveLength(1)
  expect(Math.max(...depths)).toBeLessThanOrEqual(1)
  expect(new Set(await firedIn(none))).toEqual(new Set([0]))
  expect(await place.ask('verify', '--rederive')).toMatchObject({ ok: true })
  expect((await place.ask('replay', '--rewalk')).walks).toMatchObject({ turns: 3, changed: 0 })
})

test('S4.98 a recall takes a heartbeat: its tags are in the commit of the turn and favour memories of them, in this turn and the next', async () => {
  const before = await place.ask('recall', question)
  const told = await place.ask('recall', question, '--heartbeat', 'berth-5')
  const after = await place.ask('recall', question)

  const scoreOf = ({ items }: Json) => items.find(({ node }: Json) => node === 'berth-5.md').score
  expect(scoreOf(told)).toBeGreaterThan(scoreOf(before))
  expect(scoreOf(after)).toBe(scoreOf(told))
  const { events } = await place.ask('log', '--type', 'HeartbeatObserved')
  expect(events).toHaveLength(1)
  const { events: turns } = await place.ask('log', '--type', 'TurnStarted')
  const turn = turns.find((event: Json) => event.turn === told.turn)
  expect(turn.position).toBe(events[0].position + 1)
  expect(await place.ask('verify', '--rederive')).toMatchObject({ ok: true })
})
