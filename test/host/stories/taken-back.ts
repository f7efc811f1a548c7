/** A hundred conversations, one of which taught a wrong route: its owner takes that one back in the chat, and the next message shows it. */
import type { MemoryWorker } from '@crabtrail/store/worker'
import { describe, expect, test } from 'vitest'
import { type ChatRequest, currentUserText, toolTexts } from '../../src/chat-request.ts'
import { calling, deferred, inTurn } from '../../src/model-script.ts'
import { sharedHost } from '../one-gateway.ts'
import { patient } from '../stage.ts'

const agent = 'marina'
const brain = `local/${agent}/default`
const desk = `agent:${agent}:desk`
const question = 'How are releases deployed?'
const [right, wrong] = ['handbook/releases.md', 'handbook/rollbacks.md']
const conversations = 100
/** The conversation that misleads. */
const misleading = 41
const keyOf = (number: number) => `agent:${agent}:day-${number}`
const berths = ['north', 'south', 'east', 'west', 'inner', 'outer', 'upper', 'lower']

const notes: ReadonlyArray<readonly [source: string, text: string]> = [
  [right, '# Releases\n\nReleases are deployed from the main branch by the nightly Argo pipeline.\n'],
  [wrong, '# Rollbacks\n\nRollbacks of releases are deployed by hand with the rollback script.\n'],
  ...berths.map(
    (name, at) => [`handbook/${name}.md`, `# The ${name} berth\n\nThe ${name} berth takes boats of ${10 + at} metres.\n`] as const,
  ),
]
const owner = { brain, actor: 'owner', actorKind: 'owner', origin: 'owner', sessionKind: 'interactive' } as const

/** Records a conversation: a question and the verdicts on its answer. Returns what stands behind such a message. */
const converse = async (memory: MemoryWorker, number: number): Promise<string> => {
  const said = { ...owner, session: keyOf(number) }
  const asked = number === misleading ? question : `How long are boats of the ${berths[number % berths.length]} berth?`
  const { context, items, turn } = await memory.ask('recall', { ...said, question: asked }, patient)
  const about = { ...said, turn: turn ?? expect.unreachable(), nodes: [items[0]?.node ?? expect.unreachable()] }
  if (number !== misleading) await memory.ask('feedback', { ...about, verdict: 'used' }, patient)
  else
    for (const verdict of ['wrong', 'not-relevant'] as const) await memory.ask('feedback', { ...about, verdict, instead: [wrong] }, patient)
  return context.text
}

/** What stood behind the question before anything was taught about it. */
let old = ''

const stage = sharedHost({
  agents: [agent],
  prepare: ({ withStore }) =>
    withStore(async (memory) => {
      await memory.ask('init', { brain }, patient)
      const documents = notes.map(([source, text]) => ({ source, format: 'markdown', text }) as const)
      await memory.ask('ingest', { brain, documents }, patient)
      for (let number = 1; number <= conversations; number++) {
        const text = await converse(memory, number)
        if (number === misleading) old = text
      }
    }),
})

const say = (message: string, script = inTurn('Done.')) => {
  stage.model.follow(script)
  return stage.host.chat(desk, message)
}
/** Asks the question; returns the first request with it that the model server received. */
const sentFor = async (message: string): Promise<ChatRequest> => {
  const before = stage.model.requests.length
  await say(message)
  return stage.model.requests.slice(before).find((request) => currentUserText(request).includes(message)) ?? expect.unreachable()
}
const given = (request: ChatRequest) => [...currentUserText(request).matchAll(/^\[([^\]]+\.md)\]/gm)].map(([, id]) => id)
const fenced = (text: string) => /<crabtrail-memory turn="t\d+">[\s\S]*<\/crabtrail-memory>/.exec(text)?.[0]?.replace(/ turn="t\d+"/, '')
const numberOf = async (session: string) =>
  (await stage.log(agent, { session })).find(({ type }) => type === 'SessionStarted')?.session ?? expect.unreachable()
/** What leads to the berths, which only the other conversations taught. */
const taughtByOthers = () =>
  stage.withStore(async (memory) => {
    const shown = await Promise.all(berths.map((name) => memory.ask('show', { brain, what: `handbook/${name}.md` }, patient)))
    return shown.flatMap(({ edges }) => edges.map(({ edge, strength }) => [edge, strength]))
  })

describe('one conversation of a hundred that taught a wrong route, in a real gateway', () => {
  test('leads the next message to the wrong note', async () => {
    const verdicts = (await stage.log(agent)).filter(({ type }) => type === 'FeedbackGiven')

    expect(new Set(verdicts.map(({ session }) => session)).size).toBe(conversations)
    expect(old).toContain(right)
    expect(given(await sentFor(question))).toEqual([wrong])
  })

  test('is taken back by its owner in the chat: what would change first, and the very next message has the old note again', async () => {
    const session = await numberOf(keyOf(misleading))
    const [before, others] = [await stage.log(agent), await taughtByOthers()]

    const shown = await say(`/trail unlearn session ${session}`)
    const untouched = await stage.log(agent)
    const done = await say(/To do it: (.*)$/.exec(shown)?.[1] ?? '')
    const next = await sentFor(question)

    expect(shown).toContain(`2 signals of ${session} would be taken out`)
    expect(shown).toMatch(/would rank otherwise:\n- "How are releases deployed\?": handbook\/rollbacks\.md .* → handbook\/releases\.md/)
    expect(untouched).toEqual(before)
    expect(done).toMatch(/^Taken back: 2 signals of s\d+\. .*\n[\s\S]*\/trail unlearn undo \d+/)
    expect(given(next)).toEqual([right])
    expect(fenced(currentUserText(next))).toBe(fenced(old))
    expect(others.length).toBeGreaterThan(berths.length - 1)
    expect(await taughtByOthers()).toEqual(others)
  })

  test('the last verdict of this conversation is taken back by the agent, where the owner asks it to', async () => {
    await say(`/trail wrong 1 instead ${wrong}`)
    const misled = given(await sentFor(question))

    await say('Forget that I said that was wrong.', inTurn(calling(deferred('memory_undo', {})), 'Done.'))

    const answer = toolTexts(stage.model.requests.at(-1) ?? expect.unreachable()).join('\n')
    expect(misled).toEqual([wrong])
    expect(answer).toMatch(/Taken back: f\d+: wrong on t\d+ .*How are releases deployed\?/)
    expect(given(await sentFor(question))).toEqual([right])
  })

  test('and all of it follows from the log', async () => {
    const verified = await stage.withStore((memory) => memory.ask('verify', { brain, rederive: true }, patient))

    expect(verified.checks.filter(({ ok }) => !ok)).toEqual([])
  })
})
