import { pairsOf } from '../terminal/print.ts'
import { rolesOf, type CallCommand, type Field } from './commands.ts'

export function usageOfCall({ name, args, options, file }: CallCommand): string {
  const inPath = args.map((field) => field.name.toUpperCase())
  const typed = options.map((field) => {
    const text = `--${field.name} ${takesOf(field)}`
    return field.isNeeded ? text : `[${text}]`
  })
  return [name, ...inPath, ...(file === null ? [] : ['FILE']), ...typed].join(' ')
}

export function helpOfCall(command: CallCommand): string {
  const { call, args, options } = command
  const fields = [...args, ...options].map((field): [string, string] => [
    args.includes(field) ? field.name.toUpperCase() : `--${field.name}`,
    [takesOf(field), ...(field.choices.length > 0 ? [field.choices.join(', ')] : [])].join(': '),
  ])
  return [
    `npx kapao ${usageOfCall(command)}`,
    `  ${call.summary}`,
    `  For: ${rolesOf(call)?.join(', ') ?? 'everybody who is signed in'}.`,
    ...(call.touch === true ? ['  Asks for a touch of your passkey on the page.'] : []),
    ...(fields.length > 0 ? [pairsOf(fields, '  ')] : []),
    pairsOf(
      [
        ['--json', 'Print the answer as the console gives it.'],
        ['--as NAME', 'Whose session, when this computer holds several.'],
        ['--input FILE', 'Take fields from a JSON file; - is what is piped in.'],
        ...(call.keyed === true
          ? [['--key KEY', 'Send it again under the key of a lost answer.'] as [string, string]]
          : []),
      ],
      '  ',
    ),
  ].join('\n')
}

function takesOf({ form, isNullable }: Field): string {
  const takes = {
    text: 'TEXT',
    number: 'NUMBER',
    truth: 'yes|no',
    list: 'A,B',
    instant: 'TIME',
    json: 'JSON',
  }
  return isNullable ? `${takes[form]}|none` : takes[form]
}
