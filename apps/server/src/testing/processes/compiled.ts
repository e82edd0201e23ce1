const folder = process.env['NODE_COMPILE_CACHE']

/** For the environment of a child process: where Node caches the compiled form of our sources. */
export const compiled: Record<string, string> = folder ? { NODE_COMPILE_CACHE: folder } : {}
