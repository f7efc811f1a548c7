/** A bad lesson, found and taken back on the command line. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillNotes, type Json, makePlace } from './place.ts'

const question = 'how do we roll back the harbour service?'

describe('a bad lesson', () => {
  const place = makePlace()
  const { ask, fail, run } = place
  const ranking = async () => (await ask('recall', question, '--no-record')).items.map(({ node, score }: Json) => [node, score])
  let honest: Json
  let edge: string
  beforeAll(async () => {
    fillNotes(place)
    await ask('ingest', 'notes')
    await ask('recall', question)
    await ask('used', 'deploy.md#rollback')
    honest = await ranking()
    await ask('recall', question, '--session', 'visitor')
    const said = await ask('wrong', 'deploy.md#rollback', '--session', 'visitor')
    edge = said.adjustments[0].edge
  })
  afterAll(() => place.remove())

  test('a dry run tells what would move and which questions would rank otherwise, and writes nothing', async () => {
    const { position } = await ask('show')

    const would = await ask('unlearn', '--session', 'visitor', '--dry-run')

    expect(would).toMatchObject({ request: null, signals: [expect.any(Number)], position })
    expect(would.restored).toBeUndefined()
    expect(would.would.edges.map((one: Json) => one.edge)).toContain(edge)
    expect(would.rankings).toMatchObject([{ question, turn: 't2', before: expect.any(Array), after: expect.any(Array) }])
    expect(would.rankings[0].before.map(({ node, score }: Json) => [node, score])).toEqual((await ranking()).slice(0, 5))
    expect(would.rankings[0].after.map(({ node, score }: Json) => [node, score])).toEqual(honest.slice(0, 5))
    expect((await ask('show')).position).toBe(position)
  })

  test('is taken back, and withdrawn', async () => {
    const bad = await ranking()

    const done = await ask('unlearn', '--session', 'visitor')
    const after = await ranking()
    const again = await ask('unlearn', '--undo', String(done.request))

    expect(done).toMatchObject({ request: expect.any(Number), restored: { edges: expect.any(Array), utilities: [] } })
    expect(after).toEqual(honest)
    expect(again.signals).toEqual(done.signals)
    expect(await ranking()).toEqual(bad)
    expect((await ask('verify', '--rederive')).ok).toBe(true)
  })

  test('undo takes back the last verdict of its session, then the one before, and says which', async () => {
    await ask('strength', 'incident.md', 'deploy.md', '0.5')

    const taken = [await ask('undo'), await ask('undo', '--session', 'visitor'), await ask('undo')]

    expect(taken.map(({ took }) => [took.verdict, took.feedback, took.value, took.nodes])).toEqual([
      [null, null, 0.5, ['incident.md', 'deploy.md']],
      ['wrong', 'f2', undefined, ['deploy.md#rollback']],
      ['used', 'f1', undefined, ['deploy.md#rollback']],
    ])
    expect(taken.map(({ took }) => [took.turn, took.question])).toEqual([
      [null, undefined],
      ['t2', question],
      ['t1', question],
    ])
    expect(await fail('undo')).toMatchObject([3, { tag: 'NotFound', what: 'signal' }])
  })

  test('is told in lines for eyes', async () => {
    await ask('recall', question)
    await ask('used', 'deploy.md#rollback')

    const { code, stdout } = await run('undo', '--dry-run')

    expect(code).toBe(0)
    expect(stdout).toMatch(/^would take back f3 used on t3 of deploy\.md#rollback, said at \d+/)
    expect(stdout).toContain('▼')
  })

  test.each([
    ['two selections', ['unlearn', '--turn', 't1', '--feedback', 'f1'], 2, 'feedback'],
    ['no selection', ['unlearn'], 2, 'session'],
    ['a withdrawal that selects', ['unlearn', '--undo', '3', '--turn', 't1'], 2, 'undo'],
  ])('%s is refused', async (_, args, code, field) => {
    expect(await fail(...args)).toMatchObject([code, { tag: 'InvalidRequest', field }])
  })

  test('what is not there is named', async () => {
    expect(await fail('unlearn', '--undo', '3')).toMatchObject([3, { tag: 'NotFound', what: 'unlearning' }])
    expect(await fail('unlearn', '--actor', 'nobody')).toMatchObject([3, { tag: 'NotFound', what: 'actor' }])
    expect(await fail('undo', '--session', 'nobody')).toMatchObject([3, { tag: 'NotFound', what: 'session' }])
  })
})
