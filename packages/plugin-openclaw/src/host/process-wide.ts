/** Version of this package. A test compares it with package.json and the manifest. */
export const version = '0.1.0'

/**
 * A map that all copies of this version in the process share, by its name. Each copy of the plugin has its own modules, so a map in a
 * module would belong to that copy alone.
 */
export const processWide = <A>(name: string): Map<string, A> => {
  const key = Symbol.for(`@crabtrail/openclaw ${version} ${name}`)
  const everywhere = globalThis as { [name: symbol]: Map<string, A> | undefined }
  everywhere[key] ??= new Map()
  return everywhere[key]
}
