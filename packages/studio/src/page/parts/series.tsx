/** A number along the log, drawn as steps. Its table is beside it for those who do not see it: the list of causes. */

import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { theme } from '../state/theme.ts'
import { SavePicture } from './save-picture.tsx'

interface Point {
  readonly position: number
  readonly value: number
}

const height = 180

export const Series = ({ name, points }: { readonly name: string; readonly points: ReadonlyArray<Point> }) => {
  const place = useRef<HTMLDivElement>(null)
  const look = theme.value
  useEffect(() => {
    const holder = place.current
    if (holder === null || points.length === 0) return
    const style = getComputedStyle(document.documentElement)
    const colour = (variable: string) => style.getPropertyValue(variable).trim()
    const thin = { stroke: colour('--line'), width: 1 }
    const axis = { stroke: colour('--faint'), grid: thin, ticks: thin }
    const plot = new uPlot(
      {
        width: holder.clientWidth,
        height,
        scales: { x: { time: false } },
        axes: [axis, axis],
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
  }, [points, name, look])
  return (
    <figure class="drawn">
      <figcaption>{name}</figcaption>
      <div class="series" ref={place} role="img" aria-label={`${name}: ${points.map(({ value }) => value.toFixed(2)).join(', ')}`} />
      <SavePicture name={name} picture={place} />
    </figure>
  )
}
