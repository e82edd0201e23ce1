import { useText } from '#core/i18n.tsx'
import shared from '../shared.module.css'
import { Quote } from './as-written.tsx'
import { JsonValue } from './data-value.tsx'

const shortMax = 200

/** A person's words, or the reason of a refusal. */
export function Why({ why }: { why: string | null }) {
  const refused = useText().work.refused as Record<string, string>
  if (why === null) return null
  return Object.hasOwn(refused, why) ? <span>{refused[why]}</span> : <Quote words={why} />
}

/** A long value is folded. */
export function LongValue({ name: label, value }: { name: string; value: unknown }) {
  const json = JSON.stringify(value ?? null)
  if (json.length <= shortMax)
    return (
      <div>
        <span className={shared.dim}>{label}:</span> <JsonValue json={json} />
      </div>
    )
  return (
    <details>
      <summary className={shared.dim}>{label}</summary>
      <JsonValue json={json} />
    </details>
  )
}
