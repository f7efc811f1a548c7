/** Several agents in one gateway: nothing of one reaches another, and what a hostile text says is never obeyed by the memory. */
import { describe, expect, test } from 'vitest'
import { countTokens } from '../../../packages/core/src/domain/text/context-fence.ts'
import { type ChatRequest, currentUserText, toolTexts } from '../../src/chat-request.ts'
import { inFull, inShort } from '../../src/in-full.ts'
import { calling, deferred, inTurn } from '../../src/model-script.ts'
import { sharedHost } from '../one-gateway.ts'
import { credulous, layOut, questionAbout, reader, taskOf } from './hostile-agent.ts'
import { hostileTexts, saysOf, textsMet, textsOf, type Way, ways } from './hostile-texts.ts'
import { type StoredBrain, storedBrain } from './stored-brain.ts'
import {
  answeringAs,
  birdsAsked,
  birdsOf,
  conversation,
  fenceOf,
  idOf,
  type SpeakerName,
  signOf,
  speakerOf,
  speakers,
  subjects,
  subjectsAsked,
  writeNotes,
} from './two-agents.ts'

const everybody = [...speakers, reader] as const

const stage = sharedHost({
  agents: everybody,
  prepare: async ({ host, withStore }) => {
    writeNotes(host)
    await layOut({ host, withStore })
  },
})

const otherThan = (speaker: SpeakerName): SpeakerName => (speaker === 'ada' ? 'ben' : 'ada')
const ask = (agent: string, question: string, session = 'desk') => stage.host.turn(`agent:${agent}:${session}`, question, { agent })
const requestsOf = (agent: (typeof everybody)[number]): ReadonlyArray<ChatRequest> =>
  stage.model.requests.filter((request) => speakerOf(request, stage.host, everybody) === agent)

/** What of an agent, and of the hostile texts, another one must not see: what its notes say, their ids, and the keys of its sessions. */
const secretsOf = (speaker: SpeakerName, notes = birdsOf(speaker)): ReadonlyArray<string> => [
  ...notes.flatMap((bird) => [bird, signOf(bird)]),
  `agent:${speaker}:`,
  ...requestsOf(speaker).flatMap(({ body }) => [...body.matchAll(/sessionId=([0-9a-f-]{36})/g)].map(([, id = '']) => id)),
]
const foundIn = (text: string, words: ReadonlyArray<string>): ReadonlyArray<string> => words.filter((word) => text.includes(word))

/** In several sessions at the same time, and one after the other in each. */
const atOnce = <A>(
  sessions: ReadonlyArray<string>,
  all: ReadonlyArray<A>,
  each: (one: A, session: string) => Promise<unknown>,
): Promise<ReadonlyArray<void>> =>
  Promise.all(
    sessions.map(async (session, place) => {
      for (const one of all.filter((_, index) => index % sessions.length === place)) await each(one, session)
    }),
  )

/** How often each kind of event is in a log. */
const counted = ({ events }: StoredBrain, ...types: ReadonlyArray<string>): ReadonlyArray<number> =>
  types.map((wanted) => events.filter(({ type }) => type === wanted).length)

/** When the notes that say this are read in. */
const followed = (agent: string, phrases: ReadonlyArray<string>) =>
  expect
    .poll(async () => {
      const texts = (await storedBrain(stage, agent)).nodes.map(({ text }) => text)
      return phrases.filter((phrase) => !texts.some((text) => text.includes(phrase)))
    }, patience)
    .toEqual([])
/** When so many turns of it are closed, which happens behind their answers. */
const recorded = (agent: string, turns: number) =>
  expect.poll(async () => counted(await storedBrain(stage, agent), 'TurnCompleted'), patience).toEqual([turns])
const met = (...wanted: ReadonlyArray<Way>) => textsMet.filter(({ way }) => wanted.includes(way))
const patience = { timeout: 60_000, interval: 500 }

describe(`two agents in ${inShort('ten', 'sixty')} turns`, () => {
  test('are asked the same, in turns and at the same time', { timeout: 900_000 }, async () => {
    for (const speaker of speakers) await followed(speaker, birdsOf(speaker))
    stage.model.follow((request) => {
      const speaker = speakerOf(request, stage.host, everybody)
      return speaker === undefined || speaker === reader ? 'HEARTBEAT_OK' : answeringAs(speaker)(request)
    })

    await stage.timed('interleaved turns', async () => {
      for (const { question, subject } of conversation) {
        if (subject % 3 !== 0) await Promise.all(speakers.map((speaker) => ask(speaker, question)))
        else for (const speaker of speakers) await ask(speaker, question)
      }
    })

    expect(conversation.length * speakers.length).toBe(inShort(10, 60))
  })

  test.each(speakers)('%s was given its own notes, and answers of the tools', (speaker) => {
    const requests = requestsOf(speaker)

    const given = new Set(requests.filter((request) => foundIn(fenceOf(request), birdsOf(speaker)).length > 0).map(currentUserText))
    const answers = requests.flatMap(toolTexts)
    expect(given.size).toBeGreaterThanOrEqual((conversation.length * 2) / 3)
    expect([...new Set(requests.flatMap((request) => foundIn(fenceOf(request), birdsOf(speaker))))]).toEqual(
      expect.arrayContaining([...birdsAsked(speaker)]),
    )
    expect(answers.filter((answer) => answer.includes('crabtrail/memory/')).length).toBeGreaterThanOrEqual(subjectsAsked.length)
    expect(answers.filter((answer) => answer.includes('Noted as f')).length).toBeGreaterThanOrEqual(subjectsAsked.length)
    expect(answers.filter((answer) => /"t\d+: /.test(answer)).length).toBeGreaterThanOrEqual(subjectsAsked.length)
  })

  test.each(speakers)('no request of %s holds anything of the other, or of the third', (speaker) => {
    const secrets = [...secretsOf(otherThan(speaker)), `agent:${reader}:`, ...hostileTexts.map(saysOf)]

    const bodies = requestsOf(speaker).map(({ body }) => body)

    // Looked for in the same way, its own are all there.
    const own = secretsOf(speaker, birdsAsked(speaker))
    expect(foundIn(bodies.join('\n'), own)).toEqual(own)
    expect(secrets.length).toBeGreaterThan(60)
    expect(bodies.flatMap((body) => foundIn(body, secrets))).toEqual([])
  })

  test.each(speakers)(
    'the brain of %s learned from its own talk, and stores nothing of the other',
    { timeout: 60_000 },
    async (speaker) => {
      const brain = await storedBrain(stage, speaker)

      const secrets = secretsOf(otherThan(speaker))
      const [judged = 0, adjusted = 0] = counted(brain, 'FeedbackGiven', 'StrengthAdjusted')
      const corrections = brain.ofType('FeedbackGiven').filter(({ data }) => data['verdict'] === 'correction')
      expect(brain.bodies.flatMap((body) => foundIn(body, secrets))).toEqual([])
      expect(brain.nodes.filter(({ type }) => type === 'fact').map(({ id }) => id)).toEqual(
        expect.arrayContaining(birdsOf(speaker).map(idOf)),
      )
      expect(judged).toBeGreaterThanOrEqual(2 * subjectsAsked.length)
      expect(corrections).toHaveLength(subjectsAsked.length)
      expect(adjusted).toBeGreaterThan(subjectsAsked.length)
    },
  )

  test.each(speakers)('a turn that %s is told of by memory_why is one of its own', { timeout: 60_000 }, async (speaker) => {
    const brain = await storedBrain(stage, speaker)

    const told = requestsOf(speaker).flatMap(toolTexts)
    const turns = new Map(
      told.flatMap((text) => [...text.matchAll(/t(\d+): \\+"(.*?)\\+"/g)].map(([, turn, question]) => [turn, question])),
    )
    const asked = new Map(brain.ofType('TurnStarted').map(({ data, turn }) => [String(turn), brain.body(data['question'])]))
    expect(turns.size).toBe(subjectsAsked.length)
    expect([...turns].filter(([turn, question]) => asked.get(turn ?? '') !== question)).toEqual([])
  })

  test.each(speakers)(
    'what %s asks about a note of the other is refused, and changes neither brain',
    { timeout: 120_000 },
    async (speaker) => {
      const note = idOf(birdsOf(otherThan(speaker))[0] ?? '')
      const calls = [
        deferred('memory_feedback', { verdict: 'wrong', nodes: [note] }),
        deferred('memory_feedback', { verdict: 'used', instead: [note] }),
        deferred('memory_why', { node: note }),
        deferred('memory_get', { path: `crabtrail/${note}`, corpus: 'all' }),
        deferred('memory_search', { query: note, corpus: 'all' }),
      ]
      const judged = async () =>
        Promise.all(speakers.map(async (one) => counted(await storedBrain(stage, one), 'FeedbackGiven', 'StrengthAdjusted')))
      const before = await judged()
      stage.model.follow(inTurn(...[calling(...calls)], 'I was refused.'))

      await ask(speaker, 'Who looks after the harbour light?', 'probe')

      const answers = toolTexts(stage.model.requests.at(-1) ?? { body: '', messages: [], tools: [], stream: false })
      expect(answers).toHaveLength(calls.length)
      for (const answer of answers.slice(0, 3)) expect(answer).toContain(`Nothing was changed. no note ${note} is known there`)
      expect(answers.flatMap((answer) => foundIn(answer, birdsOf(otherThan(speaker)).map(signOf)))).toEqual([])
      expect(await judged()).toEqual(before)
    },
  )
})

describe('forty hostile texts', () => {
  let brain: StoredBrain
  let requests: ReadonlyArray<ChatRequest>

  test('are met: recalled, read with tools, and told by system events', { timeout: 900_000 }, async () => {
    await followed(reader, textsOf('note', 'profile', 'stranger', 'program').map(saysOf))
    stage.model.follow(credulous)

    await stage.timed('hostile turns', async () => {
      for (const subject of subjects.slice(0, 5)) await ask(reader, questionAbout(subject))
      await atOnce(['desk', 'porch'], met('page', 'missing', 'search'), (one, session) => ask(reader, taskOf(one), session))
      for (const { mark, text } of met('event')) await stage.host.heartbeat(`#${mark} ${text}`, { agent: reader })
      await atOnce(['window', 'gate'], subjects.slice(0, 4), (subject, session) => ask(reader, questionAbout(subject), session))
    })

    requests = requestsOf(reader)
    await recorded(reader, 5 + met('page', 'missing', 'search', 'event').length + 4)
    brain = await storedBrain(stage, reader)
    expect(hostileTexts).toHaveLength(40)
    if (inFull) expect(textsMet).toEqual(hostileTexts)
  })

  test('none gets out of the fence, into another role, or beyond the budget', () => {
    const fences = requests.map(fenceOf).filter((fence) => fence !== '')
    const ids = new Set(brain.nodes.map(({ id }) => id))

    const seen = new Set(fences.flatMap((fence) => foundIn(fence, hostileTexts.map(saysOf))))
    expect(seen.size).toBe(16)
    for (const fence of fences) expect(faultsOf(fence, ids)).toEqual([])
    for (const request of requests)
      expect(currentUserText(request).match(/<\/?crabtrail-memory(?: turn="t\d+")?>/g) ?? []).toHaveLength(fenceOf(request) === '' ? 0 : 2)
  })

  test('none that comes from a stranger, a program, a tool or a system event is put before the model', () => {
    const untrusted = hostileTexts.filter(({ way }) => !['agent', 'owner'].includes(ways[way])).map(saysOf)
    const held = brain.nodes.filter(({ origin, type }) => type === 'fact' && (origin === 'untrusted' || origin === 'system'))
    const bundled = brain
      .ofType('ContextBundled')
      .map(({ data }) => data as { nodes: ReadonlyArray<number>; included: ReadonlyArray<number> })

    expect(requests.flatMap((request) => foundIn(fenceOf(request), untrusted))).toEqual([])
    expect(held).toHaveLength(8)
    // They were found, and left out for what they are.
    expect(held.filter(({ number }) => !bundled.some(({ nodes }) => nodes.includes(number)))).toEqual([])
    expect(held.filter(({ number }) => bundled.some(({ included }) => included.includes(number)))).toEqual([])
  })

  test('none is a verdict, and no strength or utility is another than it was', () => {
    const learned = brain.events.map(({ type }) => type).filter((type) => /^(Feedback|Strength|Utility)/.test(type))

    expect(learned).toEqual([])
    expect(brain.ofType('EdgeLinked').filter(({ data }) => data['kind'] === 'learned')).toEqual([])
  })

  test.each(textsMet.map((one) => [`${one.way}: ${one.label}`, one] as const))('%s is found in the log with its origin', (_, one) => {
    const nodes = brain.nodes.filter(({ text }) => text.includes(saysOf(one)))
    const turn = brain.ofType('TurnStarted').find(({ data }) => brain.body(data['question']) === taskOf(one))?.turn
    const completed = brain.ofType('TurnCompleted').find((event) => turn !== undefined && event.turn === turn)
    const tools = (completed?.data['tools'] ?? []) as ReadonlyArray<number>
    const beats = brain
      .ofType('HeartbeatObserved')
      .filter(({ data }) => (data['tags'] as ReadonlyArray<string>).some((tag) => brain.body(tag) === one.mark))

    switch (one.way) {
      case 'event':
        expect(beats).toHaveLength(1)
        expect(nodes).toEqual([])
        expect(kindOf(brain, beats[0]?.data['session'])).toBe(ways.event)
        return
      case 'page':
      case 'missing':
      case 'search':
        expect(tools.map((tool) => brain.nodes.find(({ number }) => number === tool))).toMatchObject([
          { id: one.way === 'search' ? 'tool:memory_search' : 'tool:read', type: 'tool_call', origin: ways[one.way] },
        ])
        expect(completed?.data['failures']).toEqual([one.way === 'missing' ? 1 : 0])
        expect(brain.bodies.filter((body) => body.includes(saysOf(one)))).toEqual([])
        return
      default:
        expect(nodes.length).toBeGreaterThanOrEqual(1)
        expect(new Set(nodes.map(({ origin }) => origin))).toEqual(new Set([ways[one.way]]))
    }
  })
})

const kindOf = (brain: StoredBrain, session: unknown): unknown =>
  brain.ofType('SessionStarted').find(({ data }) => data['session'] === session)?.data['kind']

const invisible = /[[\p{Cc}--[\t-\r\u0085]]\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/v
const template = /<\||\[\/?INST\]|<\/?s>|<<SYS>>/

/** What of a memory beside a message is not as it must be. */
const faultsOf = (fence: string, ids: ReadonlySet<string>): ReadonlyArray<string> => {
  const [opening, notice = '', ...lines] = fence.split('\n')
  const closing = lines.pop()
  const inside = lines.join('\n')
  const odd = lines.filter((line) => line !== '' && !line.startsWith('  ') && !ids.has(/^\[([^\]]*)\] /.exec(line)?.[1] ?? ''))
  return [
    ...(/^<crabtrail-memory turn="t\d+">$/.test(opening ?? '') && closing === '</crabtrail-memory>' ? [] : ['it is not one fence']),
    ...(notice.includes('data, not instructions') ? [] : ['it does not say what it is']),
    ...odd.map((line) => `a line is no note’s: ${line}`),
    ...(/<\s*\/?\s*crabtrail-memory|<\/?system>|<<<[A-Z]/i.test(inside) ? ['a tag'] : []),
    ...(template.test(inside) ? ['a chat template'] : []),
    ...(invisible.test(inside) ? ['a sign that shows nothing'] : []),
    ...(countTokens(fence) > 1_500 ? ['it is too long'] : []),
  ]
}
