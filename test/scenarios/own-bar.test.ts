/** A brain measures how sure a memory must be there, and each recall is judged by the bar in force at its position. */
import { expect, test } from 'vitest'
import { lookTotal, measuredNotes, note, watchedLooks } from './measured-bar.ts'
import { openStage } from './stage.ts'

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
    await memory.ingest({ documents: [...measuredNotes, note('kayak.md', hardly)] })
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

test('a recall that is asked while the bar is measured is answered after a few looks, and the bar is the same', async () => {
  const looks = watchedLooks()
  const stage = await openStage('empty', { between: looks.between })
  const { memory } = stage
  try {
    await memory.ingest({ documents: measuredNotes })
    const { bar: alone } = await memory.maintain({ dryRun: true })
    expect(looks.seen()).toBe(lookTotal)

    looks.clear()
    let answeredAt = 0
    const asked = looks.at(20, () =>
      memory.recall({ question: 'What about the xylophone?', session: 's' }).then(() => {
        answeredAt = looks.seen()
      }),
    )
    const { bar } = await memory.maintain({})
    await asked

    expect(answeredAt - 20).toBeLessThanOrEqual(4)
    expect(looks.seen()).toBe(lookTotal + 1)
    expect(bar).toEqual(alone)
  } finally {
    await stage.leave()
  }
})

test('the bar is measured anew where the texts change meanwhile, and left to the next run where they always do', async () => {
  const looks = watchedLooks()
  const stage = await openStage('empty', { between: looks.between })
  const { memory } = stage
  const read = (name: string) => memory.ingest({ documents: [note(name, `Of ${name} nothing else is known.`)] })
  try {
    await memory.ingest({ documents: measuredNotes })

    const asked = [20, 140, 260].map((place) => looks.at(place, () => read(`late-${place}.md`)))
    expect((await memory.maintain({ dryRun: true })).bar).toBeUndefined()
    await Promise.all(asked)
    expect(looks.seen()).toBe(3 * lookTotal)

    looks.clear()
    const once = looks.at(20, () => read('later.md'))
    const { bar } = await memory.maintain({ dryRun: true })
    await once
    expect(looks.seen()).toBe(2 * lookTotal)
    expect(bar).toEqual((await memory.maintain({})).bar)
  } finally {
    await stage.leave()
  }
})

test('two requests at once measure the bar once', async () => {
  const looks = watchedLooks()
  const stage = await openStage('empty', { between: looks.between })
  const { memory } = stage
  try {
    await memory.ingest({ documents: measuredNotes })

    const second = looks.at(20, () => memory.maintain({ when: 'heartbeat' }).then(({ bar }) => expect(bar).toBeUndefined()))
    expect((await memory.maintain({})).bar).toBeDefined()
    await second

    expect(looks.seen()).toBe(lookTotal)
  } finally {
    await stage.leave()
  }
})
