import { Icon } from '@kapao/ui/icons/icon.tsx'
import { closeIcon } from '@kapao/ui/icons/more-icons.ts'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useText } from '#core/i18n.tsx'
import { classes } from '#ui/classes.ts'
import { Button } from '#ui/form/button.tsx'
import styles from './dialog.module.css'

type Props = { title: string; onClose: () => void; isWide?: boolean; children: ReactNode }

/** Escape and the close button close it; a click outside does not, because text may have been typed. */
export function Dialog({ title, onClose, isWide = false, children }: Props) {
  const text = useText()
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={styles.overlay ?? ''}
    >
      <Modal className={classes(styles.modal, isWide && styles.wide)}>
        <AriaDialog className={styles.dialog ?? ''}>
          <div className={styles.head}>
            <Heading slot="title" className={styles.title ?? ''}>
              {title}
            </Heading>
            <Button look="quiet" isSquare onPress={onClose} aria-label={text.desk.close}>
              <Icon path={closeIcon} />
            </Button>
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
