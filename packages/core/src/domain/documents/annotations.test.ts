import { describe, expect, test } from 'vitest'
import { annotationsOf } from './annotations.ts'
import { defaultChunkLimits } from './document.ts'
import { parseMarkdown } from './markdown.ts'

const of = (...texts: ReadonlyArray<string>) => annotationsOf(texts.map((text) => ({ at: 0, text })))
const chunks = (text: string) => parseMarkdown({ fileName: 'MEMORY.md', text }, defaultChunkLimits).chunks

describe('what a host says of an entry', () => {
  test('is its triggers and projects, each once, and its weight', () => {
    expect(of(' trigger: gateway setup; network safety ', ' importance: 9 ', ' project: harbour ', ' Trigger: gateway setup ')).toEqual({
      tags: 'gateway setup, network safety, harbour',
      importance: 900_000_000,
    })
    expect(of(' importance: 3 ', 'importance:10')).toEqual({ importance: 1_000_000_000 })
  })

  test.each([
    '',
    ' a remark ',
    ' trigger ',
    ' trigger: ',
    ' trigger: ,; ',
    ' importance: 11 ',
    ' importance: 0 ',
    ' importance: high ',
    'xtrigger: a',
  ])('is nothing in %j', (text) => {
    expect(of(text)).toEqual({})
  })

  test('has an end', () => {
    expect(of(`trigger: ${'a'.repeat(5_000)}`).tags).toHaveLength(1_000)
  })

  test('belongs to the passage that it stands in or behind, and is no part of its text', () => {
    const text =
      '# Memory\n\n## Gateway\n\n- Keep it on loopback. <!-- trigger: network safety --> <!-- importance: 9 -->\n\n## Ships\n\nThe Anna carries coal.\n<!-- project: harbour -->\n\n## Rest\n\nNothing.\n'

    expect(chunks(text)).toMatchObject([
      { text: '- Keep it on loopback.', tags: 'network safety', importance: 900_000_000 },
      { text: 'The Anna carries coal.', tags: 'harbour' },
      { text: 'Nothing.' },
    ])
    expect(chunks(text)[2]).not.toHaveProperty('tags')
  })
})
