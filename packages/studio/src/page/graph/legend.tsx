/** What the colours of edges mean. */

import { classesIn } from './kinds.ts'

export const EdgeLegend = ({ edges }: { readonly edges: Parameters<typeof classesIn>[0] }) => (
  <p class="legend edges">
    {classesIn(edges).map(([name, words]) => (
      <span key={name}>
        <i class={`edge-${name}`} />
        {words}
      </span>
    ))}
  </p>
)
