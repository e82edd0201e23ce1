export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const keptAs = 'theme'
const schemes = /\(prefers-color-scheme:\s*(light|dark)\)/

export function readTheme(): Theme {
  const kept = localStorage.getItem(keptAs)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(keptAs, theme)
  applyTheme(theme)
}

type Conditional = { rule: CSSMediaRule; condition: string }
const found: Conditional[] = []

/**
 * The colours are defined once, under the media query for light or dark. A chosen theme rewrites that query in all
 * style sheets, so that there is no second list of colours to keep in step.
 */
export function applyTheme(theme: Theme): void {
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme
  if (found.length === 0) for (const sheet of document.styleSheets) collect(sheet.cssRules)
  for (const { rule, condition } of found) rule.media.mediaText = answered(condition, theme)
}

function collect(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule && schemes.test(rule.conditionText))
      found.push({ rule, condition: rule.conditionText })
    else if ('cssRules' in rule) collect(rule.cssRules as CSSRuleList)
  }
}

export function answered(condition: string, theme: Theme): string {
  if (theme === 'system') return condition
  const [, scheme] = schemes.exec(condition) ?? []
  return condition.replace(schemes, scheme === theme ? '(min-width: 0)' : '(max-width: 0)')
}
