/** S0.1: nodes grow by themselves; small talk makes few of them, and none that stays. */
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

/** Messages in ten languages, by another hand, from which no sign was learned; a third of the small talk is made to look like the other half. */
const smallTalk = readFileSync(new URL('../eval/sets/small-talk-unseen.tsv', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, kind, text = ''] = line.split('\t')
    return kind === 'empty' ? [text] : []
  })

/** The set of S0.32 with its usual spellings: the document ends its own list with “etc.”. */
const blocked = new Set([
  ...[
    'hello',
    'hi',
    'hey',
    'hi there',
    'hello there',
    'thanks',
    'thank you',
    'thx',
    'ty',
    'thanks a lot',
    'yes',
    'no',
    'yep',
    'nope',
    'yeah',
  ],
  ...[
    'ok',
    'okay',
    'k',
    'got it',
    'sure',
    'great',
    'cool',
    'nice',
    'lol',
    'haha',
    'bye',
    'goodbye',
    'good morning',
    'morning',
    'good night',
  ],
])
const inRuns = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
/** S0.30 to S0.33 as they are written: three tokens, 0.45 letters, not in the blocked set. A character of a script without spaces counts as a token. */
const passesTheDocument = (text: string): boolean => {
  const tokens = Math.max(text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length, text.match(inRuns)?.length ?? 0)
  const shown = text.replace(/\s/g, '')
  const plain = text.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, '')
  return tokens >= 3 && (shown.match(/\p{L}/gu)?.length ?? 0) >= 0.45 * shown.length && !blocked.has(plain.trim())
}

let stage: Stage
afterEach(() => stage.leave())

describe('of 200 messages of small talk', () => {
  test.each(['balanced', 'crabpath'])(
    'S0.1 under %s a fifth at most of those that pass the document’s own tests become nodes, and these are gone after fifteen turns',
    async (profile) => {
      stage = await openStage('demo notes')
      const { memory } = stage
      await memory.profile({ profile, settings: { 'growth.perHour': 100_000, 'growth.perSession': 1_000_000, 'growth.cooldown': 0 } })
      const made = new Set<string>()
      for (const question of smallTalk) {
        const { novelty } = await memory.recall({ question, session: 'talk', autoNeurogenesis: true })
        if (novelty.created && novelty.cue !== undefined) made.add(novelty.cue)
      }

      expect(made.size).toBeGreaterThan(0)
      expect(5 * made.size).toBeLessThanOrEqual(smallTalk.filter(passesTheDocument).length)

      for (let turn = 0; turn < 15; turn++) await memory.recall({ question: 'thanks a lot', session: 'talk', autoNeurogenesis: true })
      await memory.maintain({})

      for (const cue of made) expect((await memory.show({ what: cue })).nodes[0]?.state).toBe('retired')
    },
  )
})
