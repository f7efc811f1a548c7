/** The studio over the store of a place, open in a real browser. */

import type { ChildProcess } from 'node:child_process'
import type { Browser, Page } from 'playwright-core'
import type { Place } from '../cli/place.ts'
import { openBrowser, type Watched, watchedPage } from './browser.ts'

export interface OpenedStudio {
  readonly page: Page
  readonly watched: Watched
  /** Goes to an address of the page, and waits until its heading, or why it cannot be shown, is there and everything is told. */
  readonly goTo: (hash: string, heading?: RegExp | string) => Promise<void>
  readonly close: () => Promise<void>
}

/* What the page itself is asked: its names are not those of this process. */
declare const document: { querySelectorAll(selector: string): { readonly length: number } }
declare const location: { hash: string }

export const openStudio = (place: Pick<Place, 'start'>, ...flags: ReadonlyArray<string>): Promise<OpenedStudio> =>
  openStudioIn(openBrowser, place, ...flags)

export const openStudioIn = async (
  launch: () => Promise<Browser>,
  place: Pick<Place, 'start'>,
  ...flags: ReadonlyArray<string>
): Promise<OpenedStudio> => {
  const studio = place.start('studio', ...flags)
  const address = await started(studio)
  const browser = await launch()
  const watched = await watchedPage(browser)
  const { page } = watched
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return {
    page,
    watched,
    goTo: async (hash, heading) => {
      await page.evaluate((to) => {
        location.hash = to
      }, hash)
      if (heading === undefined) await page.locator('#main h1, #main [role=alert]').first().waitFor()
      else await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await told(page)
    },
    close: async () => {
      await browser.close()
      studio.kill('SIGINT')
    },
  }
}

/** Waits until nothing on the page is asked for any more. */
export const told = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelectorAll('.waiting, .naming, [aria-busy="true"]').length === 0)
}

/** Resolves to the address that the studio prints. */
const started = (process: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    process.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    process.once('close', (code) => reject(new Error(`the studio ended with ${code}`)))
  })
