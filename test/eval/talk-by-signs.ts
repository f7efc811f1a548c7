/** Prints what is told by signs of messages that were never learned from: `node test/eval/talk-by-signs.ts`. */
import { denialOdds } from '../../packages/core/src/domain/wording/denial.ts'
import { isLikelySmallTalk, isSmallTalk } from '../../packages/core/src/domain/wording/small-talk.ts'
import { linesOf, sceneMessages, type TalkMessage, weekMessages } from './talk-messages.ts'

const oddsOf = ({ before, candidates, text }: TalkMessage): number =>
  Math.max(
    ...denialOdds(text, {
      question: before ?? '',
      drawn: candidates.filter(({ drawn }) => drawn),
      others: candidates.filter(({ drawn }) => !drawn),
    }).map(({ denies }) => denies),
  )

const sets = process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['next-1', 'next-3', 'unseen-week-e', 'unseen-week-f']
for (const set of sets) {
  const messages = await (set.includes('week') ? weekMessages(set) : sceneMessages(set))
  const told = messages.map((message) => ({
    ...message,
    odds: oddsOf(message),
    alone: Math.max(...denialOdds(message.text).map(({ denies }) => denies)),
  }))
  const after = told.filter(({ candidates }) => candidates.some(({ drawn }) => drawn))
  process.stdout.write(`${set}: ${after.length} of ${told.length} messages after a reply out of a memory\n`)
  for (const least of [1.2, 1.6, 2, 2.4]) {
    const count = (label: string, of: typeof after, odds: (one: (typeof after)[number]) => number) =>
      `${of.filter((one) => one.label === label && odds(one) >= least).length}/${of.filter((one) => one.label === label).length}`
    const line = (['wrong', 'states', 'other'] as const).map((label) => `${label} ${count(label, after, ({ odds }) => odds)}`).join(', ')
    const alone = (['wrong', 'states', 'other'] as const).map((label) => `${label} ${count(label, told, (one) => one.alone)}`).join(', ')
    process.stdout.write(`  odds ${least}: ${line}; by the message alone: ${alone}\n`)
  }
  for (const { odds, text } of after
    .filter(({ label }) => label === 'other')
    .sort((a, b) => b.odds - a.odds)
    .slice(0, 5))
    process.stdout.write(`    ${odds.toFixed(2)}  ${text.slice(0, 120)}\n`)
}
const lines = linesOf('small-talk-unseen.tsv')
for (const label of ['empty', 'says']) {
  const texts = lines.flatMap(([, own, text = '']) => (own === label ? [text] : []))
  process.stdout.write(
    `small talk, ${label}: sure ${texts.filter(isSmallTalk).length}, likely ${texts.filter(isLikelySmallTalk).length} of ${texts.length}\n`,
  )
}
