/** What a file system said, in words. */

export const fileProblem = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return sentences[code] ?? (error instanceof Error ? error.message : String(error))
}

const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'it may not be read by this user',
  EPERM: 'it may not be read by this user',
  ENOTDIR: 'a part of the path is no folder',
  ENOSPC: 'there is no space left on the device',
  EROFS: 'the file system is read-only',
  ELOOP: 'links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
}
