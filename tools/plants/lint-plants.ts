/** A file that breaks one rule of .oxlintrc.json, and a twin that does the same correctly. */
export type LintPlant = {
  /** As printed by oxlint. */
  rule: string
  path: string
  bad: string
  good: string
  /** The place of the twin, when the place is the difference. */
  goodPath?: string
  /** More files that both need, by path. */
  beside?: Record<string, string>
}

const lines = (count: number): string => '  total += 1\n'.repeat(count)

/** Rules that apply everywhere. */
export const lintPlants: LintPlant[] = [
  {
    rule: 'eslint(use-isnan)',
    path: 'tools/category-correctness.ts',
    bad: 'export const missing = (value: number) => value === NaN\n',
    good: 'export const missing = (value: number) => Number.isNaN(value)\n',
  },
  {
    rule: 'eslint(no-useless-concat)',
    path: 'tools/category-suspicious.ts',
    bad: "export const text = 'a' + 'b'\n",
    good: "export const text = 'ab'\n",
  },
  {
    rule: 'eslint(eqeqeq)',
    path: 'tools/eqeqeq.ts',
    bad: 'export const same = (a: unknown, b: unknown) => a == b\n',
    good: 'export const same = (a: unknown, b: unknown) => a === b || a == null\n',
  },
  {
    rule: 'eslint(max-lines)',
    path: 'tools/max-lines.ts',
    bad: `export const total = 1\n${'// A line.\n'.repeat(300)}`,
    good: `export const total = 1\n${'// A line.\n'.repeat(299)}`,
  },
  {
    rule: 'eslint(max-lines-per-function)',
    path: 'tools/max-lines-per-function.ts',
    bad: `export function count(total: number) {\n${lines(68)}  return total\n}\n`,
    good: `export function count(total: number) {\n${lines(67)}  return total\n}\n`,
  },
  {
    rule: 'eslint(max-params)',
    path: 'tools/max-params.ts',
    bad: 'export const sum = (a: number, b: number, c: number, d: number) => a + b + c + d\n',
    good: 'export const sum = (a: number, b: number, c: number) => a + b + c\n',
  },
  {
    rule: 'eslint(no-console)',
    path: 'apps/server/src/core/no-console.ts',
    bad: "export const greet = () => console.log('hello')\n",
    good: "export const greet = () => console.log('hello')\n",
    goodPath: 'tools/no-console.ts',
  },
  {
    rule: 'eslint(no-unused-vars)',
    path: 'tools/unused-vars.ts',
    bad: 'export const first = (one: number, two: number) => one\n',
    good: 'export const first = (one: number, _two: number) => one\n',
  },
  {
    rule: 'eslint(prefer-const)',
    path: 'tools/prefer-const.ts',
    bad: 'let two = 2\nexport const four = two + two\n',
    good: 'const two = 2\nexport const four = two + two\n',
  },
  {
    rule: 'import(no-cycle)',
    path: 'tools/cycle-hen.ts',
    bad: "import { egg } from './cycle-egg.ts'\nexport const hen = () => egg\n",
    good: "import type { Egg } from './cycle-egg.ts'\nexport const hen = (egg: Egg) => egg\n",
    beside: {
      'tools/cycle-egg.ts':
        "import { hen } from './cycle-hen.ts'\nexport type Egg = string\nexport const egg = () => hen\n",
    },
  },
  {
    rule: 'import(no-default-export)',
    path: 'tools/default-export.ts',
    bad: 'const answer = 42\nexport default answer\n',
    good: 'const answer = 42\nexport default answer\n',
    goodPath: 'tools/default-export.config.ts',
  },
  {
    rule: 'oxc(no-barrel-file)',
    path: 'tools/barrel.ts',
    bad: "export * from './barrel-part.ts'\n",
    good: "import { part } from './barrel-part.ts'\nexport const parts = [part]\n",
    beside: { 'tools/barrel-part.ts': 'export const part = 1\n' },
  },
  {
    rule: 'react(button-has-type)',
    path: 'apps/web/src/ui/button-type.tsx',
    bad: 'export const Go = () => <button>Go</button>\n',
    good: 'export const Go = () => <button type="button">Go</button>\n',
  },
  {
    rule: 'react-hooks(rules-of-hooks)',
    path: 'apps/web/src/ui/hooks.tsx',
    bad: "import { useState } from 'react'\nexport function useFlag(on: boolean) {\n  if (on) useState(1)\n}\n",
    good: "import { useState } from 'react'\nexport function useFlag() {\n  return useState(1)\n}\n",
  },
  {
    rule: 'react(jsx-no-target-blank)',
    path: 'apps/web/src/ui/blank.tsx',
    bad: 'export const Out = ({ to }: { to: string }) => <a href={to} target="_blank">out</a>\n',
    good: 'export const Out = ({ to }: { to: string }) => <a href={to} target="_blank" rel="noreferrer">out</a>\n',
  },
  {
    rule: 'jsx-a11y(alt-text)',
    path: 'apps/web/src/ui/picture.tsx',
    bad: 'export const Picture = ({ from }: { from: string }) => <img src={from} />\n',
    good: 'export const Picture = ({ from }: { from: string }) => <img src={from} alt="" />\n',
  },
  {
    rule: 'typescript(ban-ts-comment)',
    path: 'tools/ts-comment.ts',
    bad: "// @ts-ignore\nexport const one: number = '1'\n",
    good: 'export const one: number = 1\n',
  },
  {
    rule: 'typescript(consistent-type-imports)',
    path: 'tools/type-import.ts',
    bad: "import { Stats } from 'node:fs'\nexport type Found = Stats\n",
    good: "import type { Stats } from 'node:fs'\nexport type Found = Stats\n",
  },
  {
    rule: 'typescript(no-import-type-side-effects)',
    path: 'tools/type-import-only.ts',
    bad: "import { type Stats } from 'node:fs'\nexport type Found = Stats\n",
    good: "import type { Stats } from 'node:fs'\nexport type Found = Stats\n",
  },
  {
    rule: 'typescript(no-explicit-any)',
    path: 'tools/explicit-any.ts',
    bad: 'export const loose = (value: unknown) => value as any\n',
    good: 'export const tight = (value: unknown) => value as string\n',
  },
  {
    rule: 'typescript(no-floating-promises)',
    path: 'tools/floating.ts',
    bad: 'export function begin(work: () => Promise<number>) {\n  work()\n}\n',
    good: 'export async function begin(work: () => Promise<number>) {\n  await work()\n}\n',
  },
  {
    rule: 'typescript(no-misused-promises)',
    path: 'tools/misused.ts',
    bad: 'export const pick = (open: Promise<boolean>) => (open ? 1 : 2)\n',
    good: 'export const pick = async (open: Promise<boolean>) => ((await open) ? 1 : 2)\n',
  },
  {
    rule: 'typescript(no-misused-spread)',
    path: 'tools/misused-spread.ts',
    bad: 'export const copy = (all: Map<string, number>) => ({ ...all })\n',
    good: 'export const letters = (text: string) => [...text]\n',
  },
  {
    rule: 'typescript(only-throw-error)',
    path: 'tools/throw.ts',
    bad: "export function stop(): never {\n  throw 'stop'\n}\n",
    good: "export function stop(): never {\n  throw new Error('stop')\n}\n",
  },
  {
    rule: 'typescript(switch-exhaustiveness-check)',
    path: 'tools/exhaustive.ts',
    bad: "export function sign(way: 'in' | 'out') {\n  switch (way) {\n    case 'in':\n      return 1\n  }\n  return 0\n}\n",
    good: "export function sign(way: 'in' | 'out') {\n  switch (way) {\n    case 'in':\n      return 1\n    case 'out':\n      return -1\n  }\n}\n",
  },
  {
    rule: 'unicorn(prefer-node-protocol)',
    path: 'tools/node-protocol.ts',
    bad: "import { join } from 'path'\nexport const both = join('a', 'b')\n",
    good: "import { join } from 'node:path'\nexport const both = join('a', 'b')\n",
  },
  ...['disabled:test.skip', 'focused:test.only'].map((pair): LintPlant => {
    const [name = '', call = ''] = pair.split(':')
    const body = "('adds', () => {\n  expect(1 + 1).toBe(2)\n})\n"
    const head = "import { expect, test } from 'vitest'\n\n"
    return {
      rule: `vitest(no-${name}-tests)`,
      path: `tools/${name}.test.ts`,
      bad: `${head}${call}${body}`,
      good: `${head}test${body}`,
    }
  }),
  {
    rule: 'vitest(no-standalone-expect)',
    path: 'tools/standalone.test.ts',
    bad: "import { expect } from 'vitest'\n\nexpect(1).toBe(1)\n",
    good: "import { afterEach, expect } from 'vitest'\n\nafterEach(() => {\n  expect(1).toBe(1)\n})\n",
  },
  {
    rule: 'vitest(valid-expect)',
    path: 'tools/valid-expect.test.ts',
    bad: "import { expect, test } from 'vitest'\n\ntest('a', () => {\n  expect(1)\n})\n",
    good: "import { expect, test } from 'vitest'\n\ntest('a', () => {\n  expect(1, 'one').toBe(1)\n})\n",
  },
  {
    rule: 'vitest(no-identical-title)',
    path: 'tools/twins.test.ts',
    bad: "import { expect, test } from 'vitest'\n\ntest('a', () => {\n  expect(1).toBe(1)\n})\ntest('a', () => {\n  expect(2).toBe(2)\n})\n",
    good: "import { expect, test } from 'vitest'\n\ntest('a', () => {\n  expect(1).toBe(1)\n})\ntest('b', () => {\n  expect(2).toBe(2)\n})\n",
  },
]
