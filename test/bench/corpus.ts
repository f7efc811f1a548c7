/**
 * A made-up body of notes with the statistics of real ones: a third of the words say nothing, the rest follow Zipf's law, half of them
 * from the vocabulary of the document's topic; sections of one to three paragraphs that link to others, mostly of the same topic.
 */
import type { Request } from '@crabtrail/core'
import { type Random, random } from './random.ts'

export interface Corpus {
  readonly documents: ReadonlyArray<Request.DocumentInput>
  readonly questions: ReadonlyArray<string>
}

interface Section {
  readonly document: string
  readonly topic: number
  readonly heading: string
  /** Words of its text, without the words that say nothing. */
  readonly words: ReadonlyArray<string>
}

const topics = 40
const vocabularySize = 20_000
const topicWords = 400
const linksPerSection = 4
const silent = 'the of a to in and is for it on that with as are be this was by at we not from or have can when if how do'.split(' ')

export const corpus = (documents: number, sections: number, questions: number): Corpus => {
  const draw = random(41)
  const speech = speaker(draw)
  const planned = Array.from({ length: documents * sections }, (_, i): Section => {
    const document = Math.floor(i / sections)
    const topic = document % topics
    const words = Array.from({ length: draw.between(20, 70) }, () => speech(topic))
    return { document: `notes/${pageName(document)}.md`, topic, heading: words.slice(0, draw.between(2, 4)).join(' '), words }
  })
  const written = Array.from({ length: documents }, (_, i) => {
    const own = planned.slice(i * sections, (i + 1) * sections)
    return { source: own[0]?.document ?? '', format: 'markdown' as const, text: page(draw, own, planned) }
  })
  return { documents: written, questions: Array.from({ length: questions }, () => question(draw, draw.pick(planned), speech)) }
}

const pageName = (number: number): string => `page-${String(number).padStart(4, '0')}`

/** Draws a word of a topic. Rare ones are rare by Zipf's law with Mandelbrot's shift, which leaves out what stop words make of its top. */
const speaker = (draw: Random): ((topic: number) => string) => {
  const vocabulary = words(draw, vocabularySize)
  const common = zipf(vocabulary.length)
  const special = zipf(topicWords)
  const own = Array.from({ length: topics }, () => Array.from({ length: topicWords }, () => draw.pick(vocabulary)))
  return (topic) => (draw.next() < 0.5 ? vocabulary[common(draw.next())] : own[topic]?.[special(draw.next())]) ?? 'nothing'
}

const zipf = (size: number): ((share: number) => number) => {
  const sums = new Float64Array(size)
  let sum = 0
  for (let rank = 0; rank < size; rank++) {
    sum += 1 / (rank + 30)
    sums[rank] = sum
  }
  return (share) => {
    let low = 0
    let high = size - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < share * sum) low = middle + 1
      else high = middle
    }
    return low
  }
}

const beginnings = 'b br c ch d dr f fl g gr h j k l m n p pl pr qu r s sh st t tr v w'.split(' ')
const middles = 'a e i o u ai ea ou'.split(' ')
const ends = ['', '', '', '', '', 'n', 'r', 'l', 'm', 'ck', 'st']

/** Distinct words of one to four syllables that look English enough for the stemmer. */
const words = (draw: Random, size: number): ReadonlyArray<string> => {
  const found = new Set<string>()
  while (found.size < size) {
    let text = ''
    for (let syllables = draw.between(1, 3); syllables > 0; syllables--)
      text += draw.pick(beginnings) + draw.pick(middles) + draw.pick(ends)
    found.add(draw.next() < 0.2 ? `${text}${draw.pick(['ing', 's', 'ed', 'er', 'tion'])}` : text)
  }
  return [...found]
}

const page = (draw: Random, sections: ReadonlyArray<Section>, all: ReadonlyArray<Section>): string => {
  const bodies = sections.map((section, i) => {
    const links = Array.from({ length: linksPerSection }, () => link(draw, section, all))
    const text = `${wrapped(draw, section.words).join(' ')}. Beside it: ${links.join(', ')}.`
    return `${i % 5 === 0 ? '##' : '###'} ${section.heading}\n\n${text}\n`
  })
  return `# ${sections[0]?.heading ?? ''}\n\n${bodies.join('\n')}`
}

/** Between the words that say something stand those that do not. */
const wrapped = (draw: Random, content: ReadonlyArray<string>): ReadonlyArray<string> =>
  content.flatMap((word) => (draw.next() < 0.5 ? [draw.pick(silent), word] : [word]))

const link = (draw: Random, from: Section, all: ReadonlyArray<Section>): string => {
  let to = draw.pick(all)
  for (let tries = 0; tries < 200 && to.topic !== from.topic; tries++) to = draw.pick(all)
  const file = to.document.slice(to.document.lastIndexOf('/') + 1)
  return `[${to.heading}](${file}#${to.heading.replaceAll(' ', '-')})`
}

/** Six to fourteen words: some of a passage that has the answer, some by chance, some that say nothing. */
const question = (draw: Random, about: Section, speech: (topic: number) => string): string => {
  const length = draw.between(6, 14)
  const asked = Array.from({ length }, (_, i) => {
    if (i % 3 === 0) return draw.pick(silent)
    return draw.next() < 0.6 ? draw.pick(about.words) : speech(about.topic)
  })
  return `${asked.join(' ')}?`
}
