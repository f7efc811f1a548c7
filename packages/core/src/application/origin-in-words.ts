/** The words in which people read the origin of a memory, and the rule by which a model is given it. */
import type { ShownNode } from './answers.ts'

/** A clause without an end mark: `the agent’s`. An origin that is not known is shown as the word it is. */
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
