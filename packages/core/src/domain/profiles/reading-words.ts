/** What the settings of reading documents in say. `from` is of balanced’s number. */
import type { SettingWords } from './setting-words.ts'

const own = 'ours, not tuned yet'
const trial = 'a trial on open question sets, made before this code'

export const readingWords: Readonly<Record<string, SettingWords>> = {
  'ingest.next': { unit: 'weight', says: 'From a passage to the next: its strength is habitual + slope · this.', from: trial },
  'ingest.previous': { unit: 'weight', says: 'From a passage to the one before.', from: trial },
  'ingest.afterNext': { unit: 'weight', says: 'From a turn of a talk to the one after the next.', from: trial },
  'ingest.beforePrevious': { unit: 'weight', says: 'From a turn of a talk to the one before the one before.', from: trial },
  'ingest.prose': { unit: 'factor', says: 'The same between passages of a document of prose, times this.', from: trial },
  'ingest.asked': { unit: 'factor', says: 'What comes behind a question counts so much more.', from: trial },
  'ingest.answerLength': { unit: 'words', says: 'An answer that is longer is less of one.', from: trial },
  'ingest.lengthMost': { unit: 'words', says: 'A passage that is longer is lent less, in proportion.', from: trial },
  'ingest.part': { unit: 'weight', says: 'From the first passage of a heading to the passages of the headings below it.', from: own },
  'ingest.link': { unit: 'weight', says: 'From a passage to what it links to.', from: own },
  'mentions.carriersMost': { unit: 'passages', says: 'A name that more of them have joins none.', from: trial },
  'mentions.commonAt': {
    unit: 'passages',
    says: 'A name that so many have says nothing: its rarity is 1 − ln(carriers) / ln(this).',
    from: own,
  },
  'mentions.edgesMost': { unit: 'edges', says: 'Of one passage that are linked, the strongest.', from: trial },
  'mentions.mentions': { unit: 'weight', says: 'From what mentions a name to what is about it, times its rarity.', from: trial },
  'mentions.isMentioned': { unit: 'weight', says: 'From what is about a name to what mentions it.', from: trial },
  'mentions.bothAbout': { unit: 'weight', says: 'Between two that are about it.', from: trial },
  'mentions.bothMention': { unit: 'weight', says: 'Between two titled passages that mention it.', from: trial },
}
