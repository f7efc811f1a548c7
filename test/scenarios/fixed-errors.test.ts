/** A tool fails, a later turn of the conversation gets over it, and the next question with that error is led to what helped. */
import { layerMemory, layerRedactor, Memory, type Request } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerInMemory } from '@crabtrail/store/in-memory'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { describe, expect, test } from 'vitest'

type Methods = Memory['Service']

/** Runs a story on a memory of its own. */
const tell = <A>(story: (memory: Methods) => Effect.Effect<A, unknown>): Promise<A> =>
  Effect.runPromise(
    Memory.use(story).pipe(Effect.provide(layerMemory.pipe(Layer.provide([Layer.fresh(layerInMemory), layerCryptography, layerRedactor])))),
  )

const fix = 'berths.md'
const document = (source: string, text: string): Request.DocumentInput => ({ source, format: 'markdown', text })
const documents = [
  document(fix, '# Berth planner\n\nThe berth planner needs the flag legacy-peer-deps since its calendar is an old one.'),
  document('trees.md', '# Trees\n\nThe tree of dependencies is drawn every night.'),
  ...['north', 'south', 'east'].map((name) => document(`${name}.md`, `# The ${name} pier\n\nThe ${name} pier takes boats until dusk.`)),
]
const report = 'npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree at /srv/app-17'
const question = 'npm ERR! ERESOLVE unable to resolve dependency tree: what now?'

const speaker = { actor: 'owner', sessionKind: 'interactive' } as const
interface Turn {
  readonly question: string
  readonly tools: NonNullable<Request.CompleteRequest['tools']>
  readonly errors?: NonNullable<Request.CompleteRequest['errors']>
  readonly reply?: string
  readonly toolTexts?: ReadonlyArray<string>
  readonly outcome?: 'success' | 'failure'
  readonly session?: string
  readonly sessionKind?: 'interactive' | 'cron'
}
/** A turn from its question to its end. */
const pass = (memory: Methods, { outcome = 'success', question, session = 'talk', sessionKind = 'interactive', ...ended }: Turn) =>
  Effect.gen(function* () {
    const said = { ...speaker, session, sessionKind }
    const { turn } = yield* memory.recall({ ...said, question })
    yield* memory.complete({ ...said, turn: turn ?? '', outcome, durationMs: 1, ...ended })
    yield* memory.learn({})
    return turn ?? ''
  })
const failing: Turn = {
  question: 'Install the packages, please.',
  tools: [{ name: 'exec', calls: 1, failures: 1 }],
  errors: [{ tool: 'exec', text: report }],
}
const fixing: Turn = {
  question: 'Does the berth planner need a flag?',
  tools: [
    { name: 'read', calls: 1, failures: 0 },
    { name: 'exec', calls: 1, failures: 0 },
  ],
  toolTexts: ['npm install --legacy-peer-deps'],
  reply: 'The berth planner needs the flag legacy-peer-deps since its calendar is an old one. Installed.',
}
const first = (memory: Methods) => Effect.map(memory.recall({ question, record: false }), ({ items }) => items[0]?.node)
const isGiven = (memory: Methods) => Effect.map(memory.recall({ question, record: false }), ({ context }) => context.items.includes(fix))
const ofError = (memory: Methods) =>
  Effect.map(memory.log({ type: 'FeedbackGiven' }), ({ events }) => events.filter(({ data }) => data['about'] === 'error'))

describe('what got over an error', () => {
  test('is given for the next question with that error, in another conversation too, comes first when it helped again, and follows from the log', async () => {
    const told = await tell((memory) =>
      Effect.gen(function* () {
        yield* memory.ingest({ documents })
        const before = yield* memory.recall({ question, record: false })
        yield* pass(memory, failing)
        yield* pass(memory, fixing)
        const after = yield* memory.recall({ question, session: 'another' })
        const shown = yield* memory.show({ what: 'error:npm/ERESOLVE' })
        const completed = yield* memory.log({ type: 'TurnCompleted' })
        const fixes = yield* ofError(memory)
        yield* pass(memory, failing)
        yield* pass(memory, fixing)
        return {
          before,
          again: yield* first(memory),
          after,
          shown,
          completed,
          fixes,
          verified: yield* memory.verify({ rederive: true }),
        }
      }),
    )

    expect(told.before.context.items).not.toContain(fix)
    expect(told.after.context.items).toContain(fix)
    expect(told.again).toBe(fix)
    expect(told.shown.edges).toMatchObject([{ source: 'error:npm/ERESOLVE', target: fix, kind: 'learned', linked: true, strength: 0.45 }])
    expect(told.fixes).toMatchObject([{ origin: 'agent', data: { tier: 'agent', given: 'inferred', outcome: 750_000_000 } }])
    expect(told.completed.events[0]?.data).toMatchObject({ errors: [expect.any(Number)], erring: [expect.any(Number)] })
    expect(told.verified.checks.filter(({ ok }) => !ok)).toEqual([])
  })

  test('is met by a question that has the error among much else, and not by one that has a part of it', async () => {
    const cues = await tell((memory) =>
      Effect.gen(function* () {
        yield* memory.ingest({ documents })
        yield* pass(memory, { ...failing, errors: [{ tool: 'exec', text: 'Crane jammed: hoist overload' }] })
        yield* pass(memory, { ...fixing, toolTexts: ['crane reset'] })
        const asked = (question: string) =>
          Effect.gen(function* () {
            const { turn } = yield* memory.recall({ question })
            return (yield* memory.why({ turn: turn ?? '' })).cues.map(({ alike }) => alike)
          })
        const much = 'In /srv/quay/seven/blue/manifest.yaml the scheduler of Anneke wrote: crane jammed, hoist overload, at noon on Tuesday'
        return [yield* asked(much), yield* asked(much.replace('hoist', 'belt').replace('jammed', 'stood'))]
      }),
    )

    expect(cues[0]).toEqual([0.9])
    expect(cues[1]).toEqual([])
  })

  test('keeps of the report only its kind: no path, no number, no secret', async () => {
    const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
    const { lines } = await tell((memory) =>
      Effect.gen(function* () {
        yield* memory.ingest({ documents })
        yield* pass(memory, { ...failing, errors: [{ tool: 'exec', text: `${report} with ${secret} in 'my words'` }] })
        return yield* memory.export({})
      }),
    )

    expect(lines.join('\n')).toContain('error:npm/ERESOLVE')
    expect(lines.join('\n')).not.toMatch(/ghp_16C7|srv|app-17|my words/)
  })

  test('is unlearned with its turn or session, comes back with a withdrawal, and goes with a rollback', async () => {
    const seen = await tell((memory) =>
      Effect.gen(function* () {
        yield* memory.ingest({ documents })
        yield* pass(memory, failing)
        const { position } = yield* memory.show({})
        const turn = yield* pass(memory, fixing)
        const seen = [yield* isGiven(memory)]
        for (const selection of [{ ofTurn: turn }, { ofSession: 'talk' }]) {
          const { request } = yield* memory.unlearn(selection)
          seen.push(yield* isGiven(memory))
          yield* memory.unlearn({ undo: String(request) })
          seen.push(yield* isGiven(memory))
        }
        yield* memory.rollback({ to: String(position) })
        seen.push(yield* isGiven(memory))
        expect((yield* memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok)).toEqual([])
        return seen
      }),
    )

    expect(seen).toEqual([true, false, true, false, true, false])
  })

  test('is derived alike by a replay', async () => {
    const { now, replayed } = await tell((memory) =>
      Effect.gen(function* () {
        yield* memory.ingest({ documents })
        yield* pass(memory, failing)
        yield* pass(memory, fixing)
        const replayed = yield* memory.replay({})
        return { replayed, now: yield* memory.show({}) }
      }),
    )

    expect(replayed).toMatchObject({ effects: { equal: true }, digest: now.digest })
  })

  test.each<readonly [string, ReadonlyArray<Turn>]>([
    ['the tool failed again', [failing, { ...fixing, tools: [{ name: 'exec', calls: 1, failures: 1 }] }]],
    ['the turn failed', [failing, { ...fixing, outcome: 'failure' }]],
    ['another tool was called', [failing, { ...fixing, tools: [{ name: 'read', calls: 1, failures: 0 }] }]],
    ['no memory was used', [failing, { ...fixing, reply: 'Installed.' }]],
    ['the calls were about something else', [failing, { ...fixing, toolTexts: ['git status'] }]],
    ['it was another conversation', [failing, { ...fixing, session: 'another' }]],
    [
      'nobody asked',
      [
        { ...failing, sessionKind: 'cron' },
        { ...fixing, sessionKind: 'cron' },
      ],
    ],
    ['it is too long ago', [failing, ...Array.from({ length: 6 }, () => ({ ...failing, errors: [] })), fixing]],
    ['nothing failed', [fixing]],
  ])('is nothing where %s', async (_, turns) => {
    const fixes = await tell((memory) =>
      Effect.gen(function* () {
        yield* memory.ingest({ documents })
        for (const turn of turns) yield* pass(memory, turn)
        return yield* ofError(memory)
      }),
    )

    expect(fixes).toEqual([])
  })

  test('is the note that was said in that turn, although no memory was used', async () => {
    const text = 'Packages are installed with the flag legacy-peer-deps on this machine.'
    const told = await tell((memory) =>
      Effect.gen(function* () {
        yield* memory.ingest({ documents })
        yield* pass(memory, failing)
        const said = { ...speaker, session: 'talk' }
        const { turn } = yield* memory.recall({ ...said, question: 'Try it with the flag.' })
        const noted = yield* memory.note({ ...said, origin: 'agent', turn: turn ?? '', text })
        yield* memory.complete({ ...said, turn: turn ?? '', outcome: 'success', durationMs: 1, tools: fixing.tools, toolTexts: ['npm i'] })
        yield* memory.learn({})
        const { context } = yield* memory.recall({ question, session: 'another' })
        return { noted, context, fixes: yield* ofError(memory) }
      }),
    )

    expect(told.fixes).toHaveLength(1)
    expect(told.context.items).toContain(told.noted.node)
  })

  test('is erased with what the error reported, where no other conversation reported it', async () => {
    const seen = await tell((memory) =>
      Effect.gen(function* () {
        yield* memory.ingest({ documents })
        const dock = { ...failing, errors: [{ tool: 'exec', text: 'git: fatal: the remote quay hung up\nexit code 128' }] }
        for (const turn of [failing, dock, { ...dock, session: 'another' }]) yield* pass(memory, turn)
        yield* memory.forget({ session: 'talk' })
        return (yield* memory.export({})).lines.join('\n')
      }),
    )

    expect(seen).not.toMatch(/ERESOLVE|unable to resolve/)
    expect(seen).toContain('the remote quay hung up')
  })

  test('is said once of each failure, the newest one first', async () => {
    const other = { ...failing, errors: [{ tool: 'exec', text: 'git: fatal\nProcess exited with code 128' }] }
    const both = { ...fixing, toolTexts: ['git fetch && npm install'] }
    const fixes = await tell((memory) =>
      Effect.gen(function* () {
        yield* memory.ingest({ documents })
        for (const turn of [failing, other, both, both, both]) yield* pass(memory, turn)
        const { events } = yield* memory.log({ type: 'NodeAdded' })
        const cues = events.flatMap(({ data }) => (data['nodeType'] === 'cue' ? [data['node']] : []))
        return (yield* ofError(memory)).map(({ data }) => cues.indexOf(data['cue']))
      }),
    )

    expect(fixes).toEqual([1, 0])
  })
})
