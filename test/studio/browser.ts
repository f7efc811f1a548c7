/** A real browser for the page of the studio: Debian's Chromium, or the one that `CHROMIUM` names. */

import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const path = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Undefined where there is a browser; else why its tests are left out. */
export const noBrowser: string | undefined = existsSync(path)
  ? undefined
  : `there is no ${path}: install Debian's chromium, or name one in CHROMIUM`

export const openBrowser = (...flags: ReadonlyArray<string>): Promise<Browser> =>
  // The sandbox of Chromium wants a user of its own, which a container has not.
  chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-dev-shm-usage', ...flags] })

/** Flags of a browser that paints nothing in three dimensions. */
export const withoutWebGL = ['--disable-gpu', '--disable-webgl', '--disable-webgl2', '--disable-3d-apis'] as const

export interface Watched {
  readonly page: Page
  readonly context: BrowserContext
  /** What the page printed on the console, errors of scripts, and requests that left this machine. */
  readonly complaints: ReadonlyArray<string>
}

/** A page that is watched for complaints. */
export const watchedPage = async (browser: Browser, size = { width: 1280, height: 800 }): Promise<Watched> => {
  const context = await browser.newContext({ viewport: size, locale: 'en-GB', timezoneId: 'UTC' })
  const page = await context.newPage()
  const complaints: Array<string> = []
  page.on('console', (message) => complaints.push(`console ${message.type()}: ${message.text()} ${message.location().url}`))
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} for ${response.request().postData() ?? response.url()}`)
  })
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (hostname !== '127.0.0.1' && protocol !== 'data:' && protocol !== 'blob:') complaints.push(`asked ${request.url()}`)
  })
  return { page, context, complaints }
}
