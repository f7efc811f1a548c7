/** Draws NDCG@10 of every set as an SVG bar chart, one bar for each method. It is readable on a light and on a dark background. */
import { plainLine } from 'crabtrail'
import type { MeasuredSet } from '../protocols/retrieval.ts'

/**
 * Colours of the methods, in the order of the bars. They differ in lightness as well as in hue, and each is visible on white and on black.
 */
const colours: Readonly<Record<string, string>> = {
  bm25: '#8a8f98',
  cosine: '#b3a58c',
  'text alone': '#7fa8d6',
  'no edges': '#9a7fd1',
  'no gate': '#d68a4f',
  'no coverage order': '#5fae8b',
  all: '#2f7fe0',
}

const order = Object.keys(colours)

const bar = { width: 20, gap: 3 } as const
const space = { left: 44, right: 16, top: 52, bottom: 44, between: 28 } as const
const height = 260
const grey = '#808080'

/** Returns the lines of an SVG file with a transparent background. */
export const plot = (sets: ReadonlyArray<MeasuredSet>): ReadonlyArray<string> => {
  const methods = order.filter((name) => sets.some((set) => set.methods.some(({ method }) => method === name)))
  const group = Math.max(methods.length * (bar.width + bar.gap), 64)
  const width = Math.max(space.left + sets.length * (group + space.between) + space.right, legendWidth(methods))
  const whole = space.top + height + space.bottom
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${whole}" width="${width}" height="${whole}" role="img" font-family="system-ui, sans-serif" font-size="11" fill="${grey}">`,
    '<title>NDCG@10 of every set</title>',
    `<text x="${space.left}" y="16" font-size="13">NDCG@10, times 100</text>`,
    ...legend(methods),
    ...scale(width),
    ...sets.flatMap((set, at) => setBars(set, methods, space.left + space.between / 2 + at * (group + space.between), group)),
    '</svg>',
  ]
}

/** Upper bound of the pixels that a word of the legend takes. */
const wordWidth = (word: string): number => 26 + 7 * word.length

const legendWidth = (methods: ReadonlyArray<string>): number =>
  space.left + methods.reduce((sum, method) => sum + wordWidth(method), 0) + space.right

const legend = (methods: ReadonlyArray<string>): ReadonlyArray<string> =>
  methods.flatMap((method, at) => {
    const x = space.left + methods.slice(0, at).reduce((sum, one) => sum + wordWidth(one), 0)
    return [`<rect x="${x}" y="26" width="11" height="11" fill="${colours[method]}"/>`, `<text x="${x + 16}" y="35.5">${method}</text>`]
  })

const scale = (width: number): ReadonlyArray<string> =>
  [0, 20, 40, 60, 80, 100].flatMap((value) => {
    const y = heightAt(value / 100)
    return [
      `<line x1="${space.left}" x2="${width - space.right}" y1="${y}" y2="${y}" stroke="${grey}" stroke-opacity="${value === 0 ? 1 : 0.25}"/>`,
      `<text x="${space.left - 6}" y="${y + 4}" text-anchor="end">${value}</text>`,
    ]
  })

const setBars = (set: MeasuredSet, methods: ReadonlyArray<string>, x: number, width: number): ReadonlyArray<string> => [
  ...methods.flatMap((name, at) => {
    const scores = set.methods.find(({ method }) => method === name)?.scores
    if (scores === undefined) return []
    const left = x + (width - methods.length * (bar.width + bar.gap)) / 2 + at * (bar.width + bar.gap)
    const top = heightAt(scores.ndcg10)
    const value = (100 * scores.ndcg10).toFixed(1)
    return [
      `<rect x="${left}" y="${top}" width="${bar.width}" height="${heightAt(0) - top}" fill="${colours[name]}"><title>${escaped(set.set)}, ${name}: ${value}</title></rect>`,
      `<text x="${left + bar.width / 2}" y="${top - 3}" text-anchor="middle" font-size="9">${value.replace(/^100\.0$/, '100')}</text>`,
    ]
  }),
  `<text x="${x + width / 2}" y="${heightAt(0) + 16}" text-anchor="middle">${escaped(set.set)}</text>`,
  `<text x="${x + width / 2}" y="${heightAt(0) + 30}" text-anchor="middle" font-size="9">n ${set.questions}</text>`,
]

/** Returns the distance of a score in [0, 1] from the top, in pixels. */
const heightAt = (score: number): number => Math.round(10 * (space.top + height * (1 - score))) / 10

/** Makes a name safe in XML: the name of a set comes from the name of a file, which can hold any character. */
const escaped = (text: string): string => plainLine(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
