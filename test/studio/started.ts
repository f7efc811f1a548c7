/** Waits for a studio that was started as a process. */

import type { ChildProcess } from 'node:child_process'

/** Returns the address that it prints. */
export const startedAt = (studio: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    studio.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    studio.once('close', (code) => reject(new Error(`the studio ended with ${code}`)))
  })
