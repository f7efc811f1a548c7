/** Sentences that every reader of an answer gets in the same words: origins, reasons why not, verdicts that teach nothing. */
import type { Refusal } from '../domain/events/learning-events.ts'
import type { BlameStep, ShownNode, UngainedNode, WhyNot, WhyNotAnswer } from './answers.ts'

/** A clause without an end mark: `the agent’s`. An unknown origin is shown as the word it is. */
export const originInWords = ({ origin, review, trusted }: Pick<ShownNode, 'origin' | 'review' | 'trusted'>): string => {
  if (review !== undefined) return `${writtenBy(origin)}; ${reviewsInWords[review]}`
  switch (origin) {
    case 'owner':
      return 'the owner’s'
    case 'agent':
      return 'the agent’s'
    case 'untrusted':
      return trusted
        ? 'from what others wrote; trusted by the owner'
        : 'from what others wrote, as a web page that the agent had read; not given to the model unless you trust it'
    case 'system':
      return trusted ? 'the program’s; trusted by the owner' : 'the program’s; not given to the model'
    default:
      return origin
  }
}

const writtenBy = (origin: string): string =>
  origin === 'agent' ? 'the agent’s' : origin === 'untrusted' ? 'from what others wrote, as a web page that the agent had read' : origin

/** Clauses without an end mark: how a text stands that was to wait for the owner's yes. */
export const reviewsInWords: Readonly<Record<NonNullable<ShownNode['review']>, string>> = {
  waits: 'waits for your yes, or was refused, and is not given to the model',
  approved: 'approved by the owner',
  refused: 'refused by the owner, and not given to the model',
}

/** A clause without an end mark, behind the name of a praised memory: why it gains nothing. */
export const ungainedInWords = ({ review }: Pick<UngainedNode, 'review'>): string => {
  if (review === 'waits') return 'waits for the owner’s yes: no strength that leads to it rises before'
  return review === 'refused'
    ? 'was refused by the owner: no strength that leads to it rises'
    : 'was written by others: no strength that leads to it rises unless the owner trusts it'
}

/** A phrase: whose words wait. What the owner said waits where a model chose what of it is kept. */
export const broughtInWords = (origin: string): string =>
  origin === 'agent' ? 'from the agent' : origin === 'owner' ? 'kept by a model of what you said' : 'from what others wrote'

/** Clauses without an end mark: the reason, then the words that memory and question share, where they matter. `score` is its score as text. */
export const whyNotInWords = (not: Pick<WhyNot, 'place' | 'reason' | 'words'>, score: string): ReadonlyArray<string> => [
  reasonInWords(not, score),
  ...sharedWords(not),
]

const reasonInWords = ({ place, reason }: Pick<WhyNot, 'place' | 'reason'>, score: string): string =>
  reason === 'behind' ? `it came ${place}. with ${score}: behind what a turn keeps of its ranking` : reasons[reason]

const reasons: Readonly<Record<Exclude<WhyNot['reason'], 'behind'>, string>> = {
  'no-memory': 'the turn went on without memory',
  unborn: 'it was not there yet',
  retired: 'it was retired by then',
  merged: 'it was merged into another by then',
  cue: 'it is a cue: it stands for a kind of question and is never recalled itself',
  suppressed: 'negative edges took all that it scored',
  useless: 'its utility left nothing of its score',
  outscored: 'too many texts fit the question better',
  'passed-over': 'edges to it were looked at, and none was followed',
  unreached: 'edges lead to it, and the walk came by none of them',
  unrelated: 'no edge leads to it',
}

/** Numbers and names that the reasons of a context are told with. */
export interface NotGivenFacts {
  readonly reason: WhyNotAnswer['reason']
  readonly place: number | null
  readonly score: number
  readonly words: ReadonlyArray<string>
  /** The weighed sum of the signs of confidence, which is sure from 0 on. Undefined where no word of the question tells anything. */
  readonly confidence: number | undefined
  /** Its share of the best score, from 0 to 1. */
  readonly share: number
  /** The given memory that it is most like. */
  readonly like: string | undefined
  /** The tokens of the context, and those that it may have. */
  readonly tokens: number
  readonly tokensMost: number
  /** The newest verdict that keeps it away. */
  readonly against: Pick<BlameStep, 'verdict' | 'feedback' | 'turn'> | undefined
  /** The memory that states what is true now, of a superseded one. Undefined where nothing that may be given does. */
  readonly holder: string | undefined
  /** How it stands with the owner, where it was to wait for his yes. */
  readonly review?: ShownNode['review'] | undefined
}

/** Returns one clause without an end mark: the reason why a question does not give a memory, with its numbers. */
export const notGivenInWords = (facts: NotGivenFacts): string => {
  const { against, holder, place, reason, score, words } = facts
  const by =
    against === undefined ? '' : ` (${[against.verdict, against.feedback, against.turn].filter((part) => part !== null).join(', ')})`
  switch (reason) {
    case 'suppressed':
    case 'useless':
      return `${reasonInWords({ place, reason }, '')}${by}`
    case 'superseded':
      return `it is superseded: ${holder ?? 'another memory'} states what is true now`
    case 'inhibited':
      return `somebody named another memory instead of it, which is given${by}`
    case 'given':
    case 'erased':
    case 'origin':
    case 'unsure':
    case 'duplicate':
    case 'adds-nothing':
    case 'budget':
    case 'limit':
    case 'in-prompt':
    case 'review':
      return contextReason(facts, reason)
    default:
      return whyNotInWords({ place, reason, words }, score.toFixed(3)).join('; ')
  }
}

type ContextReason = Exclude<NotGivenFacts['reason'], WhyNot['reason'] | 'inhibited' | 'superseded'>

const contextReason = (
  { confidence, like, place, review = 'waits', score, share, tokens, tokensMost }: NotGivenFacts,
  reason: ContextReason,
): string => {
  const came = `it came ${place}. with ${score.toFixed(3)}`
  const unsure =
    confidence !== undefined && confidence >= 0
      ? `${Math.round(100 * share)} % of the best: too far below it to be given`
      : `and no memory is sure enough to be given: ${confidence === undefined ? 'no word of the question tells anything' : `confidence ${confidence.toFixed(2)}, and 0 is sure`}`
  const clauses: Readonly<Record<ContextReason, string>> = {
    given: `it is recalled: ${came}, and a model would be given it`,
    erased: 'its text was erased',
    origin: `${came}, and others wrote it: a model is not given it unless you trust it`,
    unsure: `${came}, ${unsure}`,
    duplicate: `${came}, and says what ${like ?? 'another memory that is given'} says`,
    'adds-nothing': `${came}, and adds nothing of the question to what is given before it`,
    budget: `${came}, and there is no room: the context has ${tokens} of ${tokensMost} tokens`,
    limit: `${came}, behind what a context looks at`,
    'in-prompt': `${came}, and its text is in the prompt already`,
    review: `it ${review === 'waits' ? '' : 'was '}${reviewsInWords[review]}`,
  }
  return clauses[reason]
}

const sharedWords = ({ reason, words }: Pick<WhyNot, 'reason' | 'words'>): ReadonlyArray<string> => {
  if (reason === 'no-memory' || reason === 'unborn' || reason === 'cue') return []
  if (words === null) return ['the question was erased, so its words are not known']
  return [words.length === 0 ? "it has none of the question's words" : `of the question it has ${words.join(', ')}`]
}

/** A clause without an end mark: why a verdict taught nothing. */
export const refusalInWords = (refused: Refusal): string => refusals[refused]

const refusals: Readonly<Record<Refusal, string>> = {
  cap: 'more was said than counts on one turn, in one session or on one day',
  consumed: 'said before; the same counts once',
  origin: 'said by one who is not heard',
  session: 'said or asked in a session that does not teach',
  standing: 'the owner said otherwise before, and that stands',
  unattributed: 'no turn is known that it can be about',
  unlearned: 'it was taken back',
  window: 'the turn is too long ago',
}
