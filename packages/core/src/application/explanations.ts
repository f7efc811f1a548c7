/** Sentences that every reader of an answer gets in the same words: origins, reasons why not, verdicts that teach nothing. */
import type { Refusal } from '../domain/events/learning-events.ts'
import type { ShownNode, WhyNot } from './answers.ts'

/** A clause without an end mark: `the agent’s`. An unknown origin is shown as the word it is. */
export const originInWords = ({ origin, trusted }: Pick<ShownNode, 'origin' | 'trusted'>): string => {
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

/** Clauses without an end mark: the reason, then the words that memory and question share, where they matter. `score` is its score as text. */
export const whyNotInWords = (not: Pick<WhyNot, 'place' | 'reason' | 'words'>, score: string): ReadonlyArray<string> => [
  reasonInWords(not, score),
  ...sharedWords(not),
]

const reasonInWords = ({ place, reason }: Pick<WhyNot, 'place' | 'reason'>, score: string): string => {
  switch (reason) {
    case 'no-memory':
      return 'the turn went on without memory'
    case 'unborn':
      return 'it was not there yet'
    case 'retired':
      return 'it was retired by then'
    case 'merged':
      return 'it was merged into another by then'
    case 'cue':
      return 'it is a cue: it stands for a kind of question and is never recalled itself'
    case 'behind':
      return `it came ${place}. with ${score}: behind what a turn keeps of its ranking`
    case 'suppressed':
      return 'negative edges took all that it scored'
    case 'useless':
      return 'its utility left nothing of its score'
    case 'outscored':
      return 'too many texts fit the question better'
    case 'passed-over':
      return 'edges to it were looked at, and none was followed'
    case 'unreached':
      return 'edges lead to it, and the walk came by none of them'
    case 'unrelated':
      return 'no edge leads to it'
    default:
      return reason satisfies never
  }
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
