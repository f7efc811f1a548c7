/** What would stand otherwise of memories beside strengths: a sentence for each. */

import type { AnswerOf } from '@crabtrail/core'
import type { ComponentChildren } from 'preact'
import { NodeLink } from '../parts/words.tsx'

type Would = AnswerOf<'unlearn'>

export const ChangedMarks = ({ would }: { readonly would: Would }) => {
  const { aliases, doubts = [], nodes, reviews = [], superseded = [], trust = [] } = would
  return (
    <>
      {superseded.map((one) => (
        <Line node={one.node}>{holding(one)}</Line>
      ))}
      {doubts.map(({ from, node, to }) => (
        <Line node={node}>{`doubts ${from} → ${to}`}</Line>
      ))}
      {trust.map(({ node, to }) => (
        <Line node={node}>{to ? 'would be trusted again' : 'would no longer be trusted'}</Line>
      ))}
      {reviews.map(({ node, to }) => (
        <Line node={node}>{reviewed[to ?? 'none']}</Line>
      ))}
      {aliases?.removed.map(({ node, text }) => (
        <Line node={node}>{`would no longer be found by “${text}”`}</Line>
      ))}
      {aliases?.added.map(({ node, text }) => (
        <Line node={node}>{`would be found by “${text}” again`}</Line>
      ))}
      {nodes.map((node) => (
        <Line node={node}>would be retired</Line>
      ))}
    </>
  )
}

const Line = ({ children, node }: { readonly node: string; readonly children: ComponentChildren }) => (
  <p class="line">
    <NodeLink node={node} /> <span>{children}</span>
  </p>
)

/** `none`: it needs no yes. */
const reviewed = {
  approved: 'would be approved again',
  none: 'would need no yes',
  refused: 'would be refused again',
  waits: 'would wait for your yes again',
} as const

/** Says whether a memory holds, and what keeps it from that, or would. */
const holding = ({ by, holds, review, still = [] }: NonNullable<Would['superseded']>[number]): ComponentChildren => {
  if (review === 'refused') return <Other says="would hold, for this was refused:" node={by} />
  if (review === 'waits') return <Other says="would hold until you approve" node={by} />
  const other = still.at(-1)
  if (other !== undefined) return <Other says="would still be superseded by" node={other} />
  return holds ? 'would hold again' : 'would be superseded'
}

const Other = ({ node, says }: { readonly says: string; readonly node: string }) => (
  <>
    {says} <NodeLink node={node} />
  </>
)
