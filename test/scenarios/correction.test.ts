import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventsOf } from '../models/recorded-log.ts'
import { openStage, ranking, type Stage } from './stage.ts'

const lessons = [
  {
    question: 'How do we roll back a bad deploy of the API?',
    wrong: 'runbooks/roll-back-a-bad-deploy.md',
    right: 'runbooks/return-to-last-green.md',
  },
  {
    question: 'Jobs pile up in the queue, what do I restart?',
    wrong: 'runbooks/queue-is-stuck.md',
    right: 'runbooks/stevedore-backlog.md',
  },
  {
    question: 'How do I purge the CDN after a price change?',
    wrong: 'runbooks/purge-the-cdn-cache.md',
    right: 'runbooks/edge-invalidation.md',
  },
]
const controls = ['When is the fridge in the office kitchen emptied?', 'By when must notice reach Pigeonpost?']

describe.each(lessons)('after “$question” was corrected once', ({ question, right, wrong }) => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage('demo notes')
  })
  afterEach(() => stage.leave())

  /** By any of its passages. */
  const isOf = (source: string) => (item: { readonly source: string | null }) => item.source === source
  const look = async (asked: string) => ranking(await stage.memory.recall({ question: asked, record: false, limit: 1_000 }))
  const node = async (asked: string, source: string) =>
    (await stage.memory.recall({ question: asked, record: false, limit: 1_000 })).items.find(isOf(source))?.node ?? source

  test('the memory that was named comes first and the wrong one is out of the top three, also for a process that has just begun', async () => {
    const first = await stage.memory.recall({ question })
    const blamed = first.items.find(isOf(wrong))?.node ?? ''
    expect(first.items.slice(0, 3).some(isOf(wrong))).toBe(true)

    const { adjustments } = await stage.memory.feedback({ verdict: 'wrong', nodes: [blamed], instead: [right] })

    expect(adjustments.length).toBeGreaterThan(1)
    for (const memory of [stage.memory, await stage.store.memory()]) {
      const { items } = await memory.recall({ question, record: false })
      expect(items[0]?.source).toBe(right)
      expect(items.slice(0, 3).map((item) => item.node)).not.toContain(blamed)
    }
  })

  test('other questions keep their ranking to the bit', async () => {
    const before = await Promise.all(controls.map(look))

    const { items } = await stage.memory.recall({ question })
    await stage.memory.feedback({ verdict: 'wrong', nodes: [items.find(isOf(wrong))?.node ?? ''], instead: [await node(question, right)] })

    expect(await Promise.all(controls.map(look))).toEqual(before)
  })

  test('rolling back takes back a word about another turn as well, whatever edges it left', async () => {
    const first = await stage.memory.recall({ question })
    const blamed = first.items.find(isOf(wrong))?.node ?? ''
    await stage.memory.feedback({ verdict: 'wrong', nodes: [blamed], instead: [await node(question, right)] })
    const { position } = await stage.memory.show({})
    const before = await look(question)
    const included = first.context.items.filter((one) => one !== blamed)
    await stage.memory.feedback({ verdict: 'used', turn: first.turn ?? '', nodes: included })

    await stage.memory.rollback({ to: String(position) })

    expect(await look(question)).toEqual(before)
  })

  test('rolling back gives the first ranking again, ids and scores, and rolling that back the corrected one', async () => {
    const recalled = await stage.memory.recall({ question })
    const first = await look(question)
    await stage.memory.feedback({ verdict: 'wrong', nodes: [recalled.items.find(isOf(wrong))?.node ?? ''], instead: [right] })
    const corrected = await look(question)
    const { position } = await stage.memory.show({})

    await stage.memory.rollback({ to: String(recalled.position) })
    expect(await look(question)).toEqual(first)

    await stage.memory.rollback({ to: String(position) })
    expect(await look(question)).toEqual(corrected)
    expect(await stage.memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('the ranking of then can be asked for at its position', async () => {
    const recalled = await stage.memory.recall({ question, limit: 1_000 })
    await stage.memory.feedback({ verdict: 'wrong', nodes: [recalled.items.find(isOf(wrong))?.node ?? ''], instead: [right] })

    const then = await stage.memory.recall({ question, limit: 1_000, at: String(recalled.position) })

    expect(ranking(then)).toEqual(ranking(recalled))
  })
})

const short = [
  {
    question: 'Purge the CDN',
    wrong: 'runbooks/purge-the-cdn-cache.md',
    right: 'runbooks/edge-invalidation.md',
    alike: ['How do I purge the CDN?', 'CDN: purge', 'Purge the CDN cache, please'],
    unlike: [
      'Which CDN?',
      'CDN price',
      'The CDN contract',
      'Purge old backups',
      'purge',
      'CDN certificate',
      'purge logs',
      'CDN outage',
      'purge the disk',
      'purge the backups',
      'Whose CDN?',
      'CDN tariff',
      'CDN of the harbour',
    ],
  },
  {
    question: 'Queue stuck',
    wrong: 'runbooks/queue-is-stuck.md',
    right: 'runbooks/stevedore-backlog.md',
    alike: ['Is the queue stuck?', 'The queue is stuck again', 'stuck queue: restart?'],
    unlike: ['queue length', 'stuck session', 'The API queue', 'stuck deploy', 'Queue?'],
  },
  {
    question: 'Bad deploy',
    wrong: 'runbooks/roll-back-a-bad-deploy.md',
    right: 'runbooks/return-to-last-green.md',
    alike: ['A bad deploy!', 'The deploy was bad', 'A bad deploy of the API'],
    unlike: [
      'Deploy on Friday',
      'bad backup',
      'Who may deploy?',
      'API deploy',
      'deploy',
      'bad certificate',
      'deploy budget',
      'Bad coffee',
      'bad weather',
      'Bad tariffs?',
      'deploy the certificate',
      'bad login',
      'deploys in the office',
      'bad postgres',
      'deploy to pg-b',
      'bad sms',
    ],
  },
]

describe.each(short)('after the short question “$question” was corrected once', ({ alike, question, right, unlike, wrong }) => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage('demo notes')
  })
  afterEach(() => stage.leave())

  const look = async (asked: string) => ranking(await stage.memory.recall({ question: asked, record: false, limit: 1_000 }))
  const correct = async () => {
    await stage.memory.recall({ question })
    await stage.memory.feedback({ verdict: 'wrong', nodes: [wrong], instead: [right] })
  }

  test('the wrong memory stays away from it and from what means the same, and the right one comes first', async () => {
    for (const asked of [question, ...alike]) expect((await look(asked))[0]?.[0]).toBe(wrong)

    await correct()

    for (const asked of [question, ...alike]) {
      const nodes = (await look(asked)).map(([node]) => node)
      expect(nodes[0]).toBe(right)
      expect(nodes.slice(0, 3)).not.toContain(wrong)
    }
  })

  test('questions that share one word with it, and no edge that it moved, keep their ranking to the bit', async () => {
    const before = await Promise.all(unlike.map(look))
    const ways: Array<ReadonlySet<string>> = []
    for (const asked of unlike) ways.push(await followed(asked))

    await correct()

    const moved = new Set(eventsOf(await stage.log(), 'StrengthAdjusted').map(({ data }) => data.edge))
    const ends = eventsOf(await stage.log(), 'EdgeLinked').flatMap(({ data }) =>
      moved.has(data.edge) ? [`${data.source} ${data.target}`] : [],
    )
    const apart = unlike.map((_, i) => i).filter((i) => !ends.some((way) => ways[i]?.has(way)))
    const after = await Promise.all(unlike.map(look))
    // Every question with a word of “Bad deploy” walks over an edge that its correction moved.
    expect(apart.length).toBeGreaterThan(question === 'Bad deploy' ? -1 : 1)
    for (const i of apart) expect(after[i]).toEqual(before[i])
  })

  /** From where to where a walk for the question goes. */
  const followed = async (asked: string) => {
    const { turn } = await stage.memory.recall({ question: asked })
    const events = eventsOf(await stage.log(), 'EdgeFollowed').filter((event) => `t${event.turn}` === turn)
    const edges = new Map(eventsOf(await stage.log(), 'EdgeLinked').map(({ data }) => [data.edge, `${data.source} ${data.target}`]))
    return new Set(events.flatMap(({ data }) => edges.get(data.edge) ?? []))
  }
})
