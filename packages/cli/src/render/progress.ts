/** How far a long command is, for somebody who watches: how much is done of how much, and how fast. */
import type { IngestStep } from '@crabtrail/core'

const doing: Readonly<Record<IngestStep['stage'], readonly [verb: string, of: string]>> = {
  compared: ['reading', 'documents'],
  stored: ['storing', 'documents'],
  joined: ['joining', 'passages'],
}

/** `elapsedMs` since the stage began. */
export const progressLine = ({ done, of, stage }: IngestStep, elapsedMs: number): string => {
  const [verb, what] = doing[stage]
  const rate = elapsedMs < 1 ? '' : `, ${whole((done * 1_000) / elapsedMs)} a second`
  return `${verb} ${whole(done)} of ${whole(of)} ${what}${rate}`
}

const whole = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')

/** Between two lines that are shown, at least so long. */
const pauseMs = 100

/** Which steps are worth a line: the last of a stage, and others not too often. Answers the line, or nothing. */
export const progressLines = (): ((step: IngestStep, nowMs: number) => string | undefined) => {
  let stage: IngestStep['stage'] | undefined
  let began = 0
  let shown = Number.NEGATIVE_INFINITY
  return (step, nowMs) => {
    if (step.stage !== stage) {
      stage = step.stage
      began = nowMs
    }
    if (step.done < step.of && nowMs - shown < pauseMs) return undefined
    shown = nowMs
    return progressLine(step, nowMs - began)
  }
}
