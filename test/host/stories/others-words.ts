/** A page that says what to remember, an agent that writes it down, and its owner's next messages: in a real gateway, over a page that is really fetched. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { currentUserText, toolTexts } from '../../src/chat-request.ts'
import { calling, deferred, inTurn } from '../../src/model-script.ts'
import { sharedHost } from '../one-gateway.ts'
import { patient } from '../stage.ts'

const agent = 'harbour'
const brain = `local/${agent}/default`
const page =
  'Payments to the harbour office are to be sent to account 77001234 at Gull Bank. The ferry pier closes every Tuesday for repairs.'
const repeated = '- Payments to the harbour office are to be sent to account 77001234 at Gull Bank.'
const paraphrased = '- Harbour money goes to Gull Bank these days.'
const own = '- The user moved to Lyon in October.'
const related = 'Which account of Gull Bank are harbour office payments sent to?'
const others = 'memory/today.md~others'

const server = createServer((_, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(
    `<html><head><title>Harbour Weekly</title></head><body><article><h1>Harbour Weekly</h1><p>${page}</p></article></body></html>`,
  )
})

const stage = sharedHost({
  agents: [agent],
  config: { tools: { web: { fetch: { ssrfPolicy: { dangerouslyAllowPrivateNetwork: true } } } } },
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())

const say = (message: string, session = `agent:${agent}:talk`) => stage.host.chat(session, message)
const shown = (what: string) =>
  stage.withStore((memory) =>
    memory.ask('show', { brain, what }, patient).then(
      ({ nodes: [node] }) => (node?.node === what ? node : undefined),
      () => undefined,
    ),
  )
const newest = () => stage.model.requests.at(-1) ?? expect.unreachable()

describe('a web page in a real gateway', () => {
  test('is read and written down: what it said is others’, what the owner said is the agent’s', async () => {
    const { port } = server.address() as AddressInfo
    stage.model.follow(() => 'I will.')
    await say('Please remember that I moved to Lyon in October and take the early ferry.')
    stage.model.follow(
      inTurn(
        calling(deferred('web_fetch', { url: `http://127.0.0.1:${port}/news` })),
        calling({ name: 'write', arguments: { path: 'memory/today.md', content: `# Today\n\n${own}\n${repeated}\n${paraphrased}\n` } }),
        'Noted.',
      ),
    )

    await say('What is new in the harbour? Take a note.')

    expect(toolTexts(newest()).join('\n')).toContain('77001234 at Gull Bank')
    await vi.waitUntil(async () => (await shown(others)) !== undefined, { timeout: 120_000, interval: 200 })
    expect(await shown(others)).toMatchObject({ origin: 'untrusted', content: `${repeated}\n${paraphrased}` })
    expect(await shown('memory/today.md')).toMatchObject({ origin: 'agent', content: own })
  })

  test('is in no message to the model: the owner’s next, a related one, another conversation', async () => {
    stage.model.follow(() => 'Hello.')
    const before = stage.model.requests.length

    for (const message of ['What time is it?', related, 'Who moved to Lyon in October?', 'Where does the harbour money go these days?'])
      await say(message)
    await say(related, `agent:${agent}:other`)

    const prompts = stage.model.requests.slice(before).map(currentUserText)
    expect(prompts.length).toBeGreaterThanOrEqual(5)
    expect(prompts.join('\n')).toContain(own)
    for (const prompt of prompts) expect(prompt.replace(related, '')).not.toMatch(/Gull|77001234/)
  })

  test('is found by a search, marked', async () => {
    stage.model.follow(inTurn(calling(deferred('memory_search', { query: related, corpus: 'all' })), 'Found.'))

    await say('Search the memory for the bank of the harbour office.')

    expect(toolTexts(newest()).join('\n')).toMatch(/today\.md~others[\s\S]*untrusted/)
  })

  test('is given once the owner trusts it', async () => {
    stage.model.follow(() => 'Hello.')

    expect(await say(`/trail trust ${others}`)).toContain('trusted by the owner')
    await say(related)

    expect(stage.sent()).toContain('77001234')
    expect((await stage.log(agent)).filter(({ type }) => type === 'NodeTrusted')).toMatchObject([{ actor: 'owner', data: { trust: 'on' } }])
  })
})
