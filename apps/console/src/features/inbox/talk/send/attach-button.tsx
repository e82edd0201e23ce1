import { Icon } from '@kapao/ui/icons/icon.tsx'
import { useRef } from 'react'
import { useText } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import { clipIcon } from '#ui/icons/desk-icons.ts'
import { acceptedTypes } from './unfit.ts'

/** The browser's own chooser cannot be drawn; a button stands for it. */
export function AttachButton({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const { attach } = useText().inbox.files
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        className="visually-hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={attach}
        accept={acceptedTypes}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button isSquare onPress={() => chooser.current?.click()} aria-label={attach}>
        <Icon path={clipIcon} />
      </Button>
    </>
  )
}
