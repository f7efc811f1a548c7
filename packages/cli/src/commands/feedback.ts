/** Says what a recall was worth; the short forms (`used NODE` and the like) say it of the nodes that are their arguments. */
import { type Answer, NotFound, type Verdict } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { given, type Input, type Run } from '../command.ts'
import { exits, type Failure } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { learned } from '../render/learned.ts'
import { Output, report } from '../render/output.ts'
import { pasteable } from '../render/pasteable.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'feedback'>> = ({ words, flags, inBrain }) => say(words.verdict, flags.node ?? [], { flags, inBrain })

export const shortForm =
  (verdict: Verdict): Run<ShapeOf<'used'>> =>
  ({ words, flags, inBrain }) =>
    say(verdict, words.node, { flags, inBrain })

const say = Effect.fn('feedback')(function* (
  verdict: Verdict,
  nodes: ReadonlyArray<string>,
  { flags, inBrain }: Pick<Input<ShapeOf<'used'>>, 'flags' | 'inBrain'>,
) {
  const { turn, instead, outcome, tier, session, key, expect: expected } = flags
  const memory = yield* openMemory
  const output = yield* Output
  const request = { ...inBrain, verdict, nodes, ...given({ turn, instead, outcome, tier, session, key, expected }) }
  const answer = yield* memory.feedback(request).pipe(Effect.mapError(withTeaching([...output.calledAs, ...optionOf('session', session)])))
  yield* report(answer, learned)
  if (!output.watched || !corrects(verdict) || instead !== undefined || nodes.length === 0) return exits.done
  const shown = answer.turn === null ? [] : (yield* memory.why({ ...inBrain, turn: answer.turn })).items
  const said = [...output.calledAs, verdict, ...nodes, ...optionOf('turn', answer.turn), ...optionOf('session', session)]
  for (const line of rightOnes(said, others(shown, nodes))) yield* output.note(line)
  return exits.done
})

/** A memory that the turn did not show can be taught for its question: the error says how. */
const withTeaching =
  (called: ReadonlyArray<string>) =>
  (failure: Failure): Failure => {
    if (failure._tag !== 'NotFound' || failure.turn === undefined) return failure
    const { hint: _, ...missing } = failure
    const teaching = pasteable([...called, 'feedback', 'correction', '--turn', failure.turn, '--instead', failure.name])
    return new NotFound({ ...missing, hint: `${failure.turn} did not show it; if it answers that question: ${teaching}` })
  }

/** Verdicts on a memory that another one may be right instead of. */
const corrects = (verdict: Verdict): boolean => verdict === 'wrong' || verdict === 'not-useful'

const optionOf = (name: string, value: string | null | undefined): ReadonlyArray<string> => (value ? [`--${name}`, value] : [])

/** Most memories that are proposed as the right one. */
const proposed = 3

/** The best of a turn that were not judged. A memory may be named by the beginning of its id. */
const others = (shown: ReadonlyArray<Answer.WhyItem>, judged: ReadonlyArray<string>): ReadonlyArray<Answer.WhyItem> => {
  const isShown = new Set(shown.map(({ node }) => node))
  const isJudged = (node: string) => judged.some((named) => (isShown.has(named) ? node === named : node.startsWith(named)))
  return shown.filter(({ node }) => !isJudged(node)).slice(0, proposed)
}

/** A line to paste for each memory that may be right; where none is known, how to find one. */
const rightOnes = (said: ReadonlyArray<string>, candidates: ReadonlyArray<Answer.WhyItem>): ReadonlyArray<string> =>
  candidates.length === 0
    ? [`if another memory is right, shown or not: ${pasteable(said)} --instead NODE   (ask in other words to see its id)`]
    : [
        'if one of these is right, say so (any other memory can be named as well):',
        ...candidates.map(({ node }) => `  ${pasteable([...said, '--instead', node])}`),
      ]
