const folder = process.env['NODE_COMPILE_CACHE']

/** For the environment of a process that a test starts: where Node keeps what it has compiled of our sources before. */
export const compiled: Record<string, string> = folder ? { NODE_COMPILE_CACHE: folder } : {}
