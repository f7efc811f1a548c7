/** Which files a folder is read through for: what else lies in it is neither read nor missed. */

/** Paths are relative to the folder, with `/` between their parts. */
export const isFollowed = (path: string): boolean => path.split('/').every((name) => !isPassedOver(name)) && isDocumentName(path)

/** Hidden entries and what package managers install. */
export const isPassedOver = (name: string): boolean => name.startsWith('.') || name === 'node_modules'

export const isDocumentName = (name: string): boolean => /\.(md|markdown|txt)$/i.test(name)
