import { expect, test } from 'vitest'
import { keptTerms } from '../../packages/text/src/languages/stem.ts'
import { openStage } from './stage.ts'

test('the words of a text that was erased are in no table of terms of the process', async () => {
  const stage = await openStage('empty')
  await stage.memory.ingest({
    documents: [{ source: 'vault.md', format: 'markdown', text: '# Vault\n\nThe zanzibarite lies in the locker.\n' }],
  })
  await stage.memory.recall({ question: 'Where does the zanzibarite lie?' })
  const before = keptTerms.has('zanzibarite')

  await stage.memory.forget({ node: 'vault.md' })

  expect(before).toBe(true)
  expect(keptTerms.has('zanzibarite')).toBe(false)
  await stage.leave()
})
