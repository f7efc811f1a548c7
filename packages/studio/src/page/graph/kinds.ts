/** The colours of edges by their kind. A drawing, its legend and the style sheet share these classes; the colours stand in `style.css`. */

import type { AnswerOf } from '@crabtrail/core'

type Kind = AnswerOf<'show'>['edges'][number]['kind']

/** Kinds that mean the same to a reader have one colour. */
const classes: Readonly<Record<Kind, EdgeClass>> = {
  sequential: 'written',
  hierarchical: 'written',
  link: 'written',
  mention: 'named',
  similarity: 'alike',
  cooccurrence: 'alike',
  causal: 'cause',
  support: 'cause',
  follow_up: 'cause',
  tool_link: 'cause',
  learned: 'taught',
  grown: 'taught',
  inhibit: 'against',
  anti_goal: 'against',
}

export type EdgeClass = 'written' | 'named' | 'alike' | 'cause' | 'taught' | 'against'

/** The classes in the order of a legend, in words. */
export const edgeClasses: ReadonlyArray<readonly [EdgeClass, string]> = [
  ['written', 'order and links of documents'],
  ['named', 'mentions a name'],
  ['alike', 'alike or together'],
  ['cause', 'cause and support'],
  ['taught', 'learned'],
  ['against', 'speaks against'],
]

export const edgeClassOf = (kind: Kind, strength: number): EdgeClass => (strength < 0 ? 'against' : classes[kind])

/** A legend of the classes that a drawing has. */
export const classesIn = (edges: ReadonlyArray<{ readonly kind: Kind; readonly strength: number }>): typeof edgeClasses => {
  const there = new Set(edges.map(({ kind, strength }) => edgeClassOf(kind, strength)))
  return edgeClasses.filter(([name]) => there.has(name))
}
