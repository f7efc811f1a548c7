/** A heading as a reader sees it: without the marks of links, emphasis and code. */
export const plainHeading = (source: string): string =>
  source
    .replace(/[ \t]*\{#[^{}]*\}$/, '')
    .replace(/!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
