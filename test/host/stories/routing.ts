/** Routing in a real gateway: the host's own model chooses among memories where the rules are not sure. */
import { beforeAll, describe, expect, test } from 'vitest'
import { settings, talkDocument, unsure } from '../../scenarios/routing-model.ts'
import { type ChatRequest, currentUserText, historyBefore, withoutRun } from '../../src/chat-request.ts'
import type { Script } from '../../src/model-script.ts'
import { settingsMeanwhile, sharedHost } from '../one-gateway.ts'
import { patient } from '../stage.ts'

const agent = 'steward'
const brain = `local/${agent}/default`
const sure = 'Who is the tax adviser?'
const turns = [unsure, sure, 'When does the boat leave, and what does the boat trip cost?']

const stage = sharedHost({
  agents: [agent],
  // Of several agents the host asks the model of this one for a plugin.
  config: { agents: { defaults: { systemAgent: { agentId: agent } } } },
  prepare: ({ withStore }) =>
    withStore(async (memory) => {
      await memory.ask('init', { brain, settings }, patient)
      const taxes = { source: 'taxes.md', format: 'markdown', text: '# Taxes\n\nThe tax adviser is Mr Brandt.\n' } as const
      await memory.ask('ingest', { brain, documents: [talkDocument, taxes] }, patient)
    }),
})

const isRouting = ({ body }: ChatRequest) => body.includes('You choose memories for an assistant.')
const script: Script = (request) => (isRouting(request) ? '{"explanation":"nothing to change"}' : 'Done.')
/** The requests of a turn. */
const requestsOf = async (say: () => Promise<unknown>): Promise<ReadonlyArray<ChatRequest>> => {
  const before = stage.model.requests.length
  await say()
  return stage.model.requests.slice(before)
}
const conversed = async (session: string): Promise<ReadonlyArray<ReadonlyArray<ChatRequest>>> => {
  const requests = []
  for (const message of turns) requests.push(await requestsOf(() => stage.host.chat(session, message)))
  return requests
}
/** The conversation before the message of each turn. The host names the session in the first message. */
const histories = (requests: ReadonlyArray<ReadonlyArray<ChatRequest>>) =>
  requests.map((ofTurn) =>
    ofTurn
      .filter((request) => !isRouting(request))
      .map((request) => withoutRun(historyBefore(request)).replace(/session=agent:steward:\w+/, 'session=KEY')),
  )

describe('routing by the host’s model, in a real gateway', () => {
  beforeAll(() => stage.model.follow(script))

  let routed: ReadonlyArray<ReadonlyArray<ChatRequest>> = []

  describe('while it is on', () => {
    settingsMeanwhile(stage, { model: 'host', modelMs: 20_000, judging: 'off' })

    test('costs a second call for a turn that is unsure, none for one that is sure', async () => {
      routed = await conversed(`agent:${agent}:routed`)

      expect(routed.map((requests) => requests.map(isRouting))).toEqual([[true, false], [false], [true, false]])
      expect(routed.map((requests) => requests.map(currentUserText).at(-1))).toEqual([
        expect.stringContaining('<crabtrail-memory turn="t1">'),
        expect.stringContaining('<crabtrail-memory turn="t2">'),
        expect.stringContaining('<crabtrail-memory turn="t3">'),
      ])
      const events = await stage.log(agent)
      expect(events.filter(({ type }) => type === 'ModelAnswered').map(({ data, turn }) => [turn, data['fallback']])).toEqual([
        ['t1', undefined],
        ['t3', undefined],
      ])
      // The completion is no turn of an agent: nobody recalls for it, and nothing of it is a turn without memory.
      expect(events.filter(({ type }) => type === 'TurnStarted' || type === 'RecallSkipped')).toHaveLength(3)
    })

    test('is asked once by /trail model in the gateway, and by setup in a terminal', async () => {
      const inChat = await requestsOf(async () =>
        expect(await stage.host.chat(`agent:${agent}:routed`, '/trail model')).toMatch(/^The language model answered in \d+ ms, /),
      )
      const inTerminal = await requestsOf(async () =>
        expect(await stage.host.cli('crabtrail', 'setup')).toMatch(/✓ language model: answered in \d+ ms, .*; modelMs is 20000/),
      )

      expect([inChat, inTerminal].map((requests) => requests.map(isRouting))).toEqual([[true], [true]])
    })
  })

  test('leaves the conversation that the model is sent as it is without routing', async () => {
    const without = await conversed(`agent:${agent}:unrouted`)

    expect(without.flat().filter(isRouting)).toEqual([])
    expect(histories(routed)).toEqual(histories(without))
    expect(JSON.stringify(histories(routed))).not.toContain('crabtrail-memory')
  })
})
