/**
 * Prints what the memory hears, without a model, of messages that were not learned from, and what is taken for small talk:
 * `node test/eval/talk-by-signs.ts`. Messages that stand word for word among those that were learned from are left out.
 */
import { isLikelySmallTalk, isSmallTalk } from '../../packages/text/src/signs/wording.ts'
import { openStage } from '../scenarios/stage.ts'
import { readWeek } from './judged-week.ts'
import { learnedScenes, linesOf, readScenes } from './talk-messages.ts'

const plain = (text: string): string => text.toLowerCase().trim()
const learned = new Set(learnedScenes.flatMap(readScenes).flatMap(({ says }) => says.map(({ text }) => plain(text))))

interface Heard {
  readonly of: string
  readonly isHeard: boolean
  readonly isRight: boolean
  readonly text: string
}

const heardIn = async (name: string): Promise<ReadonlyArray<Heard>> => {
  const found: Array<Heard> = []
  for (const [at, { drawn, notes, question, reply, says }] of readScenes(name).entries()) {
    const stage = await openStage('empty')
    const documents = Object.entries(notes).map(([source, text]) => ({ source, format: 'markdown' as const, text }))
    await stage.memory.ingest({ documents })
    for (const [place, { denies, kind, text }] of says.entries()) {
      if (learned.has(plain(text))) continue
      const talk = { session: `agent:main:${place}`, sessionKind: 'interactive' } as const
      const { turn } = await stage.memory.recall({ ...talk, question })
      await stage.memory.complete({ ...talk, turn: turn ?? '', outcome: 'success', durationMs: 1, reply })
      const recallKey = `${at}-${place}`
      await stage.memory.recall({ ...talk, question: text, key: recallKey })
      const { doubted, feedback } = await stage.memory.hear({ ...talk, recallKey, text })
      const of = kind === 'states' && denies === true ? 'states and denies' : kind
      found.push({ of, text, isHeard: feedback !== null, isRight: doubted.length > 0 && doubted.every((node) => node.startsWith(drawn)) })
    }
    await stage.leave()
  }
  return found
}

const heardInWeek = async (name: string): Promise<ReadonlyArray<Heard>> => {
  const { notes, talk } = readWeek(name)
  const stage = await openStage('empty')
  const documents = Object.entries(notes).map(([source, text]) => ({ source, format: 'markdown' as const, text }))
  await stage.memory.ingest({ documents })
  const found: Array<Heard> = []
  for (const [place, message] of talk.entries()) {
    const said = { session: `agent:main:day${Math.floor(place / 16)}`, sessionKind: 'interactive', recallKey: `m${place}` } as const
    const { recallKey: key, ...asked } = said
    const { items } = await stage.memory.recall({ ...asked, question: message.text, key })
    const { doubted, feedback } = await stage.memory.hear({ ...said, text: message.text })
    await stage.memory.complete({ ...said, outcome: 'success', durationMs: 1, reply: items[0]?.content ?? 'All right.' })
    const isRight = 'changed' in message && doubted.every((node) => node.startsWith(message.changed))
    found.push({ of: 'changed' in message ? 'states' : 'other', text: message.text, isHeard: feedback !== null, isRight })
  }
  await stage.leave()
  return found
}

for (const set of ['next-1', 'next-3', 'unseen-week-e', 'unseen-week-f']) {
  const all = await (set.includes('week') ? heardInWeek(set) : heardIn(set))
  for (const kind of [...new Set(all.map(({ of }) => of))]) {
    const own = all.filter(({ of }) => of === kind)
    const heard = own.filter(({ isHeard }) => isHeard)
    process.stdout.write(
      `${set}, ${kind}: ${heard.length} of ${own.length} heard, ${heard.filter(({ isRight }) => isRight).length} of the right memory\n`,
    )
    if (kind === 'other') for (const { text } of heard) process.stdout.write(`    ${text.slice(0, 120)}\n`)
  }
}

const known = new Set(
  [
    ...['chatter.tsv', 'chatter-held-out.tsv', 'chatter-fresh.tsv'].flatMap((set) => linesOf(set).map(([, text = '']) => text)),
    ...linesOf('small-talk.tsv').map(([, , text = '']) => text),
  ].map(plain),
)
for (const label of ['empty', 'says']) {
  const texts = linesOf('small-talk-unseen.tsv').flatMap(([, own, text = '']) => (own === label && !known.has(plain(text)) ? [text] : []))
  const [sure, likely] = [texts.filter(isSmallTalk).length, texts.filter(isLikelySmallTalk).length]
  process.stdout.write(`small talk, ${label}: sure ${sure}, likely ${likely} of ${texts.length}\n`)
}
