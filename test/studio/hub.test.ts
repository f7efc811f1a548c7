/** A memory with 5,000 neighbours on the page, in a real browser: a window of it is painted, listed, and said to be one. */

import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePlaceOfProcesses, type PlaceOfProcesses } from '../cli/place.ts'
import { axeFindings } from './axe.ts'
import { noBrowser, openBrowser, withoutWebGL } from './browser.ts'
import { type OpenedStudio, openStudio, openStudioIn, told } from './opened-studio.ts'
import { keepScreens } from './screens.ts'

const [piers, boats] = [10, 500]

let place: PlaceOfProcesses
let studio: OpenedStudio
let page: Page

/** Waits until the neighbourhood is painted. */
const painted = async (): Promise<void> => {
  await page.locator('.painted[data-painted=true] canvas').first().waitFor({ state: 'attached' })
  await told(page)
}

const bytesOf = async (saved: Download): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of await saved.createReadStream()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const saveFrom = async (holder: string): Promise<Download> => {
  const saving = page.waitForEvent('download')
  await page.locator(holder).getByRole('button', { name: 'Save picture' }).click()
  return saving
}

describe.skipIf(noBrowser !== undefined)('a hub on the page of the studio', () => {
  beforeAll(async () => {
    place = makePlaceOfProcesses()
    place.write('notes/harbour.md', '# Harbour\n\nThe harbour of the town.\n')
    for (let pier = 1; pier <= piers; pier++) {
      const sections = Array.from({ length: boats }, (_, boat) => `## Boat ${pier}-${boat}\n\nIt lies in the [harbour](harbour.md).\n`)
      place.write(`notes/pier-${pier}.md`, `# Boats of pier ${pier}\n\n${sections.join('\n')}`)
    }
    await place.within.ask('ingest', 'notes')
    studio = await openStudio(place)
    page = studio.page
    await studio.goTo('#/notes')
  }, 240_000)
  afterAll(async () => {
    await studio?.close()
    place?.remove()
  })

  test('is asked for as a window of 2,000 memories, and the page says what is left out', async () => {
    const asked = page.waitForResponse((response) => response.request().postData()?.includes('"around":2000') === true)
    await studio.goTo('#/notes/harbour.md', 'Harbour')
    await painted()
    const shown = await place.within.ask('show', 'harbour.md', '--limit', '3')

    expect(shown.degree).toBeGreaterThanOrEqual(piers * boats)
    expect(shown.edges).toHaveLength(3)
    expect(await page.locator('.surroundings figcaption').textContent()).toMatch(
      /^2,000 of 5,\d{3} memories within two steps; 3,\d{3} more/,
    )
    expect(await page.locator('.card caption').textContent()).toBe(`the strongest 60 of ${shown.degree.toLocaleString('en')}`)
    const { around, nodes } = (await (await asked).json()) as Readonly<Record<'nodes', unknown[]>> & { around: { nodes: unknown[] } }
    expect([nodes.length, around.nodes.length]).toEqual([2, 2_000])
  })

  test('is listed beside the picture for keys, and says kind and strength of what has the focus', async () => {
    const list = page.getByRole('region', { name: 'What is in the picture, as a list' })
    expect(await list.locator('li').count()).toBe(50)
    await list.locator('li a').first().focus()

    expect(await page.locator('.pointed').textContent()).toMatch(/: (link|hierarchical|mention) \d\.\d\d (to|from) /)
    await list.getByRole('button', { name: 'List all 1,999' }).click()
    expect(await list.locator('li').count()).toBe(1_999)
  })

  test('says what is pointed at, and opens what is clicked', async () => {
    const box = await page.locator('.painted').boundingBox()
    if (box === null) throw new Error('nothing is painted')
    await page.locator('.painted').scrollIntoViewIfNeeded()
    const { height, width, x, y } = (await page.locator('.painted').boundingBox()) ?? box
    // The strongest of twelve lies on the ring at a twenty-fourth of a turn.
    const far = 0.34 * ((Math.min(width, height) - 60) / 2)
    const [left, top] = [x + width / 2 + far * Math.cos(Math.PI / 12), y + height / 2 - far * Math.sin(Math.PI / 12)]
    await page.mouse.move(left, top)
    await page.locator('.pointed', { hasText: /(to|from) Harbour/ }).waitFor()
    await page.mouse.click(left, top)
    await page.waitForURL((url) => !decodeURIComponent(url.hash).startsWith('#/notes/harbour.md'))
    await page.getByRole('heading', { level: 1, name: /Boat/ }).waitFor()
    await studio.goTo('#/notes/harbour.md', 'Harbour')
    await painted()
  })

  test('is saved as a PNG of the size that it has, with something on it; the time line as an SVG', async () => {
    const size = await page.locator('.painted').boundingBox()
    const saved = await saveFrom('.surroundings')
    const bytes = await bytesOf(saved)

    expect(saved.suggestedFilename()).toBe('around-harbour-md.png')
    expect(bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([Math.round(size?.width ?? 0), Math.round(size?.height ?? 0)])
    expect(bytes.length).toBeGreaterThan(20_000)
    const line = await saveFrom('.timeline')
    expect(line.suggestedFilename()).toBe('time-line.svg')
    expect((await bytesOf(line)).toString('utf8')).toMatch(/^<svg .*<rect [^>]*class="facts"[^>]*fill="rgb\(/s)
  })

  test('keeps every name within the picture, also where it is narrow', async () => {
    await page.evaluate(() => {
      const { prototype } = CanvasRenderingContext2D
      const fillText = prototype.fillText
      prototype.fillText = function (this: Context, words: string, x: number, y: number) {
        const { width } = this.measureText(words)
        const from = this.textAlign === 'right' ? x - width : x
        written.push({ words, from, to: from + width })
        fillText.call(this, words, x, y)
      }
      globalThis.written = []
    })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await studio.goTo('#/notes', 'What does it know?')
      await page.evaluate(() => {
        globalThis.written = []
      })
      await studio.goTo('#/notes/harbour.md', 'Harbour')
      await painted()
      const names = await page.evaluate(() => written)
      const room = (await page.locator('.painted').boundingBox())?.width ?? 0

      expect(new Set(names.map(({ words }) => words)).size).toBe(13)
      expect(names.filter(({ from, to }) => from < 0 || to > room)).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('is listed by a browser without WebGL, which says that it cannot paint', async () => {
    const plain = await openStudioIn(() => openBrowser(...withoutWebGL), place)
    try {
      await plain.goTo('#/notes/harbour.md', 'Harbour')
      await plain.page.getByText('This browser cannot paint it: it has no WebGL. The list says the same.').waitFor()
      const list = plain.page.getByRole('region', { name: 'What is in the picture, as a list' })

      expect(await list.locator('li').count()).toBe(50)
      expect(await list.locator('li').first().textContent()).toMatch(/(link|hierarchical|mention) \d\.\d\d (to|from) Harbour/)
      expect(await plain.page.locator('.painted').isVisible()).toBe(false)
      expect(
        await plain.page
          .locator('.surroundings')
          .getByRole('button', { name: /picture/i })
          .count(),
      ).toBe(0)
      await list.locator('li a').first().focus()
      expect(await axeFindings(plain.page)).toEqual([])
      expect(plain.watched.complaints.filter((one) => !one.includes('WebGL'))).toEqual([])
    } finally {
      await plain.close()
    }
  })

  test('has no serious finding of axe, and nothing to say on the console', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      expect(await axeFindings(page)).toEqual([])
      for (const size of ['wide', 'narrow'] as const) {
        await keepScreens(studio, '#/health', 'hub-before', size, scheme)
        await studio.goTo('#/notes/harbour.md', 'Harbour')
        await painted()
        await page.locator('.surroundings').scrollIntoViewIfNeeded()
        await keepScreens(studio, '#/notes/harbour.md', 'hub', size, scheme)
      }
    }
    // Where WebGL is drawn by the processor, the driver itself says that reading pixels is slow.
    expect(studio.watched.complaints.filter((one) => !one.includes('GL Driver Message (OpenGL, Performance'))).toEqual([])
  })
})

/* What the page itself is asked: its names are not those of this process. */
interface Context {
  readonly textAlign: string
  readonly measureText: (words: string) => { readonly width: number }
  fillText: (words: string, x: number, y: number) => void
}
declare const CanvasRenderingContext2D: { readonly prototype: Context }
declare global {
  var written: Array<{ readonly words: string; readonly from: number; readonly to: number }>
}
