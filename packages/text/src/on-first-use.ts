/** Values that are made when they are first needed. A cold command line needs few of its constants, and patterns are slow to make. */

/** Returns a function that makes its value at the first call and returns the same value at every call. */
export const onFirstUse = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
