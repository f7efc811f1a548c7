/**
 * Runs the packed plugin in the real OpenClaw with Codex as its runtime, over a model on this machine, and prints what Codex sent to that model. The result
 * stands in `docs/results/host-neighbours.md`.
 *
 * `node tools/host-codex.ts [VERSION]` installs `@openclaw/codex` from the npm registry (340 MB with Codex itself), 2026.9.5 unless said otherwise.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bodyOf } from '../test/src/model.ts'
import { createHost, packPlugin } from '../test/src/openclaw.ts'

interface Item {
  readonly type?: string
  readonly role?: string
  readonly output?: unknown
  readonly content?: ReadonlyArray<{ readonly text?: string }>
}
interface Tool {
  readonly type: string
  readonly name?: string
  readonly tools?: ReadonlyArray<{ readonly name: string }>
}
interface Asked {
  readonly input: ReadonlyArray<Item>
  readonly tools: ReadonlyArray<Tool>
}

const asked: Asked[] = []
const textOf = ({ content = [] }: Item) => content.map(({ text = '' }) => text).join('\n')
const lastUserAt = ({ input }: Asked) => input.findLastIndex(({ role }) => role === 'user')
const said = (request: Asked) => textOf(request.input[lastUserAt(request)] ?? {})
/** What tools answered in this turn. */
const outputs = (request: Asked) =>
  request.input
    .slice(lastUserAt(request))
    .filter(({ type }) => type === 'function_call_output')
    .map(({ output }) => JSON.stringify(output))

/** A message `CALL tool {…} END` makes the model call that tool once. */
const answerTo = (request: Asked): object => {
  const [, name, args = '{}'] = /CALL (\w+) (\{.*?\}) END/.exec(said(request)) ?? []
  if (name === undefined || outputs(request).length > 0)
    return { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Done.', annotations: [] }] }
  const space = request.tools.find(({ tools, type }) => type === 'namespace' && tools?.some((tool) => tool.name === name))
  const call = { type: 'function_call', call_id: `call_${asked.length}`, name, arguments: args, status: 'completed' }
  return space === undefined ? call : { ...call, namespace: space.name }
}

const stream = (response: ServerResponse, item: object): void => {
  const send = (type: string, data: object) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  const about = { id: `resp_${asked.length}`, object: 'response' }
  const output = { ...item, id: `item_${asked.length}` }
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send('response.created', { response: { ...about, status: 'in_progress', output: [] } })
  send('response.output_item.done', { output_index: 0, item: output })
  send('response.completed', { response: { ...about, status: 'completed', output: [output], usage } })
  response.end()
}

/** OpenAI's Responses, without its WebSocket: Codex tries that some times, then goes on without it. */
const server = createServer(async (incoming, response) => {
  const body = await bodyOf(incoming)
  if (incoming.method !== 'POST' || incoming.url?.endsWith('/responses') !== true) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    return
  }
  const request: Asked = JSON.parse(body)
  asked.push(request)
  stream(response, answerTo(request))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`

const args = [
  'app-server',
  '--listen',
  'stdio://',
  ...['openai_base_url', 'chatgpt_base_url'].flatMap((name) => ['-c', `${name}="${url}"`]),
]
const codex = { enabled: true, config: { codexDynamicToolsLoading: 'direct', appServer: { args } } }
const model = 'openai/gpt-5.5'
const config = {
  plugins: { allow: ['crabtrail', 'memory-core', 'codex', 'openai'], entries: { codex } },
  agents: { defaults: { model: { primary: model }, models: { [model]: { agentRuntime: { id: 'codex' } } } } },
  models: { providers: { openai: { apiKey: 'sk-none', baseUrl: 'https://api.openai.com/v1', models: [] } } },
}

const session = 'agent:main:codex'
const messages = [
  'When does the crew mess open?',
  'And when does the crew mess open on Sunday?',
  'CALL memory_why {} END',
  'CALL memory_search {"query":"crew mess","corpus":"wiki"} END',
]
const count = (text: string, part: string) => text.split(part).length - 1

const folder = mkdtempSync(join(tmpdir(), 'host-codex-'))
const host = await createHost(url, { within: folder, config })
try {
  mkdirSync(join(folder, 'packed'))
  await host.cli('plugins', 'install', `npm:@openclaw/codex@${process.argv[2] ?? '2026.9.5'}`, '--force', '--accept-capabilities')
  await host.install(await packPlugin(join(folder, 'packed')))
  await host.start()
  await host.chat(session, '/trail note The crew mess opens at half past five.')
  for (const message of messages) {
    await host.chat(session, message)
    const newest = asked.at(-1)
    if (newest === undefined) throw new Error('Codex asked no model')
    const whole = newest.input.map(textOf).join('\n')
    process.stdout.write(
      `${message}\n  memory in this message: ${count(said(newest), '<crabtrail-memory')}, in the whole thread: ${count(whole, '<crabtrail-memory')}\n`,
    )
    for (const output of outputs(newest)) process.stdout.write(`  the tool answered: ${output.slice(0, 300)}\n`)
  }
  await host.stop()
  process.stdout.write(await host.cli('crabtrail', 'log', '--type', 'TurnCompleted'))
} finally {
  await host.dispose()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
}
