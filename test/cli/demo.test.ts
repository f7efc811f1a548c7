import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { heldUp } from '../../packages/cli/src/demo/story.ts'
import { correctionPage, correctionPicture } from '../../tools/correction-picture.ts'
import { type Json, makePlace } from './place.ts'

const place = makePlace()
afterAll(() => place.remove())

describe('crabtrail demo', () => {
  test('tells the whole story, in which every claim holds, touches no store, and is what the README pictures', async () => {
    const { ok, steps } = await place.ask('demo')

    expect(ok).toBe(true)
    expect(heldUp('alone', steps)).toBe(true)
    const [, asked, , again] = steps
    expect(asked.answer.items[0].node).toBe('runbooks/roll-back-a-bad-deploy.md')
    expect(again.answer.items[0].node).toBe('runbooks/return-to-last-green.md')
    const broken = (name: string) => steps.map((one: Json) => (one.step === name ? { ...one, same: false } : one))
    expect(['unrelated', 'rolled-back', 'moved'].map((name) => heldUp('alone', broken(name)))).toEqual([false, false, false])
    expect(existsSync(place.store)).toBe(false)
    expect(readdirSync(place.home)).toEqual([])
    // Run `node tools/correction-picture.ts` where the rankings changed on purpose.
    expect(correctionPicture(steps)).toBe(readFileSync(correctionPage, 'utf8'))
  })
})
