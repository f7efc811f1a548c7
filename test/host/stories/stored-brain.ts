/** A brain as its export tells it: everything that is stored of it, names and texts in full. */
import type { Stage } from '../stage.ts'
import { patient } from '../stage.ts'

export interface StoredEvent {
  readonly type: string
  readonly turn?: number
  readonly origin?: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface StoredNode {
  readonly number: number
  readonly id: string
  readonly type: string
  readonly origin: string | undefined
  readonly text: string
}

export interface StoredBrain {
  readonly events: ReadonlyArray<StoredEvent>
  readonly ofType: (type: string) => ReadonlyArray<StoredEvent>
  readonly nodes: ReadonlyArray<StoredNode>
  /** What stands behind a reference. */
  readonly body: (ref: unknown) => string
  /** Every body that is stored. */
  readonly bodies: ReadonlyArray<string>
}

interface Line {
  readonly event?: StoredEvent
  readonly content?: { readonly ref: string; readonly body?: string }
}

/** When all that can be learned from it so far is learned. */
export const storedBrain = async ({ withStore }: Pick<Stage, 'withStore'>, agent: string): Promise<StoredBrain> => {
  const brain = `local/${agent}/default`
  const { lines } = await withStore(async (memory) => {
    await memory.ask('learn', { brain }, patient)
    return memory.ask('export', { brain }, patient)
  })
  const read: ReadonlyArray<Line> = lines.map((line) => JSON.parse(line))
  const events = read.flatMap(({ event }) => (event === undefined ? [] : [event]))
  const contents = new Map(read.flatMap(({ content }) => (content?.body === undefined ? [] : [[content.ref, content.body] as const])))
  const body = (ref: unknown) => contents.get(String(ref)) ?? ''
  const ofType = (type: string) => events.filter((event) => event.type === type)
  const nodes = ofType('NodeAdded').map(({ data, origin }): StoredNode => {
    const { id, node, nodeType, text } = data
    return { number: Number(node), id: body(id), type: String(nodeType), origin, text: body(text) }
  })
  return { events, ofType, nodes, body, bodies: [...contents.values()] }
}
