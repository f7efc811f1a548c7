/**
 * What the plugin makes a host send anew, in twenty turns with and without it, is told and stays within bounds.
 *
 * In short: `test/plugin/hooks-of-a-run.test.ts`
 */
import { expect, test } from 'vitest'
import type { ChatRequest } from '../src/chat-request.ts'
import { notesRead, writeNotes } from './notes.ts'
import { freelancerNotes, partsOf, placed, places, projectFiles, type Resent, resent, talk, work } from './prompt-cache.ts'
import { realHost } from './stage.ts'

const stage = realHost({ prepare: async (prepared) => writeNotes(prepared, { ...freelancerNotes, ...projectFiles }) })

type Conversation = typeof talk

const conversed = async (session: string, conversation: Conversation): Promise<ReadonlyArray<ChatRequest>> => {
  const { host, model } = stage
  const first = model.requests.length
  for (const { says, script } of conversation) {
    model.follow(script)
    await host.turn(`agent:main:${session}`, says)
  }
  return model.requests.slice(first)
}

test('twenty turns with and without tools, with and without the plugin: what is sent anew is told, and stays within bounds', async () => {
  const { host, timed } = stage
  await notesRead(stage, Object.keys(freelancerNotes).length)
  const ours = await timed('with the plugin', async () => ({
    talk: await conversed('talk-1', talk),
    work: await conversed('work-1', work),
  }))
  await host.reconfigure({ plugins: { entries: { crabtrail: { enabled: false } } } })
  const bare = await timed('without it', async () => ({ talk: await conversed('talk-2', talk), work: await conversed('work-2', work) }))

  for (const kind of ['talk', 'work'] as const) {
    const without = resent(bare[kind].map(partsOf))
    const lines = [
      row(kind, 'without the plugin', without, without),
      row(kind, 'with the plugin', resent(ours[kind].map(partsOf)), without),
    ]
    for (const place of places) lines.push(row(kind, `fences ${place}`, resent(placed(ours[kind], place)), without))
    process.stdout.write(`${lines.join('\n')}\n`)
    expect(ours[kind]).toHaveLength(bare[kind].length)
    expect(resent(ours[kind].map(partsOf)).fresh / without.fresh).toBeLessThan(most[kind])
  }
}, 600_000)

/** The shares of docs/results/prompt-cache.md, and five tokens more for each note in talk. */
const most = { talk: 1.35, work: 1.55 } as const

const row = (kind: string, what: string, { fresh, largest, requests, sent }: Resent, without: Resent): string =>
  `| ${kind} | ${what} | ${requests} | ${sent} | ${fresh} | ${(fresh / without.fresh).toFixed(2)} | ${largest} |`
