/** A brain measures how sure a memory must be there, and each recall is judged by the bar in force at its position. */
import { expect, test } from 'vitest'
import { foreignMessages } from '../../packages/core/src/domain/recall/own-bar.ts'
import { openStage } from './stage.ts'

const note = (source: string, text: string) => ({ source, format: 'markdown' as const, text })

/** Notes that have every word of a foreign message, so that the bar is as high as it may be. */
const notes = foreignMessages.slice(0, 45).map((message, place) => note(`note-${place}.md`, `${message} Nothing else is known of it.`))
const live = 'local/main/default'
const hardly = 'A kayak lay there once, and somebody took it'

test('INV-253 a recall is judged by the bar of its position, and settings that change end the bar', async () => {
  const stage = await openStage('empty')
  const { memory } = stage
  const bars = async () => (await stage.log()).events.filter(({ type }) => type === 'ConfidenceCalibrated').length
  const given = async (at?: number) =>
    (
      await memory.recall({
        brain: live,
        question: 'Is there kayak gossip or hearsay?',
        record: false,
        ...(at === undefined ? {} : { at: String(at) }),
      })
    ).context.items
  try {
    await memory.ingest({ documents: [...notes, note('kayak.md', hardly)] })
    const before = await given()
    const rehearsed = await memory.maintain({ dryRun: true })
    const { position: early } = await memory.maintain({ when: 'turn' })
    expect(await bars()).toBe(0)

    const { bar } = await memory.maintain({})
    expect(bar).toEqual(rehearsed.bar)
    expect(bar?.least).toBeCloseTo(2.3)
    expect(await bars()).toBe(1)
    expect(before).toEqual(['kayak.md'])
    expect(await given()).toEqual([])
    expect(await given(early)).toEqual(['kayak.md'])

    // A branch with other settings has no bar that was measured under these, and one with the same has it.
    await memory.replay({ saveAs: 'same' })
    await memory.replay({ saveAs: 'other', profile: 'balanced', settings: { 'context.confidence.asks': 0.65 } })
    const inBranch = async (brain: string) =>
      (await memory.recall({ question: 'Is there kayak gossip or hearsay?', record: false, brain })).context.items
    expect([await inBranch('same'), await inBranch('other')]).toEqual([[], ['kayak.md']])

    expect((await memory.maintain({ brain: live })).bar).toBeUndefined()
    expect(await bars()).toBe(1)
    await memory.profile({ brain: live, profile: 'balanced', settings: { 'context.confidence.asks': 0.65 } })
    expect(await given()).toEqual(['kayak.md'])
    expect((await memory.maintain({ brain: live, when: 'heartbeat' })).bar?.least).toBeCloseTo(2.3)
  } finally {
    await stage.leave()
  }
})
