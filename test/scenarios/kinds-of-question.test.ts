/** The same graph answers for a reason, for an order and for anything else in different ways (S1.2), and the record says what it weighed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KernelFamily, kindTraits } from '../../packages/core/src/domain/graph.ts'
import { decayUnused } from '../models/append-facts.ts'
import { eventsOf } from '../models/recorded-log.ts'
import { openStage, ranking, type Stage } from './stage.ts'

const questions = {
  why: 'Why were there double bookings after the broker restart?',
  what: 'What were the double bookings after the broker restart?',
  order: 'Step by step: the double bookings after the broker restart',
} as const
const incident = 'incidents/2026-02-11-double-bookings.md'
const decision = 'decisions/0009-work-in-postgres.md#decision'

let stage: Stage
beforeAll(async () => {
  stage = await openStage('demo notes')
  await stage.memory.strength({ source: incident, target: decision, value: 0.6, kind: 'causal' })
})
afterAll(() => stage.leave())

describe.each(['route', 'spread'] as const)('by the engine %s', (engine) => {
  const look = (question: string) => stage.memory.recall({ question, engine, record: false, limit: 20 })

  test('three ways of asking for the same have three rankings', async () => {
    const [why, what, order] = await Promise.all(Object.values(questions).map(async (question) => ranking(await look(question))))

    expect(why).not.toEqual(what)
    expect(order).not.toEqual(what)
    expect(order).not.toEqual(why)
  })

  test('a question for a reason brings what a cause leads to further up', async () => {
    const place = async (question: string) => (await look(question)).items.findIndex(({ node }) => node === decision)

    expect(await place(questions.why)).toBeGreaterThan(0)
    expect(await place(questions.why)).toBeLessThanOrEqual(await place(questions.what))
    const path = async (question: string) => (await look(question)).items.find(({ node }) => node === decision)?.parts.path ?? 0
    expect(await path(questions.why)).toBeGreaterThan(await path(questions.what))
  })

  test('of a turn it is on record what each family counted, and edges of the family that is favoured carried more', async () => {
    const turns = new Map<string, string>()
    for (const [kind, question] of Object.entries(questions)) {
      turns.set(kind, (await stage.memory.recall({ question, engine })).turn ?? '')
    }

    const why = async (kind: string) => (await stage.memory.why({ turn: turns.get(kind) ?? '' })).kernel
    expect(await why('why')).toEqual({ SEQ: 1, SIM: 1, CAUSE: 1.6 })
    expect(await why('order')).toEqual({ SEQ: 1.6, SIM: 1, CAUSE: 1 })
    expect(await why('what')).toEqual({ SEQ: 1, SIM: 1, CAUSE: 1 })
    const carried = await carriedBy(turns)
    expect(carried('why', 'CAUSE')).toBeGreaterThan(carried('what', 'CAUSE'))
    expect(carried('order', 'SEQ')).toBeGreaterThan(carried('what', 'SEQ'))
  })
})

/** Sums the score that the followed edges of a family brought into a turn. */
const carriedBy = async (turns: ReadonlyMap<string, string>) => {
  const log = await stage.log()
  const kinds = new Map(eventsOf(log, 'EdgeLinked').map(({ data }) => [data.edge, data.kind]))
  const followed = eventsOf(log, 'EdgeFollowed')
  return (kind: string, family: KernelFamily) =>
    followed
      .filter(({ data, turn }) => `t${turn}` === turns.get(kind) && kindTraits[kinds.get(data.edge) ?? 'learned'].family === family)
      .reduce((sum, { data }) => sum + data.energy, 0)
}

test('unused edges in sequence fade, edges between what is alike stay as they are, and what was used since stays too', async () => {
  const turn = (await stage.memory.recall({ question: questions.order })).turn ?? ''
  const used = new Set(eventsOf(await stage.log(), 'EdgeFollowed').flatMap((event) => (`t${event.turn}` === turn ? [event.data.edge] : [])))
  const everyEdge = eventsOf(await stage.log(), 'EdgeLinked').map(({ data }) => data)
  const linked = [...Map.groupBy(everyEdge, ({ kind }) => kind).values()].flatMap((ofKind) => ofKind.slice(0, 30))
  const strengths = async () => {
    const found = new Map<number, number>()
    for (const { edge } of linked) found.set(edge, (await stage.memory.blame({ edge: `e${edge}` })).strength)
    return found
  }
  const before = await strengths()

  await decayUnused(stage.store, 0.9, Number(turn.slice(1)))

  const after = await strengths()
  const ofKind = (kind: string) => linked.filter((one) => one.kind === kind)
  const change = ({ edge }: { readonly edge: number }) => (after.get(edge) ?? 0) / (before.get(edge) ?? 0)
  const unused = ofKind('sequential').filter(({ edge }) => !used.has(edge))
  expect(unused.length).toBeGreaterThan(10)
  for (const edge of unused) expect(change(edge)).toBeCloseTo(0.9, 6)
  for (const edge of ofKind('sequential').filter(({ edge }) => used.has(edge))) expect(change(edge)).toBe(1)
  for (const kind of ['mention', 'link', 'hierarchical']) {
    expect(ofKind(kind).length).toBeGreaterThan(10)
    for (const edge of ofKind(kind)) expect(change(edge)).toBe(1)
  }
})

test('an engine that there is not is refused by its name', async () => {
  const asked = stage.memory.recall({ question: 'How?', engine: 'teleport' as never, record: false })

  await expect(asked).rejects.toMatchObject({ _tag: 'InvalidRequest', field: 'engine', problem: expect.stringContaining('route, spread') })
})
