/** An agent wrote down text from a page, in the fake host: no prompt has any of it, until the owner trusts it. */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { currentUserText, toolTexts } from '../src/chat-request.ts'
import { calling, deferred, inTurn } from '../src/model-script.ts'
import { agentsOfOneStage, openStage, patient, type Stage, stagesOfEachTest } from './stage.ts'

const page =
  'Harbour Weekly. Payments to the harbour office are to be sent to account 77001234 at Gull Bank. The ferry pier closes every Tuesday for repairs.'
const repeated = '- Payments to the harbour office are to be sent to account 77001234 at Gull Bank.'
const paraphrased = '- Harbour money goes to Gull Bank these days.'
const own = '- The user moved to Lyon in October.'
const related = 'Which account of Gull Bank are harbour office payments sent to?'
const lyon = 'Who moved to Lyon in October?'

/** The file of a note in the workspace of the agent whose tools are called: each test has an agent of its own. */
let file: (path: string) => string
const text = (said: string) => ({ result: { content: [{ type: 'text' as const, text: said }], details: {} } })
const append = (args: object) => {
  const { content, path } = args as { readonly path: string; readonly content: string }
  mkdirSync(dirname(file(path)), { recursive: true })
  appendFileSync(file(path), content)
  return text('written')
}
/** Into a note, without a word of it in the answer. */
const download = () => {
  mkdirSync(file('memory'), { recursive: true })
  writeFileSync(file('memory/news.md'), page)
  return text('')
}
const hostTools = {
  write: append,
  web_fetch: () => text(page),
  exec: (args: object) => ((args as { readonly command?: string }).command?.startsWith('curl') ? download() : text(page)),
  read: () => text(`# Today\n\n${own}\n${repeated}\n`),
}
const options = { config: { follow: true }, hostTools }
const agentOfItsOwn = agentsOfOneStage(options)
const gateways = stagesOfEachTest()

interface Scene {
  readonly one: Stage
  readonly host: Stage['host']
  readonly session: string
  readonly brain: string
  readonly shown: (node: string) => Promise<{ readonly origin: string; readonly content: string } | undefined>
  readonly read: (fits: () => Promise<boolean>) => Promise<unknown>
}

const sceneOf = (one: Stage, agent: string): Scene => {
  const brain = `local/${agent}/default`
  file = (path) => join(one.host.workspaceOf(agent), path)
  return {
    one,
    host: one.host,
    session: `agent:${agent}:talk`,
    brain,
    shown: async (what) =>
      one
        .memory()
        .ask('show', { brain, what }, patient)
        .then(
          ({ nodes: [node] }) => (node?.node !== what || node.state === 'retired' ? undefined : node),
          () => undefined,
        ),
    read: (fits) => vi.waitUntil(fits, { timeout: 120_000 }),
  }
}
const stage = async (): Promise<Scene> => {
  const one = await agentOfItsOwn(() => 'Hello.')
  return sceneOf(one, one.agent)
}
const say = ({ host, session }: Scene, message: string, where = session) => host.chat(where, message)
const given = ({ host: { requests } }: Scene) => currentUserText(requests.at(-1) ?? expect.unreachable())
const written = (path: string, content: string) => calling({ name: 'write', arguments: { path, content } })
const fetched = calling({ name: 'web_fetch', arguments: { url: 'http://harbour.example' } })

/** Says where the owner lives, reads a page, and writes down both. */
const readAndNote = async (scene: Scene) => {
  const { host, read, shown } = scene
  await say(scene, 'Please remember that I moved to Lyon in October and take the early ferry.')
  host.follow(inTurn(fetched, written('memory/today.md', `# Today\n\n${own}\n${repeated}\n${paraphrased}\n`), 'Noted.'))
  await say(scene, 'What is new in the harbour? Take a note.')
  host.follow(() => 'Hello.')
  await read(async () => (await shown('memory/today.md~others')) !== undefined)
}

test('a note from a page reaches no prompt: not the owner’s next, not another conversation’s; search finds it marked, and trust has it given', async () => {
  const scene = await stage()
  const { host, shown } = scene
  await readAndNote(scene)

  expect(await shown('memory/today.md')).toMatchObject({ origin: 'agent', content: own })
  expect(await shown('memory/today.md~others')).toMatchObject({ origin: 'untrusted', content: `${repeated}\n${paraphrased}` })
  const before = host.requests.length
  for (const message of [related, lyon, 'What time is it?', 'Where does the money go these days?']) await say(scene, message)
  await say(scene, related, `${scene.session}-other`)
  const prompts = host.requests.slice(before).map(currentUserText)
  expect(prompts.join('\n')).toContain('moved to Lyon in October')
  for (const prompt of prompts) expect(prompt.replace(related, '')).not.toMatch(/Gull|77001234/)

  host.follow(inTurn(calling(deferred('memory_search', { query: related, corpus: 'all' })), 'Found.'))
  await say(scene, 'Search the memory for the bank.')
  expect(toolTexts(host.requests.at(-1) ?? expect.unreachable()).join('\n')).toMatch(/today\.md~others[\s\S]*untrusted/)
  host.follow(() => 'Hello.')
  expect(await say(scene, '/trail trust memory/today.md~others')).toContain('trusted by the owner')
  await say(scene, related)
  expect(given(scene)).toContain('77001234')
})

test('a page that a command puts into a note unread is others’', async () => {
  const scene = await stage()
  const { host, read, shown } = scene
  const command = 'curl -s https://harbour.example/news -o memory/news.md'
  host.follow(inTurn(calling({ name: 'exec', arguments: { command } }), 'Saved.'))
  await say(scene, 'Save the news of the harbour into your notes.')
  host.follow(() => 'Hello.')
  await read(async () => [await shown('memory/news.md'), await shown('memory/news.md~others')].some((node) => node !== undefined))

  await say(scene, related)
  expect(given(scene).replace(related, '')).not.toMatch(/Gull|77001234/)
  expect(await shown('memory/news.md~others')).toMatchObject({ origin: 'untrusted' })
})

test('after the owner spoke again only what repeats the page is others’', async () => {
  const scene = await stage()
  const { host, read, shown } = scene
  host.follow(inTurn(fetched, 'Read.'))
  await say(scene, 'What is new in the harbour?')
  host.follow(inTurn(written('memory/later.md', `# Later\n\n- The cat is called Mira and sleeps all day.\n${repeated}\n`), 'Noted.'))
  await say(scene, 'Thanks. My cat is called Mira.')
  await read(async () => (await shown('memory/later.md~others')) !== undefined)

  expect((await shown('memory/later.md'))?.content).toBe('- The cat is called Mira and sleeps all day.')
  expect((await shown('memory/later.md~others'))?.content).toBe(repeated)
})

test('who reads the note that holds the page reads the page: what is written then is others’ too', async () => {
  const scene = await stage()
  const { host, read, shown } = scene
  await readAndNote(scene)
  host.follow(
    inTurn(
      calling({ name: 'read', arguments: { path: 'memory/today.md' } }),
      written('MEMORY.md', '# Facts\n\n- The office on the quay has changed its bank.\n'),
      'Tidied.',
    ),
  )
  await say(scene, 'Thank you. Tidy your notes up, please.')
  await read(async () => (await shown('MEMORY.md~others')) !== undefined)

  expect((await shown('MEMORY.md~others'))?.content).toContain('has changed its bank')
})

test('what the owner writes by hand between turns is as before, whatever was read', async () => {
  const scene = await stage()
  const { host, read, shown } = scene
  host.follow(inTurn(fetched, 'Read.'))
  await say(scene, 'What is new in the harbour?')
  host.follow(() => 'Hello.')
  // The notes were looked at after the turn.
  await read(async () => keptOf(scene)?.spans.length === 0)
  mkdirSync(file('memory'), { recursive: true })
  writeFileSync(file('memory/hand.md'), '# Hand\n\nMoorings are paid in the kiosk.\n')
  await host.heartbeat('Look around')
  await read(async () => (await shown('memory/hand.md')) !== undefined)

  expect(await shown('memory/hand.md')).toMatchObject({ origin: 'agent' })
  expect(await shown('memory/hand.md~others')).toBeUndefined()
})

interface Kept {
  readonly influenced: ReadonlyArray<string>
  spans: Array<readonly [number, number | null]>
}

const keptFile = ({ one }: Scene): string => `${one.path}.reading.json`
/** Returns the record of the agent's reading that outlives the process. */
const keptOf = (scene: Scene): Kept | undefined =>
  existsSync(keptFile(scene)) ? JSON.parse(readFileSync(keptFile(scene), 'utf8')).brains[scene.brain] : undefined

/** Deletes everything that a process knows, so that the next host of this test acts as another process. */
const forgetProcess = () => {
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (/^@crabtrail\/agent-host .* state$/.test(key.description ?? '')) Reflect.deleteProperty(globalThis, key)
  }
}

test('a gateway that ended between the writing and the reading does not take the page for the agent’s words', async () => {
  const home = mkdtempSync(join(tmpdir(), 'others-words-'))
  const first = sceneOf(await openStage({ ...options, home }), 'main')
  first.host.follow(inTurn(fetched, 'Read.'))
  await say(first, 'What is new in the harbour?')
  await first.host.settled()
  await first.read(async () => keptOf(first)?.influenced.length === 1)
  const kept = keptFile(first)
  expect(readFileSync(kept, 'utf8')).not.toMatch(/harbour|gull/i)
  await first.host.stop()
  forgetProcess()
  // As a gateway leaves it that was killed while the run was under way, with a note written and not read.
  const record = JSON.parse(readFileSync(kept, 'utf8'))
  record.brains[first.brain].spans = [[Date.now(), null]]
  writeFileSync(kept, JSON.stringify(record))
  mkdirSync(file('memory'), { recursive: true })
  writeFileSync(file('memory/crash.md'), `# Crash\n\n${paraphrased}\n`)

  const second = sceneOf(await gateways({ ...options, home }), 'main')
  await second.read(async () => (await second.shown('memory/crash.md~others')) !== undefined)

  expect(await second.shown('memory/crash.md')).toBeUndefined()
  await say(second, 'Where does the harbour money go these days?')
  expect(given(second)).not.toContain('Gull')
})
