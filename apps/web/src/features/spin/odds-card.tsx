import { useSpinText } from './text/spin-text.ts'
import { Card } from '#ui/layout/card.tsx'
import type { ActiveWheel } from './queries.ts'
import styles from './odds-card.module.css'
import { textOfChance } from './wheel/draw-wheel.ts'

export function OddsCard({ slices }: { slices: ActiveWheel['slice'] }) {
  const text = useSpinText().odds
  const chanceMax = Math.max(...slices.map(({ chance }) => chance))
  return (
    <Card title={text.title}>
      <p className={styles.lead}>{text.lead}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.sector}</th>
            <th scope="col" className={styles.figure}>
              {text.chance}
            </th>
          </tr>
        </thead>
        <tbody>
          {slices.map(({ code, label, bgColor, chance }) => (
            <tr key={code}>
              <th scope="row">
                <span className={styles.name}>
                  <svg className={styles.mark} viewBox="0 0 10 10" aria-hidden="true">
                    <circle cx="5" cy="5" r="5" fill={bgColor} />
                  </svg>
                  {label}
                </span>
                <svg
                  className={styles.bar}
                  viewBox="0 0 100 4"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <rect width={(chance / chanceMax) * 100} height="4" rx="2" />
                </svg>
              </th>
              <td className={styles.figure}>{textOfChance(chance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
