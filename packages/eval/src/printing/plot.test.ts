import { expect, test } from 'vitest'
import { plot } from './plot.ts'

const scores = (ndcg10: number) => ({ n: 2, recall2: 0, recall5: 0, recall10: 0, ndcg10, mrr: 0 })
const set = (name: string, methods: Readonly<Record<string, number>>) => ({
  set: name,
  format: 'crabtrail' as const,
  rows: 3,
  scopes: 1,
  timed: false,
  questions: 2,
  methods: Object.entries(methods).map(([method, ndcg10]) => ({ method, scores: scores(ndcg10), categories: [] })),
})

test('each method of each set has a bar as high as its score', () => {
  const svg = plot([set('one', { all: 0.5, bm25: 0.25 }), set('two', { all: 1, bm25: 0 })]).join('\n')
  const heights = [...svg.matchAll(/<rect [^>]*height="([\d.]+)"[^>]*><title>([^<]+)</g)].map(([, height, title]) => [title, height])

  expect(heights).toEqual([
    ['one, bm25: 25.0', '65'],
    ['one, all: 50.0', '130'],
    ['two, bm25: 0.0', '0'],
    ['two, all: 100.0', '260'],
  ])
})

test('the scale begins and ends where the bars do', () => {
  const svg = plot([set('one', { all: 1 })]).join('\n')

  expect(svg).toMatch(/<line [^>]*y1="52" y2="52"/)
  expect(svg).toMatch(/<rect [^>]*y="52" [^>]*height="260"/)
  expect(svg).toMatch(/<line [^>]*y1="312" y2="312"/)
})

test('special characters in a name are escaped', () => {
  const svg = plot([set('<a> & "b"\u0000', { all: 1 })]).join('\n')

  expect(svg).toContain('&#60;a&#62; &#38; &#34;b&#34;\ufffd')
  expect(svg).not.toContain('<a>')
})
