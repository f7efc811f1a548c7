import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatRequest, currentUserText, withoutRun } from '../src/chat-request.ts'
import { createFakeHost } from '../src/fake-host/fake-host.ts'
import { startModel } from '../src/model.ts'
import { createHost } from '../src/openclaw.ts'
import probe from '../src/probe-plugin/probe.ts'
import type { Recorded } from '../src/probe-plugin/recording.ts'
import { fieldsOf, inOrder, pathsOf, readCalls, titlesOf } from './heard.ts'
import { agents, story, type Told, writeWorkspaces } from './probe-story.ts'

interface Heard {
  readonly calls: ReadonlyArray<Recorded>
  readonly requests: ReadonlyArray<ChatRequest>
  readonly log: string
}

let folder: string
let real: Heard
let fake: Heard

const tell = async (host: Told, follow: (script: (typeof story)[number]['script']) => void): Promise<void> => {
  writeWorkspaces(host)
  await host.start()
  for (const { script, tell } of story) {
    follow(script)
    await tell(host)
  }
  await host.stop()
}

const tellReal = async (file: string): Promise<Heard> => {
  const plugin = fileURLToPath(new URL('../src/probe-plugin', import.meta.url))
  const model = await startModel(() => 'not asked')
  const host = await createHost(model.url, { agents, linked: [{ id: probe.id, folder: plugin, config: { file } }] })
  try {
    await tell(host, model.follow)
    return { calls: readCalls(file), requests: model.requests, log: host.log() }
  } finally {
    await host.dispose()
    await model.stop()
  }
}

const tellFake = async (file: string): Promise<Heard> => {
  const entry = { hooks: { allowConversationAccess: true }, config: { file } }
  const host = createFakeHost({ home: join(folder, 'fake'), agents, load: () => probe, entry, script: () => 'not asked' })
  await tell(host, host.follow)
  await host.idle()
  return { calls: readCalls(file), requests: host.requests, log: host.log() }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heard-'))
  const [realFile, fakeFile] = [join(folder, 'real.jsonl'), join(folder, 'fake.jsonl')]
  for (const file of [realFile, fakeFile]) writeFileSync(file, '')
  fake = await tellFake(fakeFile)
  real = await tellReal(realFile)
}, 300_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the fake host is like the real one', () => {
  test('the same story calls the same things of the same registrations in the same order', () => {
    expect(titlesOf(fake.calls)).toEqual(titlesOf(real.calls))
  })

  test('each call is given the same fields', () => {
    const [given, expected] = [fake, real].map(({ calls }) => inOrder(calls).map((call) => [call.name, ...fieldsOf(call)]))

    expect(given).toEqual(expected)
  })

  test('nothing that the fake gives, however deep, is unknown to the real one', () => {
    const known = pathsOf(real.calls)
    const invented = [...pathsOf(fake.calls)].flatMap(([call, paths]) =>
      [...paths].filter((path) => known.get(call)?.has(path) !== true).map((path) => `${call}: ${path}`),
    )

    expect(invented).toEqual([])
  })

  test('the model is sent the same turns, with what the plugin put into them', () => {
    const [sent, expected] = [fake, real].map(({ requests }) => requests.map(sketch))

    expect(sent).toEqual(expected)
  })

  test('a handler that throws or is late is told of in the same words', () => {
    const failures = ({ log }: Heard) => [...log.matchAll(/\[hooks\] (.*)/g)].map(([, failure]) => failure)
    const late = ({ calls }: Heard) => calls.filter(({ kind }) => kind === 'late').map(({ given }) => given)

    expect(failures(fake)).toEqual(failures(real))
    expect(late(fake)).toEqual(late(real))
    expect(late(real)).toEqual([{ active: '[Error: prompt hook invocation is no longer active]' }])
  })
})

/** Who speaks in a request, and what the turn asks; the words of the host's own prompts are its own. */
const sketch = (request: ChatRequest) => ({
  roles: request.messages.map(({ role }) => role),
  asks: withoutRun(currentUserText(request)).replace(/\n\nRuntime: .*$/s, '\n\nRuntime'),
})
