/** Conversations that were written without a look at how a message is heard, in the fake host: the newest of three sets, or all of them. */
import { finalHalves, freshHalves, laterHalves } from '../conversations/corpus.ts'
import { holdInFakeHost } from '../conversations/held-in-fake-host.ts'

const whole = process.env['CRABTRAIL_WHOLE'] === 'yes'

holdInFakeHost([
  ...(whole
    ? ([
        ['fresh', freshHalves],
        ['later', laterHalves],
      ] as const)
    : []),
  ['final', finalHalves],
])
