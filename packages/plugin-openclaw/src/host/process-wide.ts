/** Version of this package. A test compares it with package.json and the manifest. */

export const version = '0.1.0'
