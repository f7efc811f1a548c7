/** Rules that must hold of outcomes that name no turn. */
import { along, type LogRule } from './log-rule.ts'

const unit = 1_000_000_000

/** Whole or nothing, and of one tier a turn pays into one outcome that moves something. */
export const outcomesAreShared: LogRule = {
  name: 'an outcome is shared whole among turns of its session, each of which pays once, or refused',
  breaches: (log) => {
    const sessions = new Map<number, number | undefined>()
    const paid = new Set<string>()
    return along(log, (event, _, complain) => {
      if (event.type === 'TurnStarted') sessions.set(event.turn ?? 0, event.commit.session)
      if (event.type === 'OutcomeGiven') {
        const { closeness, cues, turns } = event.data
        if (turns.length !== cues.length || turns.length !== closeness.length) complain('has lists of different lengths')
        if (turns.some((turn) => sessions.get(turn) !== event.commit.session)) complain(`may be about ${turns}, of another session`)
        if (turns.some((turn, i) => turn >= (turns[i - 1] ?? Number.POSITIVE_INFINITY))) complain(`names ${turns}, not newest first`)
      }
      const fact = log.events[(event.cause ?? 0) - 1]
      if (event.type !== 'FeedbackAttributed' || fact?.type !== 'OutcomeGiven') return
      const { reason, shares, turns } = event.data
      const sum = shares.reduce((whole, share) => whole + share, 0)
      if (turns.join() !== fact.data.turns.join() || shares.length !== turns.length) complain(`shares ${shares} of ${turns}`)
      if (sum !== (reason === undefined ? unit : 0) || shares.some((share) => share < 0)) complain(`shares ${sum} with reason ${reason}`)
      if (fact.data.outcome === 0) return
      for (const [i, turn] of turns.entries()) {
        if (shares[i] === 0) continue
        if (paid.has(`${turn} ${fact.data.tier}`)) complain(`lets t${turn} pay again`)
        paid.add(`${turn} ${fact.data.tier}`)
      }
    })
  },
}

export const outcomesStayOnTheirTurns: LogRule = {
  name: "an outcome moves only, and only its way, what its turns walked, learned edges beside that, and their cues' edges to what they showed",
  breaches: (log) => {
    const walked = new Map<number, Set<string>>()
    const shown = new Map<number, ReadonlyArray<number>>()
    return along(log, (event, graph, complain) => {
      const endsOf = (edge: number) => `${graph.edges.get(edge)?.source} ${graph.edges.get(edge)?.target}`
      if (event.type === 'TurnStarted') walked.set(event.turn ?? 0, new Set())
      if (event.type === 'EdgeFollowed') walked.get(event.turn ?? 0)?.add(endsOf(event.data.edge))
      if (event.type === 'ContextBundled') shown.set(event.turn ?? 0, event.data.included)
      const fact = log.events[(event.cause ?? 0) - 1]
      if (fact?.type !== 'OutcomeGiven' || event.type === 'FeedbackAttributed') return
      if (event.type !== 'StrengthAdjusted') return complain('is not what an outcome does')
      const { asked, edge, from, to } = event.data
      const place = fact.data.turns.indexOf(event.turn ?? 0)
      const known = graph.edges.get(edge)
      const ofCue =
        known !== undefined && known.source === fact.data.cues[place] && shown.get(event.turn ?? 0)?.includes(known.target) === true
      if (place < 0 || !(ofCue || walked.get(event.turn ?? 0)?.has(endsOf(edge)) === true)) complain(`moves edge ${edge}`)
      const sign = Math.sign(fact.data.outcome)
      if (Math.sign(asked) !== sign || (to !== from && Math.sign(to - from) !== sign)) complain(`asks ${asked} for ${fact.data.outcome}`)
    })
  },
}
