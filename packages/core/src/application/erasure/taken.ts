/** What an erasure takes: things whole, and of other things single contents. Grows while it is looked for. */
import type { ContentRef, FeedbackNumber, NodeNumber, SessionNumber, SourceNumber, TurnNumber } from '../../domain/identity.ts'
import type { OwnedContent, Owners } from '../ports/erasure-store.ts'

export interface Taken {
  readonly nodes: Set<NodeNumber>
  readonly sources: Set<SourceNumber>
  readonly sessions: Set<SessionNumber>
  readonly turns: Set<TurnNumber>
  readonly feedbacks: Set<FeedbackNumber>
  /** Nodes that lose what they said before, and keep what they say now. */
  readonly revised: Set<NodeNumber>
  readonly contents: Map<ContentRef, OwnedContent>
}

export const nothingTaken = (): Taken => ({
  nodes: new Set(),
  sources: new Set(),
  sessions: new Set(),
  turns: new Set(),
  feedbacks: new Set(),
  revised: new Set(),
  contents: new Map(),
})

/** Whose contents go, all of them. */
export const ownersIn = ({ feedbacks, nodes, sessions, sources, turns }: Taken): ReadonlyArray<Owners> =>
  (
    [
      { owner: 'node', numbers: [...nodes] },
      { owner: 'source', numbers: [...sources] },
      { owner: 'session', numbers: [...sessions] },
      { owner: 'turn', numbers: [...turns] },
      { owner: 'feedback', numbers: [...feedbacks] },
    ] as const
  ).filter(({ numbers }) => numbers.length > 0)

export const takeContent = ({ contents }: Taken, content: OwnedContent): void => {
  contents.set(content.ref, content)
}
