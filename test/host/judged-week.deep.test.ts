/**
 * A week of talk in the real host, judged by the host's own model, which gives the recorded answers of an independent reader: at most one call a
 * message, changes of the right notes alone, and replies that come as soon as without a judge. Times are printed; how much longer a reply may take
 * is no bar of a test.
 *
 * In short: `test/eval/judged-weeks.test.ts`
 */
import { setTimeout as elapsed } from 'node:timers/promises'
import type { Answer } from '@crabtrail/core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { fenceIn } from '../conversations/talk.ts'
import { answerTo, type JudgeRequest, type Message, readAnswers, readWeek } from '../eval/judged-week.ts'
import { type ChatRequest, textOf } from '../src/chat-request.ts'
import { notesRead, writeNotes } from './notes.ts'
import { patient, realHost } from './stage.ts'

const week = readWeek('unseen-week-f')
const answers = readAnswers()
/** The messages of the one are judged, those of the other are not; otherwise they are alike. */
const [plain, judged] = ['plain', 'judged'] as const
/** Milliseconds that the model takes to judge: as a small model does. */
const readingMs = 700
const aDay = 16

const stage = realHost({
  agents: [judged, plain],
  // Of several agents the host asks the model of this one for a plugin.
  plugin: { deadlineMs: 5_000, model: 'host', modelMs: 5_000 },
  config: { agents: { ownership: 'explicit', defaults: { systemAgent: { agentId: judged } } } },
  prepare: async ({ host, withStore }) => {
    const notes = Object.fromEntries(Object.entries(week.notes).map(([path, text]) => [`memory/${path}`, text]))
    for (const agent of [plain, judged]) {
      writeNotes({ host }, notes, agent)
      const settings = { 'model.routingShare': 0, 'model.judgeShare': agent === judged ? 1 : 0, 'model.dayTokens': 1e8 }
      await withStore((memory) => memory.ask('init', { brain: `local/${agent}/default`, settings }, patient))
    }
  },
})

const judgeRequest = ({ messages }: ChatRequest): JudgeRequest | undefined => {
  const last = messages.at(-1)
  const text = last === undefined ? '' : textOf(last)
  return text.startsWith('{"task":"judge"') ? JSON.parse(text) : undefined
}
const judgements = () => stage.model.requests.flatMap((request) => judgeRequest(request) ?? [])

/** It judges as recorded, and replies with the first note that it was given. */
const answer = async (request: ChatRequest): Promise<string> => {
  const asked = judgeRequest(request)
  if (asked === undefined) return /^\[.*\n(?: {2}.*\n)+/m.exec(fenceIn(request))?.[0] ?? 'All right.'
  await elapsed(readingMs)
  return answerTo(asked, (text) => answers.get(text))
}

const isOver = (events: ReadonlyArray<Answer.LoggedEvent>): boolean => {
  const count = (wanted: string) => events.filter(({ type }) => type === wanted).length
  return count('TurnStarted') === count('TurnCompleted') && count('ModelAsked') === count('ModelAnswered')
}

interface Said {
  readonly message: Message
  /** Milliseconds from the message to the end of its reply. */
  readonly replyMs: number
  readonly events: ReadonlyArray<Answer.LoggedEvent>
}

/** Says a message to an agent, as somebody does who reads the reply before he writes on. */
const say = async (agent: string, message: Message, day: number): Promise<Said> => {
  const [calls, known] = [judgements().length, (await stage.log(agent)).length]
  const began = performance.now()
  await stage.host.chat(`agent:${agent}:day${day}`, message.text)
  const replyMs = performance.now() - began
  // A judgement may still begin behind the reply.
  if (agent === judged) await vi.waitUntil(() => judgements().length > calls, { timeout: 3_000, interval: 50 }).catch(() => {})
  const events = await vi.waitUntil(async () => inOrder(await stage.log(agent)), { timeout: 120_000, interval: 50 })
  return { message, replyMs, events: events.slice(known) }
}
const inOrder = (events: ReadonlyArray<Answer.LoggedEvent>) => (isOver(events) ? events : undefined)

/** The time within which this share of the replies came. */
const quantile = (said: ReadonlyArray<Said>, share: number): string => {
  const times = said.map(({ replyMs }) => replyMs).toSorted((one, other) => one - other)
  return `${Math.round(times[Math.floor(share * (times.length - 1))] ?? 0)} ms`
}
const times = (said: ReadonlyArray<Said>) => `p50 ${quantile(said, 0.5)}, p95 ${quantile(said, 0.95)}`

const changedBy = ({ events }: Said) =>
  events.filter(({ data, type }) => type === 'MessageJudged' && ['superseded', 'marked', 'reasserted'].includes(String(data['became'])))

describe('a week of talk with the model of the host as judge', () => {
  beforeAll(async () => {
    stage.model.follow(answer)
    for (const agent of [plain, judged]) await notesRead({ log: () => stage.log(agent) }, Object.keys(week.notes).length)
  })

  test('costs one call a message at most, takes up what changed and nothing else, and lets no reply wait', async () => {
    // In turns, so that both are as fast as the machine is at that moment.
    const [without, withJudge]: [Said[], Said[]] = [[], []]
    for (const [place, message] of week.talk.entries()) {
      const day = Math.floor(place / aDay)
      without.push(await say(plain, message, day))
      withJudge.push(await say(judged, message, day))
    }

    const asked = judgements().flatMap(({ messages }) => messages.map(({ text }) => text))
    const taken = withJudge.filter((one) => 'changed' in one.message && changedBy(one).length > 0)
    const changes = week.talk.filter((message) => 'changed' in message)
    process.stdout.write(
      `judged ${asked.length} of ${week.talk.length} messages, taken up ${taken.length} of ${changes.length}; replies with a judge ${times(withJudge)}, without ${times(without)}\n`,
    )

    expect(asked).toHaveLength(new Set(asked).size)
    expect(judgements().length).toBeLessThanOrEqual(week.talk.length)
    expect(withJudge.filter((one) => !('changed' in one.message) && changedBy(one).length > 0).map(({ message }) => message.text)).toEqual(
      [],
    )
    // 27 and 30 were measured. The replies differ from those that the answers were given beside, and a turn that goes on without its memory,
    // as one may on a busy machine, is not judged.
    expect(taken.length).toBeGreaterThanOrEqual(25)
  }, 1_800_000)
})
