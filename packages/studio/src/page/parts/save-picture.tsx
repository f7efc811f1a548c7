/** Saves what is drawn as a file, made in the page: SVG where it is drawn so, PNG where it is painted. */

import type { RefObject } from 'preact'

interface SavePictureProps {
  /** What it shows; the file is called so. */
  readonly name: string
  /** The SVG, or an element with a canvas in it. */
  readonly picture: RefObject<SVGSVGElement | HTMLElement | null>
  /** Paints it once more: what a canvas of WebGL holds is gone after the frame. */
  readonly before?: () => void
}

export const SavePicture = ({ before, name, picture }: SavePictureProps) => (
  <button
    type="button"
    class="save quiet"
    title={`save the picture: ${name}`}
    onClick={() => {
      before?.()
      if (picture.current !== null) void save(name, picture.current)
    }}
  >
    Save picture
  </button>
)

const save = async (name: string, picture: SVGSVGElement | HTMLElement): Promise<void> => {
  const isDrawn = picture instanceof SVGSVGElement
  const blob = isDrawn ? new Blob([textOf(picture)], { type: 'image/svg+xml' }) : await paintedIn(picture)
  if (blob === null) return
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.${isDrawn ? 'svg' : 'png'}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address))
}

/** What the style sheet says of a drawing, which the file does not have with it. */
const drawnBy = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'font-family',
  'font-size',
  'font-weight',
  'opacity',
  'paint-order',
] as const

const textOf = (drawing: SVGSVGElement): string => {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const [originals, copies] = [drawing.querySelectorAll('*'), copy.querySelectorAll('*')]
  originals.forEach((original, i) => {
    const style = getComputedStyle(original)
    for (const property of drawnBy) copies[i]?.setAttribute(property, style.getPropertyValue(property))
  })
  // A link of the page leads nowhere outside of it.
  for (const link of copy.querySelectorAll('a')) link.removeAttribute('href')
  const { height, width } = drawing.getBoundingClientRect()
  copy.setAttribute('width', String(Math.round(width)))
  copy.setAttribute('height', String(Math.round(height)))
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  ground.setAttribute('width', '100%')
  ground.setAttribute('height', '100%')
  ground.setAttribute('fill', getComputedStyle(document.body).backgroundColor)
  copy.prepend(ground)
  return new XMLSerializer().serializeToString(copy)
}

/** All canvases of an element, one above the other as they lie there, on the ground of the page. */
const paintedIn = (element: HTMLElement): Promise<Blob | null> => {
  const layers = [...element.querySelectorAll('canvas')]
  const whole = document.createElement('canvas')
  whole.width = Math.max(1, ...layers.map(({ width }) => width))
  whole.height = Math.max(1, ...layers.map(({ height }) => height))
  const context = whole.getContext('2d')
  if (context === null) return Promise.resolve(null)
  context.fillStyle = getComputedStyle(document.body).backgroundColor
  context.fillRect(0, 0, whole.width, whole.height)
  for (const layer of layers) context.drawImage(layer, 0, 0)
  return new Promise((resolve) => whole.toBlob(resolve))
}
