/** Two rankings beside each other, and what moved. */

import { NodeLink, Nothing } from './words.tsx'

type Ranking = ReadonlyArray<{ readonly node: string; readonly title?: string }>

/** True where the two have other memories, or the same ones in another order. */
export const hasMoved = (before: Ranking, after: Ranking): boolean =>
  before.length !== after.length || before.some(({ node }, place) => after[place]?.node !== node)

interface SideProps {
  readonly name: string
  readonly nodes: Ranking
  /** The other side. */
  readonly other: Ranking
  /** True for the side that is later or would be: it says how each memory moved. The other one marks only what is gone. */
  readonly after?: boolean
}

/** One side of a comparison. What moved is told by a sign and words, not by a colour alone. */
export const Side = ({ after = false, name, nodes, other }: SideProps) => (
  <div>
    <h4>{name}</h4>
    {nodes.length === 0 ? <Nothing>nothing</Nothing> : null}
    <ol>
      {nodes.map(({ node, title }, place) => {
        const there = other.findIndex((one) => one.node === node)
        const [sign, words] = movedIn(after, place, there)
        return (
          <li key={node} class={sign === '' ? '' : 'moved'}>
            <span class="mark" title={words}>
              {sign}
            </span>
            <NodeLink node={node} title={title} />
          </li>
        )
      })}
    </ol>
  </div>
)

const movedIn = (isAfter: boolean, place: number, there: number): readonly [sign: string, words: string | undefined] => {
  if (there < 0) return isAfter ? ['new', 'not among the first before'] : ['gone', 'not among the first then']
  if (!isAfter || there === place) return ['', undefined]
  return there > place ? [`▲${there - place}`, `up from place ${there + 1}`] : [`▼${place - there}`, `down from place ${there + 1}`]
}
