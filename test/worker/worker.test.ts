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
const stage = (): Stage => (shared ??= openStage({ startsPerMinute: 60 }))

afterEach(async () => {
  await shared?.clear()
  // A timer of this clock that is left over would never pass.
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
  for (const one of stages.splice(0)) await one.leave()
})
afterAll(() => shared?.leave())

const deadline = { deadlineMs: 300 }
const ask = (question: string) => ({ brain: 'local/main/default', session: 's', question })
const types = (one: Stage) => one.log().map(({ type }) => type)
/** Whatever was posted before is dealt with when this resolves. A refusal sets nothing off. */
const caughtUp = (one: Stage) => one.worker.ask('show', {}, { deadlineMs: 60_000 }).catch(() => undefined)
/** An answer sets off the turns that wait: this is after the first of them. */
const settled = async (one: Stage) => {
  await one.worker.ask('brains', {}, { deadlineMs: 60_000 })
  await caughtUp(one)
}

/** Looks after every message of the thread; the runner's own limit ends it. */
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise(setImmediate)
}

describe('a recall through the worker', () => {
  test('is answered, in order of arrival', async () => {
    const one = stage()

    const outcomes = await Promise.all(['a', 'b', 'c'].map((question) => one.worker.recall(ask(question), deadline)))

    expect(outcomes.map((outcome) => outcome.outcome)).toEqual(['answered', 'answered', 'answered'])
    expect(one.log().map(({ question }) => question)).toEqual(['a', 'b', 'c'])
  })

  test('goes on without memory at the deadline, and what it had begun is rolled back', async () => {
    const one = stage()
    const outcome = one.worker.recall(ask('hold before the gate'), deadline)
    await one.heard('before the gate')

    vi.advanceTimersByTime(300)
    expect(await outcome).toMatchObject({ outcome: 'absent', reason: 'deadline', waitedMs: 300 })
    one.put('go')
    await settled(one)

    expect(one.log()).toMatchObject([{ type: 'RecallSkipped', reason: 'deadline', waitedMs: 300, deadlineMs: 300, session: 's' }])
    expect(one.log()[0]).not.toHaveProperty('question')
  })

  test('is answered within the grace when the worker was first at the word', async () => {
    const one = stage()
    const outcome = one.worker.recall(ask('hold behind the gate'), deadline)
    await one.heard('behind the gate')

    vi.advanceTimersByTime(349)
    one.put('go')

    expect(await outcome).toMatchObject({ outcome: 'answered', answer: { turn: 't1' } })
    expect(types(one)).toEqual(['TurnStarted'])
  })

  test('that was being committed and came too late is not used, and the log names its turn', async () => {
    const one = stage()
    const outcome = one.worker.recall(ask('hold behind the gate'), deadline)
    await one.heard('behind the gate')

    vi.advanceTimersByTime(350)
    expect(await outcome).toMatchObject({ outcome: 'absent', reason: 'late', waitedMs: 350 })
    one.put('go')
    await settled(one)

    expect(one.log()).toMatchObject([
      { type: 'TurnStarted' },
      { type: 'RecallSkipped', reason: 'late', turn: 't1', waitedMs: 350, deadlineMs: 300 },
    ])
  })

  test('is rolled back when its caller has gone before the commit', async () => {
    const one = stage()
    let active = true
    const assertActive = () => {
      if (!active) throw new Error('no longer active')
    }
    const outcome = one.worker.recall(ask('hold before the gate'), { ...deadline, assertActive })
    await one.heard('before the gate')

    active = false
    vi.advanceTimersByTime(25)
    expect(await outcome).toMatchObject({ outcome: 'absent', reason: 'ended' })
    one.put('go')
    await settled(one)

    expect(one.log()).toMatchObject([{ type: 'RecallSkipped', reason: 'ended' }])
  })

  test('that was committed for a caller who has gone meanwhile is not used, and the log names its turn', async () => {
    const one = stage()
    let active = true
    const assertActive = () => {
      if (!active) throw new Error('no longer active')
    }
    const outcome = one.worker.recall(ask('hold behind the gate'), { ...deadline, assertActive })
    await one.heard('behind the gate')

    active = false
    one.put('go')
    expect(await outcome).toMatchObject({ outcome: 'absent', reason: 'ended' })
    vi.advanceTimersByTime(1_000)
    await caughtUp(one)

    expect(one.log()).toMatchObject([{ type: 'TurnStarted' }, { type: 'RecallSkipped', reason: 'ended', turn: 't1' }])
  })

  test('never reaches the memory when it was given up in the queue', async () => {
    const one = stage()
    const first = one.worker.recall(ask('hold before the gate'), { deadlineMs: 10_000 })
    await one.heard('before the gate')
    const second = one.worker.recall(ask('waits behind it'), deadline)

    vi.advanceTimersByTime(300)
    expect(await second).toMatchObject({ outcome: 'absent', reason: 'deadline' })
    one.put('go')
    await first
    await settled(one)

    expect(one.announcements()).not.toContain('asked: waits behind it')
    expect(types(one)).toEqual(['TurnStarted', 'RecallSkipped'])
  })

  test('that records nothing leaves no trace when it is given up either', async () => {
    const one = stage()
    const outcome = one.worker.recall({ ...ask('hold before the gate'), record: false }, deadline)
    await one.heard('before the gate')

    vi.advanceTimersByTime(300)
    await outcome
    one.put('go')
    await settled(one)

    expect(one.log()).toEqual([])
    expect(one.signals()).toEqual({ queued: 0, recorded: 0, lost: 0 })
  })
})

describe('a store that cannot be reached', () => {
  test('is told from one that is late, and tried again at the next request', async () => {
    const one = stageAlone()
    one.put('cannot be opened')

    expect(await one.worker.recall(ask('a'), deadline)).toMatchObject({ outcome: 'absent', reason: 'locked' })
    one.take('cannot be opened')
    expect(await one.worker.recall(ask('b'), deadline)).toMatchObject({ outcome: 'answered' })
    await settled(one)

    expect(types(one)).toEqual(['TurnStarted', 'RecallSkipped'])
  })

  test('gets the turns it missed in their order, each once, when it answers again', async () => {
    const one = stage()
    one.put('locked')
    for (const session of ['1', '2', '3']) await one.worker.recall({ ...ask('a'), session }, deadline)
    one.take('locked')

    await one.worker.recall(ask('b'), deadline)
    await until(() => one.signals().queued === 0)

    expect(one.log().map(({ session, type }) => [type, session])).toEqual([
      ['TurnStarted', undefined],
      ['RecallSkipped', '1'],
      ['RecallSkipped', '2'],
      ['RecallSkipped', '3'],
    ])
    expect(one.signals()).toEqual({ queued: 0, recorded: 3, lost: 0 })
  })

  test('is tried again by the queue itself, more and more rarely', async () => {
    const one = stage()
    one.put('locked')
    await one.worker.recall(ask('a'), deadline)

    vi.advanceTimersByTime(1_000)
    await caughtUp(one)
    one.take('locked')
    vi.advanceTimersByTime(1_999)
    await caughtUp(one)
    const early = types(one)
    vi.advanceTimersByTime(1)
    await caughtUp(one)

    expect(early).toEqual([])
    expect(types(one)).toEqual(['RecallSkipped'])
  })

  test('does not make the queue grow without bound: what overflows is counted', async () => {
    const one = stageAlone({ signalLimit: 3 })
    one.put('locked')

    for (const session of ['1', '2', '3', '4', '5']) await one.worker.recall({ ...ask('a'), session }, deadline)

    expect(one.signals()).toEqual({ queued: 3, recorded: 0, lost: 2 })
    expect(one.worker.status().lastError).toContain('another process writes')
  })

  test('gets no more requests than a limit', async () => {
    const one = stageAlone({ pendingLimit: 1 })
    const first = one.worker.recall(ask('hold before the gate'), deadline)

    expect(await one.worker.recall(ask('a'), deadline)).toMatchObject({ outcome: 'absent', reason: 'unavailable' })
    one.put('go')

    expect(await first).toMatchObject({ outcome: 'answered' })
  })
})

describe('a signal', () => {
  const session = (event: 'started' | 'ended', key = 's') => ({ brain: 'local/main/default', session: key, event })

  test('is recorded in order with what was missed while the store was out of reach, each once and under a key of its own', async () => {
    const one = stage()
    one.put('locked')
    one.worker.signal('session', session('started'))
    await one.worker.recall(ask('a'), deadline)
    one.worker.signal('session', session('ended'))
    await one.worker.drained()
    const before = one.signals()
    one.take('locked')

    await one.worker.drained()

    expect(before).toEqual({ queued: 3, recorded: 0, lost: 0 })
    expect(types(one)).toEqual(['SessionStarted', 'RecallSkipped', 'SessionEnded'])
    expect(one.signals()).toEqual({ queued: 0, recorded: 3, lost: 0 })
    const keys = one.log().map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
    expect(keys).toEqual(Array(3).fill(expect.any(String)))
  })

  test('that the memory refuses is counted, and keeps none behind it waiting', async () => {
    const one = stage()

    one.worker.signal('session', session('ended', 'refused'))
    one.worker.signal('session', session('started'))
    await one.worker.drained()

    expect(types(one)).toEqual(['SessionStarted'])
    expect(one.signals()).toEqual({ queued: 0, recorded: 1, lost: 1 })
    expect(one.worker.status().lastError).toContain('nowhere')
  })

  test('is recorded before a recall that was asked for later', async () => {
    const one = stage()
    one.worker.signal('session', session('ended'))
    one.worker.signal('session', session('started'))

    const outcome = await one.worker.recall(ask('a'), deadline)

    expect(outcome).toMatchObject({ outcome: 'answered' })
    expect(types(one)).toEqual(['SessionEnded', 'SessionStarted', 'TurnStarted'])
  })

  test('keeps a recall waiting for a third of its deadline at most', async () => {
    const one = stage()
    one.worker.signal('session', session('started', 'held'))
    one.worker.signal('session', session('started'))
    const outcome = one.worker.recall(ask('a'), deadline)
    await one.heard('held')

    const early = one.worker.status().thread.pending
    vi.advanceTimersByTime(100)
    const late = one.worker.status().thread.pending
    one.put('go')

    expect([early, late]).toEqual([1, 2])
    expect(await outcome).toMatchObject({ outcome: 'answered' })
  })

  test('does not make a recall begin that was given up meanwhile', async () => {
    const one = stage()
    one.worker.signal('session', session('started', 'held'))
    let active = true
    const assertActive = () => {
      if (!active) throw new Error('no longer active')
    }
    const outcome = one.worker.recall(ask('given up'), { ...deadline, assertActive })
    await one.heard('held')

    active = false
    vi.advanceTimersByTime(25)
    expect(await outcome).toMatchObject({ outcome: 'absent', reason: 'ended' })
    one.put('go')
    await settled(one)

    expect(one.announcements()).not.toContain('asked: given up')
  })
})

describe('a turn that went on without memory', () => {
  test('is found by the key of its record; tried again for the same reason it is the same record', async () => {
    const one = stage()
    one.put('locked')

    const outcomes = [1, 2].map(() => one.worker.recall({ ...ask('a'), key: 'recall:r1' }, deadline))
    const skipped = one.worker.skip({ ...ask(''), key: 'recall:r2' }, 'no-text')

    for (const outcome of outcomes) expect(await outcome).toMatchObject({ reason: 'locked', recordKey: 'locked:recall:r1' })
    expect(skipped).toBe('no-text:recall:r2')
    expect(await one.worker.recall(ask('a'), deadline)).toMatchObject({ recordKey: expect.any(String) })
  })

  test.each([
    ['is in the log all the same', 'hold behind the gate', ['TurnStarted', 'RecallSkipped', 'TurnCompleted']],
    ['could not be written after all', 'hold behind the gate, in vain', ['RecallSkipped', 'TurnCompleted']],
  ])('whose recall came too late and %s is found by what is said of it before that is known', async (_, question, log) => {
    const one = stage()
    const outcome = one.worker.recall({ ...ask(question), key: 'recall:r1' }, deadline)
    await one.heard('behind the gate')
    vi.advanceTimersByTime(350)
    const absent = await outcome
    if (absent.outcome === 'answered') throw new Error('it was in time')

    const about = { brain: 'local/main/default', recallKey: absent.recordKey, outcome: 'success', durationMs: 1 } as const
    one.worker.signal('complete', about)
    one.put('go')
    await one.worker.drained()

    expect(absent).toMatchObject({ reason: 'late', recordKey: 'late:recall:r1' })
    expect(types(one)).toEqual(log)
    expect(one.signals()).toEqual({ queued: 0, recorded: 2, lost: 0 })
  })
})

describe('a worker that dies', () => {
  test('fails what was under way and is started again by the next request', async () => {
    const one = stage()
    await caughtUp(one)
    const { deaths, starts } = one.worker.status().thread

    expect(await one.worker.recall(ask('die'), deadline)).toMatchObject({ outcome: 'absent', reason: 'unavailable' })
    expect(one.worker.status().thread).toMatchObject({ alive: false, deaths: deaths + 1, pending: 0 })
    expect(await one.worker.recall(ask('a'), deadline)).toMatchObject({ outcome: 'answered' })
    await until(() => one.signals().queued === 0)

    expect(one.log()).toMatchObject([{ type: 'TurnStarted' }, { type: 'RecallSkipped', reason: 'unavailable' }])
    expect(one.worker.status().thread).toMatchObject({ alive: true, starts: starts + 1 })
  })

  test('fails what waits behind the request that killed it', async () => {
    const one = stageAlone()

    const outcomes = await Promise.all([one.worker.recall(ask('die'), deadline), one.worker.recall(ask('a'), deadline)])

    expect(outcomes).toMatchObject([{ reason: 'unavailable' }, { reason: 'unavailable' }])
  })

  test('is started only so often a minute', async () => {
    const one = stageAlone({ startsPerMinute: 2 })
    for (const question of ['die', 'die', 'a']) await one.worker.recall(ask(question), deadline)
    const refused = one.worker.status().thread.starts

    vi.advanceTimersByTime(60_001)
    expect(await one.worker.recall(ask('a'), deadline)).toMatchObject({ outcome: 'answered' })

    expect(refused).toBe(2)
  })

  test('while it takes a signal is given the same signal once more', async () => {
    const one = stage()
    const { deaths } = one.worker.status().thread
    one.put('dies at a skip')
    const key = one.worker.skip({ ...ask('a'), key: 'recall:r1' }, 'off')
    await until(() => one.worker.status().thread.deaths === deaths + 1)
    const before = one.signals()
    one.take('dies at a skip')

    await one.worker.drained()

    expect(before).toEqual({ queued: 1, recorded: 0, lost: 0 })
    expect(one.log()).toMatchObject([{ type: 'RecallSkipped', key }])
    expect(one.signals()).toEqual({ queued: 0, recorded: 1, lost: 0 })
  })

  test('twice under one signal is not given it again, and takes what is behind it', async () => {
    const one = stage()
    const { deaths } = one.worker.status().thread
    one.put('dies at a skip')
    await one.worker.recall(ask('die'), deadline)

    vi.advanceTimersByTime(1_000)
    await until(() => one.worker.status().thread.deaths === deaths + 2)
    const once = one.signals()
    vi.advanceTimersByTime(2_000)
    await until(() => one.signals().lost === 1)
    one.take('dies at a skip')
    await one.worker.recall(ask('a'), deadline)
    await settled(one)

    expect(once).toEqual({ queued: 1, recorded: 0, lost: 0 })
    expect(types(one)).toEqual(['TurnStarted'])
    expect(one.signals()).toEqual({ queued: 0, recorded: 0, lost: 1 })
  })

  test('says why it could not be started', async () => {
    const one = stageAlone()
    one.put('dies at the start')

    const outcome = await one.worker.recall(ask('a'), deadline)

    expect(outcome).toMatchObject({ outcome: 'absent', reason: 'unavailable', detail: expect.stringContaining('code 9') })
  })
})

describe('asking for anything else', () => {
  test('rejects with the error that the program failed with', async () => {
    const one = stage()

    await expect(one.worker.ask('show', {}, { deadlineMs: 10_000 })).rejects.toMatchObject({
      _tag: 'NotFound',
      message: 'no brain nowhere: this memory has only one',
      what: 'brain',
      name: 'nowhere',
    })
  })

  test('says at the deadline whether it was begun', async () => {
    const one = stage()
    const under = one.worker.ask('stats', {}, { deadlineMs: 300 })
    await one.heard('stats')
    const behind = one.worker.ask('log', {}, { deadlineMs: 300 })

    vi.advanceTimersByTime(300)

    await expect(under).rejects.toMatchObject({ _tag: 'DeadlinePassed', untouched: false })
    await expect(behind).rejects.toMatchObject({ _tag: 'DeadlinePassed', untouched: true })
  })
})

describe('closing', () => {
  test('records what still waits', async () => {
    const one = stageAlone()
    one.put('locked')
    await one.worker.recall(ask('a'), deadline)
    one.take('locked')

    await one.worker.close(1_000)

    expect(types(one)).toEqual(['RecallSkipped'])
    expect(one.worker.status().thread.alive).toBe(false)
    expect(await one.worker.recall(ask('b'), deadline)).toMatchObject({ outcome: 'absent', reason: 'unavailable' })
  })

  test('ends a thread that does not end by itself when the budget is used up', async () => {
    const one = stageAlone()
    const outcome = one.worker.recall(ask('hold before the gate'), { deadlineMs: 60_000 })
    await one.heard('before the gate')

    const closed = one.worker.close(1_000)
    vi.advanceTimersByTime(1_000)
    await closed

    expect(await outcome).toMatchObject({ outcome: 'absent', reason: 'unavailable' })
    expect(one.log()).toEqual([])
  })
})
