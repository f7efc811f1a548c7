/** A message of one bare word: a search for it, or small talk. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

const notes = {
  'forge.md': 'The anvil stands in the forge.',
  'log.md': 'The logbook tells of herring.',
  'roof.md': 'I wrote thanks to all who helped with the roof, and ok to the rest.',
  'haus.md': 'Der Schornstein wurde im Mai gefegt, danke an Jonas.',
  'maison.md': 'La chaudière est révisée en octobre, merci à Luc.',
}

let stage: Stage
beforeEach(async () => {
  stage = await openStage('empty')
  const documents = Object.entries(notes).map(([source, text]) => ({ source, format: 'markdown' as const, text }))
  await stage.memory.ingest({ documents })
})
afterEach(() => stage.leave())

const given = async (question: string) => (await stage.memory.recall({ question, record: false })).context.items

describe('one bare word', () => {
  test.each([
    ['anvil', 'forge.md'],
    ['Anvil', 'forge.md'],
    ['herring', 'log.md'],
    ['roof', 'roof.md'],
    ['Schornstein', 'haus.md'],
    ['chaudière', 'maison.md'],
  ])('%s is looked for', async (word, note) => {
    expect(await given(word)).toEqual([note])
  })

  test.each(['thanks', 'Thanks', 'ok', 'danke', 'merci', 'thanks!', 'Danke.'])('%s is small talk, although a note has it', async (word) => {
    expect(await given(word)).toEqual([])
  })

  test.each(['zeppelin', 'x', '7'])('%s, which no memory has, is answered with nothing', async (word) => {
    expect(await given(word)).toEqual([])
  })
})
