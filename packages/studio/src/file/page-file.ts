/** Makes one file of the page: its script, its style and what it shows stand inside, and its policy lets it ask nobody. */

import { hash } from 'node:crypto'
import type { Assets } from '../server/assets.ts'
import type { MemoryFile } from './memory-file.ts'

/** Returns the text of the file. */
export const pageFile = (assets: Assets, file: MemoryFile): string => {
  const index = assets.get('/')?.bytes.toString('utf8') ?? ''
  // What the page loads later, it loads from a studio: a file has none.
  const textOf = (ending: string): string => {
    const found = [...assets].find(([name]) => name.endsWith(ending) && index.includes(name))
    if (found === undefined) throw new Error(`the page has no ${ending}`)
    return found[1].bytes.toString('utf8')
  }
  const [script, style] = [inScript(textOf('.js')), textOf('.css').replaceAll('</', '<\\/')]
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy(script, style)}">
    <meta name="referrer" content="no-referrer">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Crabtrail</title>
    <style>${style}</style>
  </head>
  <body>
    <div id="page"></div>
    <script type="application/json" id="memory">${inData(JSON.stringify(file))}</script>
    <script type="module">${script}</script>
  </body>
</html>`
}

/** Only this script and this style, known by their digests. */
const policy = (script: string, style: string): string =>
  [
    "default-src 'none'",
    `script-src '${digestOf(script)}'`,
    `style-src '${digestOf(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

const digestOf = (text: string): string => `sha256-${hash('sha256', text, 'base64')}`

/** No text of a memory ends the element that holds it, or begins a comment in it. JSON reads the same from it. */
const inData = (json: string): string => json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** In a script these words stand in strings alone, where a backslash before the slash changes nothing. */
const inScript = (text: string): string => text.replaceAll(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '<\\!--')
