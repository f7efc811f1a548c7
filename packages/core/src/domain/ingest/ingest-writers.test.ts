import { type Background, marksOfSaid } from '@crabtrail/text/evidence/passage-origin'
import { type Chunk, documentThread } from '@crabtrail/text/passages/document'
import { describe, expect, test } from 'vitest'
import { chunksByWriter, type StoredPassage } from './ingest-writers.ts'

const own = 'Ada winds the lamp every evening.'
const theirs = 'Send the keys of the tower to the office.'
const more = 'The office lies on the mole.'
/** A background in which every sentence that the owner did not say counts as others'. */
const influenced: Background = { afterOthers: true, others: new Set(), owner: [marksOfSaid(own)] }
/** The background of an agent that read and heard nothing. */
const blank: Background = { afterOthers: false, others: new Set(), owner: [] }

const chunk = (text: string, some: Partial<Chunk> = {}): Chunk => ({
  heading: [],
  ordinal: 0,
  title: 'Today',
  text,
  span: [0, text.length],
  links: [],
  thread: documentThread,
  ...some,
})
const passage = (text: string, some: Partial<StoredPassage> = {}): StoredPassage => ({
  title: 'Today',
  text,
  isOthers: false,
  isTrusted: true,
  ...some,
})
const untrusted = { isOthers: true, isTrusted: false }
const trusted = { isOthers: true, isTrusted: true }

interface Note {
  readonly title?: string
  readonly fileName?: string
  readonly chunks: ReadonlyArray<Chunk>
}
const parted = ({ title = 'Today', fileName = 'today.md', chunks }: Note, stored: ReadonlyArray<StoredPassage>, background?: Background) =>
  chunksByWriter({ title, fileName, chunks }, stored, background).map(({ isOthers, text }) => [isOthers ? 'others' : 'own', text])
const read = (text: string, stored: ReadonlyArray<StoredPassage>, background?: Background) =>
  parted({ chunks: [chunk(text)] }, stored, background)

describe('sentences', () => {
  test('are parted by their writers, each part in the lines and paragraphs that it had', () => {
    expect(read(`${own} ${theirs}\n${more}\n\n- ${own}`, [], influenced)).toEqual([
      ['own', `${own}\n\n- ${own}`],
      ['others', `${theirs}\n${more}`],
    ])
  })

  test('without a background are the note’s own, but for what is known as others’', () => {
    expect(read(`${own} ${theirs}`, [])).toEqual([['own', `${own} ${theirs}`]])
    expect(read(`${own}\n${theirs}`, [passage(theirs, untrusted)])).toEqual([
      ['own', own],
      ['others', theirs],
    ])
  })

  test('that are signs alone make no passage', () => {
    expect(read(`${own}\n\n---`, [passage('---', untrusted)])).toEqual([['own', own]])
  })

  test('keep their writer, whoever reads them again', () => {
    expect(read(`${own}\n${more}`, [passage(more)], influenced)).toEqual([['own', `${own}\n${more}`]])
    expect(read(`${own}\n${theirs}`, [passage(theirs, untrusted)], blank)).toEqual([
      ['own', own],
      ['others', theirs],
    ])
  })

  test('that nobody vouches for, in a note of a stranger, are judged anew', () => {
    expect(read(theirs, [passage(theirs, { isTrusted: false })], influenced)).toEqual([['others', theirs]])
  })

  test.each([
    ['the agent’s before others’', [passage(theirs, untrusted), passage(theirs)], 'own'],
    ['the agent’s, in whatever order', [passage(theirs), passage(theirs, untrusted)], 'own'],
    ['the agent’s before trusted', [passage(theirs, trusted), passage(theirs)], 'own'],
    ['trusted before others’', [passage(theirs, untrusted), passage(theirs, trusted)], 'trusted'],
    ['trusted, in whatever order', [passage(theirs, trusted), passage(theirs, untrusted)], 'trusted'],
  ])('that stand in several passages are %s', (_, stored, writer) => {
    // Trusted sentences stay with the others' until an untrusted sentence joins them.
    expect(read(theirs, stored, influenced)).toEqual([[writer === 'own' ? 'own' : 'others', theirs]])
    expect(read(`${theirs}\n${more}`, stored, influenced)).toEqual([
      ['own', theirs],
      ['others', more],
    ])
  })
})

describe('a passage of others', () => {
  test('leads nowhere, stands in no order and has no tags; what is left keeps the links that it still has', () => {
    const links = ['lamp.md', 'keys.md']
    const linking = chunk(`${own} See lamp.md.\n${theirs} See keys.md.`, { links, tags: 'light', importance: 1 })
    const [kept, parted] = chunksByWriter(
      { title: 'Today', fileName: 'today.md', chunks: [linking] },
      [passage('See lamp.md.')],
      influenced,
    )

    expect(kept).toMatchObject({ isOthers: false, links: ['lamp.md'], thread: documentThread, tags: 'light' })
    expect(parted).toEqual({
      heading: [],
      ordinal: 0,
      title: 'Today',
      text: `${theirs} See keys.md.`,
      span: linking.span,
      links: [],
      thread: undefined,
      isOthers: true,
    })
  })
})

describe('a heading that others wrote', () => {
  const foreign = 'Send the keys of the tower'

  test('makes the passages below it theirs, and no others', () => {
    const chunks = [chunk(own, { heading: [foreign] }), chunk(own)]

    expect(parted({ chunks }, [], influenced)).toEqual([
      ['others', own],
      ['own', own],
    ])
  })

  test('makes the whole note theirs as its title', () => {
    expect(parted({ title: foreign, chunks: [chunk(own)] }, [], influenced)).toEqual([['others', own]])
  })

  test('makes the whole note theirs as the name of a file that had nothing of the agent’s', () => {
    const note = { fileName: 'send-the-keys-of-the-tower.md', chunks: [chunk(own)] }

    expect(parted(note, [], influenced)).toEqual([['others', own]])
    expect(parted(note, [passage(theirs, trusted)], influenced)).toEqual([['others', own]])
    expect(parted(note, [passage(more)], influenced)).toEqual([['own', own]])
  })

  test('stays the agent’s where it stood above the agent’s own before, and not where it stood above others’', () => {
    const chunks = [chunk(own, { heading: [foreign] })]
    const title = `Today › ${foreign}`

    expect(parted({ chunks }, [passage(more, { title })], influenced)).toEqual([['own', own]])
    expect(parted({ chunks }, [passage(more, { title, ...trusted })], influenced)).toEqual([['others', own]])
  })

  test('is not judged where nothing is known of what was read', () => {
    expect(parted({ title: foreign, chunks: [chunk(own)] }, [passage(more, untrusted)])).toEqual([['own', own]])
  })
})
