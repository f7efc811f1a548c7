import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import { describe, expect, test } from 'vitest'
import { BrainKey } from '../../domain/identity.ts'
import type { SeenCall } from '../../domain/implicit-feedback/seen-calls.ts'
import { emptyFold } from '../../domain/projections/brain-fold.ts'
import { openBrain } from '../brain/brain.ts'
import { StoreUnavailable } from '../ports/store-errors.ts'
import { callsSeen, charactersSeen, heldCalls, holdCalls, type SeenCalls, type WaitingLine, waitingLine } from './open-brains.ts'

const run = <A, E>(program: (line: WaitingLine, log: string[]) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.suspend(() => program(waitingLine('here', 2), [])))

const note = (log: string[], text: string) => Effect.sync(() => void log.push(text))

/** Lets every fiber go as far as it can. */
const settled = Effect.gen(function* () {
  for (let i = 0; i < 20; i++) yield* Effect.yieldNow
})

describe('a waiting line', () => {
  test('lets one pass at a time, in the order in which they came', () =>
    run((line, log) =>
      Effect.gen(function* () {
        const go = yield* Deferred.make<void>()
        const first = yield* Effect.forkChild(line.alone(Effect.andThen(Deferred.await(go), note(log, 'first'))))
        yield* settled
        const others = yield* Effect.forEach(['second', 'third'], (name) => Effect.forkChild(line.alone(note(log, name))))
        yield* settled

        expect(log).toEqual([])
        yield* Deferred.succeed(go, undefined)
        yield* Effect.forEach([first, ...others], Fiber.join)

        expect(log).toEqual(['first', 'second', 'third'])
      }),
    ))

  test('turns away who finds too many waiting, says that he may ask again, and has run nothing of his', () =>
    run((line, log) =>
      Effect.gen(function* () {
        const go = yield* Deferred.make<void>()
        const inside = yield* Effect.forEach([1, 2, 3], (n) =>
          Effect.forkChild(line.alone(Effect.andThen(Deferred.await(go), note(log, `${n}`)))),
        )
        yield* settled

        const refused = yield* Effect.flip(line.alone(note(log, 'one too many')))

        expect(refused).toBeInstanceOf(StoreUnavailable)
        expect(refused).toMatchObject({ reason: 'busy', place: 'here', retryable: true })
        expect(refused.message).toBe('here: 2 requests wait for it already: ask again when some of them are answered, and fewer at once')
        yield* Deferred.succeed(go, undefined)
        yield* Effect.forEach(inside, Fiber.join)
        yield* line.alone(note(log, 'again'))
        expect(log).toEqual(['1', '2', '3', 'again'])
      }),
    ))

  test('has room again after one who waited gave up, and after one who failed or died inside', () =>
    run((line, log) =>
      Effect.gen(function* () {
        for (let round = 0; round < 5; round++) {
          const inside = yield* Effect.forkChild(line.alone(Effect.never))
          yield* settled
          const waiting = yield* Effect.forEach([1, 2], () => Effect.forkChild(line.alone(Effect.never)))
          yield* settled
          yield* Effect.forEach([...waiting, inside], Fiber.interrupt)
          yield* Effect.exit(line.alone(Effect.fail('no')))
          yield* Effect.exit(line.alone(Effect.die('bug')))
        }

        yield* line.alone(note(log, 'free'))
        expect(log).toEqual(['free'])
      }),
    ))
})

describe('the calls of tools that are held', () => {
  const brain = openBrain(BrainKey.make('local/main/default'), '', () => '', { fold: emptyFold(), hash: '' })
  const call = (turn: number, output = ''): SeenCall => ({ tool: 'exec', failed: false, output, turn, at: 0, nodes: [] })
  const heldOf = (turns: ReadonlyArray<ReadonlyArray<SeenCall>>) => {
    const seen: SeenCalls = new Map()
    for (const calls of turns) holdCalls(seen, brain, 1, calls)
    return heldCalls(seen, brain, 1).map(({ turn }) => turn)
  }

  test('are those of the newest turns within a number of calls and of characters', () => {
    const [long, wide] = [Math.ceil(charactersSeen / 2), Math.ceil(callsSeen / 2)]

    expect(heldOf([1, 2, 3].map((turn) => [call(turn, 'x'.repeat(long))]))).toEqual([2, 3])
    expect(new Set(heldOf([1, 2, 3].map((turn) => Array.from({ length: wide }, () => call(turn)))))).toEqual(new Set([2, 3]))
    expect(heldOf([1, 2, 3].map((turn) => [call(turn)]))).toEqual([1, 2, 3])
  })

  test('are all of a turn, however many it has', () => {
    expect(heldOf([[call(1)], Array.from({ length: callsSeen + 1 }, () => call(2))])).toHaveLength(callsSeen + 1)
  })
})
