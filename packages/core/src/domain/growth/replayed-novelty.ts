/**
 * Assesses recorded questions again by other bands, without asking them: how many would be new, and what became of the cues that they made (S0.96).
 *
 * A log has the similarity of every question that was assessed, so bands can be compared on what was really asked. Pure.
 */
import type { EventData } from '../events/brain-event.ts'
import type { NodeState } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { MeasuredBands } from './calibration.ts'

export type RecordedNovelty = Pick<EventData<'NoveltyAssessed'>, 'birth' | 'by' | 'cue' | 'failed' | 'top1'>

export interface ReplayedNovelty {
  /** Questions that are new by the bands. */
  readonly novel: number
  /** Cues that a verdict proved, whose question is new by the bands. */
  readonly proved: number
  /** Cues that died unused, whose question is new by the bands: they are its false positives. */
  readonly died: number
}

/** Assesses the questions by these bands. Prominence is left out, as where bands are measured. `stateOf` is the state of a cue now. */
export const replayNovelty = (
  recorded: ReadonlyArray<RecordedNovelty>,
  { noise, novel }: MeasuredBands,
  stateOf: (cue: NodeNumber) => NodeState | undefined,
): ReplayedNovelty => {
  const fit = recorded.filter(({ failed }) => failed.every((gate) => gate === 'band' || gate === 'prominence'))
  const isNew = fit.filter(({ top1 }) => top1 >= noise && top1 <= novel)
  const states = isNew.flatMap(({ birth, cue }) => (birth === 'made' && cue !== undefined ? [stateOf(cue)] : []))
  return {
    novel: isNew.length,
    proved: states.filter((state) => state !== undefined && proven.has(state)).length,
    died: states.filter((state) => state === 'retired').length,
  }
}

/** States of a cue that passed its probation. */
const proven: ReadonlySet<NodeState> = new Set(['normal', 'protected', 'merged'])
