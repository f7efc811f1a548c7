/** A list of any length: what is far from what is seen is not in the page, and the scroll bar is as long as all of it. */

import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks'

interface LongListProps {
  readonly count: number
  /** The height of a row in pixels before it is drawn; each is measured then. */
  readonly rowHeight: number
  readonly label: string
  readonly class?: string
  readonly row: (index: number) => ComponentChildren
}

/** Rows that are drawn beyond each end of what is seen. */
const overscan = 8

const scroller = (): HTMLElement | null => document.getElementById('main')

export const LongList = ({ class: name = '', count, label, row, rowHeight }: LongListProps) => {
  const place = useRef<HTMLUListElement>(null)
  const margin = useRef(0)
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0)
  const options = {
    count,
    overscan,
    estimateSize: () => rowHeight,
    getScrollElement: scroller,
    observeElementOffset,
    observeElementRect,
    scrollMargin: margin.current,
    scrollToFn: elementScroll,
    initialRect: { width: 0, height: 1_000 },
    onChange: () => draw(0),
  }
  const list = useMemo(() => new Virtualizer<HTMLElement, HTMLElement>(options), [])
  list.setOptions(options)
  useLayoutEffect(() => list._didMount(), [list])
  useLayoutEffect(() => {
    const above = offsetIn(place.current, scroller())
    list._willUpdate()
    // What stands above the list may grow: the rows move with it.
    if (Math.abs(above - margin.current) < 1) return
    margin.current = above
    draw(0)
  })
  return (
    <ul ref={place} class={`long ${name}`} aria-label={label} style={{ height: `${list.getTotalSize()}px` }}>
      {list.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={String(key)}
          data-index={index}
          ref={(element) => {
            if (element !== null) list.measureElement(element)
          }}
          aria-setsize={count}
          aria-posinset={index + 1}
          style={{ transform: `translateY(${start - margin.current}px)` }}
        >
          {row(index)}
        </li>
      ))}
    </ul>
  )
}

/** Pixels from the beginning of what is scrolled to an element in it. */
const offsetIn = (element: HTMLElement | null, scrolled: HTMLElement | null): number =>
  element === null || scrolled === null
    ? 0
    : element.getBoundingClientRect().top - scrolled.getBoundingClientRect().top + scrolled.scrollTop
