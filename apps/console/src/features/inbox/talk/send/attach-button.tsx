import { acceptedTypes } from '@kapao/contract/attachment'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { useRef } from 'react'
import { useText } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import { clipIcon } from '#ui/icons/desk-icons.ts'

/** The browser's file input cannot be styled, so a button stands in for it. */
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
          // So that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button isSquare onPress={() => chooser.current?.click()} aria-label={attach}>
        <Icon path={clipIcon} />
      </Button>
    </>
  )
}
