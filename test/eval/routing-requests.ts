/**
 * Writes what a routing model is asked, and reads what one answered: a model that this program cannot call can so be measured.
 *
 * `node test/eval/routing-requests.ts write REQUESTS` writes a line of JSON for each question: `id`, `messages`, and the JSON Schema of the answer.
 * `node test/eval/routing-requests.ts read REQUESTS ANSWERS` takes lines of `id` and `answer` (text or an object), and prints NDCG@10 without a
 * model, with these answers, and with those of a model that knows the right passages. A question without an answer gets one that chooses nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as Result from 'effect/Result'
import { readSet } from '../../packages/eval/src/sets/files.ts'
import type { Question } from '../../packages/eval/src/sets/question-set.ts'
import { random } from '../bench/random.ts'
import { filesOf } from './question-sets.ts'
import { type AskedModel, type Chooser, gainOf, openRouted, oracle, type RoutedQuestion } from './routing-gain.ts'

/** Questions of each set that are taken, and the questions from which they are: those on which the policy asks. */
const wanted = 75
const tried = 110
const seed = 20

interface Requested extends Pick<AskedModel, 'messages'> {
  readonly id: string
  readonly schema: object
}

interface Answered {
  readonly id: string
  readonly answer: unknown
}

const linesOf = <Line>(file: string): ReadonlyArray<Line> =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Line)

const { positionals } = parseArgs({ allowPositionals: true })
const [mode, requestFile, answerFile] = positionals
if (requestFile === undefined || (mode !== 'write' && (mode !== 'read' || answerFile === undefined)))
  throw new Error('say `write REQUESTS` or `read REQUESTS ANSWERS`')

const setOf = (name: string) => {
  const set = Result.getOrThrow(readSet(filesOf(name), 'crabtrail'))
  const meant = set.questions.filter(({ category }) => name !== 'locomo' || category === 'multi-hop')
  const sample: ReadonlyArray<Question> = random(seed).shuffled(meant).slice(0, tried)
  return { name, set, sample }
}

/** Asks the sample, and keeps the first requests. */
const requestsOf = async ({ name, sample, set }: ReturnType<typeof setOf>): Promise<ReadonlyArray<Requested>> => {
  const found: Array<Requested> = []
  const routed = await openRouted(set, sample)
  await routed.ask((_, __, { form, messages, place }) => {
    if (found.length < wanted) found.push({ id: `${name}-${place}`, messages, schema: form.schema })
    return {}
  })
  await routed.close()
  return found
}

const gainsOf = async (
  { name, sample, set }: ReturnType<typeof setOf>,
  requests: ReadonlyMap<string, Requested>,
  answers: ReadonlyMap<string, unknown>,
) => {
  const places = [...sample.keys()].filter((place) => requests.has(`${name}-${place}`))
  const id = ({ place }: AskedModel) => `${name}-${places[place] ?? ''}`
  const routed = await openRouted(
    set,
    places.flatMap((place) => sample[place] ?? []),
  )
  const recorded: Chooser = (_, __, asked) => {
    if (JSON.stringify(requests.get(id(asked))?.messages) !== JSON.stringify(asked.messages))
      throw new Error(`${id(asked)} is another question now: the requests were written by another version`)
    return answers.get(id(asked)) ?? {}
  }
  const [answered, known] = [await routed.ask(recorded), await routed.ask(oracle)]
  await routed.close()
  return { answered, known }
}

const told = (name: string, answered: ReadonlyArray<RoutedQuestion>, known: ReadonlyArray<RoutedQuestion>): string => {
  const [gain, knows] = [gainOf(answered), gainOf(known)]
  const unread = answered.filter(({ outcome }) => outcome !== 'answered').length
  const points = (number: number) => `${number < 0 ? '' : '+'}${number.toFixed(1)}`
  return `${name}: ${answered.length} questions, NDCG@10 ${gain.without.toFixed(1)}, these answers ${points(gain.gain)}, one that knows ${points(knows.gain)}; ${unread} answers do not count`
}

const sets = ['locomo', 'musique'].map(setOf)
if (mode === 'write') {
  const requests = (await Promise.all(sets.map(requestsOf))).flat()
  writeFileSync(requestFile, requests.map((one) => `${JSON.stringify(one)}\n`).join(''))
  process.stdout.write(`${requests.length} requests, seed ${seed}\n`)
} else {
  const requests = new Map(linesOf<Requested>(requestFile).map((one) => [one.id, one]))
  const answers = new Map(linesOf<Answered>(answerFile ?? '').map(({ answer, id }) => [id, answer]))
  const all: { answered: Array<RoutedQuestion>; known: Array<RoutedQuestion> } = { answered: [], known: [] }
  for (const one of sets) {
    const { answered, known } = await gainsOf(one, requests, answers)
    all.answered.push(...answered)
    all.known.push(...known)
    process.stdout.write(`${told(one.name, answered, known)}\n`)
  }
  process.stdout.write(`${told('both', all.answered, all.known)}\n`)
}
