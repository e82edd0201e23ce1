import { useMemberText } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'

type AgreementSheetProps = {
  agreements: readonly string[]
  onAgree: () => void
  onClose: () => void
}

export function AgreementSheet({ agreements, onAgree, onClose }: AgreementSheetProps) {
  const text = useMemberText().agreement
  return (
    <Sheet
      title={text.title}
      onClose={onClose}
      footer={<Button onClick={onAgree}>{text.confirm}</Button>}
    >
      {agreements.map((markup, index) => (
        <SafeHtml key={index} markup={markup} />
      ))}
    </Sheet>
  )
}
