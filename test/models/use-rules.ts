/** Rules of use that nobody stated: the use that a reply shows counts little. */
import type { BrainEventOf } from '../../packages/core/src/domain/events/brain-event.ts'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { mute, type Step } from './conversation.ts'
import type { ConversationRule } from './conversation-rules.ts'
import { effectsOf, eventsAs, type Known, knownTurn } from './known-conversation.ts'

const { learning } = balanced
const nano = (units: number) => Math.round(units * 1_000_000_000)

const usedOfTheGiven: ConversationRule = {
  name: 'a reply uses what its turn was given, at the agent’s tier, and no more than the profile has a turn use',
  breaches: (step, known) => {
    if (step.said.kind !== 'complete') return []
    const turn = knownTurn(known, step.turn)
    const given = eventsAs(step, 'FeedbackGiven')
    const [one] = given
    if (one === undefined) return [isNamed(step, known) && 'names a memory that was given, and nothing is found']
    const { data, origin } = one
    return [
      given.length > 1 && 'says it more than once',
      (data.verdict !== 'used' || data.tier !== 'agent' || origin !== 'agent' || data.instead !== undefined) && 'says more than use',
      (one.turn !== step.turn || turn === undefined || turn.absent) && `is about ${one.turn}`,
      data.nodes.some((node) => turn?.included.includes(node) !== true) && 'uses what was not given',
      new Set([...(turn?.used ?? []), ...data.nodes]).size > learning.use.perTurn && `uses ${[...(turn?.used ?? []), ...data.nodes]}`,
      isEmpty(step.said.reply) && 'finds use where there is none',
      mute.includes(step.session ?? '') && 'finds use in a session that teaches nothing',
    ]
  },
}

/** The question, the given text in its fence and talk of other things use nothing. */
const isEmpty = (reply: ReadonlyArray<{ readonly part: string }>): boolean =>
  reply.every(({ part }) => part === 'given' || part === 'question' || part === 'chatter')

const isNamed = ({ said, session, turn: number }: Step, known: Known): boolean => {
  const turn = knownTurn(known, number)
  if (said.kind !== 'complete' || turn === undefined || turn.absent || turn.included.length === 0) return false
  return turn.outcome === undefined && !mute.includes(session ?? '') && said.reply.some(({ part }) => part === 'name')
}

const movesLittle: ConversationRule = {
  name: 'implicit use only strengthens, by no more than its tier',
  breaches: (step, known) =>
    effectsOf(step).flatMap((effect) => {
      const fact = effect.cause === undefined ? undefined : known.verdicts.get(effect.cause)
      if (fact?.said !== 'complete') return []
      if (effect.type === 'FeedbackAttributed') return []
      return effect.type === 'StrengthAdjusted' ? moveBreaches(effect, fact.event.turn ?? 0, known) : [`appends ${effect.type}`]
    }),
}

const moveBreaches = ({ data }: BrainEventOf<'StrengthAdjusted'>, turn: number, { moved }: Known): ReadonlyArray<string | false> => {
  const rate = nano(data.rule === 'cue' ? learning.agent.cue : learning.agent.path)
  const key = `${turn} ${data.edge}`
  const sum = (moved.get(key) ?? 0) + data.asked
  moved.set(key, sum)
  return [
    (data.asked < 0 || data.to < data.from) && `weakens edge ${data.edge}`,
    data.asked > rate && `asks ${data.asked} of edge ${data.edge} by the rule ${data.rule}`,
    sum > learning.use.perTurn * nano(Math.max(learning.agent.cue, learning.agent.path)) &&
      `moves edge ${data.edge} by ${sum} for one turn`,
    data.tier !== 'agent' && `moves at the tier ${data.tier}`,
  ]
}

export const useRules: ReadonlyArray<ConversationRule> = [usedOfTheGiven, movesLittle]
