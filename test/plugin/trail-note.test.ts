import { describe, expect, test } from 'vitest'
import { brain, memory, parts, patient, say, setStage, warnings } from './trail-stage.ts'

setStage()

const recall = (question: string) => memory.worker().ask('recall', { brain, question, record: false }, patient)

describe('/trail note', () => {
  test('keeps the text as the owner wrote it, as a note of the owner, also before the first question', async () => {
    expect(await say('note The "tide" turns twice, at six\nand at seven.')).toMatch(/^Noted as note:[0-9a-f]{12}\.$/)

    const { context } = await recall('when does the tide turn?')
    expect(context.text).toContain('The "tide" turns twice, at six')
    const { events } = await memory.worker().ask('log', { brain, type: 'NodeAdded' }, patient)
    expect(events).toMatchObject([{ actor: 'owner', origin: 'owner', data: { state: 'normal' } }])
  })

  test.each([
    ['note', 'Nothing was noted: say what, as in /trail note'],
    ['note ?!', 'Nothing was changed: text: it has no word'],
    [`note ${'crab '.repeat(1_000)}`, 'at most 4000'],
  ])('%.10s is refused in one line', async (said, why) => {
    const told = await say(said)

    expect(told).toContain(why)
    expect(told).not.toContain('\n')
    expect(warnings).toEqual([])
    expect(parts.state.health.problems.size).toBe(0)
  })
})
