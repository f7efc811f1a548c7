import type { Answer } from '@crabtrail/core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type ChatRequest, currentUserText, toolTexts } from '../../src/chat-request.ts'
import { inFull } from '../../src/in-full.ts'
import { calling, deferred, inTurn } from '../../src/model-script.ts'
import { afterRestart, beforeRestart, bookkeeper, layFact } from '../changed-fact.ts'
import { notesRead, writeNotes } from '../notes.ts'
import { sharedHost } from '../one-gateway.ts'
import { byteChecks, conversed } from '../request-bytes.ts'
import { patient } from '../stage.ts'

type Events = ReadonlyArray<Answer.LoggedEvent>

const brain = 'local/main/default'
const session = 'agent:main:story'
const onReleases = 'How are releases deployed?'
const onGates = 'When does the gate open?'
const done = inTurn('Done.')

const notes = {
  'MEMORY.md': '# Kitchen\n\nThe kitchen is painted in lindgreen every spring.\n',
  'memory/releases.md': '# Releases\n\nReleases are deployed from the main branch by the nightly Argo pipeline.\n',
  'memory/rollbacks.md': '# Rollbacks\n\nRollbacks of releases are done by hand with the rollback script.\n',
  'memory/harbour.md': '# Harbour\n\nThe gate opens for the first ferry at six in the morning.\n',
  'memory/airport.md': '# Airport\n\nThe gate, the second gate and the staff entrance open for crews at four.\n',
}
const count = Object.keys(notes).length

// The tests are one story: each goes on where the one before ended.
const stage = sharedHost({
  agents: ['main', bookkeeper],
  prepare: async (prepared) => {
    writeNotes(prepared, notes)
    layFact(prepared)
  },
})

const say = (message: string, script = done): Promise<string> => {
  stage.model.follow(script)
  return stage.host.chat(session, message)
}
/** The log once that is in it: what follows a reply is recorded behind it. */
const logWith = (what: string, fits: (events: Events) => boolean): Promise<Events> =>
  vi.waitFor(
    async () => {
      const events = await stage.log()
      if (!fits(events)) throw new Error(`the log has not ${what}`)
      return events
    },
    { timeout: 120_000, interval: 200 },
  )
const completed = (number: number) => logWith(`${number} ends of turns`, (events) => ofType(events, 'TurnCompleted').length === number)
/** The log once the verdict of this kind was learned from. */
const learned = (verdict: string) =>
  logWith(`learned from ${verdict}`, (events) =>
    ofType(events, 'FeedbackAttributed').some(({ cause }) => cause === saidLast(events, verdict)?.position),
  )
const saidLast = (events: Events, verdict: string) => ofType(events, 'FeedbackGiven').findLast(({ data }) => data['verdict'] === verdict)
const ofType = (events: Events, type: string) => events.filter((event) => event.type === type)
const dataOf = (events: Events, type: string) => ofType(events, type).map(({ data }) => data)
const ofTurn = (events: Events, turn: string | null | undefined) => events.filter((event) => event.turn === turn)
const newest = (events: Events, type: string) => ofType(events, type).at(-1)

/** The newest request that asks this; the host may ask for something by itself in between. */
const sentWith = (message: string): ChatRequest =>
  stage.model.requests.findLast((request) => currentUserText(request).includes(message)) ?? never()
/** Of each memory in the text: its id, in their order. */
const given = (text: string) => [...text.matchAll(/^\[([^\]]+\.md)\]/gm)].map(([, id]) => id)
const fenced = (text: string) => text.match(/<crabtrail-memory turn="t\d+">[\s\S]*<\/crabtrail-memory>/)?.[0]?.replace(/ turn="t\d+"/, '')
const numberOf = (node: string) =>
  stage.withStore(async (memory) => (await memory.ask('show', { brain, what: node }, patient)).nodes[0]?.number)

beforeAll(() => stage.timed('notes read', () => notesRead(stage, count)), 90_000)

describe('the points of an agent’s life at which the memory is asked or told, in a real gateway', () => {
  test('session start: the notes were read into an empty brain behind its back, and a session is known before its first question', async () => {
    const asked = stage.model.requests.length

    await stage.timed('first turn', () => say('Hello!'))

    const events = await completed(1)
    const [brainCreated] = events
    const [reader, ours] = ofType(events, 'SessionStarted')
    expect(asked).toBe(0)
    expect(brainCreated?.type).toBe('BrainCreated')
    expect(reader?.data).toMatchObject({ session: 1, kind: 'cron' })
    expect(ofType(events, 'SourceAdded').map((event) => event.session)).toEqual(Array(count).fill('s1'))
    expect(ours?.data).toMatchObject({ session: 2, kind: 'interactive' })
    // A commit of its own, before that of the turn.
    expect(ours?.position).toBeLessThan(newest(events, 'TurnStarted')?.position ?? 0)
    expect(ours?.data['workspace']).toBeUndefined()
    expect(fenced(stage.sent())).toBeUndefined()
  })

  test('pre-response: what the question reminds it of is on record before the model is asked, and is what the model gets', async () => {
    const before: Events[] = []

    await say(onReleases, async () => {
      before.push(await stage.log())
      return 'Done.'
    })

    const [asked = []] = before
    const turn = newest(asked, 'TurnStarted')?.turn
    const [bundled] = dataOf(ofTurn(asked, turn), 'ContextBundled')
    const context = given(stage.sent())
    expect(before).toHaveLength(1)
    // Beside them the question may have become a cue.
    const types = ofTurn(asked, turn).map(({ type }) => type)
    expect(types.filter((type) => type !== 'NodeAdded' && type !== 'EdgeLinked').toSorted()).toEqual(
      ['TurnStarted', 'SeedsSelected', 'NodeFired', 'NodeFired', 'ContextBundled', 'NoveltyAssessed'].toSorted(),
    )
    // Its title stands in the question: beside it the other note that has the word is not sure enough.
    expect(context).toEqual(['memory/releases.md'])
    expect(bundled?.['included']).toEqual(await Promise.all(context.map((id) => numberOf(id ?? ''))))
    expect(stage.sent()).toMatch(/How are releases deployed\?\n\n<crabtrail-memory /)
    expect(stage.sent()).toContain(notes['memory/releases.md'].split('\n')[2])
    const [end] = dataOf(ofTurn(await completed(2), turn), 'TurnCompleted')
    expect(end).toMatchObject({ outcome: 'success' })
    expect(end?.['durationMs']).toBeGreaterThan(0)
  })

  test('heartbeat: it is on record with its tags, gets no memories, and what it was about comes first from then on', async () => {
    await say(onGates)
    const first = given(stage.sent())
    await completed(3)

    stage.model.follow(() => 'NO_REPLY')
    await stage.timed('heartbeat', () => stage.host.heartbeat('Look after the planes [airport] #ramp'))
    const beat = stage.model.requests.at(-1)?.body
    await completed(4)
    await say(onGates)

    const events = await completed(5)
    const own = newest(events, 'HeartbeatObserved')
    const seeds = dataOf(events, 'SeedsSelected')
    const bodies = await stage.withStore(async (memory) => (await memory.ask('export', { brain }, patient)).lines.join('\n'))
    expect(beat).toContain('Look after the planes')
    expect(beat).not.toContain('crabtrail-memory')
    expect(own?.data['tags']).toHaveLength(2)
    for (const tag of ['airport', 'ramp']) expect(bodies).toContain(`"body":"${tag}"`)
    expect(dataOf(events, 'SessionStarted').find((data) => data['session'] === own?.data['session'])).toMatchObject({ kind: 'heartbeat' })
    expect(dataOf(events, 'RecallSkipped')).toMatchObject([{ reason: 'not-interactive' }])
    expect(first).toEqual(['memory/harbour.md', 'memory/airport.md'])
    expect(given(stage.sent())).toEqual(['memory/airport.md', 'memory/harbour.md'])
    const [harbour, airport] = [await numberOf('memory/harbour.md'), await numberOf('memory/airport.md')]
    expect(seeds.slice(-2).map((data) => data['nodes'])).toEqual([
      [harbour, airport],
      [airport, harbour],
    ])
  })

  test('memory_search: what the host’s search found is given for a follow-up, once, and not for another subject', async () => {
    const search = inTurn(calling(deferred('memory_search', { query: 'rollback script hand' })), 'Done.')
    await stage.timed('first search', () => say('Please look that up', search))
    const found = toolTexts(stage.model.requests.at(-1) ?? never()).join('\n')
    const [searched] = dataOf(await completed(6), 'TurnCompleted').slice(-1)
    for (const message of ['And who may do that?', 'How is the kitchen painted?']) await say(message)

    const [kitchen, rollbacks] = [await numberOf('MEMORY.md'), await numberOf('memory/rollbacks.md')]
    const [after, later] = dataOf(await completed(8), 'SeedsSelected').slice(-2)
    const [sentAfter, sentLater] = stage.model.requests.slice(-2).map(currentUserText)
    expect(found).toContain('memory/rollbacks.md')
    expect(searched).toMatchObject({ outcome: 'success', calls: [1], failures: [0] })
    expect(after).toMatchObject({ nodes: [rollbacks], sources: ['hit'] })
    expect(given(sentAfter ?? '')).toEqual(['memory/rollbacks.md'])
    expect(later).toMatchObject({ nodes: [kitchen], sources: ['lexical'] })
    // MEMORY.md stands in the system prompt.
    expect(given(sentLater ?? '')).toEqual([])
  })

  test('memory_search: asked for everything, it also answers from the memory, without a trace there', async () => {
    const everywhere = inTurn(calling(deferred('memory_search', { query: 'kitchen lindgreen', corpus: 'all' })), 'Done.')

    await say('Please look everywhere', everywhere)

    const found = toolTexts(stage.model.requests.at(-1) ?? never()).join('\n')
    const events = await completed(9)
    expect(found).toContain('crabtrail/MEMORY.md')
    expect(ofType(events, 'TurnStarted')).toHaveLength(8)
  })

  test('after the turn: a correction is a verdict on the turn before', async () => {
    // A correction is about a memory as far as the reply drew on it.
    await say(onGates, inTurn('The gate opens for the first ferry at six in the morning.'))
    const judged = newest(await completed(10), 'TurnStarted')?.turn

    await say("No, that's wrong. The gate never opens.")

    await completed(11)
    const events = await learned('correction')
    const correction = saidLast(events, 'correction') ?? never()
    expect(correction).toMatchObject({ turn: judged, actor: 'owner', data: { tier: 'conscious' } })
    // No note has what it says, so the note is doubted beside it, and nothing loses its place.
    expect(dataOf(events, 'NodeDoubted')).toMatchObject([{ node: await numberOf('memory/harbour.md') }])
    // Only what the agent's use gave to the question's cue is taken back.
    const moved = events.filter(({ cause, type }) => cause === correction.position && type === 'StrengthAdjusted').map(({ data }) => data)
    expect(moved).toEqual(moved.map(() => expect.objectContaining({ reason: 'use-withdrawn', tier: 'agent', to: 0 })))
  })

  test('after the turn: what the owner says was wrong and the agent tells by the tool changes the next answer', async () => {
    await say(onReleases)
    const judged = newest(await completed(12), 'TurnStarted')?.turn ?? never()
    // It is given nothing, so that the words of the correction are a verdict on nothing by themselves.
    await say('Hello!')
    await completed(13)

    const wrong = { verdict: 'wrong', nodes: ['memory/releases.md'], instead: ['memory/rollbacks.md'], turn: judged }
    await say('No, that is wrong. I meant what is done by hand.', inTurn(calling(deferred('memory_feedback', wrong)), 'Done.'))
    const answered = toolTexts(stage.model.requests.at(-1) ?? never()).join('\n')
    await completed(14)
    const events = await learned('wrong')
    await say(onReleases)

    expect(answered).toMatch(new RegExp(`Noted as f\\d+ on ${judged}: wrong\\.`))
    expect(saidLast(events, 'wrong')).toMatchObject({ turn: judged, actor: 'owner', origin: 'owner', data: { tier: 'conscious' } })
    expect(given(stage.sent())).toEqual(['memory/rollbacks.md'])
    await completed(15)
  })
})

describe('a fact that changes in MEMORY.md, of another agent', () => {
  test.each(beforeRestart)('$title', ({ run }) => run(stage))
})

describe('afterwards', () => {
  let taught: string | undefined

  test('a restart of the gateway changes neither the memory nor the session', { timeout: 240_000 }, async () => {
    taught = fenced(currentUserText(sentWith(onReleases)))
    const before = await stage.log('main', { session })

    await stage.timed('stop', () => stage.host.stop())
    const verified = await stage.withStore((memory) => memory.ask('verify', { brain, rederive: true }, patient))
    await stage.timed('start again', () => stage.host.start())
    await say(onReleases)

    const events = await stage.log('main', { session })
    expect(verified.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(taught).toContain('rollback script')
    expect(fenced(currentUserText(sentWith(onReleases)))).toBe(taught)
    expect(events.slice(0, before.length)).toEqual(before)
    expect(newest(events, 'TurnStarted')?.session).toBe('s2')
    expect(ofType(events, 'SessionStarted')).toHaveLength(1)
    expect(ofType(events, 'SessionEnded')).toEqual([])
  })

  test.each(afterRestart)('a fact that changed: $title', ({ run }) => run(stage))

  test('a reset ends the session and begins another under its key, and the memory is there in it', async () => {
    await stage.host.reset(session)
    await say(onReleases)

    const events = await stage.log('main', { session })
    const sent = sentWith(onReleases)
    const next = newest(events, 'SessionStarted')
    expect(sent.messages.map(({ role }) => role)).toEqual(['system', 'user', 'user'])
    expect(fenced(currentUserText(sent))).toBe(taught)
    expect(dataOf(events, 'SessionEnded')).toEqual([{ session: 2, reason: 'reset' }])
    expect(ofType(events, 'SessionStarted')).toHaveLength(2)
    expect(next?.data).toMatchObject({ kind: 'interactive' })
    expect(newest(events, 'TurnStarted')?.session).toBe(next?.session)
    expect(next?.session).not.toBe('s2')
  })
})

// The host is reloaded four times for it.
describe.runIf(inFull)('what the plugin does to the bytes of a request', () => {
  let runs: Awaited<ReturnType<typeof conversed>>
  beforeAll(async () => {
    runs = await conversed(stage)
  })

  test.each(byteChecks)('$title', ({ run }) => run(runs, stage))
})

describe('the first turn of a session', () => {
  const painted = 'How is the kitchen painted?'
  const asked = async (key: string) => {
    stage.model.follow(done)
    await stage.host.chat(key, painted)
    const { messages } = sentWith(painted)
    return { prompt: String(messages[0]?.content), given: given(currentUserText(sentWith(painted))) }
  }

  test('is not given what MEMORY.md says, which stands in its system prompt', async () => {
    const { given, prompt } = await asked('agent:main:first')

    expect(prompt).toContain('The kitchen is painted in lindgreen every spring.')
    expect(given).toEqual([])
  })

  test.runIf(inFull)('is given it where the host has cut MEMORY.md', async () => {
    await stage.timed('reload', () => stage.host.reconfigure({ agents: { defaults: { bootstrapMaxChars: 40 } } }))

    const { given, prompt } = await asked('agent:main:cut')

    expect(prompt).not.toContain('lindgreen every spring')
    expect(given).toEqual(['MEMORY.md'])
  })
})

describe('from a terminal', () => {
  // A command takes ten seconds of a processor before it comes to us.
  const crabtrail = async (...words: ReadonlyArray<string>) => JSON.parse(await stage.host.cli('crabtrail', ...words, '--json'))

  test('a person who has only the plugin asks beside the running gateway', async () => {
    expect(await crabtrail('recall', onReleases, '--no-record')).toMatchObject({
      brain,
      turn: null,
      items: [{ node: 'memory/rollbacks.md' }],
    })
  })

  if (inFull)
    test('and looks and rehearses forgetting', async () => {
      expect(await crabtrail('verify')).toMatchObject({ brain, ok: true })
      expect(await crabtrail('forget', '--source', 'memory/harbour.md', '--dry-run')).toMatchObject({
        forgotten: expect.arrayContaining([expect.objectContaining({ what: 'source', name: 'memory/harbour.md' })]),
      })
      expect(await stage.host.cli('crabtrail', 'rollback', '--help')).toContain('--dry-run')
    })
})

describe('in the end', () => {
  test('nothing went wrong on the way', async () => {
    const verified = await stage.withStore((memory) => memory.ask('verify', { brain, rederive: true }, patient))
    expect(verified.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(stage.host.log()).not.toMatch(/crabtrail.*(error|without memory)/i)
  })
})

const never = (): never => {
  throw new Error('the model was not asked')
}
