import { afterEach, expect, test } from 'vitest'
import { learnedStory, movedStory } from './kept-aliases.ts'
import { openStage, type Stage } from './stage.ts'

const stages: Array<Stage> = []
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.leave()
})

test.each([
  ['of a person go with a text that moves with its file or into another document, and stay where it is changed', movedStory],
  ['lead to what is learned from as any other, and a reply in their words alone is no use', learnedStory],
])('aliases %s', async (_, story) => {
  const stage = await openStage('empty')
  stages.push(stage)
  await stage.memory.init({})

  await story(stage.memory)
  expect.hasAssertions()
})
