/**
 * The properties of this folder once more, ten thousand times each: what `pnpm test:deep` runs.
 *
 * In short: `test/properties/traversal.test.ts`
 */
process.env['CRABTRAIL_RUNS'] ??= '10000'

await import('../arbitraries/event.test.ts')
await import('./codec.test.ts')
await import('./conversation.test.ts')
await import('./determinism.test.ts')
await import('./folding.test.ts')
await import('./graph.test.ts')
await import('../plugin/inactive-hook.test.ts')
await import('./past.test.ts')
await import('./purity.test.ts')
await import('./recall-text.test.ts')
await import('./strengths.test.ts')
await import('./torn-exports.test.ts')
await import('./traversal.test.ts')
await import('./versions.test.ts')
