import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { badLessonHeldUp } from '../../packages/cli/src/demo/bad-lesson.ts'
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
  test('with --poison tells how a bad lesson is found and taken back, in which every claim holds', async () => {
    const { ok, steps } = await place.ask('demo', '--poison')

    expect(steps.flatMap((one: Json) => one.claims.flatMap(({ claim, holds }: Json) => (holds ? [] : [`${one.step}: ${claim}`])))).toEqual(
      [],
    )
    expect(ok).toBe(true)
    expect(badLessonHeldUp('alone', steps)).toBe(true)
    const broken = steps.map((one: Json) => ({ ...one, claims: one.claims.map((claim: Json) => ({ ...claim, holds: false })) }))
    expect([broken, steps.slice(1), steps.toReversed()].map((told) => badLessonHeldUp('alone', told))).toEqual([false, false, false])
    expect([existsSync(place.store), readdirSync(place.home)]).toEqual([false, []])
  })

  test('with --poison prints at most a screen a step, names the session in three of them, and says at the end that all of it held', async () => {
    const { code, stdout } = await place.run('demo', '--poison')

    const told = stdout.split(/\n(?=\d+\. )/).slice(1)
    expect(code).toBe(0)
    expect(told).toHaveLength(14)
    for (const step of told) expect(step.trimEnd().split('\n').length, step).toBeLessThanOrEqual(32)
    expect(told.filter((step) => step.includes('✓ it names visitor') && step.includes('in visitor s5'))).toHaveLength(3)
    expect(stdout).toContain('✓ all of it held')
    expect(stdout).not.toContain('✗')
  })
})
