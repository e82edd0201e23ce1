import type { ReactNode } from 'react'
import { useText } from '#core/i18n.tsx'
import { Button } from '../form/button.tsx'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import { EmptyState } from './empty-state.tsx'

type LoadFailedProps = { icon?: string; onAgain: () => void; children: ReactNode }

/** Reports a failed load, and loads again at a tap. */
export function LoadFailed({ icon = alertIcon, onAgain, children }: LoadFailedProps) {
  const { again } = useText().action
  return (
    <EmptyState
      path={icon}
      failed
      action={
        <Button kind="secondary" onClick={onAgain}>
          {again}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
