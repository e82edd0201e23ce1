const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** The name of a session's browser; an unknown one is shown by its own user agent. */
export function deviceName(userAgent: string): string {
  const find = (known: typeof browsers) => known.find(([form]) => form.test(userAgent))?.[1]
  const names = [find(browsers), find(systems)].filter((name) => name !== undefined)
  return names.length > 0 ? names.join(' \u00B7 ') : userAgent
}
