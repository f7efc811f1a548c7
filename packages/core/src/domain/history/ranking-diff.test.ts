import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { type BrainFold, brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { nano, one } from '../strength.ts'
import { note, ref } from '../testing/given.ts'
import type { Walk } from '../walk/walk-record.ts'
import { firstChange, movedPlaces, rankingChangeReader, rankingTypes, type Touched, touchedBy, touchedFor } from './ranking-diff.ts'

const ranked = (...nodes: ReadonlyArray<number>) => nodes.map((node, i) => ({ node, score: 10 - i }))
const placesOf = (before: ReadonlyArray<number>, after: ReadonlyArray<number>, shown: number) =>
  movedPlaces(ranked(...before), ranked(...after), shown).map(({ from, node, to }) => [node, from?.place, to?.place])

describe('the places that moved', () => {
  test('are none where the rankings are equal, whatever their scores', () => {
    expect(placesOf([1, 2], [1, 2], 5)).toEqual([])
  })

  test('come the furthest first, then by number', () => {
    expect(placesOf([1, 2, 3, 4], [4, 2, 3, 1], 5)).toEqual([
      [1, 1, 4],
      [4, 4, 1],
    ])
  })

  test('count a memory that one ranking lacks as behind both', () => {
    expect(placesOf([1, 2, 3], [3, 1], 5)).toEqual([
      [2, 2, undefined],
      [3, 3, 1],
      [1, 1, 2],
    ])
  })

  test('are told of what is shown in one of them, with the place in the whole', () => {
    expect(placesOf([1, 2, 3], [3, 2, 1], 1)).toEqual([
      [1, 1, 3],
      [3, 3, 1],
    ])
  })
})

/** Seed 1 leads by edge 1 to 2, which leads by edge 2 to 3; edge 3 leads to 3, too, and edge 4 takes from 4. */
const link = (edge: number, source: number, target: number): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge, source, target, kind: 'learned', strength: nano(0.5), reason: 'verdict' },
})
const events = [1, 2, 3, 4].map(note).concat(link(1, 1, 2), link(2, 2, 3), link(3, 1, 3), link(4, 1, 4))
const at = (event: NewEvent, position: number) => placed(event, position, { at: 0, actor: 1 })
const foldOf = (): BrainFold => {
  const fold = emptyFold()
  for (const [i, event] of events.entries()) foldEvent(fold, at(event, i + 1))
  return fold
}
const { graph } = brainState(foldOf())
const followed = (edge: number, depth: number) => ({
  edge,
  depth,
  strength: nano(0.5),
  outcome: { _tag: 'Followed', channel: 'rule', energy: 1 } as const,
})
const walk: Walk = {
  fired: [
    { node: 1, depth: 0, energy: 9, edge: 0 },
    { node: 2, depth: 1, energy: 5, edge: 1 },
    { node: 3, depth: 2, energy: 4, edge: 2 },
  ],
  steps: [followed(1, 0), followed(2, 1), { ...followed(3, 0), outcome: { _tag: 'Skipped', reason: 'visited' } }],
  inhibitions: [{ node: 4, depth: 0, energy: 3, edge: 4 }],
}
const sorted = ({ edges, nodes }: Touched) => ({ edges: [...edges].sort(), nodes: [...nodes].sort() })

describe('what decides about a place', () => {
  test('is everything that the walk looked at', () => {
    expect(sorted(touchedBy(graph, walk, ranked(7)))).toEqual({ edges: [1, 2, 3, 4], nodes: [1, 2, 3, 4, 7] })
  })

  test.each([
    [3, [1, 2, 3], [1, 2, 3]],
    [2, [1], [1, 2]],
    [1, [], [1]],
    [4, [4], [4]],
    [9, [], [9]],
  ])('of memory %i is its way, and the edges into it', (node, edges, nodes) => {
    expect(sorted(touchedFor(graph, walk, node))).toEqual({ edges, nodes })
  })
})

describe('the changes between two rankings', () => {
  const changesOf = (touched: Partial<Record<keyof Touched, ReadonlyArray<number>>>, ...more: ReadonlyArray<NewEvent>) => {
    const reader = rankingChangeReader(foldOf(), { edges: new Set(touched.edges), nodes: new Set(touched.nodes) })
    for (const [i, event] of more.entries()) reader.read(at(event, events.length + 1 + i))
    return reader.changes().map(({ event, from, number, of, to }) => [event.type, of, number, from, to])
  }
  const moved = (edge: number, to: number): NewEvent => ({
    type: 'StrengthAdjusted',
    data: { edge, from: nano(0.5), to: nano(to), asked: nano(to), tier: 'manual', rule: 'by-hand', reason: 'set' },
  })

  test('are those of touched edges alone, with their values before and after', () => {
    expect(changesOf({ edges: [1] }, moved(1, 0.9), moved(2, 0.9), moved(1, 0.9))).toEqual([
      ['StrengthAdjusted', 'edge', 1, nano(0.5), nano(0.9)],
    ])
  })

  test('hold what a decay took from each touched edge', () => {
    const decay: NewEvent = {
      type: 'StrengthsDecayed',
      data: { factor: nano(0.5), cutoff: 9, kinds: ['learned'], floor: 'none', spares: 'followed' },
    }

    expect(changesOf({ edges: [1, 3] }, decay)).toEqual([
      ['StrengthsDecayed', 'edge', 1, nano(0.5), nano(0.25)],
      ['StrengthsDecayed', 'edge', 3, nano(0.5), nano(0.25)],
    ])
  })

  test('hold an edge that is pruned as one that goes to 0, and none for an edge that is linked at 0', () => {
    const linked: NewEvent = {
      type: 'EdgeLinked',
      data: { edge: 5, source: 2, target: 4, kind: 'learned', strength: 0, reason: 'verdict' },
    }

    expect(changesOf({ edges: [1, 5] }, { type: 'EdgePruned', data: { edge: 1, reason: 'weak' } }, linked)).toEqual([
      ['EdgePruned', 'edge', 1, nano(0.5), 0],
    ])
  })

  test('hold utilities, texts, trust and settings', () => {
    const changes = changesOf(
      { nodes: [1, 2] },
      { type: 'UtilityAdjusted', data: { node: 1, from: one, to: nano(0.7), asked: 0, tier: 'manual', rule: 'r', reason: 'r' } },
      { type: 'NodeRevised', data: { node: 2, text: ref('9') } },
      { type: 'NodeTrusted', data: { node: 3, trust: 'on' } },
      { type: 'ProfileChanged', data: { profile: 'crabpath', settings: {}, digest: ref('0') } },
    )

    expect(changes).toEqual([
      ['UtilityAdjusted', 'node', 1, one, nano(0.7)],
      ['NodeRevised', 'node', 2, undefined, undefined],
      ['ProfileChanged', 'settings', 0, undefined, undefined],
    ])
  })

  test('have types that a reader may search a stored commit for', () => {
    expect([...rankingTypes].sort()).toEqual([
      'AliasesNamed',
      'DoubtLifted',
      'EdgeLinked',
      'EdgePruned',
      'EdgeRestored',
      'EmbedderChanged',
      'NodeAdded',
      'NodeDoubted',
      'NodeMerged',
      'NodeRestored',
      'NodeRetired',
      'NodeReviewed',
      'NodeRevised',
      'NodeSuperseded',
      'NodeTrusted',
      'NodeUntitled',
      'ProfileChanged',
      'StrengthAdjusted',
      'StrengthsDecayed',
      'StrengthsRestored',
      'SupersessionLifted',
      'UtilityAdjusted',
    ])
  })
})

/** Searches with a property of positions; `rounded` is the position that is tried in place of the one asked for. */
const searched = (
  low: number,
  high: number,
  holds: (position: number) => boolean,
  rounded: (middle: number, low: number, high: number) => number = (middle) => middle,
) => {
  const tried: Array<number> = []
  const search = firstChange(low, high)
  let [below, above] = [low, high]
  let asked = search.next()
  while (asked.done !== true) {
    const position = rounded(asked.value, below, above)
    const differs = holds(position) !== holds(low)
    tried.push(position)
    if (differs) above = position
    else below = position
    asked = search.next({ position, differs })
  }
  return { found: asked.value, tried }
}

describe('the search for a change', () => {
  test('tries nothing where the ends are neighbours', () => {
    expect(searched(4, 5, (position) => position > 4)).toEqual({ found: 5, tried: [] })
  })

  test('finds the one change of a thousand positions in ten tries', () => {
    expect(searched(0, 1_000, (position) => position >= 618)).toMatchObject({ found: 618, tried: { length: 10 } })
  })

  test('tries no position twice and no end, whatever is tried in place of the middle', () => {
    const positions = fc.uniqueArray(fc.nat(200), { minLength: 2, maxLength: 60 }).map((all) => all.sort((a, b) => a - b))
    fc.assert(
      fc.property(positions, fc.array(fc.nat(200)), (ends, flips) => {
        const [low = 0, high = 0] = [ends[0], ends.at(-1)]
        const flipped = (position: number) => flips.filter((flip) => flip <= position).length % 2 === 1
        const holds = (position: number) => (position === high ? !flipped(low) : flipped(position))
        // As ends of commits: the nearest one that lies strictly between, else the middle itself.
        const rounded = (middle: number, below: number, above: number) =>
          ends.find((end) => end >= middle && end < above) ?? ends.findLast((end) => end > below && end < middle) ?? middle

        const { found, tried } = searched(low, high, holds, rounded)

        expect(new Set([low, high, ...tried]).size).toBe(tried.length + 2)
        expect([holds(found - 1), holds(found)]).toEqual([holds(low), !holds(low)])
      }),
    )
  })
})
