import { describe, expect, test } from 'vitest'
import type { NodeState } from '../graph.ts'
import { nano } from '../strength.ts'
import { type RecordedNovelty, replayNovelty } from './replayed-novelty.ts'

const asked = (top1: number, more: Partial<RecordedNovelty> = {}): RecordedNovelty => ({
  ...{ by: 'words', birth: 'none', failed: [] },
  top1: nano(top1),
  ...more,
})
const made = (top1: number, cue: number) => asked(top1, { birth: 'made', cue })
const bands = (noise: number, novel: number) => ({ noise: nano(noise), novel: nano(novel), known: nano(novel + 0.02) })
const states = new Map<number, NodeState>([
  [1, 'normal'],
  [2, 'retired'],
  [3, 'probation'],
  [4, 'merged'],
])
const replay = (recorded: ReadonlyArray<RecordedNovelty>, [noise, novel]: readonly [number, number]) =>
  replayNovelty(recorded, bands(noise, novel), (cue) => states.get(cue))

describe('S0.96 recorded questions assessed again', () => {
  test('are new between the bounds, both included', () => {
    const recorded = [0.09, 0.1, 0.5, 0.51].map((top1) => asked(top1))

    expect(replay(recorded, [0.1, 0.5])).toEqual({ novel: 2, proved: 0, died: 0 })
    expect(replay(recorded, [0, 1])).toMatchObject({ novel: 4 })
  })

  test('are never new where their text failed a test, and may be where only the bands of then kept them out', () => {
    const recorded = [asked(0.3, { failed: ['small-talk'] }), asked(0.3, { failed: ['band'] }), asked(0.3, { failed: ['prominence'] })]

    expect(replay(recorded, [0.1, 0.5])).toMatchObject({ novel: 2 })
  })

  test('count the cues that were proved and those that died, and no others', () => {
    const recorded = [made(0.2, 1), made(0.3, 2), made(0.3, 3), made(0.4, 4), asked(0.3, { birth: 'seen', cue: 1 }), made(0.6, 2)]

    expect(replay(recorded, [0.1, 0.5])).toEqual({ novel: 5, proved: 2, died: 1 })
    expect(replay(recorded, [0.25, 0.7])).toEqual({ novel: 5, proved: 1, died: 2 })
  })
})
