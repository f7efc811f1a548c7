/**
 * Learns the weights that tell denials and small talk (`packages/text/src/signs/learned-weights.ts`) from messages with labels.
 *
 * `node test/eval/train-wording.ts` reads the sets, in a few minutes, and writes the file. What the decisions are judged by is never learned from:
 * the scenes `next-1` and `next-3`, the messages of `small-talk-unseen.tsv`, and the weeks `unseen-week-e` and `-f`.
 */
import { writeFileSync } from 'node:fs'
import { fnv1a } from '../../packages/text/src/fnv1a.ts'
import { isFunctionWordAnywhere } from '../../packages/text/src/languages/function-words.ts'
import { denialSigns, type ReadBeside } from '../../packages/text/src/signs/denial.ts'
import { type Sign, smallTalkSigns, type Weights, wordingPlaces } from '../../packages/text/src/signs/wording.ts'
import { learnedHalves } from '../conversations/corpus.ts'
import { type SparseExample, sparseFit } from './sparse-fit.ts'
import {
  halfMessages,
  learnedScenes,
  linesOf,
  readScenes,
  remarkMessages,
  sceneMessages,
  type TalkMessage,
  weekMessages,
} from './talk-messages.ts'

const file = new URL('../../packages/text/src/signs/learned-weights.ts', import.meta.url)

/* Denials. */

const besideOf = ({ before, candidates }: TalkMessage): ReadBeside => ({
  question: before ?? '',
  drawn: candidates.filter(({ drawn }) => drawn),
  others: candidates.filter(({ drawn }) => !drawn),
})

/** Weights of a message of a week, of one alone, of a denial alone, of one that is read once more without its memories, and of a denial, of which there are fewer. */
const [ofWeek, ofAlone, ofAloneDenial, ofCopy, ofDenial] = [2, 0.5, 3, 0.5, 2]

const flat = ([wording, plain]: readonly [ReadonlyArray<Sign>, ReadonlyArray<number>]): ReadonlyArray<Sign> => [
  ...wording,
  ...plain.flatMap((value, at): ReadonlyArray<Sign> => (value === 0 ? [] : [[wordingPlaces + at, value]])),
]

/** What is stated without a denial is no example of either kind. */
const denialExamples = (messages: ReadonlyArray<TalkMessage>): ReadonlyArray<SparseExample> =>
  messages.flatMap((message) => {
    const { candidates, from, label, text } = message
    if (label === 'states') return []
    const isTrue = label === 'wrong'
    const drawn = candidates.filter((one) => one.drawn)
    const weight = from === 'alone' ? (isTrue ? ofAloneDenial : ofAlone) : from.includes('week') ? ofWeek : 1
    const own = denialSigns(text, besideOf(message)).map(
      (signs, at): SparseExample => ({
        signs: flat(signs),
        isTrue: isTrue && (drawn.length === 0 || drawn[at]?.isMeant === true),
        weight: isTrue ? weight * ofDenial : weight / Math.max(1, drawn.length),
      }),
    )
    if (drawn.length === 0) return own
    return [...own, ...denialSigns(text).map((signs) => ({ signs: flat(signs), isTrue, weight: weight * ofCopy }))]
  })

/** Of what denies or states something of a memory: whether it says what is right. */
const insteadExamples = (messages: ReadonlyArray<TalkMessage>): ReadonlyArray<SparseExample> =>
  messages.flatMap((message) => {
    const { candidates, from, instead, label, text } = message
    if (label === 'other' || instead === undefined || from.includes('week')) return []
    const drawn = candidates.filter((one) => one.drawn)
    return denialSigns(text, besideOf(message)).flatMap(
      (signs, at): ReadonlyArray<SparseExample> =>
        drawn[at]?.isMeant === true ? [{ signs: flat(signs), isTrue: instead, weight: 1 }] : [],
    )
  })

const aloneMessages = linesOf('messages-alone.tsv').map(
  ([, label, text = '']): TalkMessage => ({
    ...{ from: 'alone', label: label === 'wrong' ? 'wrong' : 'other', text: text.replaceAll('\\n', '\n') },
    ...{ instead: undefined, before: undefined, reply: undefined, candidates: [] },
  }),
)

/* Small talk. */

/** Words of notes, each alone, as somebody types who searches, and words of small talk, each alone: few messages with labels are so short. */
const [searchWeight, wordWeight] = [1, 1.5]
const searched = (): ReadonlyArray<string> => {
  const notes = [...learnedHalves, ...learnedScenes.flatMap(readScenes)].flatMap((of) => Object.values(of.notes))
  const words = new Set(notes.flatMap((note) => note.toLowerCase().match(/\p{L}{4,}/gu) ?? []))
  return [...words].filter((word) => !isFunctionWordAnywhere(word) && fnv1a(word) % 3 === 0)
}

const smallTalkExamples = (): ReadonlyArray<SparseExample> => {
  const empty = ['chatter.tsv', 'chatter-held-out.tsv', 'chatter-fresh.tsv'].flatMap((set) => linesOf(set).map(([, text = '']) => text))
  const told = learnedHalves.flatMap(({ facts, remarks, renewed }) => [
    ...[...facts, ...renewed].flatMap(({ paraphrase, question }) => [question, paraphrase]),
    ...renewed.flatMap(({ corrections }) => corrections),
    ...remarks.flatMap(({ kind, says }) => (kind === 'unheld' ? [says] : [])),
  ])
  const asked = linesOf('no-memory.tsv').flatMap(([, , kind = '', text = '']) =>
    ['greeting', 'thanks', 'chat'].includes(kind) ? [] : [text],
  )
  const others = linesOf('small-talk.tsv')
  const words = linesOf('small-talk-words.tsv').flatMap(([, list = '']) => list.split(' '))
  const alone = (text: string, isTrue: boolean): SparseExample => ({
    signs: flat(smallTalkSigns(text)),
    isTrue,
    weight: isTrue ? wordWeight : searchWeight,
  })
  const examples = (texts: ReadonlyArray<string>, isTrue: boolean) =>
    texts.map((text): SparseExample => ({ signs: flat(smallTalkSigns(text)), isTrue, weight: isTrue ? 1.3 : 1 }))
  return [
    ...examples([...empty, ...others.flatMap(([, label, text = '']) => (label === 'empty' ? [text] : []))], true),
    ...words.map((text) => alone(text, true)),
    ...searched().map((text) => alone(text, false)),
    ...examples([...told, ...asked, ...others.flatMap(([, label, text = '']) => (label === 'says' ? [text] : []))], false),
  ]
}

/* The file. */

const rounded = (value: number): number => Math.round(1_000 * value) / 1_000

const weightsOf = (examples: ReadonlyArray<SparseExample>, plain: number): Weights => {
  const all = sparseFit(examples, wordingPlaces + plain)
  const wording = all.slice(0, wordingPlaces)
  const step = Math.max(...wording.map(Math.abs)) / 127
  const bytes = Int8Array.from(wording, (weight) => Math.round(weight / step))
  return {
    constant: rounded(all.at(-1) ?? 0),
    step: Number(step.toPrecision(4)),
    plain: all.slice(wordingPlaces, -1).map(rounded),
    wording: Buffer.from(bytes.buffer).toString('base64'),
  }
}

const written = (name: string, { constant, plain, step, wording }: Weights): string =>
  `export const ${name} = {\n  constant: ${constant},\n  step: ${step},\n  plain: [${plain.join(', ')}],\n  wording: '${wording}',\n}\n`

const plainOf = (examples: ReadonlyArray<SparseExample>): number =>
  examples.reduce((most, { signs }) => signs.reduce((sum, [place]) => Math.max(sum, place - wordingPlaces + 1), most), 0)

const weeks = ['ordinary-week', 'ordinary-week-2', 'ordinary-week-3', 'unseen-week-a', 'unseen-week-b', 'unseen-week-c', 'unseen-week-d']
const messages: Array<TalkMessage> = [...aloneMessages, ...(await remarkMessages())]
for (const name of learnedScenes) messages.push(...(await sceneMessages(name)))
for (const half of learnedHalves) messages.push(...(await halfMessages(half)))
// Of a week only what follows a reply out of a memory can be taken for a denial of it.
for (const name of weeks)
  messages.push(...(await weekMessages(name)).filter(({ candidates, label }) => label === 'other' && candidates.some(({ drawn }) => drawn)))

const [denials, instead, smallTalk] = [denialExamples(messages), insteadExamples(messages), smallTalkExamples()]
writeFileSync(
  file,
  [
    '/** Weights that were learned from messages with labels. Written by `node test/eval/train-wording.ts`; nobody edits them. */\n',
    `/** From ${denials.length} examples. */\n${written('denialWeights', weightsOf(denials, plainOf(denials)))}`,
    `/** From ${instead.length} examples. */\n${written('insteadWeights', weightsOf(instead, plainOf(instead)))}`,
    `/** From ${smallTalk.length} examples. */\n${written('smallTalkWeights', weightsOf(smallTalk, plainOf(smallTalk)))}`,
  ].join('\n'),
)
process.stdout.write(
  `${denials.length} examples of denials, ${instead.length} of what they say instead, ${smallTalk.length} of small talk\n`,
)
