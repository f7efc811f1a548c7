/** Of this package; a test keeps it one with package.json and the manifest. */

export const version = '0.1.0'
