/**
 * Notes as people keep them, made up from a seed: headings, lists, tables, code, front matter, links to other notes, and names that many share.
 *
 * The note of a number is the same however many are asked for but for where its links lead, so a larger folder holds a smaller one's notes.
 */
import { type Random, random } from '../bench/random.ts'

export interface Note {
  /** Below the folder, with `/`. */
  readonly path: string
  readonly text: string
}

/** One at a time, so that nobody holds all of them; `count` from 1. */
export function* madeNotes(count: number, seed = 7): Generator<Note> {
  for (let number = 0; number < count; number++) yield { path: pathOf(number), text: textOf(number, count, seed) }
}

/** A hundred notes a folder. */
const pathOf = (number: number): string => `area-${String(Math.floor(number / 100)).padStart(3, '0')}/${fileOf(number)}`

const fileOf = (number: number): string => `note-${String(number).padStart(5, '0')}.md`

const textOf = (number: number, count: number, seed: number): string => {
  const draw = random(seed * 1_000_003 + number)
  const sections = Array.from({ length: draw.between(1, 3) }, (_, i) => section(draw, i))
  const to = draw.below(count)
  const link = `See [the other note](../${pathOf(to)}) about ${name(draw)}.`
  const front = draw.next() < 0.2 ? `---\ntags: [${word(draw)}, ${word(draw)}]\n---\n\n` : ''
  return `${front}# ${name(draw)} ${number}\n\n${sentences(draw)} ${link}\n\n${sections.join('\n')}`
}

const section = (draw: Random, number: number): string => {
  const bodies = [sentences, list, table, code]
  return `## ${capital(word(draw))} ${number}\n\n${draw.pick(bodies)(draw)}\n\n${sentences(draw)}\n`
}

const sentences = (draw: Random): string =>
  Array.from({ length: draw.between(2, 5) }, () => {
    const words = Array.from({ length: draw.between(6, 14) }, () => word(draw))
    return `${capital(words.join(' '))} with ${name(draw)}.`
  }).join(' ')

const list = (draw: Random): string => Array.from({ length: draw.between(2, 6) }, () => `- ${word(draw)} of ${name(draw)}`).join('\n')

const table = (draw: Random): string => {
  const rows = Array.from({ length: draw.between(1, 4) }, () => `| ${name(draw)} | ${word(draw)} |`)
  return `| who | what |\n| --- | --- |\n${rows.join('\n')}`
}

const code = (draw: Random): string => `\`\`\`sh\n${word(draw)} --${word(draw)} ${draw.below(1_000)}\n\`\`\``

const beginnings = 'b br ch d dr f gl gr h k l m n p pr qu r s st t tr v w'.split(' ')
const middles = 'a e i o u ai ea ou'.split(' ')

/** Draws one of some thirty thousand words. */
const word = (draw: Random): string => Array.from({ length: draw.between(1, 3) }, () => draw.pick(beginnings) + draw.pick(middles)).join('')

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Draws one of four thousand names, a few of them in many notes and most in a few. */
const name = (draw: Random): string => {
  const rank = Math.floor(4_000 * draw.next() ** 3)
  const own = random(rank + 1)
  return `${capital(word(own))}el ${capital(word(own))}on`
}
