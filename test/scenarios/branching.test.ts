/** A replay is saved as a brain of its own, erased with its parent, and promoted where it ranks no worse. */
import { join } from 'node:path'
import { ContentStore, EventStore, SearchIndex, StoreUnavailable } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brainState } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { dump } from '../contracts/store-dump.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { foldOf, learnedOf, learnedValue } from '../models/learned-value.ts'
import { type AskedMemory, openStore, type Stores } from '../models/open-store.ts'
import { readLog } from '../models/recorded-log.ts'
import { openStage, ranking, type Stage } from './stage.ts'

const live = 'local/main/default'
const topics = ['harbour', 'kitchen', 'archive', 'ferry', 'lantern', 'orchard', 'bakery', 'chapel', 'quarry', 'stable']
const questionOf = (topic: string) => `Who keeps the key of the ${topic}?`
const about = (topic: string) => [
  {
    source: `${topic}-one.md`,
    format: 'markdown' as const,
    text: `# The ${topic}\n\nThe ${topic}: key, lock, ledger. The ${topic} in spring.`,
  },
  { source: `${topic}-two.md`, format: 'markdown' as const, text: `# The ${topic}\n\nKey, lock, ledger: the ${topic} in autumn.` },
]

interface Lesson {
  /** A visitor says of every right note that it is wrong. */
  readonly mislead?: boolean
  /** All of it is learned. */
  readonly learn?: boolean
}

/** Exports of memories that were taught, by their lessons: each is taught once. */
const taught = new Map<string, Promise<ReadonlyArray<string>>>()

/** A memory that was asked of each topic in several rounds and told that the second note is right. */
const teach = async (memory: AskedMemory, rounds: number, lesson: Lesson = {}) => {
  const name = JSON.stringify([rounds, lesson])
  const known = taught.get(name) ?? exportOfTaught(rounds, lesson)
  taught.set(name, known)
  await memory.import({ lines: await known })
}

const exportOfTaught = async (rounds: number, lesson: Lesson) => {
  const store = openStore()
  const memory = await store.memory()
  await memory.init({})
  await memory.ingest({ documents: topics.flatMap(about) })
  for (let round = 0; round < rounds; round++)
    for (const topic of topics) {
      const { items, turn } = await memory.recall({ question: questionOf(topic), session: 'talk', sessionKind: 'interactive' })
      const nodes = items.map(({ node }) => node).filter((node) => node.startsWith(`${topic}-two`))
      if (turn !== null && nodes.length > 0) await memory.feedback({ verdict: 'used', turn, nodes, session: 'talk' })
    }
  if (lesson.mislead === true) await mislead(memory)
  if (lesson.learn === true) await memory.learn({})
  const { lines } = await memory.export({})
  await store.close()
  return lines
}

/** A visitor says of every right note that it is wrong. */
const mislead = async (memory: AskedMemory) => {
  for (const topic of topics) {
    const { turn } = await memory.recall({ question: questionOf(topic), session: 'visitor', sessionKind: 'interactive' })
    if (turn !== null) await memory.feedback({ verdict: 'wrong', turn, nodes: [`${topic}-two.md`], session: 'visitor' })
  }
}

/** Ends a turn whose reply repeats what it was given. The learner is not asked, so the use of these memories waits. */
const completeTurn = async (memory: AskedMemory, session: string) => {
  const said = { brain: live, session, sessionKind: 'interactive' } as const
  const { items, turn } = await memory.recall({ ...said, question: questionOf('stable') })
  const reply = items.map(({ content }) => content).join('\n')
  await memory.complete({ ...said, turn: turn ?? '', outcome: 'success', durationMs: 1, reply })
}

const logOf = async (memory: AskedMemory, brain: string) => readLog((await memory.export({ brain })).lines)
const edgesOf = async (memory: AskedMemory, brain: string) => learnedOf(await logOf(memory, brain))

/** A store in which somebody else writes to a brain just before the next append or lock of it. */
const racing = () => {
  const waiting = new Map<string, () => Promise<unknown>>()
  const first = (brain: string) =>
    Effect.promise(async () => {
      const write = waiting.get(brain)
      waiting.delete(brain)
      await write?.()
    })
  return {
    before: (brain: string, write: () => Promise<unknown>) => void waiting.set(brain, write),
    between: (stores: Context.Context<Stores>): Context.Context<Stores> => {
      const events = Context.get(stores, EventStore)
      const locked: typeof events.locked = (brain, body) => Effect.andThen(first(brain), events.locked(brain, body))
      const append: typeof events.append = (one) => Effect.andThen(first(one.brain), events.append(one))
      return Context.add(stores, EventStore, { ...events, append, locked })
    },
  }
}

let stage: Stage
beforeEach(async () => {
  stage = await openStage('empty')
})
afterEach(() => stage.leave())

describe('a replay that is saved', () => {
  test('is a brain with the strengths of the replay, which proves itself, answers, and leaves its parent as it was', async () => {
    const { memory } = stage
    await teach(memory, 1, { mislead: true, learn: true })
    const before = await edgesOf(memory, live)
    const { position } = await memory.show({ brain: live })

    const settings = { 'learning.conscious.cue': 0.3 }
    const answer = await memory.replay({ brain: live, settings, exclude: ['session:visitor'], saveAs: 'branch' })

    const branch = await logOf(memory, 'branch')
    expect(answer.saved).toEqual({ brain: 'local/main/branch', position: branch.events.length })
    expect((await memory.show({ brain: 'branch' })).digest).toBe(answer.digest)
    expect(branch.events.slice(0, 2).map(({ type }) => type)).toEqual(['BrainCreated', 'BrainForked'])
    expect(branch.events[1]?.data).toMatchObject({ at: position, settings: 'one', changed: settings, walks: 'recorded' })
    expect(JSON.stringify(branch.events[1])).not.toContain(live)
    expect(await memory.verify({ brain: 'branch', rederive: true })).toMatchObject({ ok: true, digest: answer.digest })
    const [first] = (await memory.recall({ brain: 'branch', question: questionOf('ferry') })).items
    expect(first?.node).toContain('ferry')
    expect(await edgesOf(memory, live)).toEqual(before)
    expect(await memory.verify({ brain: live, rederive: true })).toMatchObject({ ok: true })
    expect((await memory.brains({})).brains.map(({ key }) => key)).toEqual(['local/main/branch', live])
  })

  test('has the tags of its parent, each at the newest of its positions that is not after the tagged one', async () => {
    const { memory } = stage
    await teach(memory, 1, { mislead: true, learn: true })
    const { commits, events } = await logOf(memory, live)
    const ends = new Set(commits.map(({ count, first }) => first + count - 1))
    const inside = events.findLast(({ position, type }) => type === 'StrengthAdjusted' && !ends.has(position))
    const [effect, verdict] = [inside?.position ?? 0, events.findLast(({ type }) => type === 'FeedbackGiven')?.position ?? 0]
    for (const at of [effect, verdict, 1]) await memory.tag({ brain: live, name: `at-${at}`, at: String(at) })

    await memory.replay({ brain: live, saveAs: 'same' })
    await memory.replay({ brain: live, exclude: ['session:visitor'], saveAs: 'without' })

    const named = async (brain: string) => Object.fromEntries((await memory.tags({ brain })).tags.map(({ at, name }) => [name, at]))
    // The branch of an unchanged replay has one event more than its parent, in the first commit.
    const before = commits.findLast(({ first }) => first <= effect)?.first ?? 0
    expect(await named('same')).toEqual({ [`at-${effect}`]: before, [`at-${verdict}`]: verdict + 1, 'at-1': 1 })
    const [without, log] = [await named('without'), await logOf(memory, 'without')]
    const last = log.events.findLast(({ type }) => type === 'FeedbackGiven')?.position ?? 0
    expect(without[`at-${effect}`]).toBeGreaterThan(last)
    expect(without[`at-${verdict}`]).toBeGreaterThan(last)
  })

  test('learns on by itself, and is the parent of another branch', async () => {
    const { memory } = stage
    await teach(memory, 1)
    await memory.replay({ brain: live, profile: 'crabpath', rewalk: true, saveAs: 'branch' })
    await memory.recall({ brain: 'branch', question: questionOf('chapel') })
    await memory.feedback({ brain: 'branch', verdict: 'wrong', nodes: ['chapel-two.md'] })
    await memory.learn({ brain: 'branch' })
    const { digest } = await memory.show({ brain: 'branch' })

    const again = await memory.replay({ brain: 'branch', saveAs: 'twig' })

    expect(again).toMatchObject({ digest, effects: { equal: true } })
    expect(await memory.verify({ brain: 'twig', rederive: true })).toMatchObject({ ok: true, digest })
  })

  test('whose new walks follow other edges links what their credit needs, above all recorded edges', async () => {
    const { memory } = stage
    await memory.init({ brain: live, settings: { 'budget.hops': 0 } })
    await memory.ingest({
      brain: live,
      documents: [
        { source: 'alarm.md', format: 'markdown', text: '# Alarm\n\nWhen the siren of the lighthouse wails, read [the plan](plan.md).' },
        { source: 'plan.md', format: 'markdown', text: '# Plan\n\nOnce the siren wails, wake everybody and count heads.' },
      ],
    })
    for (let round = 0; round < 3; round++) {
      const { turn } = await memory.recall({ brain: live, question: 'Who counts heads when the siren of the lighthouse wails?' })
      await memory.feedback({ brain: live, verdict: 'used', turn: turn ?? '', nodes: ['alarm.md', 'plan.md'] })
    }
    await memory.learn({ brain: live })
    const recorded = await logOf(memory, live)

    const { digest, walks } = await memory.replay({ brain: live, settings: { 'budget.hops': 3 }, rewalk: true, saveAs: 'branch' })

    const branch = await logOf(memory, 'branch')
    const linked = ({ events }: Pick<typeof branch, 'events'>) =>
      events.flatMap((event) => (event.type === 'EdgeLinked' ? [event.data] : []))
    const most = Math.max(...linked(recorded).map(({ edge }) => edge))
    const beside = linked(branch).filter(({ reason }) => reason === 'beside')
    expect(recorded.events.filter(({ type }) => type === 'EdgeFollowed')).toEqual([])
    expect(walks).toMatchObject({ turns: 3, changed: 3, erased: 0, linked: beside.length })
    expect(beside.map(({ edge }) => edge)).toEqual(beside.map((_, i) => most + 1 + i))
    expect(beside.length).toBeGreaterThan(0)
    expect(await memory.verify({ brain: 'branch', rederive: true })).toMatchObject({ ok: true, digest })
    const moved = branch.events.flatMap((event) => (event.type === 'StrengthAdjusted' ? [event.data.edge] : []))
    expect(moved).toEqual(expect.arrayContaining(beside.map(({ edge }) => edge)))
  })

  test('keeps its exclusion: its fork is no unlearning that can be withdrawn', async () => {
    const { memory } = stage
    await teach(memory, 1)
    // Under these settings something is learned from the end of a turn, so it is in the branch and named as silent.
    await memory.profile({ brain: live, profile: 'crabpath' })
    await completeTurn(memory, 'visitor')
    await memory.replay({ brain: live, exclude: ['session:visitor'], saveAs: 'branch' })
    expect((await logOf(memory, 'branch')).events[1]?.data).toMatchObject({ silent: [expect.any(Number)] })

    await expect(memory.unlearn({ brain: 'branch', undo: '2' })).rejects.toMatchObject({
      _tag: 'NotFound',
      what: 'unlearning',
      hint: 'nothing is unlearned',
    })
  })

  test('is saved and promoted beside its parent where its name leaves out tenant and agent', async () => {
    const { memory } = stage
    const brain = 'acme/team/live'
    await memory.ingest({ brain: (await memory.init({ brain })).brain, documents: about('ferry') })

    expect(await memory.replay({ brain, saveAs: 'branch' })).toMatchObject({ saved: { brain: 'acme/team/branch' } })
    expect(await memory.promote({ brain, branch: 'branch', dryRun: true })).toMatchObject({ branch: 'acme/team/branch' })
    expect(await memory.replay({ brain, saveAs: 'local/main/branch' })).toMatchObject({ saved: { brain: 'local/main/branch' } })
  })

  test('never takes the name of a brain that is there', async () => {
    const { memory } = stage
    await teach(memory, 1)
    const before = (await memory.export({ brain: live })).lines

    await expect(memory.replay({ saveAs: live })).rejects.toMatchObject({ _tag: 'BrainExists', brain: live })
    await expect(memory.replay({ saveAs: 'a b' })).rejects.toMatchObject({ _tag: 'InvalidRequest', field: 'saveAs' })

    expect((await memory.export({ brain: live })).lines).toEqual(before)
  })
})

describe('a store that does not take a branch to its end', () => {
  const folder = temporaryFolder()
  const full = new StoreUnavailable({ reason: 'full', place: 'here', detail: 'the disk is full', retryable: false })

  /** Lets so many steps within the lock through, and does `end` instead of the next. */
  const endsAfter = (steps: { left: number }, end: Effect.Effect<never, StoreUnavailable>) => {
    const step = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, R> =>
      Effect.suspend((): Effect.Effect<A, E | StoreUnavailable, R> => (steps.left-- > 0 ? work : end))
    return (stores: Context.Context<Stores>): Context.Context<Stores> => {
      const events = Context.get(stores, EventStore)
      const contents = Context.get(stores, ContentStore)
      const index = Context.get(stores, SearchIndex)
      const locked: typeof events.locked = (brain, body) =>
        events.locked(brain, (lock) => body({ ...lock, append: (append) => step(lock.append(append)) }))
      return stores.pipe(
        Context.add(EventStore, { ...events, locked }),
        Context.add(ContentStore, { ...contents, bury: (...given) => step(contents.bury(...given)) }),
        Context.add(SearchIndex, { ...index, rebuild: (...given) => step(index.rebuild(...given)) }),
      )
    }
  }

  test.each([
    ['is full', Effect.fail(full)],
    ['is interrupted', Effect.interrupt],
  ])('has nothing of it, whatever step %s, and takes it the next time', async (_, end) => {
    const steps = { left: Number.POSITIVE_INFINITY }
    const store = openStore({ layer: layerSqlite({ path: join(folder, `${String(_)}.db`) }), between: endsAfter(steps, end) })
    const memory = await store.memory()
    await teach(memory, 1)
    await memory.learn({})
    const before = await store.run(dump)
    const commits = (await logOf(memory, live)).commits.length

    for (let left = 0; left < commits + 2; left += 5) {
      steps.left = left
      await expect(memory.replay({ saveAs: 'branch' })).rejects.toThrow()
      expect(await store.run(dump)).toEqual(before)
    }
    steps.left = Number.POSITIVE_INFINITY
    expect((await memory.replay({ saveAs: 'branch' })).saved?.brain).toBe('local/main/branch')
    expect(await memory.verify({ brain: 'branch', rederive: true })).toMatchObject({ ok: true })
    await store.close()
  })
})

describe('an erasure', () => {
  const secret = 'The password of the orchard is kept by Wilhelmina.'

  test('reaches the branches of a brain and their branches, and names them', async () => {
    const { memory, store } = stage
    await teach(memory, 1)
    await memory.ingest({ brain: live, documents: [{ source: 'wilhelmina.md', format: 'markdown', text: `# Orchard\n\n${secret}` }] })
    await memory.recall({ brain: live, question: 'Who is Wilhelmina?' })
    await memory.replay({ brain: live, saveAs: 'branch' })
    await memory.replay({ brain: 'branch', saveAs: 'twig' })
    expect(await store.run(everything)).toContain('Wilhelmina')

    const would = await memory.forget({ brain: live, source: 'wilhelmina.md', dryRun: true })
    expect(await store.run(everything)).toContain('Wilhelmina')
    const done = await memory.forget({ brain: live, source: 'wilhelmina.md' })

    expect(done.branches?.map(({ brain }) => brain).sort()).toEqual(['local/main/branch', 'local/main/twig'])
    expect(would.branches).toEqual(done.branches)
    expect(await store.run(everything)).not.toContain('Wilhelmina')
    for (const brain of [live, 'branch', 'twig']) {
      expect(await memory.verify({ brain, rederive: true })).toMatchObject({ ok: true })
      const { items } = await memory.recall({ brain, question: 'Who keeps the password of the orchard?', record: false })
      expect(items.map(({ node }) => node).filter((node) => node.startsWith('wilhelmina'))).toEqual([])
    }
    expect(done.unreachable.map(({ place }) => place)).not.toContain('local/main/branch')
  })

  test('reaches a branch that is saved while the others are erased', async () => {
    const race = racing()
    const held = openStore({ between: race.between })
    const memory = await held.memory()
    const other = await held.memory()
    await teach(memory, 1)
    await memory.ingest({ documents: [{ source: 'wilhelmina.md', format: 'markdown', text: `# Orchard\n\n${secret}` }] })
    await memory.learn({})
    await memory.replay({ saveAs: 'branch' })
    race.before(live, () => other.replay({ brain: live, saveAs: 'late' }))

    const done = await memory.forget({ brain: live, source: 'wilhelmina.md' })

    expect(done.branches?.map(({ brain }) => brain).sort()).toEqual(['local/main/branch', 'local/main/late'])
    expect(await held.run(everything)).not.toContain('Wilhelmina')
    expect(await memory.verify({ brain: 'late', rederive: true })).toMatchObject({ ok: true })
    await held.close()
  })

  test('in a branch leaves its parent alone, and says so', async () => {
    const { memory } = stage
    await teach(memory, 1)
    await memory.replay({ brain: live, saveAs: 'branch' })

    const done = await memory.forget({ brain: 'branch', source: 'ferry-two.md' })

    expect(done.branches).toBeUndefined()
    expect(done.unreachable.map(({ place }) => place)).toContain(live)
    expect((await memory.recall({ brain: live, question: questionOf('ferry'), record: false })).items[0]?.node).toBe('ferry-two.md')
  })

  /** Everything that the contents of all brains say. */
  const everything = Effect.gen(function* () {
    const events = yield* EventStore
    const contents = yield* ContentStore
    const bodies: Array<string> = []
    for (const { brain } of yield* events.brains)
      for (const { body } of yield* contents.page(brain, undefined, 10_000)) bodies.push(body ?? '')
    return bodies.join('\n')
  })
})

describe('a promotion', () => {
  const rounds = 4

  test('takes over what the branch lets hold again, leaves what others superseded, and is taken back', async () => {
    const { memory } = stage
    await teach(memory, rounds)
    await mislead(memory)
    const gates = ['The gate of the quay closes at 18:30.', 'The gate of the yard closes at 17:10.']
    const now = ['The gate lets nobody out by the quay after 19:45.', 'The gate lets nobody out by the yard after 20:20.']
    const documents = gates.map((text, i) => ({ source: `gate-${i}.md`, format: 'markdown' as const, text }))
    await memory.ingest({
      documents: [...documents, ...now.map((text, i) => ({ source: `now-${i}.md`, format: 'markdown' as const, text }))],
    })
    for (const [i, session] of ['visitor', 'talk'].entries()) {
      const owner = { brain: live, session, sessionKind: 'interactive' } as const
      const { turn } = await memory.recall({ ...owner, question: gates[i] ?? '' })
      await memory.feedback({ ...owner, verdict: 'wrong', turn: turn ?? '', nodes: [`gate-${i}.md`], instead: [`now-${i}.md`] })
    }
    await memory.learn({})
    const superseded = (brain = live) =>
      Promise.all(
        documents.map(async ({ source }) => (await memory.show({ brain, what: source })).nodes[0]?.supersededBy.map(({ rule }) => rule)),
      )
    const before = [['named'], ['named']]
    expect(await superseded()).toEqual(before)

    await memory.replay({ brain: live, exclude: ['session:visitor'], saveAs: 'branch' })
    expect(await superseded('local/main/branch')).toEqual([[], ['named']])
    expect(await superseded()).toEqual(before)

    expect(await memory.promote({ brain: live, branch: 'branch' })).toMatchObject({ promoted: true })
    expect(await superseded()).toEqual([[], ['named']])
    expect(await memory.verify({ brain: live, rederive: true })).toMatchObject({ ok: true })

    await memory.promote({ brain: live, undo: true })
    expect(await superseded()).toEqual(before)
    expect(await memory.verify({ brain: live, rederive: true })).toMatchObject({ ok: true })
  })

  test('takes the settings, the exclusions and the strengths of the branch over, and is taken back to the bit', async () => {
    const { memory } = stage
    await teach(memory, rounds, { mislead: true, learn: true })
    const asked = { brain: live, question: questionOf('quarry'), record: false } as const
    const before = { learned: await edgesOf(memory, live), ranking: ranking(await memory.recall(asked)) }
    const settings = { 'learning.conscious.cue': 0.3 }
    const { digest } = await memory.replay({ brain: live, settings, exclude: ['session:visitor'], saveAs: 'branch' })

    const would = await memory.promote({ brain: live, branch: 'branch', dryRun: true })
    const done = await memory.promote({ brain: live, branch: 'branch' })

    expect(would).toMatchObject({ promoted: false, reason: 'dry-run', heldOut: done.heldOut })
    expect(done).toMatchObject({
      promoted: true,
      branch: 'local/main/branch',
      excluded: 10,
      settings: [{ setting: 'learning.conscious.cue', to: 0.3 }],
    })
    expect(done.heldOut?.gain).toBeGreaterThanOrEqual(0)
    const log = await logOf(memory, live)
    const [promoted] = log.events.filter(({ type }) => type === 'BrainPromoted')
    expect(promoted?.data).toMatchObject({ questions: done.heldOut?.questions, signals: expect.any(Array), profile: 'balanced' })
    expect((await memory.show({ brain: live })).digest).toBe(digest)
    expect(await memory.verify({ brain: live, rederive: true })).toMatchObject({ ok: true })
    expect(await memory.replay({ brain: live })).toMatchObject({ effects: { equal: true }, digest })

    const { position } = await memory.show({ brain: live })
    const undoing = await memory.promote({ brain: live, undo: true, dryRun: true })
    expect((await memory.show({ brain: live })).position).toBe(position)
    const undone = await memory.promote({ brain: live, undo: true })

    expect(would.restored).toBeUndefined()
    expect(would.would).toEqual(done.restored)
    expect(undoing).toMatchObject({ promoted: false, reason: 'dry-run', takenBack: promoted?.position, would: undone.restored })
    expect(undone).toMatchObject({ promoted: false, takenBack: promoted?.position, excluded: 10 })
    expect(undone.reason).toBeUndefined()
    expect(await edgesOf(memory, live)).toEqual(before.learned)
    expect(ranking(await memory.recall(asked))).toEqual(before.ranking)
    expect(await memory.verify({ brain: live, rederive: true })).toMatchObject({ ok: true })
    await expect(memory.promote({ brain: live, undo: true })).rejects.toMatchObject({ _tag: 'NotFound', what: 'promotion' })
  })

  test('is gone on from: what is taught later stays when it is taken back, and a rollback before it is exact', async () => {
    const { memory } = stage
    await teach(memory, rounds, { mislead: true, learn: true })
    const target = (await memory.show({ brain: live })).position
    const before = await edgesOf(memory, live)
    await memory.replay({ brain: live, exclude: ['session:visitor'], saveAs: 'branch' })
    expect(await memory.promote({ brain: live, branch: 'branch' })).toMatchObject({ promoted: true })
    await memory.recall({ brain: live, question: questionOf('stable'), session: 'later' })
    await memory.feedback({ brain: live, verdict: 'used', nodes: ['stable-one.md'], session: 'later' })
    await memory.unlearn({ brain: live, ofSession: 'later' })
    expect(await memory.verify({ brain: live, rederive: true })).toMatchObject({ ok: true })
    const log = await logOf(memory, live)
    const request = log.events.find(({ type }) => type === 'BrainPromoted')?.position

    await expect(memory.unlearn({ brain: live, undo: String(request) })).rejects.toMatchObject({
      _tag: 'NotFound',
      what: 'unlearning',
      hint: expect.stringContaining('promote --take-back'),
    })
    await memory.rollback({ brain: live, to: String(target) })

    const strengths = (value: unknown) =>
      (value as { readonly edges: ReadonlyArray<ReadonlyArray<unknown>> }).edges.map(([edge, strength]) => [edge, strength])
    expect(strengths(learnedValue(brainState(foldOf(await logOf(memory, live)))))).toEqual(expect.arrayContaining(strengths(before)))
    expect(await memory.verify({ brain: live, rederive: true })).toMatchObject({ ok: true })
  })

  test('on top of another is taken back first, and each take-back puts the settings before its promotion in force', async () => {
    const { memory } = stage
    await teach(memory, rounds, { learn: true })
    const known = async () => ({
      learned: await edgesOf(memory, live),
      settings: (await logOf(memory, live).then((log) => brainState(foldOf(log)).settings.inForce))?.settings,
    })
    const states = [await known()]
    for (const cue of [0.3, 0.25]) {
      await memory.replay({ brain: live, settings: { 'learning.conscious.cue': cue }, saveAs: `cue-${cue}` })
      expect(await memory.promote({ brain: live, branch: `cue-${cue}` })).toMatchObject({ promoted: true })
      states.push(await known())
    }

    const newest = { brain: live, undo: true, key: 'newest' } as const
    const first = await memory.promote(newest)
    expect(await memory.promote(newest)).toEqual(first)
    expect(await known()).toEqual(states[1])
    expect(await memory.promote({ brain: live, undo: true })).toMatchObject({
      settings: [{ setting: 'learning.conscious.cue', from: 0.3 }],
    })
    expect(await known()).toEqual(states[0])
    expect(await memory.verify({ brain: live, rederive: true })).toMatchObject({ ok: true })
  })

  test('that somebody else takes back meanwhile is not taken back again, nor is the one before it', async () => {
    const race = racing()
    const held = openStore({ between: race.between })
    const memory = await held.memory()
    const other = await held.memory()
    await teach(memory, rounds, { learn: true })
    for (const cue of [0.3, 0.25]) {
      await memory.replay({ settings: { 'learning.conscious.cue': cue }, saveAs: `cue-${cue}` })
      expect(await memory.promote({ brain: live, branch: `cue-${cue}` })).toMatchObject({ promoted: true })
    }
    race.before(live, () => other.promote({ brain: live, undo: true }))

    await expect(memory.promote({ brain: live, undo: true })).rejects.toMatchObject({ _tag: 'NotFound', what: 'promotion' })

    const inForce = brainState(foldOf(await logOf(memory, live))).settings.inForce?.settings
    expect(inForce).toMatchObject({ learning: { conscious: { cue: 0.3 } } })
    await held.close()
  })

  test('changes the settings for the owner alone, in both directions', async () => {
    const { memory } = stage
    await teach(memory, rounds, { learn: true })
    await memory.replay({ brain: live, settings: { 'learning.conscious.cue': 0.3 }, saveAs: 'branch' })
    const refused = { _tag: 'InvalidRequest', field: 'origin', problem: expect.stringContaining('agent may not change the settings') }

    await expect(memory.promote({ brain: live, branch: 'branch', origin: 'agent' })).rejects.toMatchObject(refused)
    await memory.promote({ brain: live, branch: 'branch' })
    await expect(memory.promote({ brain: live, undo: true, origin: 'agent' })).rejects.toMatchObject(refused)

    expect(await memory.promote({ brain: live, undo: true })).toMatchObject({ settings: [{ to: expect.anything() }] })
  })

  test('leaves its settings in force after a rollback behind it, which says so, and is taken back all the same', async () => {
    const { memory } = stage
    await teach(memory, rounds, { mislead: true, learn: true })
    const [to, learned] = [(await memory.show({ brain: live })).position, await edgesOf(memory, live)]
    const inForce = async () => brainState(foldOf(await logOf(memory, live))).settings.inForce?.settings
    const settings = await inForce()
    const at: Array<number> = []
    for (const cue of [0.3, 0.25]) {
      await memory.replay({
        brain: live,
        settings: { 'learning.conscious.cue': cue },
        exclude: ['session:visitor'],
        saveAs: `cue-${cue}`,
      })
      expect(await memory.promote({ brain: live, branch: `cue-${cue}` })).toMatchObject({ promoted: true })
      at.push((await logOf(memory, live)).events.findLast(({ type }) => type === 'BrainPromoted')?.position ?? 0)
    }
    const [older, newer] = at

    const back = { brain: live, to: String(to), key: 'back' } as const
    const would = await memory.rollback({ ...back, dryRun: true })
    const done = await memory.rollback(back)
    expect([would.promotion, done.promotion]).toEqual([newer, newer])
    expect(await inForce()).toMatchObject({ learning: { conscious: { cue: 0.25 } } })

    const newest = { brain: live, undo: true, key: 'newest' } as const
    const undone = await memory.promote(newest)
    expect(undone).toMatchObject({ takenBack: newer, excluded: 0, settings: [{ from: 0.25, to: 0.3 }] })
    expect(undone.restored).toEqual({ edges: [], utilities: [] })
    expect(await memory.promote(newest)).toEqual(undone)
    expect(await memory.promote({ brain: live, undo: true })).toMatchObject({ takenBack: older, settings: [{ from: 0.3 }] })
    expect(await inForce()).toEqual(settings)
    expect(await edgesOf(memory, live)).toMatchObject({ edges: (learned as { edges: unknown }).edges })
    expect(await memory.rollback(back)).toEqual(done)
    expect((await memory.rollback({ brain: live, to: String(to) })).promotion).toBeUndefined()
    await expect(memory.promote({ brain: live, undo: true })).rejects.toMatchObject({ _tag: 'NotFound', what: 'promotion' })
    expect(await memory.verify({ brain: live, rederive: true })).toMatchObject({ ok: true })
  })

  test('whose settings the owner changed after a rollback behind it is not taken back', async () => {
    const { memory } = stage
    await teach(memory, rounds, { learn: true })
    const { position } = await memory.show({ brain: live })
    await memory.replay({ brain: live, settings: { 'learning.conscious.cue': 0.3 }, saveAs: 'branch' })
    await memory.promote({ brain: live, branch: 'branch' })
    await memory.profile({ brain: live, profile: 'balanced', settings: { 'learning.conscious.cue': 0.2 } })

    expect((await memory.rollback({ brain: live, to: String(position) })).promotion).toBeUndefined()
    await expect(memory.promote({ brain: live, undo: true })).rejects.toMatchObject({ _tag: 'NotFound', what: 'promotion' })
  })

  test('that is taken back as a rehearsal leaves facts that wait for the learner where they are', async () => {
    const { memory } = stage
    await teach(memory, rounds, { learn: true })
    await memory.replay({ brain: live, saveAs: 'branch' })
    await memory.promote({ brain: live, branch: 'branch' })
    await completeTurn(memory, 'later')
    const { backlog, position } = await memory.show({ brain: live })
    expect(backlog).toBeGreaterThan(0)

    expect(await memory.promote({ brain: live, undo: true, dryRun: true })).toMatchObject({ reason: 'dry-run' })

    expect((await memory.show({ brain: live })).position).toBe(position)
  })

  test('that is asked for again with its key is answered from the log', async () => {
    const { memory } = stage
    await teach(memory, rounds, { learn: true })
    await memory.replay({ brain: live, settings: { 'learning.conscious.cue': 0.3 }, saveAs: 'branch' })
    const { position } = await memory.show({ brain: live })
    const request = { brain: live, branch: 'branch', key: 'once', expected: position } as const

    const done = await memory.promote(request)
    const again = await memory.promote(request)

    expect(again).toMatchObject({ promoted: true, branch: 'local/main/branch', settings: done.settings, restored: done.restored })
    expect(again.heldOut?.after).toBeCloseTo(done.heldOut?.after ?? 0, 8)
    expect((await memory.show({ brain: live })).position).toBe(done.position)
  })

  test('of a branch that ranks worse is refused with the numbers', async () => {
    const { memory } = stage
    await teach(memory, rounds)
    await memory.profile({ brain: live, profile: 'balanced', settings: { 'walk.words': 0 } })
    const { position } = await memory.show({ brain: live })
    await memory.replay({ brain: live, settings: { 'walk.learned': 0.05 }, saveAs: 'branch' })

    const answer = await memory.promote({ brain: live, branch: 'branch' })

    expect(answer).toMatchObject({ promoted: false, reason: 'worse', heldOut: { questions: expect.any(Number) } })
    expect(answer.heldOut?.gain).toBeLessThan(0)
    expect((await memory.show({ brain: live })).position).toBe(position)
  })

  test('of a branch that nothing judges is refused', async () => {
    const { memory } = stage
    await teach(memory, 1)
    await memory.replay({ brain: live, saveAs: 'branch' })

    expect(await memory.promote({ brain: live, branch: 'branch' })).toMatchObject({
      promoted: false,
      reason: 'too-few-verdicts',
      judged: 3,
    })
  })

  test('of a stale branch says how many events there are since, and of others why not', async () => {
    const { memory } = stage
    await teach(memory, rounds)
    await memory.replay({ brain: live, saveAs: 'branch' })
    await memory.replay({ brain: live, rewalk: true, saveAs: 'walked' })
    await memory.init({ brain: 'stranger' })
    const refused = (branch: string | undefined, problem: string) =>
      expect(memory.promote({ brain: live, ...(branch === undefined ? {} : { branch }) })).rejects.toMatchObject({
        _tag: 'InvalidRequest',
        field: 'branch',
        problem: expect.stringContaining(problem),
      })

    await refused('walked', '--rewalk')
    await refused('stranger', 'replay --save-as')
    await refused(undefined, 'name the brain')
    await expect(memory.promote({ brain: live, branch: 'nobody' })).rejects.toMatchObject({ _tag: 'NotFound' })
    await expect(memory.promote({ brain: 'stranger', branch: 'branch' })).rejects.toMatchObject({ _tag: 'InvalidRequest' })
    await memory.recall({ brain: 'branch', question: questionOf('ferry') })
    await memory.feedback({ brain: 'branch', verdict: 'wrong', nodes: ['ferry-two.md'] })
    await refused('branch', 'no longer what its replay gave')
    const { position } = await memory.show({ brain: live })
    await memory.recall({ brain: live, question: questionOf('ferry') })
    const since = (await memory.show({ brain: live })).position - position
    await expect(memory.promote({ brain: live, branch: 'branch' })).rejects.toMatchObject({
      _tag: 'StaleBranch',
      branch: 'local/main/branch',
      brain: live,
      since,
    })
  })
})
