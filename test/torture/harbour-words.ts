/** Notes and questions about a harbour, as a seed says. */
import type { Random } from '../bench/random.ts'

const words = 'harbour crane deploy rollback queue pager rota tide berth pilot invoice backup cache shard beacon ledger'.split(' ')

export const harbourWord = (chance: Random): string => chance.pick(words)

export const harbourSentence = (chance: Random): string =>
  Array.from({ length: chance.between(4, 12) }, () => harbourWord(chance)).join(' ')

/** Two documents of some passages each. */
export const harbourNotes = (chance: Random) =>
  ['rota.md', 'quay.md'].map((source) => {
    const passages = Array.from({ length: 6 }, (_, i) => `## ${harbourWord(chance)} ${i}\n\n${harbourSentence(chance)}.\n`)
    return { source, format: 'markdown', text: `# ${source}\n\n${passages.join('\n')}` } as const
  })
