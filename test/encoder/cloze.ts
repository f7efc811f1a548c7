/**
 * Questions that a set asks of itself: a sentence is cut out of a row, and the rest of the row is to be found by it. They need nobody's judgement, so a
 * memory could make them of its own passages (the inverse cloze task).
 */
import type { QuestionSet } from '../../packages/eval/src/sets/question-set.ts'

/** A sentence of this many words or more is asked; shorter ones say too little. */
const wordsLeast = 4

/** At most `count` questions, of rows spread evenly over those that have two sentences or more; the sentence that is cut out changes from row to row. */
export const clozeOf = (set: QuestionSet, count: number): QuestionSet => {
  const able = set.rows.flatMap(({ text }, place) => {
    const sentences = text.split(/(?<=[.!?])\s+|\n+/u).filter((one) => one.trim() !== '')
    const asked = sentences.filter((one) => one.split(/\s+/u).length >= wordsLeast)
    return sentences.length < 2 || asked.length === 0 ? [] : [{ asked, place, sentences }]
  })
  const taken = able.filter((_, at) => Math.floor((at * count) / able.length) !== Math.floor(((at - 1) * count) / able.length))
  const chosen = new Map(
    taken.map(({ asked, place, sentences }, at) => {
      const question = asked[at % asked.length] ?? ''
      return [place, { question, rest: sentences.filter((one) => one !== question).join(' ') }]
    }),
  )
  return {
    ...set,
    rows: set.rows.map((row, place) => ({
      ...row,
      title: undefined,
      text: chosen.get(place)?.rest ?? row.text,
      time: undefined,
      until: undefined,
    })),
    questions: [...chosen].map(([place, { question }]) => ({
      text: question,
      gold: new Set([place]),
      scope: set.rows[place]?.scope ?? '',
      time: undefined,
      category: 'cloze',
    })),
  }
}
