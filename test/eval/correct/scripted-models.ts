/** Models for the correction board: one that knows what every text says, one that guesses, and one that calls everything a change. */
import type { LanguageModel, ModelQuestion } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { random } from '../../bench/random.ts'
import { type JudgeRequest, requestOf } from '../judged-week.ts'

/** A text that was handed in, and what it says: that an attribute of a thing has a value, or only a mention of one. */
export interface Unit {
  readonly slot: string
  readonly value: string
  readonly kind: 'states' | 'mentions'
  readonly text: string
}

type Asked = JudgeRequest['messages'][number]
type Says = (message: Asked) => object | undefined

const modelThat = (name: string, says: Says): LanguageModel['Service'] => ({
  id: `test/${name}`,
  forget: Effect.void,
  ask: (question: ModelQuestion) =>
    Effect.sync(() => {
      const judgements = requestOf(question).messages.flatMap((message) => {
        const said = says(message)
        return said === undefined ? [] : [{ lasting: true, confidence: 0.95, ...said, id: message.id }]
      })
      return { text: JSON.stringify({ judgements }), tokensIn: 1_000, tokensOut: 60 }
    }),
})

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[ \t]*(?:[-*+•]|#{1,6})[ \t]+/gm, '')
    .replace(/\s+/g, ' ')
    .trim()

const unrelated = { verdict: 'unrelated', candidate: null, old: null, new: null } as const

/** Knows the labels of the world. Sees a text as the request shows it: lines that the memory adds, of what was said since, are no part of it. */
export const knowing = (world: () => ReadonlyArray<Unit>): LanguageModel['Service'] => {
  const stated = (text: string): ReadonlyArray<Unit> => {
    const words = plain(text)
    const held = world().filter((unit) => unit.kind === 'states' && words.includes(plain(unit.text)))
    // Of two texts that begin alike the longer one is meant.
    return held.filter(
      (one) => !held.some((other) => other !== one && other.slot !== one.slot && plain(other.text).includes(plain(one.text))),
    )
  }
  return modelThat('knows', ({ candidates, text }) => {
    const [said] = world().some((unit) => unit.kind === 'mentions' && plain(text).includes(plain(unit.text))) ? [] : stated(text)
    if (said === undefined) return unrelated
    const about = candidates.flatMap((candidate) => {
      const [own = '', marks = ''] = candidate.text.split(/\n(?=no longer true: )/)
      return stated(own).flatMap(({ slot, value }) =>
        slot === said.slot ? [{ candidate: candidate.id, value, marks, drawn: candidate.drawn }] : [],
      )
    })
    const isOver = ({ marks, value }: { readonly marks: string; readonly value: string }) => marks.includes(value)
    // A note that says so, and was said to be untrue meanwhile, is true again.
    const again = about.find((one) => one.value === said.value && isOver(one))
    if (again !== undefined) return { verdict: 'same', candidate: again.candidate, old: said.value, new: said.value }
    const others = about.filter((one) => one.value !== said.value && !isOver(one))
    const older = others.find(({ drawn }) => drawn) ?? others[0]
    if (older !== undefined) {
      const also = others.filter((one) => one !== older && one.value === older.value).map(({ candidate }) => candidate)
      return { verdict: 'supersedes', candidate: older.candidate, old: older.value, new: said.value, also }
    }
    return about.length > 0 ? unrelated : { verdict: 'adds', candidate: null, old: null, new: said.value }
  })
}

/** Says something at random, of a candidate at random, with words that stand there. */
export const guessing = (seed: number): LanguageModel['Service'] => {
  const chance = random(seed)
  return modelThat('guesses', ({ candidates, text }) => {
    const verdict = chance.pick(['supersedes', 'same', 'adds', 'about-reply', 'unrelated', 'unrelated'] as const)
    const candidate = chance.pick(candidates)
    const word = (of: string) => chance.pick(of.match(/[\p{L}\p{N}]+/gu) ?? ['?'])
    return { verdict, candidate: candidate.id, old: word(candidate.text), new: word(text), confidence: chance.next() }
  })
}

/** Calls every message a change of the first candidate. */
export const alwaysChanging = (): LanguageModel['Service'] =>
  modelThat('always', ({ candidates: [first], text }) => ({
    verdict: 'supersedes',
    candidate: first?.id ?? null,
    old: first?.text.match(/[\p{L}\p{N}]+/gu)?.at(-1) ?? '',
    new: text.match(/[\p{L}\p{N}]+/gu)?.at(-1) ?? '',
  }))
