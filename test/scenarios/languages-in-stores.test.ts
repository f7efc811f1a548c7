/** Words of several languages give the same answers in every store, at any position, and leave with the note that had them. */
import { expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'
import { heldIn } from './bytes.ts'
import { type Language, notesIn, questionsIn } from './languages/measure.ts'
import { openStage, ranking } from './stage.ts'

const languages: ReadonlyArray<Language> = ['de', 'nl', 'fr']
const documents = (language: Language) => notesIn(language).map(({ format, source, text }) => ({ format, source, text }))
const questions = languages.flatMap((language) => questionsIn(language).slice(0, 8))

test('two stores give the same scores to the bit, while the languages come one after the other', async () => {
  const stage = await openStage('empty')
  const store = openStore()
  const [onDisk, inMemory] = [stage.memory, await store.memory()]
  for (const language of languages) {
    for (const memory of [onDisk, inMemory]) await memory.ingest({ documents: documents(language) })
    for (const question of questions) {
      const asked = { question, record: false }
      expect(ranking(await onDisk.recall(asked))).toEqual(ranking(await inMemory.recall(asked)))
    }
  }
  await store.close()
  await stage.leave()
})

test('a position that is past answers as it did, also from an index built anew', async () => {
  const stage = await openStage('empty')
  const { position } = await stage.memory.ingest({ documents: documents('de') })
  const then = new Map<string, unknown>()
  for (const question of questions) then.set(question, ranking(await stage.memory.recall({ question, record: false })))

  await stage.memory.ingest({ documents: documents('nl') })
  const past = async () => {
    for (const question of questions)
      expect(ranking(await stage.memory.recall({ question, at: `${position}` }))).toEqual(then.get(question))
  }
  await past()
  await stage.memory.doctor({ rebuildIndex: true })
  await past()
  expect((await stage.memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok)).toEqual([])
  await stage.leave()
})

test('a question that quotes a forgotten note in another form of its words goes with it', async () => {
  const stage = await openStage('empty')
  await stage.memory.ingest({ documents: documents('de') })
  await stage.memory.ingest({
    documents: [{ source: 'x.md', format: 'markdown', text: 'Die Zwetschgenbäume hat Ottilie im Garten hinter dem Haus.' }],
  })
  await stage.memory.recall({ question: 'Wo stand denn der Zwetschgenbaum?' })
  await stage.memory.recall({ question: 'Welche Zwetschgenbäumen meinst du?' })
  expect(heldIn(stage.path, ['Zwetschgenbäumen'])).not.toEqual([])

  await stage.memory.forget({ node: 'x.md' })

  expect(heldIn(stage.path, ['Zwetschgenbäume', 'Zwetschgenbäumen', 'zwetschgenbaum', 'Ottilie'])).toEqual([])
  await stage.leave()
})
