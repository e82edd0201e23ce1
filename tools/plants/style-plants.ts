import type { TidyPlant } from './plant-garden.ts'

const path = 'apps/web/src/ui/row.module.css'

const sizes = {
  bad: [
    '.row {\n  padding: 4px;\n}',
    '.row {\n  margin: 0 -16px;\n}',
    '.row {\n  inset: calc(-8.5px - 1rem);\n}',
    '@media (max-width: 340px) {\n}',
  ],
  good: [
    '.row {\n  border: 1px solid;\n  outline-offset: -3px;\n}',
    '.row {\n  gap: 0.5px 3.5px;\n  border-radius: 999px;\n}',
    '/* A finger covers 48px. */\n.row {\n  min-height: 3rem;\n}',
    '.row {\n  width: 0.25rem;\n  background: url(icon-16px.svg);\n}',
  ].join('\n'),
}

/** Violations that only a style sheet can contain, in every form. */
export const stylePlants: TidyPlant[] = sizes.bad.map((bad) => ({
  rule: 'sizes-in-rem',
  bad: { [path]: bad },
  good: { [path]: sizes.good },
}))
