/** What was done in a turn that ended well comes back with the next question of its kind, until people say otherwise or it fades. */
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

const documents: ReadonlyArray<Request.DocumentInput> = ['north', 'south', 'east'].map((name) => ({
  source: `${name}.md`,
  format: 'markdown',
  text: `# The ${name} pier\n\nThe ${name} pier takes boats until dusk.`,
}))
const question = 'Release the berth planner of the harbour, please.'
const alike = 'Please release the berth planner again.'
const steps = ['read', 'edit', 'exec npm', 'exec git']
const way = 'Last time, for a question like this: read → edit → exec npm → exec git'

const said = { actor: 'owner', sessionKind: 'interactive', session: 'talk' } as const
type Ended = Partial<Pick<Request.CompleteRequest, 'outcome' | 'steps' | 'session' | 'sessionKind'>> & { readonly asked?: string }
/** A turn from its question to its end. */
const pass = (memory: Methods, { asked = question, outcome = 'success', ...ended }: Ended = {}) =>
  Effect.gen(function* () {
    const spoken = { ...said, ...ended }
    const { turn = '' } = yield* memory.recall({ ...said, ...ended, question: asked })
    yield* memory.complete({ steps, ...spoken, turn, outcome, durationMs: 1 })
    yield* memory.learn({})
    return turn
  })
const given = (memory: Methods, asked = alike) =>
  Effect.map(memory.recall({ question: asked, record: false }), ({ context }) => context.text)

describe('a procedure', () => {
  test('comes with the next question of its kind, and with no other', async () => {
    const told = await tell((memory) =>
      Effect.gen(function* () {
        yield* memory.ingest({ documents })
        const before = yield* given(memory)
        yield* pass(memory)
        const texts = [yield* given(memory), yield* given(memory, 'Until when does the north pier take boats?')]
        const read = yield* given(memory, 'What did you read and edit with git?')
        return { before, texts, read, checks: (yield* memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok) }
      }),
    )

    expect(told.before).not.toContain('Last time')
    expect(told.texts[0]).toContain(way)
    expect(told.texts[1]).not.toContain('Last time')
    expect(told.read).not.toContain('Last time')
    expect(told.checks).toEqual([])
  })
})
