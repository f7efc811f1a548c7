/** Through how many source files a recall, a verdict, a changed note and a host turn pass, told by the functions that ran. */
import { mkdtempSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layerSqlite } from '../packages/store/src/sqlite.ts'
import { openStore } from '../test/models/open-store.ts'
import { createFakeHost } from '../test/src/fake-host/fake-host.ts'

/** Paths from the root of the repository. */
export interface Ways {
  readonly recall: ReadonlySet<string>
  readonly verdict: ReadonlySet<string>
  /** One note of three is read in with another sentence. */
  readonly 'changed note': ReadonlySet<string>
  /** Of the thread of the host; the memory behind it runs in another. */
  readonly turn: ReadonlySet<string>
}

const notes = [
  '# Harbour light\n\nAda trims the lamp of the lighthouse at dusk.',
  '# Boat\n\nThe boat is tarred in April by Ben with pine tar from the shed.',
  '# Ferry\n\nThe ferry leaves at seven. See [the boat](note-2.md).',
]
const question = 'Who trims the lamp of the lighthouse?'

export const waysThrough = async (root: string): Promise<Ways> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const source = `file://${root}packages/`
  const ran = async (doing: () => Promise<unknown>): Promise<ReadonlySet<string>> => {
    await session.post('Profiler.takePreciseCoverage')
    await doing()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const files = result.filter(({ functions, url }) => url.startsWith(source) && functions.some(isCalled))
    return new Set(files.map(({ url }) => url.slice(`file://${root}`.length)))
  }
  const home = mkdtempSync(join(tmpdir(), 'house-'))
  try {
    return { ...(await inMemory(ran, join(home, 'one.db'))), turn: await inHost(ran, home) }
  } finally {
    session.disconnect()
    rmSync(home, { recursive: true, force: true })
  }
}

type Ran = (doing: () => Promise<unknown>) => Promise<ReadonlySet<string>>

/** The function without a name that spans a whole module runs while it loads. */
const isCalled = ({
  functionName,
  ranges,
}: {
  functionName: string
  ranges: ReadonlyArray<{ count: number; startOffset: number }>
}): boolean => (ranges[0]?.count ?? 0) > 0 && !(functionName === '' && ranges[0]?.startOffset === 0)

/** Each is done once before, so that what is opened and cached once does not count. */
const inMemory = async (ran: Ran, path: string): Promise<Omit<Ways, 'turn'>> => {
  const store = openStore({ layer: layerSqlite({ path }) })
  const memory = await store.memory()
  const read = (changed: string) => {
    const texts = notes.map((text) => text.replace('pine tar', changed))
    return memory.ingest({ documents: texts.map((text, at) => ({ source: `note-${at + 1}.md`, format: 'markdown', text: `${text}\n` })) })
  }
  await read('pine tar')
  await read('birch tar')
  const judge = async (turn: string | null) => {
    await memory.feedback({ turn: turn ?? '', verdict: 'wrong', nodes: ['note-1.md'], instead: ['note-2.md'] })
    await memory.learn({})
  }
  await judge((await memory.recall({ question })).turn)
  let turn: string | null = null
  const recall = await ran(async () => {
    turn = (await memory.recall({ question })).turn
  })
  const verdict = await ran(() => judge(turn))
  const changed = await ran(() => read('linseed oil'))
  await store.close()
  return { recall, verdict, 'changed note': changed }
}

const inHost = async (ran: Ran, home: string): Promise<ReadonlySet<string>> => {
  const load = async () => (await import('../packages/plugin-openclaw/src/index.ts')).default
  const entry = { hooks: { allowConversationAccess: true }, config: { deadlineMs: 10_000, follow: false } }
  const host = createFakeHost({ home, load, entry, config: {}, script: () => 'Done.' })
  await host.start()
  await host.chat('agent:main:main', question)
  await host.settled()
  const turn = await ran(async () => {
    await host.chat('agent:main:main', question)
    await host.settled()
  })
  await host.stop()
  return turn
}
