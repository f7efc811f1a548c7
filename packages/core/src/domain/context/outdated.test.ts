import { describe, expect, test } from 'vitest'
import type { Supersession } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { gaveWayTo, repeatedIn, sentencesOver } from './outdated.ts'

const older = 'The piano lessons of Mia are on Mondays at five.'
const [note, message, line] = [1, 2, 3]
const judged: Supersession = { by: message, reason: 'said', rule: 'judged', part: [32, 39] }

type Over = Readonly<Record<NodeNumber, ReadonlyArray<Supersession>>>

const graphWith = (over: Over, readAt: Readonly<Record<NodeNumber, number>> = {}) => ({
  isTrusted: () => true,
  stateOf: () => 'normal' as const,
  typeOf: () => 'fact' as const,
  originOf: () => 'owner' as const,
  readAt: (node: NodeNumber) => readAt[node] ?? node,
  superseded: () => Object.keys(over).map(Number),
  supersededBy: (node: NodeNumber) => over[node] ?? [],
})

const partOf = (text: string, over: Over = { [note]: [judged] }, readAt: Readonly<Record<NodeNumber, number>> = {}, of = older) => {
  const graph = graphWith(over, readAt)
  const found = repeatedIn(graph, { node: line, text }, sentencesOver(graph, [{ node: note, text: of }]))
  return found === undefined ? undefined : text.slice(...found.at)
}

describe('a line of talk that repeats a sentence with words that are over', () => {
  test('is told by these words, whatever stands around the sentence', () => {
    expect(partOf('assistant: As far as I know, the piano lessons of Mia are on Mondays at five. Shall I write it down?')).toBe('Mondays')
  })

  test.each([
    ['says another value', 'assistant: The piano lessons of Mia are on Fridays at five.'],
    ['is about somebody else', 'assistant: The piano lessons of Ben are on Mondays at five.'],
    ['is no talk', 'The piano lessons of Mia are on Mondays at five.'],
  ])('not where it %s', (_, text) => {
    expect(partOf(text)).toBeUndefined()
  })

  test('not where the sentence is so short that it may be said of anything', () => {
    const short: Supersession = { ...judged, part: [6, 10] }
    expect(partOf('assistant: Port: 8080', { [note]: [short] }, {}, 'Port: 8080')).toBeUndefined()
  })

  test('of a person only if he said it before it was put right: behind that it is true again', () => {
    const text = 'Ann: the piano lessons of Mia are on Mondays at five.'
    expect(partOf(text, undefined, { [message]: 20, [line]: 10 })).toBe('Mondays')
    expect(partOf(text, undefined, { [message]: 20, [line]: 30 })).toBeUndefined()
    expect(partOf(text.replace('Ann', 'assistant'), undefined, { [message]: 20, [line]: 30 })).toBe('Mondays')
  })

  test('of a memory that a verdict called wrong, where that is one sentence', () => {
    const named: Supersession = { by: message, reason: 'verdict', rule: 'named' }
    const text = 'assistant: The piano lessons of Mia are on Mondays at five.'
    expect(partOf(text, { [note]: [named] })).toBe('The piano lessons of Mia are on Mondays at five')
    expect(partOf(text, { [note]: [named] }, {}, `${older} She likes the teacher.`)).toBeUndefined()
  })
})

test('memories that gave way to those of a ranking are found by them', () => {
  const graph = graphWith({ [note]: [judged], [line]: [{ ...judged, by: 9 }] })
  expect(gaveWayTo(graph, [message, 5])).toEqual([note])
})
