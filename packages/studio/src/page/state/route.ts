/** What the page shows, as its address says it: a link leads to the same view, memory, turn and position. */

import { computed, signal } from '@preact/signals'

const views = ['notes', 'turns', 'strength', 'what-if', 'compare', 'queue', 'health', 'why-not'] as const
export type View = (typeof views)[number]

export interface Route {
  readonly view: View
  /** What the view is about: a memory, a turn, an edge. Absent: the view itself. */
  readonly id?: string | undefined
  /** The position that everything is shown as of. Absent: now. */
  readonly at?: number | undefined
  /** Further choices of the view, as `q` for a search. */
  readonly more: Readonly<Record<string, string>>
}

const isView = (text: string): text is View => (views as ReadonlyArray<string>).includes(text)

const routeIn = (hash: string): Route => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [view = '', ...rest] = path.split('/')
  const { at, ...more } = Object.fromEntries(new URLSearchParams(query))
  const position = at !== undefined && /^\d{1,15}$/.test(at) ? Number(at) : undefined
  const id = rest.length === 0 ? undefined : decoded(rest.join('/'))
  return {
    view: isView(view) ? view : 'notes',
    ...(id === undefined ? {} : { id }),
    ...(position === undefined ? {} : { at: position }),
    more,
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const hashOf = ({ at, id, more, view }: Route): string => {
  const query = new URLSearchParams({ ...more, ...(at === undefined ? {} : { at: String(at) }) }).toString()
  return `#/${view}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${query === '' ? '' : `?${query}`}`
}

export const route = signal<Route>(routeIn(location.hash))
/** What was shown before a strength was; undefined where the page was opened there. A strength is reached from other views, and belongs to none. */
export const cameFrom = signal<Route | undefined>(undefined)
addEventListener('hashchange', () => {
  if (route.value.view !== 'strength') cameFrom.value = route.value
  route.value = routeIn(location.hash)
})

export type Tab = Exclude<View, 'strength' | 'why-not'>

/** The tab that is lit: that of the view, or of the one from which it was reached. Why a memory comes or not is asked from a search alone. */
export const litTab = computed((): Tab => {
  const { view } = route.value.view === 'strength' ? (cameFrom.value ?? route.value) : route.value
  return view === 'strength' || view === 'why-not' ? 'notes' : view
})

export const at = computed(() => route.value.at)

/** Goes to a view. The position stays, unless another one is named; the further choices do not. */
export const linkTo = (view: View, id?: string, more: Readonly<Record<string, string>> = {}): string =>
  hashOf({ view, id, at: route.value.at, more })

/** Goes to a view as of now, whatever is shown. */
export const linkToNow = (view: View, id?: string): string => hashOf({ view, id, more: {} })

export const go = (hash: string): void => {
  location.hash = hash
}

/** Changes a part of the address in place: no step for the browser's way back. */
export const adjust = (change: Partial<Route>): void => {
  const next = { ...route.value, ...change }
  history.replaceState(null, '', hashOf(next))
  route.value = next
}
