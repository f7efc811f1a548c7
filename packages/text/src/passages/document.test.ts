import { describe, expect, test } from 'vitest'
import { chunkTitle, clippedTitle, fileTitle } from './document.ts'

describe('titles', () => {
  test.each([
    ['notes/deploy.md', 'deploy'],
    ['a.b.md', 'a.b'],
    ['README', 'README'],
    ['.md', '.md'],
    ['', 'untitled'],
    ['notes/', 'untitled'],
  ])('of the file %j is %j', (fileName, title) => {
    expect(fileTitle(fileName)).toBe(title)
  })

  test('join the document and its headings, without empty ones', () => {
    expect(chunkTitle('Deploy', ['Roll back', '', 'Step'])).toBe('Deploy › Roll back › Step')
  })

  test('are cut between characters', () => {
    expect(clippedTitle(`${'x'.repeat(199)}😀y`)).toBe('x'.repeat(199))
  })
})
