/** A stylesheet that the build takes in. */
declare module '*.css'
