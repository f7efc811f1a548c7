/** The next step after an answer about the past: the commands that take a change back, or that bring a memory. */
import type { BrainEvent, BrainEventOf, EventType } from '../../domain/events/brain-event.ts'
import type { NotGivenReason } from '../../domain/history/not-recalled.ts'
import { type FeedbackNumber, type Position, printedFeedback, printedSession } from '../../domain/identity.ts'
import { isVerdict } from '../../domain/projections/turns/turn-ledger.ts'
import type { BlameStep, Next, WhyNotAnswer } from '../answers.ts'

type Words = ReadonlyArray<string>

const next = (says: string, ...commands: ReadonlyArray<Words>): Next => ({ says, commands })

const unlearnFeedback = (feedback: string): Words => ['unlearn', '--feedback', feedback]
const withdraw = (request: Position): Words => ['unlearn', '--undo', String(request)]
const rollBack = (to: Position): Words => ['rollback', '--to', String(to)]
const recall = (question: string, ...more: Words): Words => ['recall', question, ...more]
const logOf = (type: EventType, node: string): Words => ['log', '--type', type, '--node', node]

/* Taking a change back. */

export interface Changed {
  readonly event: BrainEvent
  /** The fact behind the event; the event itself where it is a fact. */
  readonly fact: BrainEvent
  /** The end of the commit before. */
  readonly before: Position
  readonly question: string
  readonly node: string
  /** The profile in force before the event. */
  readonly profile: string
}

/** Returns the command that takes an event back. A change by a document has none: only the document changes it. */
export const takingBack = (changed: Changed): Next => {
  const { before, event, fact, node, profile, question } = changed
  if (isVerdict(fact)) return takingVerdictBack(fact.data.feedback, changed)
  const whole = wholeSession(fact)
  if (fact.type === 'StrengthSet' && whole !== undefined)
    return next(
      'The first command shows what taking back its whole session would change, the second takes back everything that was learned since.',
      whole,
      rollBack(before),
    )
  if (fact.type === 'UnlearnRequested') return next('The command withdraws this unlearning.', withdraw(fact.position))
  if (fact.type === 'BrainPromoted') return next('The command takes the promotion back.', ['promote', '--take-back'])
  if (event.type === 'AliasesNamed' && event.data.by !== 'document') return takingAliasesBack(node, before, event)
  switch (event.type) {
    case 'StrengthAdjusted':
    case 'UtilityAdjusted':
    case 'StrengthsDecayed':
    case 'StrengthsRestored':
    case 'EdgePruned':
    case 'EdgeRestored':
      return next('The command takes back everything that was learned since.', rollBack(before))
    case 'ProfileChanged':
      return next('The command puts the settings of before in force.', ['profile', profile])
    case 'NodeReviewed':
      return event.data.review === 'waits'
        ? next('It waits: the commands say yes and no to it.', ['review', 'approve', node], ['review', 'refuse', node])
        : next('The command says otherwise.', ['review', event.data.review === 'approved' ? 'refuse' : 'approve', node])
    case 'NodeTrusted':
      return next('The command takes the trust back.', ['trust', node, ...(event.data.trust === 'on' ? ['--off'] : [])])
    default:
      return next(
        'A document did this, and only a document takes it back; the command shows the answer of before.',
        recall(question, '--at', String(before)),
      )
  }
}

const takingAliasesBack = (node: string, before: Position, { data, position }: BrainEventOf<'AliasesNamed'>): Next =>
  data.by === 'person'
    ? next('The command takes the aliases away that a person named.', ['alias', node, '--remove'])
    : next('The command takes back what the model named there.', ['unlearn', '--since', String(before), '--until', String(position)])

const takingVerdictBack = (feedback: FeedbackNumber, { before, fact }: Changed): Next => {
  const alone = unlearnFeedback(printedFeedback(feedback))
  const whole = wholeSession(fact)
  return whole === undefined
    ? next('The first command takes this verdict back alone, the second everything that was learned since.', alone, rollBack(before))
    : next(
        'The first command takes this verdict back alone, the second shows what taking back its whole session would change, the third takes back everything that was learned since.',
        alone,
        whole,
        rollBack(before),
      )
}

/** Returns the rehearsal of an unlearning of the session in which a fact was said; undefined where it was said in none. */
const wholeSession = ({ commit: { session } }: BrainEvent): Words | undefined =>
  session === undefined ? undefined : ['unlearn', '--session', printedSession(session), '--dry-run']

/* Ends of a search that agree. */

/** The search that was asked for. `rank` is undefined where the request has none. */
export interface Searched {
  readonly question: string
  readonly node: string
  readonly rank: number | undefined
}

export interface EqualEnds extends Searched {
  readonly isRecalled: boolean
  readonly from: Position
  readonly to: Position
  /** The position before its text went or changed. */
  readonly heldAt: Position | undefined
  /** The position at which a turn asked the same and recalled the memory. */
  readonly shownAt: Position | undefined
}

const bisect = ({ node, question, rank }: Searched, ...more: Words): Words => [
  'bisect',
  question,
  '--node',
  node,
  ...(rank === undefined ? [] : ['--rank', String(rank)]),
  ...more,
]

export const afterEqualEnds = (ends: EqualEnds): Next => {
  const { from, heldAt, isRecalled, node, question, shownAt, to } = ends
  if (isRecalled) return next('It is recalled at both ends: begin before it was.', bisect(ends, '--from', '0'))
  if (shownAt !== undefined && shownAt < to)
    return next('A turn that asked the same recalled it: begin there.', bisect(ends, '--from', String(shownAt), '--to', String(to)))
  if (heldAt !== undefined && heldAt < to && heldAt !== from)
    return next('It went or got another text in between: begin before that.', bisect(ends, '--from', String(heldAt), '--to', String(to)))
  return next('It is recalled at neither end: see what keeps it away.', ['why-not', question, node, '--at', String(to)])
}

/** For a search whose ends hold the other way round than was asked for. */
export const otherWayRound = (searched: Searched, becomes: 'present' | 'absent'): Next =>
  next(`Between these ends it becomes ${becomes}: ask for that.`, bisect(searched, `--${becomes}`))

/* Bringing a memory. */

export interface Missing extends Pick<WhyNotAnswer, 'question' | 'node' | 'place' | 'ways'> {
  readonly reason: NotGivenReason
  readonly against: BlameStep | undefined
  /** The first memory of the ranking. Undefined where nothing was recalled. */
  readonly first: string | undefined
  /** The tokens that the context may have. */
  readonly tokens: number
  /** The memories of a ranking that a turn records. A verdict on any other is refused. */
  readonly recorded: number
  /** The position that was asked for; undefined for now. */
  readonly past: Position | undefined
  /** True if the memory is live now, whatever it was at a past position. */
  readonly lives: boolean
  /** The standing unlearnings that keep the memory out now. */
  readonly unlearnings: ReadonlyArray<Position>
}

/** The strength that a walk always follows in every named profile. */
const strong = '0.9'

const unlearnedNext = (requests: ReadonlyArray<Position>): Next => {
  const [first = 0] = requests
  return requests.length === 1
    ? next(
        'It was unlearned: withdraw that, and what else it took out comes back with it. The first command shows what.',
        [...withdraw(first), '--dry-run'],
        withdraw(first),
      )
    : next('It was unlearned more than once: withdraw each, and what else they took out comes back too.', ...requests.map(withdraw))
}

/** Returns one step that brings a memory, or says that nothing does. Every command is one that the memory of now accepts. */
export const bringing = (missing: Missing): Next => {
  const { node, past, question, reason, tokens } = missing
  const then = past === undefined ? [] : ['--at', String(past)]
  const askForNow: Words = ['why-not', question, node]
  switch (reason) {
    case 'given':
      return next(
        missing.ways.some((way) => way.reason === 'inhibited')
          ? 'It is given all the same: what is negative takes less from its score than it has.'
          : 'Nothing is in its way.',
        recall(question, ...then),
      )
    case 'unborn':
      return next('It was read in later: ask for now.', askForNow)
    case 'retired':
      if (missing.unlearnings.length > 0) return unlearnedNext(missing.unlearnings)
      if (missing.lives) return next('It came back since: ask for now.', askForNow)
      return next('Read its document in again with this passage in it; the log says when it went.', logOf('NodeRetired', node))
    case 'merged':
      return next('The log says which memory it became.', logOf('NodeMerged', node))
    case 'erased':
      return next('Its text was erased for good: only a new note brings it.')
    case 'cue':
      return next('It leads to memories and is none itself; the command shows them.', ['show', node])
    case 'budget':
      return next('Give the context more room.', recall(question, '--budget', String(Math.min(100_000, 2 * Math.max(1, tokens))), ...then))
    case 'duplicate':
    case 'in-prompt':
      return next('What it says is given already: nothing is missing.')
    default:
      // A verdict teaches now, on what is recalled now: advice for the past would be refused or miss.
      return past === undefined ? teaching(missing, reason) : next('It was so then: ask what would bring it now.', askForNow)
  }
}

type Lasting = 'given' | 'unborn' | 'retired' | 'merged' | 'erased' | 'cue' | 'budget' | 'duplicate' | 'in-prompt'

const teaching = (missing: Missing, reason: Exclude<NotGivenReason, Lasting>): Next => {
  const { against, node, place, question, recorded, ways } = missing
  switch (reason) {
    case 'origin':
      return next('Trust it, if you want a model to be given what others wrote there.', ['trust', node])
    case 'review':
      return next('Say yes to it, if a model may be given it.', ['review', 'approve', node])
    case 'suppressed':
    case 'inhibited':
    case 'useless':
      return against?.feedback == null
        ? teach(missing)
        : next('Take the verdict back that keeps it away.', unlearnFeedback(against.feedback))
    case 'passed-over': {
      const dormant = ways.find(({ kind, reason: skipped }) => kind === 'learned' && skipped === 'dormant')
      if (dormant === undefined) return teach(missing)
      return next('Make the edge strong enough to be followed.', ['strength', dormant.source, dormant.target, strong])
    }
    case 'behind':
    case 'limit':
      return place === null || place > recorded
        ? teach(missing)
        : next('List more memories; a verdict on it then moves it up.', recall(question, '--limit', String(place)), ['used', node])
    case 'unsure':
    case 'adds-nothing':
      return next('Say that it helps: what was right for a question is given for it.', recall(question), ['used', node])
    case 'superseded':
      return next('See what supersedes it; a verdict that it helps makes it hold again.', ['show', node])
    case 'outscored':
    case 'unreached':
    case 'unrelated':
      return teach(missing)
    default:
      return reason satisfies never
  }
}

/** Names a memory as the right one for a question. It works for any live memory, however far it is from the question. */
const teach = ({ first, node, question }: Missing): Next =>
  next(
    'Ask it once, and name this memory as the right one.',
    recall(question),
    first === undefined || first === node ? ['feedback', 'used', '--instead', node] : ['wrong', first, '--instead', node],
  )
