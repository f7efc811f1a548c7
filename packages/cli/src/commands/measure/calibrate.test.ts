import type { Answer } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { pageOf } from '../../render/page.ts'
import { calibrated } from './calibrate.ts'

const page = pageOf(80, false)
const set = (...at: ReadonlyArray<readonly [step: number, count: number]>) => ({
  texts: at.reduce((sum, [, count]) => sum + count, 0),
  counts: Array.from({ length: 20 }, (_, step) => at.find(([place]) => place === step)?.[1] ?? 0),
  noise: 0.25,
  novel: 0.5,
  known: 0.25,
})
const answer: Answer.CalibrateAnswer = {
  brain: 'local/main/default',
  by: 'words',
  compares: 'words',
  before: { noise: 0.12, novel: 0.86, known: 0.88 },
  source: 'settings',
  bands: { noise: 0.222, novel: 0.8, known: 0.82 },
  pieces: 100,
  known: set([17, 290], [10, 10]),
  fresh: set([6, 100]),
  noise: set([0, 150], [7, 10]),
  written: true,
  position: 800,
}

describe('a calibration', () => {
  test('prints the bands before and after, and draws the three sets in plain characters', () => {
    const lines = calibrated(answer, page)

    expect(lines[0]).toContain('bands measured on 100 pieces of own text hold for words')
    expect(lines[2]).toMatch(/before\s+0\.12\s+0\.86\s+0\.88\s+of the settings/)
    expect(lines[3]).toMatch(/now\s+0\.22\s+0\.80\s+0\.82/)
    expect(lines.find((line) => line.includes('0.85'))).toMatch(/^ {2}0\.85 +#{18}$/)
    // The fewest texts have a bar.
    expect(lines.find((line) => line.includes('0.50'))).toMatch(/^ {2}0\.50 +#$/)
    expect(lines.join('\n')).toMatch(/^[ -~’\n]*$/)
    for (const line of lines.slice(1)) expect(line.length).toBeLessThanOrEqual(80)
    expect(lines.at(-1)).toMatch(/known +25 % +25 % +25 %/)
  })

  test('that writes nothing says so, and names the embedder and what the settings compare', () => {
    const lines = calibrated(
      { ...answer, by: 'vectors', embedder: 'hashed/v1.1/384', dimension: 384, source: 'other-embedder', written: false },
      page,
    )

    expect(lines[0]).toContain('would hold for vectors of hashed/v1.1/384 (384 numbers)')
    expect(lines.join('\n')).toContain('those measured before are of another embedder')
    expect(lines.at(-1)).toContain('--set growth.compare=vectors')
  })

  test('says what both bands make of the questions that were asked', () => {
    const recorded = { questions: 214, before: { novel: 31, proved: 5, died: 9 }, bands: { novel: 12, proved: 4, died: 2 } }
    const lines = calibrated({ ...answer, recorded }, page)

    expect(lines.at(-3)).toMatch(/recorded questions \(214\) +new +cues proved by a verdict +cues that died unused/)
    expect(lines.at(-2)).toMatch(/before +31 +5 +9/)
    expect(lines.at(-1)).toMatch(/by these bands +12 +4 +2/)
    for (const line of lines.slice(-3)) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('that is given up draws nothing', () => {
    const { fresh, known, noise, ...without } = answer

    expect(calibrated({ ...without, source: 'calibrated', pieces: 0, bands: answer.before }, page)).toHaveLength(4)
    expect([fresh, known, noise]).not.toContain(undefined)
  })

  test('that is given up where nothing was measured says that', () => {
    const { fresh: _, known: __, noise: ___, ...without } = answer

    expect(calibrated({ ...without, pieces: 0, bands: answer.before, written: false }, page)).toEqual([
      'no bands of words were measured: those of the settings hold  local/main/default at 800',
    ])
  })
})
