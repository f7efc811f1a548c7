/** A number along the log, drawn as steps. Its table is beside it for those who do not see it: the list of causes. */

import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { timesAlong } from '../state/dates.ts'
import { theme } from '../state/theme.ts'
import { SavePicture } from './save-picture.tsx'
import { dayOf } from './words.tsx'

interface Point {
  readonly position: number
  readonly value: number
}

const height = 180

/** A number that is never below 0 has no axis below 0: uPlot leaves as much room under numbers that are all alike as above them. */
const fromNothing = (_: uPlot, low: number, high: number): [number, number] => [
  Math.min(0, low * 1.05),
  high > 0 ? high * 1.05 : low < 0 ? 0 : 1,
]

export const Series = ({ name, points }: { readonly name: string; readonly points: ReadonlyArray<Point> }) => {
  const place = useRef<HTMLDivElement>(null)
  const look = theme.value
  const times = timesAlong()
  useEffect(() => {
    const holder = place.current
    if (holder === null || points.length === 0) return
    const style = getComputedStyle(document.documentElement)
    const colour = (variable: string) => style.getPropertyValue(variable).trim()
    const thin = { stroke: colour('--line'), width: 1 }
    const axis = { stroke: colour('--faint'), grid: thin, ticks: thin }
    const dayAt = (position: number) => (times === undefined ? String(position) : dayOf(new Date(times(position)).toISOString()))
    const plot = new uPlot(
      {
        width: holder.clientWidth,
        height,
        scales: { x: { time: false }, y: { range: fromNothing } },
        axes: [{ ...axis, space: 110, values: (_, places) => places.map(dayAt) }, axis],
        legend: { show: false },
        series: [
          {},
          {
            label: name,
            stroke: colour('--accent'),
            width: 2,
            points: { show: points.length < 100 },
            paths: uPlot.paths.stepped?.({ align: 1 }) ?? null,
          } as uPlot.Series,
        ],
      },
      [points.map(({ position }) => position), points.map(({ value }) => value)],
      holder,
    )
    const resized = new ResizeObserver(() => plot.setSize({ width: holder.clientWidth, height }))
    resized.observe(holder)
    return () => {
      resized.disconnect()
      plot.destroy()
    }
  }, [points, name, look, times === undefined])
  return (
    <figure class="drawn">
      <figcaption>{name}</figcaption>
      <div class="series" ref={place} role="img" aria-label={`${name}: ${points.map(({ value }) => value.toFixed(2)).join(', ')}`} />
      <SavePicture name={name} picture={place} />
    </figure>
  )
}
