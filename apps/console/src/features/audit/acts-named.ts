export type NamedAct = { code: string; name: string }

/** Acts that have these words in their name or code, as a dictionary of the language orders them. */
export function actsNamed(
  names: Readonly<Record<string, string>>,
  { words, language }: { words: string; language: string },
): NamedAct[] {
  const wanted = words.trim().toLowerCase()
  return Object.entries(names)
    .map(([code, name]) => ({ code, name }))
    .filter(({ code, name }) => `${name} ${code}`.toLowerCase().includes(wanted))
    .toSorted((one, other) =>
      one.name.localeCompare(other.name, language === 'la' ? 'lo' : language),
    )
}
