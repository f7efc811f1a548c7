/** Whose word a verdict is that an agent gives by a tool: its owner's, who said as much, or its own (ADR 0011). */
import type { Tier } from '../events/feedback-events.ts'
import { hearVerdict } from '../hearing/spoken-verdict.ts'

export interface ToolVerdictFacts {
  /** Whether the host says that it is the owner whose message is answered; where it does not say, it is not. */
  readonly isOwners: boolean
  /** What that message says; absent where it is not known. */
  readonly message: string | undefined
  /** Whether anything that others wrote was read in the turn before: it may have talked the agent into the verdict. */
  readonly readOthers: boolean
}

/** The owner's tier only where he surely judged himself and nobody else had the agent's ear; more doubt never raises it. */
export const toolVerdictTier = ({ isOwners, message, readOthers }: ToolVerdictFacts): Exclude<Tier, 'manual'> =>
  isOwners && !readOthers && message !== undefined && hearVerdict(message) !== undefined ? 'conscious' : 'agent'
