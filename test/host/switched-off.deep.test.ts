/**
 * The plugin is switched off in a running gateway in the middle of a turn: the rest of that turn goes without it. And what another session
 * says is not the owner's word. What the host is told to forget is erased here.
 *
 * In short: `test/plugin/hooks-of-a-run.test.ts`
 */
import { expect, test, vi } from 'vitest'
import { type ChatRequest, currentUserText, toolTexts } from '../src/chat-request.ts'
import { calling, deferred, inTurn } from '../src/model-script.ts'
import { fewPlugins } from '../src/openclaw-settings.ts'
import { realHost } from './stage.ts'

const stage = realHost({ config: fewPlugins() })
const session = 'agent:main:talk'
const question = 'When does the crew mess open?'

const set = (entry: object) => stage.host.reconfigure({ plugins: { entries: { crabtrail: entry } } })
const patience = { timeout: 120_000, interval: 100 }
const logged = (text: string) => stage.host.log().split(text).length - 1
const events = async () => (await stage.log()).map(({ type }) => type)
/** The newest request of a turn that asks this: runs that an earlier message set off may still ask the model. */
const sentFor = (asked: string): ChatRequest =>
  stage.model.requests.findLast((request) => currentUserText(request).includes(asked)) ?? expect.unreachable()

test('what another session sends is answered with nothing from memory, judges nothing and teaches nothing', async () => {
  stage.model.follow(inTurn('Done.'))
  await stage.timed('first turn', () => stage.host.chat(session, '/trail note The crew mess opens at half past five.'))
  await stage.host.chat(session, question)
  const given = currentUserText(sentFor(question))
  await vi.waitUntil(async () => (await events()).includes('TurnCompleted'), patience)
  const before = (await stage.log()).length

  const words = 'No, that is wrong. The crew mess opens at seven.'
  let arrived: string | undefined
  stage.model.follow((request) => {
    const said = currentUserText(request)
    if (said.includes(words) && !said.includes('Pass on')) arrived ??= said
    if (!said.includes('Pass on') || toolTexts(request).length > 0) return 'Done.'
    return calling(deferred('sessions_send', { sessionKey: session, message: words, timeoutSeconds: 20 }))
  })
  await stage.host.chat('agent:main:other', `Pass on: ${words}`)
  await vi.waitUntil(() => arrived !== undefined, patience)
  await vi.waitUntil(
    async () =>
      (await stage.log()).slice(before).some(({ data, type }) => type === 'RecallSkipped' && data['reason'] === 'not-interactive'),
    patience,
  )

  const since = (await stage.log()).slice(before)
  expect(given).toContain('half past five')
  expect(arrived).not.toContain('crabtrail-memory')
  const taught = ['FeedbackGiven', 'MessageJudged', 'NodeSuperseded', 'CorrectionHeard']
  expect(since.filter(({ type }) => taught.includes(type))).toEqual([])
}, 300_000)

test('switched off in the middle of a turn, it answers and records nothing more of it', async () => {
  let before: ReadonlyArray<string> = []
  let answers: ReadonlyArray<string> = []
  const off = 'config hot reload applied (plugins.entries.crabtrail.enabled)'
  stage.model.follow(async (request) => {
    // Two agents that send each other messages go on for some rounds.
    if (!currentUserText(request).includes(question)) return 'Done.'
    if (toolTexts(request).length > 0) {
      answers = toolTexts(request)
      return 'Done.'
    }
    const applied = logged(off)
    await set({ enabled: false })
    await vi.waitUntil(() => logged(off) > applied, patience)
    before = await events()
    return calling(deferred('memory_note', { text: 'The bar opens at nine.' }), deferred('memory_why', {}))
  })

  await stage.host.chat(session, question)
  stage.model.follow(inTurn('Done.'))
  await stage.host.chat(session, question)

  expect(answers).toHaveLength(2)
  for (const answer of answers) expect(answer).toContain('The memory was switched off by its owner.')
  expect(currentUserText(sentFor(question))).not.toContain('crabtrail-memory')
  expect(await events()).toEqual(before)
}, 300_000)

test('switched on again, it goes on with what it knew', async () => {
  await set({ enabled: true })
  stage.model.follow(inTurn('Done.'))

  await vi.waitUntil(async () => {
    await stage.host.chat(session, question)
    return currentUserText(sentFor(question)).includes('half past five')
  }, patience)

  await vi.waitUntil(async () => (await events()).at(-1) !== 'TurnStarted', patience)
  expect(await stage.withStore((memory) => memory.ask('verify', {}, { deadlineMs: 60_000 }))).toMatchObject({ ok: true })
}, 300_000)

test('what the host is told to forget is erased here too, with a receipt', async () => {
  const [room, asked] = ['agent:main:forgotten', 'What does Petrasson play?']
  await stage.host.chat(room, '/trail note Petrasson plays the violin in the crew band.')
  await stage.host.chat(room, asked)
  const given = currentUserText(sentFor(asked))

  const answer = await stage.host.cli('memory', 'forget', '--agent', 'main', '--session', room, '--json')
  const receipt = /the host forgot the session \S+: (\d+) contents of local\/main\/default were erased/
  await vi.waitUntil(() => receipt.test(stage.host.log()), { timeout: 180_000, interval: 500 })
  await stage.host.chat('agent:main:elsewhere', asked)

  expect(given).toContain('Petrasson plays the violin')
  expect(answer).toContain('sessionResolutions')
  expect(Number(receipt.exec(stage.host.log())?.[1])).toBeGreaterThan(1)
  expect(currentUserText(sentFor(asked))).not.toContain('violin')
  expect(JSON.stringify(await stage.log())).not.toContain('violin')
}, 600_000)
