import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the help contains beyond the usage: about a group as a whole, and about its commands. */
export type Manual = { about: string; sections: Section[] }
type Section = { commands: string[]; text: string }

const folder = join(import.meta.dirname, 'manual')

/** A heading `### chat list, chat show` begins the section of these commands; the text before it is about the group. */
export function manualOf(group: string): Manual {
  const path = join(folder, `${group}.md`)
  if (!existsSync(path)) return { about: '', sections: [] }
  const [about = '', ...sections] = readFileSync(path, 'utf8').split(/^### /m)
  return {
    about: about.trim(),
    sections: sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n')
      return { commands: heading.split(', '), text: lines.join('\n').trim() }
    }),
  }
}

export function sectionOf(command: string): string | null {
  const { sections } = manualOf(command.split(' ')[0]!)
  return sections.find(({ commands }) => commands.includes(command))?.text ?? null
}
