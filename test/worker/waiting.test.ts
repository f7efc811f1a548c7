/** Recalls that wait for a routing model: other requests go on meanwhile, and no turn waits longer than it may. */
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openStage, type Stage } from './stage.ts'

/** The host's clock is the test's: a deadline passes when the test says so. Messages between the threads are real. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] })
})

const stages: Stage[] = []
/** With a thread of its own. */
const stageAlone = (options: Parameters<typeof openStage>[0] = {}): Stage => {
  const opened = openStage(options)
  stages.push(opened)
  return opened
}
let shared: Stage | undefined
/** Of all tests that leave its thread alive. */
const stage = (): Stage => (shared ??= openStage())

afterEach(async () => {
  await shared?.clear()
  // A timer of this clock that is left over would never pass.
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
  for (const one of stages.splice(0)) await one.leave()
})
afterAll(() => shared?.leave())

const deadline = { deadlineMs: 300, modelMs: 2_000 }
const ask = (question: string) => ({ brain: 'local/main/default', session: 's', question })
const told = (one: Stage) => one.log().map(({ question, type }) => (question === undefined ? type : `${type}: ${question}`))
/** Everything that was posted before has been dealt with when this resolves. */
const caughtUp = async (one: Stage) => {
  for (let round = 0; round < 2; round++) await one.worker.ask('brains', {}, { deadlineMs: 60_000 })
}
/** A recall that waits for the model. */
const waiting = async (one: Stage, question = 'ask', options: Parameters<Stage['worker']['recall']>[1] = deadline) => {
  let isGiven = false
  const outcome = one.worker.recall(ask(question), options).finally(() => {
    isGiven = true
  })
  await one.heard(`waits: ${question}`)
  return { outcome, isGiven: () => isGiven }
}

describe('while a recall waits for the model', () => {
  test('other requests are answered, and it is answered when the model speaks', async () => {
    const one = stage()
    const { outcome } = await waiting(one)

    const others = await Promise.all(['a', 'b'].map((question) => one.worker.recall(ask(question), deadline)))
    one.worker.signal('session', { brain: 'local/main/default', session: 's', event: 'started' })
    await one.worker.drained()
    vi.advanceTimersByTime(2_349)
    one.speak('ask')

    expect(others.map((other) => other.outcome)).toEqual(['answered', 'answered'])
    expect(await outcome).toMatchObject({ outcome: 'answered', answer: { turn: 't5' } })
    expect(told(one)).toEqual(['ModelAsked: ask', 'TurnStarted: a', 'TurnStarted: b', 'SessionStarted', 'TurnStarted: ask'])
  })

  test('others may wait for it too, and each is answered as the model speaks to it', async () => {
    const one = stage()
    const recalls = []
    for (const question of ['ask 1', 'ask 2', 'ask 3']) recalls.push((await waiting(one, question)).outcome)

    for (const question of ['ask 2', 'ask 3', 'ask 1']) {
      one.speak(question)
      await caughtUp(one)
    }

    expect((await Promise.all(recalls)).map((recalled) => recalled.outcome)).toEqual(['answered', 'answered', 'answered'])
    expect(told(one).slice(3)).toEqual(['TurnStarted: ask 2', 'TurnStarted: ask 3', 'TurnStarted: ask 1'])
  })

  test('whoever waits holds the line for nobody, however many there are', async () => {
    const one = stage()
    const recalls = []
    for (let number = 1; number <= 33; number++) recalls.push((await waiting(one, `ask ${number}`)).outcome)

    const behind = one.worker.recall(ask('a'), deadline)

    expect(await behind).toMatchObject({ outcome: 'answered' })
    for (let number = 33; number >= 1; number--) one.speak(`ask ${number}`)
    expect((await Promise.all(recalls)).filter(({ outcome }) => outcome === 'answered')).toHaveLength(33)
  })
})

describe('a turn that asks the model', () => {
  test('goes on without memory at deadline, time of the model and grace together, and the log names its turn', async () => {
    const one = stage()
    const { isGiven, outcome } = await waiting(one)

    vi.advanceTimersByTime(2_349)
    await caughtUp(one)
    const early = isGiven()
    vi.advanceTimersByTime(1)

    expect(await outcome).toMatchObject({ outcome: 'absent', reason: 'late', waitedMs: 2_350, detail: expect.stringContaining('model') })
    one.speak('ask')
    await one.worker.drained()
    expect(early).toBe(false)
    expect(one.log()).toMatchObject([
      { type: 'ModelAsked' },
      { type: 'TurnStarted' },
      { type: 'RecallSkipped', reason: 'late', turn: 't2', waitedMs: 2_350 },
    ])
  })

  test('that began to ask within the grace has its time as well', async () => {
    const one = stage()
    const outcome = one.worker.recall(ask('ask behind the gate'), deadline)
    await one.heard('behind the gate')

    vi.advanceTimersByTime(340)
    one.put('go')
    await one.heard('waits: ask behind the gate')
    vi.advanceTimersByTime(2_009)
    one.speak('ask behind the gate')

    expect(await outcome).toMatchObject({ outcome: 'answered' })
  })

  test('and is allowed no time for it keeps its deadline', async () => {
    const one = stage()
    const { outcome } = await waiting(one, 'ask', { deadlineMs: 300 })

    vi.advanceTimersByTime(350)

    expect(await outcome).toMatchObject({ outcome: 'absent', reason: 'late', waitedMs: 350 })
    one.speak('ask')
    await one.worker.drained()
  })

  test.each([100, 1_000])('ends with the grace when its caller goes after %d ms', async (ms) => {
    const one = stage()
    let active = true
    const assertActive = () => {
      if (!active) throw new Error('no longer active')
    }
    const { outcome } = await waiting(one, 'ask', { ...deadline, assertActive })

    vi.advanceTimersByTime(ms)
    active = false
    vi.advanceTimersByTime(75)

    expect(await outcome).toMatchObject({ outcome: 'absent', reason: 'late', waitedMs: ms + 75 })
    one.speak('ask')
    await one.worker.drained()
  })
})

describe('a turn that asks no model', () => {
  test('keeps its deadline, whatever time there were for a model', async () => {
    const one = stage()
    const outcome = one.worker.recall(ask('hold before the gate'), deadline)
    await one.heard('before the gate')

    vi.advanceTimersByTime(300)

    expect(await outcome).toMatchObject({ outcome: 'absent', reason: 'deadline', waitedMs: 300 })
  })

  test('keeps its grace', async () => {
    const one = stage()
    const outcome = one.worker.recall(ask('hold behind the gate'), deadline)
    await one.heard('behind the gate')

    vi.advanceTimersByTime(350)

    expect(await outcome).toMatchObject({ outcome: 'absent', reason: 'late', waitedMs: 350 })
  })
})

describe('closing while a recall waits', () => {
  test('ends it first', async () => {
    const one = stageAlone()
    const { outcome } = await waiting(one)

    const closed = one.worker.close(60_000)
    one.speak('ask')

    expect(await outcome).toMatchObject({ outcome: 'answered' })
    await closed
    expect(told(one)).toEqual(['ModelAsked: ask', 'TurnStarted: ask'])
    expect(one.worker.status().thread.alive).toBe(false)
  })

  test('ends the thread by force when the budget is used up', async () => {
    const one = stageAlone()
    const { outcome } = await waiting(one, 'ask', { deadlineMs: 300, modelMs: 30_000 })

    const closed = one.worker.close(1_000)
    vi.advanceTimersByTime(1_000)
    await closed

    expect(await outcome).toMatchObject({ outcome: 'absent', reason: 'unavailable' })
    expect(told(one)).toEqual(['ModelAsked: ask'])
  })
})
