/** What the plugin does to the bytes of a request: the same conversation with it, without it, and with it but without its tools. */
import { expect } from 'vitest'
import { type ChatRequest, currentUserText, historyBefore, prefixBefore, withoutRun } from '../src/chat-request.ts'
import { inFull, inShort } from '../src/in-full.ts'
import { calling, inTurn, type Script } from '../src/model-script.ts'
import type { Stage } from './stage.ts'

interface Exchange {
  readonly says: string
  readonly script: Script
}

const exchange = (says: string, ...answers: Parameters<typeof inTurn>): Exchange => ({ says, script: inTurn(...answers) })

/** The model answers the same whoever asks it. */
const allExchanges: ReadonlyArray<Exchange> = [
  exchange('How are releases deployed?', 'By the nightly pipeline.'),
  exchange('And how are rollbacks done?', 'By hand.'),
  exchange('Thank you!', 'You are welcome.'),
  exchange('When does the first ferry leave the harbour?', 'At six.'),
  exchange(
    'Look into the note on the kitchen',
    calling({ id: 'callread', name: 'read', arguments: { path: 'MEMORY.md' } }),
    'It is painted every spring.',
  ),
  exchange('When do the second gate and the staff entrance open for crews?', 'They open for crews at four.'),
  exchange("No, that's wrong. The staff entrance opens for crews at five.", 'Noted.'),
  exchange('Which pipeline deploys releases?', 'Argo.'),
  exchange('Which script does rollbacks?', 'The rollback script.'),
  exchange('That is all.', 'Goodbye.'),
]
/** In short without those that are like another one. */
const conversation = allExchanges.filter((_, place) => inFull || ![2, 3, 7, 8].includes(place))
const givenAtLeast = inShort(4, 6)
const requestsMade = conversation.length + 1

/** What the tools add to the system prompt, as it is written in a request. */
const toolLines = [
  '- memory_feedback (crabtrail): Call it when the user says that what a recalled note says is wrong or beside the point, or when you see so yourself, or a note decided your answer.\n',
  '- memory_forget (crabtrail): Call it when the user asks you to forget what you know of someone or something. It shows first what would go.\n',
  '- memory_note (crabtrail): Call it when the user asks you to remember something, or you found out what will be needed again.\n',
  '- memory_undo (crabtrail): Call it when the user takes back what they said of a note, as in: forget that I said that was wrong.\n',
  '- memory_why (crabtrail): Tells what was recalled for the last message and why, or why a note was not.\n',
].map((line) => JSON.stringify(line).slice(1, -1))

// Of the same length, so that requests are too.
const sessions = { full: 'agent:main:bytes-1', off: 'agent:main:bytes-2', quiet: 'agent:main:bytes-3' } as const
type Run = keyof typeof sessions

type Runs = Readonly<Record<Run, ReadonlyArray<ChatRequest>>>

/** The conversation in a gateway whose notes are read: with the plugin, without it, and with it but without its tools. */
export const conversed = async (stage: Stage): Promise<Runs> => {
  const { host, model, timed } = stage
  const converse = async (run: Run): Promise<ReadonlyArray<ChatRequest>> => {
    const first = model.requests.length
    for (const { says, script } of conversation) {
      model.follow(script)
      await host.turn(sessions[run], says)
    }
    return model.requests.slice(first)
  }
  const change = (entry: object) => timed('reload', () => host.reconfigure({ plugins: { entries: { crabtrail: entry } } }))
  const full = await timed('turns with the plugin', () => converse('full'))
  await change({ enabled: false })
  const off = await timed('turns without it', () => converse('off'))
  await change({ enabled: true, config: { tools: false } })
  const quiet = await timed('turns with it, without its tools', () => converse('quiet'))
  await change({ config: { tools: null } })
  return { full, off, quiet }
}

/** A text of a run without what no two runs have in common. */
const plain = (run: Run, text: string): string => withoutRun(text).replaceAll(sessions[run], 'SESSION')
const prefixes = (runs: Runs, run: Run) => runs[run].map((request) => plain(run, prefixBefore(request)))
const remembered = (requests: ReadonlyArray<ChatRequest>) =>
  requests.filter((request) => currentUserText(request).includes('<crabtrail-memory turn='))
const fence = /\\n\\n<crabtrail-memory turn=\\"t\d+\\">.*?<\/crabtrail-memory>/s
const withoutTools = (text: string) => toolLines.reduce((rest, line) => rest.replace(line, ''), text)

interface Check {
  readonly title: string
  readonly run: (runs: Runs, stage: Stage) => void | Promise<void>
}

export const byteChecks: ReadonlyArray<Check> = [
  {
    title: 'in more than half of the turns memories stand behind the message, and without the plugin never',
    run: async (runs, stage) => {
      const given = new Set(remembered(runs.full).map(currentUserText)).size

      expect(given).toBeGreaterThanOrEqual(givenAtLeast)
      expect(remembered(runs.quiet).length).toBeGreaterThanOrEqual(givenAtLeast)
      expect(remembered(runs.off)).toEqual([])
      for (const run of ['full', 'off', 'quiet'] as const) expect(runs[run]).toHaveLength(requestsMade)
      expect(await stage.log('main', { session: sessions.full })).not.toEqual([])
      await expect(stage.log('main', { session: sessions.off })).rejects.toThrow('no session')
    },
  },
  {
    title: 'before the message they are the bytes without the plugin, but for the same three lines in every system prompt',
    run: (runs) => {
      const systems = new Set(runs.full.map(({ messages }) => messages[0]?.content))

      for (const line of toolLines) for (const prefix of prefixes(runs, 'full')) expect(prefix.split(line)).toHaveLength(2)
      expect(prefixes(runs, 'full').map(withoutTools)).toEqual(prefixes(runs, 'off'))
      expect(systems.size).toBe(1)
      tell('prefix bytes compared', prefixes(runs, 'off'))
      tell('constant lines', toolLines)
    },
  },
  {
    title: 'the conversation before the message is the same to the byte',
    run: (runs) => {
      const histories = (run: Run) => runs[run].map((request) => plain(run, historyBefore(request)))

      expect(histories('full')).toEqual(histories('off'))
      expect(histories('full').at(-1)).toContain('By hand.')
      expect(histories('full').join()).not.toContain('crabtrail')
      tell('conversation bytes compared', histories('off'))
    },
  },
  {
    title: 'what stands before a message goes on, byte for byte, from what stood before the one before',
    run: (runs) => {
      for (const run of ['full', 'quiet'] as const) {
        const written = runs[run].map(prefixBefore)
        for (const [index, prefix] of written.slice(1).entries()) expect(prefix.startsWith(written[index] ?? 'none')).toBe(true)
        expect(new Set(written).size).toBe(conversation.length)
      }
    },
  },
  {
    title: 'without its tools they are the bytes without the plugin, to the last one',
    run: (runs) => {
      expect(prefixes(runs, 'quiet')).toEqual(prefixes(runs, 'off'))
    },
  },
  {
    title: 'the rest of a request, and the schemas of tools, differ by nothing but the fenced memories',
    run: (runs) => {
      const bare = (run: Run) => runs[run].map(({ body }) => plain(run, body.replace(fence, '')))

      expect(bare('full').map(withoutTools)).toEqual(bare('off'))
      expect(bare('quiet')).toEqual(bare('off'))
      tell('request bytes compared', bare('off'))
    },
  },
]

const tell = (what: string, texts: ReadonlyArray<string>): void => {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  process.stdout.write(`${what}: ${bytes} in ${texts.length}\n`)
}
