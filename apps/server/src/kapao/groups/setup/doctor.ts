import { examine } from '#context/doctor/examine.ts'
import type { Finding, Grade } from '#context/doctor/findings.ts'
import type { Command, Group } from '../../command.ts'
import { refuseCommand } from '../../terminal/fault.ts'

const headings: [Grade, string][] = [
  ['must', 'Must be fixed'],
  ['should', 'Should be improved'],
  ['fine', 'Fine'],
]

const doctor: Command = {
  name: 'doctor',
  args: [],
  about: 'Checks settings, database and folders, and lists all findings at once.',
  options: {},
  examples: ['kapao doctor', 'kapao doctor --json'],
  looksAtSettings: true,
  run: async (cli) => {
    const found = await examine(cli)
    const text = textOf(found)
    if (found.some(({ grade }) => grade === 'must')) refuseCommand(text)
    return { text, json: found }
  },
}

function textOf(found: readonly Finding[]): string {
  const groups = headings.flatMap(([grade, heading]) => {
    const lines = found.filter((one) => one.grade === grade).map(lineOf)
    return lines.length === 0 ? [] : [`${heading}:\n${lines.join('\n')}`]
  })
  return groups.join('\n\n')
}

function lineOf({ process, what }: Finding): string {
  return `  ${what}${process === 'every' ? '' : ` (${process})`}`
}

export const doctorGroup: Group = {
  name: 'doctor',
  about: 'Checks whether this machine is ready for production.',
  commands: [doctor],
}
