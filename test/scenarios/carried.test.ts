/** A verdict moves what carried the memory to the question, whatever made it: on the notes of the demo, under every profile. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage('demo notes')
})
afterEach(() => stage.leave())

/** Asks in the words of the memories that lead to this one, until a turn walks to it. */
const carriedTo = async (node: string): Promise<string | undefined> => {
  const { edges, nodes } = await stage.memory.show({ what: node })
  const sources = edges.filter(({ linked, target }) => linked && target === node).map(({ source }) => source)
  const [own, ...around] = nodes
  const asked = [own, ...around.filter((one) => sources.includes(one.node))].flatMap((one) => (one === undefined ? [] : [one]))
  for (const { content, title } of asked)
    for (const question of [title, content.slice(0, 300)]) {
      if (question.trim() === '') continue
      const { items, turn } = await stage.memory.recall({ question, limit: 100 })
      if (items.some((item) => item.node === node && item.path.length > 0)) return turn ?? undefined
    }
  return undefined
}

const memories = async () => {
  const { contents, events } = await stage.log()
  return events.flatMap((event) => (event.type === 'NodeAdded' ? [contents.get(event.data.id) ?? ''] : []))
}

describe('“not relevant” on every memory of the demo notes', () => {
  // All memories under the profile whose document asks for it; every fifth one under the others, for the time that it takes.
  test.each([
    ['linkstrength', 1, 90],
    ['balanced', 5, 18],
    ['crabpath', 5, 18],
    ['neurogated', 5, 18],
  ] as const)('takes from what carried it, under %s', async (profile, every, least) => {
    await stage.memory.profile({ profile })
    const [moved, silent]: [Array<string>, Array<string>] = [[], []]
    for (const node of (await memories()).filter((_, at) => at % every === 0)) {
      const turn = await carriedTo(node)
      if (turn === undefined) continue
      const { adjustments } = await stage.memory.feedback({ verdict: 'not-relevant', turn, nodes: [node] })
      const path = adjustments.filter(({ source }) => !source.startsWith('auto:'))
      expect(path.every(({ from, to }) => to <= from)).toBe(true)
      if (path.some(({ from, to }) => to < from)) moved.push(node)
      else silent.push(node)
    }

    // To the others no walk led from any of the questions: nothing carried, so nothing can be blamed.
    expect(silent).toEqual([])
    expect(moved.length).toBeGreaterThanOrEqual(least)
    expect(await stage.memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })
})
