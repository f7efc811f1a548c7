import { defineConfig } from 'tsdown'

/**
 * The parts of the SDK that read streams stay outside of bundles: nobody here asks for a stream. An update of the SDK that wants another name of them
 * fails the build.
 */
const withoutStreams = {
  name: 'without-streams',
  load: {
    filter: {
      id: /\/openai\/lib\/(?:responses\/)?(?:AssistantStream|ChatCompletionStream|ChatCompletionStreamingRunner|ResponseStream)\.mjs$/,
    },
    handler: (id: string) => `export class ${id.match(/(\w+)\.mjs$/)?.[1]} {}`,
  },
}

/** What a user starts ships as tree-shaken, minified files with everything pure inside; the libraries ship as tsc emits them. */
const bundle = {
  platform: 'node',
  target: 'node24',
  fixedExtension: false,
  dts: false,
  minify: true,
  // Licences stay. Marks for a bundler are of no use in what is bundled already.
  outputOptions: { comments: { legal: true, annotation: false, jsdoc: false } },
} as const

/** A package that is not listed fails the build: a bundle grows on purpose or not at all. Of these openai is loaded where a server is asked for vectors, and unpdf with the first PDF, not before. */
const bundled = ['@orama/stemmers', '@orama/stopwords', 'effect', 'ignore', 'kysely', 'openai', 'porter2', 'unpdf']

export default defineConfig([
  {
    ...bundle,
    plugins: [withoutStreams],
    name: 'cli',
    cwd: 'packages/cli',
    entry: { main: 'src/main.ts' },
    // better-sqlite3 is native, and pg is needed for PostgreSQL alone: both stay dependencies, loaded when a store needs them.
    deps: { alwaysBundle: [/./], neverBundle: ['better-sqlite3', 'pg'], onlyBundle: bundled },
  },
  {
    ...bundle,
    plugins: [withoutStreams],
    name: 'eval',
    cwd: 'packages/eval',
    entry: { main: 'src/main.ts', evaluate: 'src/evaluate.ts' },
    deps: { alwaysBundle: [/./], neverBundle: ['better-sqlite3', 'pg'], onlyBundle: bundled },
  },
  {
    ...bundle,
    plugins: [withoutStreams],
    name: 'studio',
    cwd: 'packages/studio',
    entry: { studio: 'src/studio.ts' },
    // The page is built by Vite, behind this: its libraries are in no bundle for Node.
    deps: { alwaysBundle: [/./], neverBundle: ['better-sqlite3', 'pg'], onlyBundle: bundled },
  },
  {
    ...bundle,
    plugins: [withoutStreams],
    name: 'plugin-openclaw',
    cwd: 'packages/plugin-openclaw',
    entry: { index: 'src/index.ts', worker: 'src/worker.ts' },
    // openclaw is the host and stays a peer.
    deps: { alwaysBundle: [/./], neverBundle: ['better-sqlite3', 'pg', /^openclaw(\/|$)/], onlyBundle: bundled },
  },
])
