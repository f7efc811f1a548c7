/** Recorded sessions in a memory: what is asked finds what was said, on its day, and not what a host put into it. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'

let store: OpenStore
let memory: AskedMemory
beforeEach(async () => {
  store = openStore()
  memory = await store.memory()
})
afterEach(() => store.close())

const read = (...lines: ReadonlyArray<object | string>) => {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  return memory.ingest({ documents: [{ source: 's.jsonl', format: 'jsonl', text }] })
}
const found = async (question: string) => (await memory.recall({ question, record: false })).items.map(({ content }) => content)
const line = (role: 'user' | 'assistant', content: unknown, more: object = {}) => ({
  type: role,
  sessionId: 's-1',
  timestamp: '2026-05-04T09:00:00.000Z',
  message: { role, content },
  ...more,
})

test.each<[string, ReadonlyArray<object>]>([
  ['a reminder', [line('user', '<system-reminder>\nThe lighthouse is green.\n</system-reminder>')]],
  ['a side chain', [line('user', 'Paint the lighthouse green.', { isSidechain: true })]],
  ['a summary of a compaction', [line('user', 'They painted the lighthouse green.', { isCompactSummary: true })]],
  ['a command', [line('user', '<local-command-stdout>lighthouse: green</local-command-stdout>')]],
  ['the input of a shell', [line('user', '<bash-input>cat lighthouse</bash-input>')]],
  ['injected memory', [line('user', '<memory>\nThe lighthouse is green.\n</memory>')]],
  ['an environment', [line('user', '<environment_context>\n<cwd>/lighthouse</cwd>\n</environment_context>')]],
  ['a heartbeat', [line('user', 'Read HEARTBEAT.md if it exists. Look at the lighthouse.'), line('assistant', 'The lighthouse is green.')]],
  ['an error', [line('assistant', 'API Error: 529 the lighthouse is overloaded', { isApiErrorMessage: true })]],
  ['what a tool gave', [line('user', [{ type: 'tool_result', content: 'lighthouse' }])]],
])('%s is nobody’s words', async (_, lines) => {
  await read(line('user', 'Where is the bell?'), ...lines, line('user', 'And the buoy?'))

  expect(await found('lighthouse green bell buoy')).toEqual(expect.arrayContaining(['user: Where is the bell?', 'user: And the buoy?']))
  expect((await found('lighthouse green')).join()).not.toContain('lighthouse')
})

test('a message keeps its words where a host put its own around them, and where it speaks of a host', async () => {
  await read(
    line('user', '<system-reminder>\nBe brief.\n</system-reminder>\nThe lighthouse is red.\n<memory>\nThe lighthouse is green.\n</memory>'),
    line('user', 'My log has <system-reminder> beside each lighthouse, and `<memory>old</memory>`.'),
  )

  expect((await found('lighthouse')).sort()).toEqual([
    'user: My log has <system-reminder> beside each lighthouse, and `<memory>old</memory>`.',
    'user: The lighthouse is red.',
  ])
})

test('what was said is found by its day, not by that of the reading', async () => {
  await read(
    line('user', 'The lighthouse was painted.', { timestamp: '2026-03-02T23:30:00.000Z' }),
    line('user', 'The lighthouse was lit.', { timestamp: '2026-03-09T00:10:00.000+02:00' }),
  )

  expect(
    (await memory.recall({ question: 'What about the lighthouse on 2 March 2026?', today: '2026-05-04', record: false })).items[0],
  ).toMatchObject({ content: 'user: The lighthouse was painted.' })
  expect(
    (await memory.recall({ question: 'What about the lighthouse on 9 March 2026?', today: '2026-05-04', record: false })).items[0],
  ).toMatchObject({ content: 'user: The lighthouse was lit.' })
})

test('a turn keeps its number when the session grows and when a line before it is cut off', async () => {
  const [first, second] = [line('user', 'Where is the bell?', { uuid: 'u1' }), line('assistant', 'At the pier.', { uuid: 'a1' })]
  await read(first, second)

  expect((await read('{"type":"summ', first, second, line('user', 'And the buoy?', { uuid: 'u2' }))).nodes).toMatchObject({
    added: 1,
    revised: 0,
    unchanged: 2,
    retired: 0,
  })
})

test.each([
  ['When is the party for Emma?', 'The party for Emma is on Saturday at six.', 'Scratch that, it is on Sunday.'],
  ['When does the train to Basel leave?', 'The train to Basel leaves at 19:04.', 'Actually I misread, 19:40.'],
  ['Who is coming to the boat?', 'Bruno is coming to the boat with a giraffe.', 'Just kidding.'],
  ['What do we use for the queue of orders?', 'We use Kafka for the queue of orders.', 'Never mind Kafka, a table will do.'],
  ['Wann kommt der Klempner?', 'Der Klempner kommt am Mittwoch.', 'Quatsch, am Donnerstag.'],
])('%s: what was said is given with what its speaker said next of it', async (question, told, remark) => {
  const answers = ['Great, I will remember that.', 'Let me write it down.', 'It is written down.'].map((words) => line('assistant', words))
  await read(line('user', told), ...answers, line('user', remark), line('assistant', 'Fine.'))

  const { context } = await memory.recall({ question, record: false })
  expect(context.text).toContain(told)
  expect(context.text).toContain(remark)
})
