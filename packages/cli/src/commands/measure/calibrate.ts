/** `calibrate`: measures on the brain's own text which questions are new to it, and draws what it found. */
import type { Answer } from '@crabtrail/core'
import { aligned, counted, indented, type Page, plainLine, wrapped } from '../../render/page.ts'
import { ending } from '../../render/parts.ts'
import { answering } from '../command.ts'

export const calibrate = answering('calibrate', ['by', 'off', 'dryRun'], {
  summary: 'measure on the brain’s own text which questions are known, new or noise to it',
  details: [
    'Own text in other words must be known, own text without its passage new, foreign text and words at random noise.',
    'Bands hold for what measured them: the words, or the vectors of one embedder. --off gives them up.',
    'By vectors it first makes those that memories lack, for at most 30 seconds; a dry run makes none.',
    'At most 100 pieces of 400 memories are compared, so a large brain is sampled; the same brain gives the same bands.',
  ],
  reads: ['dryRun'],
  example: 'crabtrail calibrate --dry-run',
  access: 'write',
})(() => calibrated)

export const calibrated = (answer: Answer.CalibrateAnswer, page: Page): ReadonlyArray<string> => {
  const { bands, before, by, compares, dimension, embedder, pieces, source, words, written } = answer
  const measure = embedder === undefined ? by : `${by} of ${embedder} (${counted(dimension ?? 0, 'number')})`
  if (pieces === 0 && source === 'settings') return [`no bands of ${by} were measured: those of the settings hold${ending(answer, page)}`]
  const done = pieces === 0 ? 'the settings’ bands' : `bands measured on ${counted(pieces, 'piece')} of own text`
  return [
    `${done} ${written ? 'hold' : 'would hold'} for ${measure}${ending(answer, page)}`,
    ...indented([
      ...aligned([
        ['', 'noise below', 'new up to', 'known from', ''],
        ['before', ...row(before), page.faint(sourceText[source])],
        [written ? 'now' : 'then', ...row(bands), ''],
      ]),
      ...drawn(answer, page),
      ...again(answer),
      ...(words === undefined ? [] : wrapped(`words were compared: ${plainLine(words)}`, page.width - 2, 4)),
      ...(compares === by
        ? []
        : [page.faint(`questions are compared by ${compares}: ${page.command('profile', 'NAME', '--set', `growth.compare=${by}`)}`)]),
    ]),
  ]
}

/** Lines that compare the bands before and after by the recorded questions: how many are new by them, and what became of their cues. */
const again = ({ recorded }: Answer.CalibrateAnswer): ReadonlyArray<string> => {
  if (recorded === undefined) return []
  const { bands, before, questions } = recorded
  const of = (one: typeof bands) => [`${one.novel}`, `${one.proved}`, `${one.died}`]
  return [
    '',
    ...aligned([
      [`recorded questions (${questions})`, 'new', 'cues proved by a verdict', 'cues that died unused'],
      ['before', ...of(before)],
      ['by these bands', ...of(bands)],
    ]),
  ]
}

const sourceText = {
  settings: 'of the settings',
  calibrated: 'measured before',
  'other-embedder': 'of the settings: those measured before are of another embedder',
} as const

const row = ({ known, noise, novel }: Answer.CalibrateAnswer['bands']): ReadonlyArray<string> =>
  [noise, novel, known].map((bound) => bound.toFixed(2))

const longest = 18

const drawn = ({ fresh, known, noise }: Answer.CalibrateAnswer, page: Page): ReadonlyArray<string> => {
  if (fresh === undefined || known === undefined || noise === undefined) return []
  const sets = [known, fresh, noise]
  const bar = ({ counts }: typeof known, step: number) => '#'.repeat(Math.ceil(((counts[step] ?? 0) / Math.max(1, ...counts)) * longest))
  const shares = (name: 'known' | 'noise' | 'novel', words: string) => [words, ...sets.map((set) => `${Math.round(set[name] * 100)} %`)]
  return [
    '',
    ...aligned([
      [
        'similarity',
        ...[`own text (${known.texts})`, `own text left out (${fresh.texts})`, `foreign text (${noise.texts})`].map(page.strong),
      ],
      ...known.counts.map((_, step) => [(step / known.counts.length).toFixed(2), ...sets.map((set) => bar(set, step))]),
      shares('noise', 'noise'),
      shares('novel', 'new'),
      shares('known', 'known'),
    ]),
  ]
}
