import type { Step } from '@kapao/contract/console/work'
import { Fragment } from 'react'
import { Code } from './as-written.tsx'
import { KeyName } from './data-value.tsx'

/** Where in a value a part is: keys in words, entries of lists by what identifies them. */
export function PathName({ path }: { path: readonly Step[] }) {
  return path.map((step, at) => (
    <Fragment key={at}>
      {at > 0 && ' › '}
      {'key' in step ? <KeyName name={step.key} /> : <Code code={step.entry} />}
    </Fragment>
  ))
}

/** The key that says what kind of value it is, by the last step that has one. */
export function keyIn(path: readonly Step[] | undefined): string | undefined {
  const keys = (path ?? []).flatMap((step) => ('key' in step ? [step.key] : []))
  return keys.at(-1)
}
