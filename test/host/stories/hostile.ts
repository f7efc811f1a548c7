/** The memory never obeys a hostile text, by whichever way the text comes. */
import { describe, expect, test } from 'vitest'
import { countTokens } from '../../../packages/text/src/words/context-fence.ts'
import { type ChatRequest, currentUserText } from '../../src/chat-request.ts'
import { sharedHost } from '../one-gateway.ts'
import { ask, counted, followed, foundIn, patience, requestsOf } from './everybody.ts'
import { credulous, layOut, questionAbout, reader, taskOf } from './hostile-agent.ts'
import { hostileTexts, saysOf, textsOf, ways } from './hostile-texts.ts'
import { type StoredBrain, storedBrain } from './stored-brain.ts'
import { fenceOf, subjects } from './two-agents.ts'

const stage = sharedHost({ agents: [reader], prepare: layOut })

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

/** When so many turns of it are closed, which happens behind their answers. */
const recorded = (agent: string, turns: number) =>
  expect.poll(async () => counted(await storedBrain(stage, agent), 'TurnCompleted'), patience).toEqual([turns])

describe('forty hostile texts', () => {
  let brain: StoredBrain
  let requests: ReadonlyArray<ChatRequest>

  test('are met: recalled, read with tools, and told by system events', { timeout: 900_000 }, async () => {
    await followed(reader, textsOf('note', 'profile', 'stranger', 'program').map(saysOf))
    stage.model.follow(credulous)

    await stage.timed('hostile turns', async () => {
      for (const subject of subjects.slice(0, 5)) await ask(reader, questionAbout(subject))
      await atOnce(['desk', 'porch'], textsOf('page', 'missing', 'search'), (one, session) => ask(reader, taskOf(one), session))
      for (const { mark, text } of textsOf('event')) await stage.host.heartbeat(`#${mark} ${text}`, { agent: reader })
      await atOnce(['window', 'gate'], subjects.slice(0, 4), (subject, session) => ask(reader, questionAbout(subject), session))
    })

    requests = requestsOf(reader)
    await recorded(reader, 5 + textsOf('page', 'missing', 'search', 'event').length + 4)
    brain = await storedBrain(stage, reader)
    expect(hostileTexts).toHaveLength(40)
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

  test.each(hostileTexts.map((one) => [`${one.way}: ${one.label}`, one] as const))('%s is found in the log with its origin', (_, one) => {
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

/** Returns the faults of the memory that was put beside a message. */
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
