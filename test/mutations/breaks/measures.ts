/** What `stats` tells of the newest turns: time, walks, inhibition and whom verdicts reached. */
import type { Break } from '../break.ts'

export const measures: ReadonlyArray<Break> = [
  {
    rows: 'S3.104',
    says: 'memories that fired in one recall count for the next one',
    file: 'packages/core/src/domain/history/percentiles.ts',
    text: 'fired = steps = 0',
    put: 'steps = 0',
    test: 'packages/core/src/domain/history/percentiles.test.ts',
    name: 'what turns took is read from their events; a turn without a call has none, and a skip without a wait took no time',
  },
  {
    rows: 'S3.52, S3.53',
    says: 'a recall that came too late is in time',
    file: 'packages/core/src/domain/history/percentiles.ts',
    text: "event.data.reason === 'deadline' || event.data.reason === 'late'",
    put: "event.data.reason === 'deadline'",
    test: 'packages/core/src/domain/history/percentiles.test.ts',
    name: 'what turns took S3.52 S3.53 are late where a reply went on without its recall, and where a call of a routing model did not end in time',
  },
  {
    rows: 'S3.105',
    says: 'what a negative edge takes is not counted',
    file: 'packages/core/src/domain/history/learning-health.ts',
    text: 'taken += event.data.energy',
    put: 'taken += 0',
    test: 'packages/core/src/domain/history/learning-health.test.ts',
    name: 'the health of learning S3.105 the inhibition is what negative edges took in a recall, on the average of the newest ones',
  },
  {
    rows: 'S3.114',
    says: 'a verdict counts for every memory of its turn',
    file: 'packages/core/src/domain/history/attribution.ts',
    text: 'nodes: event.data.nodes })',
    put: 'nodes: undefined })',
    test: 'packages/core/src/domain/history/attribution.test.ts',
    name: 'S3.114 the precision of attribution is the share of what verdicts reached that the reply drew on, whether the verdict or the end of the turn comes first',
  },
  {
    rows: 'S3.114',
    says: 'what was inferred from a reply proves that it was right',
    file: 'packages/core/src/domain/history/attribution.ts',
    text: "turn !== undefined && event.data.given !== 'inferred' && ",
    put: 'turn !== undefined && ',
    test: 'packages/core/src/domain/history/attribution.test.ts',
    name: 'S3.114 the precision of attribution leaves out what was inferred from the reply, what is worth nothing, and turns whose reply is not known',
  },
]
