/** Two agents in one gateway, beside a third: nothing of one reaches another. */
import { describe, expect, test } from 'vitest'
import { currentUserText, toolTexts } from '../../src/chat-request.ts'
import { calling, deferred, inTurn } from '../../src/model-script.ts'
import { ask, counted, everybody, followed, foundIn, requestsOf, stage } from './everybody.ts'
import { reader } from './hostile-agent.ts'
import { hostileTexts, saysOf } from './hostile-texts.ts'
import { storedBrain } from './stored-brain.ts'
import { answeringAs, birdsOf, conversation, fenceOf, idOf, type SpeakerName, signOf, speakerOf, speakers, subjects } from './two-agents.ts'

const otherThan = (speaker: SpeakerName): SpeakerName => (speaker === 'ada' ? 'ben' : 'ada')

/** What of an agent, and of the hostile texts, another one must not see: what its notes say, their ids, and the keys of its sessions. */
const secretsOf = (speaker: SpeakerName, notes = birdsOf(speaker)): ReadonlyArray<string> => [
  ...notes.flatMap((bird) => [bird, signOf(bird)]),
  `agent:${speaker}:`,
  ...requestsOf(speaker).flatMap(({ body }) => [...body.matchAll(/sessionId=([0-9a-f-]{36})/g)].map(([, id = '']) => id)),
]

describe('two agents in sixty turns', () => {
  test('are asked in turns and at the same time', { timeout: 900_000 }, async () => {
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

    expect(conversation.length * speakers.length).toBe(60)
  })

  test.each(speakers)('%s was given its own notes, and answers of the tools', (speaker) => {
    const requests = requestsOf(speaker)

    const given = new Set(requests.filter((request) => foundIn(fenceOf(request), birdsOf(speaker)).length > 0).map(currentUserText))
    const answers = requests.flatMap(toolTexts)
    expect(given.size).toBeGreaterThanOrEqual((conversation.length * 2) / 3)
    expect([...new Set(requests.flatMap((request) => foundIn(fenceOf(request), birdsOf(speaker))))]).toEqual(
      expect.arrayContaining([...birdsOf(speaker)]),
    )
    expect(answers.filter((answer) => answer.includes('crabtrail/memory/')).length).toBeGreaterThanOrEqual(subjects.length)
    expect(answers.filter((answer) => answer.includes('Noted as f')).length).toBeGreaterThanOrEqual(subjects.length)
    expect(answers.filter((answer) => /"t\d+: /.test(answer)).length).toBeGreaterThanOrEqual(subjects.length)
  })

  test.each(speakers)('no request of %s holds anything of the other, or of the third', (speaker) => {
    const secrets = [...secretsOf(otherThan(speaker)), `agent:${reader}:`, ...hostileTexts.map(saysOf)]

    const bodies = requestsOf(speaker).map(({ body }) => body)

    // Looked for in the same way, its own are all there.
    const own = secretsOf(speaker, birdsOf(speaker))
    expect(foundIn(bodies.join('\n'), own)).toEqual(own)
    expect(secrets.length).toBeGreaterThan(60)
    expect(bodies.flatMap((body) => foundIn(body, secrets))).toEqual([])
  })

  test.each(speakers)(
    'the brain of %s learned from its own talk, and stores nothing of the other',
    { timeout: 120_000 },
    async (speaker) => {
      const brain = await storedBrain(stage, speaker)

      const secrets = secretsOf(otherThan(speaker))
      const [judged = 0, adjusted = 0] = counted(brain, 'FeedbackGiven', 'StrengthAdjusted')
      const corrections = brain.ofType('FeedbackGiven').filter(({ data }) => data['verdict'] === 'correction')
      expect(brain.bodies.flatMap((body) => foundIn(body, secrets))).toEqual([])
      expect(brain.nodes.filter(({ type }) => type === 'fact').map(({ id }) => id)).toEqual(
        expect.arrayContaining(birdsOf(speaker).map(idOf)),
      )
      expect(judged).toBeGreaterThanOrEqual(2 * subjects.length)
      expect(corrections).toHaveLength(subjects.length)
      expect(adjusted).toBeGreaterThan(subjects.length)
    },
  )

  test.each(speakers)('a turn that %s is told of by memory_why is one of its own', { timeout: 120_000 }, async (speaker) => {
    const brain = await storedBrain(stage, speaker)

    const told = requestsOf(speaker).flatMap(toolTexts)
    const turns = new Map(
      told.flatMap((text) => [...text.matchAll(/t(\d+): \\+"(.*?)\\+"/g)].map(([, turn, question]) => [turn, question])),
    )
    const asked = new Map(brain.ofType('TurnStarted').map(({ data, turn }) => [String(turn), brain.body(data['question'])]))
    expect(turns.size).toBe(subjects.length)
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
