/**
 * Our plugin beside the host's other memories: its context stands once in the prompt, every tool is called by its name, and where two do not fit the
 * status says so. Beside memory-core with active memory; with the memory slot empty; beside stand-ins for memory-lancedb and lossless-claw; and
 * where somebody gives the memory slot to us, who take none.
 *
 * In short: `packages/plugin-openclaw/src/host/neighbours.test.ts`
 */
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test, vi } from 'vitest'
import { type ChatRequest, currentUserText, textOf, toolTexts } from '../src/chat-request.ts'
import { calling, deferred, type Script } from '../src/model-script.ts'
import { writeNotes } from './notes.ts'
import { realHost } from './stage.ts'

const folder = (id: string) => fileURLToPath(new URL(`neighbour-plugins/${id}`, import.meta.url))
const linked = ['memory-lancedb', 'lossless-claw'].map((id) => ({ id, folder: folder(id) }))
const allow = ['crabtrail', 'memory-core', 'active-memory', ...linked.map(({ id }) => id)]
const entries = (on: Readonly<Record<string, boolean>>) => Object.fromEntries(Object.entries(on).map(([id, enabled]) => [id, { enabled }]))

const activeMemory = { enabled: true, mode: 'always', agents: ['main'], allowedChatTypes: ['direct', 'explicit'] }
const bar = 'The bar on deck nine opens at nine.'

const stage = realHost({
  linked,
  config: {
    plugins: {
      allow,
      slots: { memory: 'memory-core' },
      entries: {
        ...entries({ 'memory-lancedb': false, 'lossless-claw': false }),
        'active-memory': { enabled: true, config: activeMemory },
      },
    },
  },
  // Of a hidden recall that found nothing, active memory tells nothing.
  prepare: async (prepared) => writeNotes(prepared, { 'memory/bar.md': `# Bar\n\n${bar}\n` }),
})

const note = 'The crew mess opens at half past five.'
const question = 'Do you remember when the crew mess opens?'
const patience = { timeout: 120_000, interval: 100 }

const isRecall = (request: ChatRequest) => currentUserText(request).includes('Bounded memory search query:')
const count = (text: string, part: string) => text.split(part).length - 1
const whole = (request: ChatRequest) => request.messages.map(textOf).join('\n')

beforeAll(async () => void (await stage.timed('first message', () => stage.host.chat('agent:main:noted', `/trail note ${note}`))))

/** Asks once, in a conversation of its own; returns the first request with the question, and what the tools that the model then called answered. */
const asked = async (session: string, ...calls: ReadonlyArray<readonly [name: string, args: object]>) => {
  const from = stage.model.requests.length
  let answers: ReadonlyArray<string> = []
  const script: Script = (request) => {
    if (isRecall(request)) return recalling(request)
    if (!currentUserText(request).includes(question)) return 'Done.'
    answers = toolTexts(request)
    return calls.length === 0 || answers.length > 0 ? 'Done.' : calling(...calls.map(([name, args]) => deferred(name, args)))
  }
  stage.model.follow(script)
  await stage.host.chat(`agent:main:${session}`, question)
  const requests = stage.model.requests.slice(from)
  const main = requests.find((request) => !isRecall(request) && currentUserText(request).includes(question)) ?? expect.unreachable()
  return { text: currentUserText(main), all: whole(main), answers, recalls: requests.filter(isRecall) }
}

/** The hidden run of active memory searches once, by the tool that it is given alone. */
const recalling = (request: ChatRequest) =>
  toolTexts(request).length > 0
    ? 'The user goes to the bar on deck nine.'
    : calling({ name: 'memory_search', arguments: { query: 'bar deck nine' } })

/** Stands still meanwhile, so that the next start has the whole configuration. */
const restarted = async (change: object) => {
  await stage.host.stop()
  stage.host.configure({ plugins: change })
  await stage.host.start()
}

const onceInIt = ({ all, text }: { readonly all: string; readonly text: string }) => {
  expect(count(text, '<crabtrail-memory')).toBe(1)
  expect(count(all, note)).toBe(1)
}

test('beside memory-core with active memory: both contexts stand once, and the hidden run of active memory gets none of ours', async () => {
  const first = await asked('main', ['memory_search', { query: 'crew mess', corpus: 'all' }], ['memory_why', {}])

  onceInIt(first)
  expect(count(first.text, '<active_memory_plugin>')).toBe(1)
  expect(first.recalls.length).toBeGreaterThan(0)
  for (const recall of first.recalls) expect(whole(recall)).not.toContain('crabtrail-memory')
  expect(first.answers[0]).toContain(note)
  expect(first.answers[1]).toContain(question)
  await vi.waitUntil(async () => (await stage.log()).some(({ type }) => type === 'TurnCompleted'), patience)
  expect((await stage.log()).filter(({ type }) => type === 'TurnStarted')).toHaveLength(1)
  expect(stage.host.log()).not.toContain('tool name conflict')
}, 400_000)

test('with the memory slot empty it goes on alone', async () => {
  await restarted({ slots: { memory: 'none' }, entries: entries({ 'active-memory': false }) })
  const alone = await asked('alone', ['memory_why', {}], ['memory_search', { query: 'crew mess' }])

  onceInIt(alone)
  expect(alone.answers[0]).toContain(question)
  expect(alone.answers[1]).not.toContain(note)
  expect(await stage.host.cli('crabtrail', 'status')).toMatch(/✓ neighbours: .*no plugin has the memory slot/)
}, 400_000)

test('beside memory-lancedb both contexts stand once; of the two tools with one name the status says so', async () => {
  await restarted({ slots: { memory: 'memory-lancedb' }, entries: entries({ 'memory-lancedb': true }) })
  const beside = await asked('beside', ['memory_recall', {}], ['memory_why', {}], ['memory_forget', { memory: 'crew mess' }])

  onceInIt(beside)
  expect(count(beside.text, '<relevant-memories>')).toBe(1)
  expect(beside.answers[0]).toContain('memory_recall of the neighbour')
  expect(beside.answers[1]).toContain(question)
  // The host loads the owner of the memory slot first.
  expect(beside.answers[2]).toContain('memory_forget of the neighbour')
  expect(stage.host.log()).toContain('plugin tool name conflict (crabtrail): memory_forget')
  expect(await stage.host.cli('crabtrail', 'status').catch(String)).toMatch(/✗ neighbours: .*memory-lancedb.* memory_forget/)
}, 400_000)

test('under a context engine it stands once', async () => {
  await restarted({
    slots: { memory: 'memory-core', contextEngine: 'lossless-claw' },
    entries: entries({ 'memory-lancedb': false, 'lossless-claw': true }),
  })
  const under = await asked('under', ['lcm_grep', {}], ['memory_why', {}])

  onceInIt(under)
  expect(under.all).toContain('Assembled by the neighbour.')
  expect(under.answers[0]).toContain('lcm_grep of the neighbour')
  expect(under.answers[1]).toContain(question)
}, 400_000)

test('where the memory slot is given to us, the status says that we take none', async () => {
  await restarted({ slots: { memory: 'crabtrail', contextEngine: null }, entries: entries({ 'lossless-claw': false }) })
  const given = await asked('given', ['memory_why', {}])

  onceInIt(given)
  expect(await stage.host.cli('crabtrail', 'status').catch(String)).toMatch(/✗ neighbours: plugins\.slots\.memory names crabtrail/)
}, 400_000)
