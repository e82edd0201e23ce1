import { pictureTypes } from '@kapao/contract/console/picture-limits'
import { useRef, useState } from 'react'
import { CallFault } from '#core/calls/fault.ts'
import { formatBytes } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { classes } from '#ui/classes.ts'
import { Button } from '#ui/form/button.tsx'
import { useForm, useProblem, type FieldProps } from '../field-props.ts'
import { useFieldsText } from '../text/fields-text.ts'
import styles from './picture.module.css'
import { StoreDialog } from './store-dialog.tsx'
import { UnfitPicture, useAddPicture, type HousePicture } from './use-add-picture.ts'

/** A picture of the house: added from a file that is chosen, dropped or pasted, or chosen from those that are there. */
export function PictureField(props: FieldProps<{ form: 'picture' }>) {
  const { field, label, path, value, onChange } = props
  const { isReadOnly } = useForm()
  const { acceptedText } = useFieldsText()
  const error = useProblem(path, field)
  const [about, setAbout] = useState<HousePicture | null>(null)
  const [isOver, setOver] = useState(false)
  const take = (picture: HousePicture): void => {
    setAbout(picture)
    onChange(picture.address)
  }
  const { adding, share } = useAddPicture(take)
  const add = (files: FileList | undefined): void => {
    const file = files?.[0]
    if (file && !isReadOnly) adding.mutate(file)
  }
  const address = typeof value === 'string' ? value : ''
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons do the same by keys
    <div
      className={classes(styles.field, isOver && styles.over)}
      role="group"
      aria-label={label}
      onPaste={({ clipboardData: { files } }) => add(files)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        add(event.dataTransfer.files)
      }}
    >
      <span className={styles.label}>{label}</span>
      <Shown address={address} label={label} about={about} />
      <Tools {...props} address={address} isBusy={adding.isPending} onFiles={add} onTake={take} />
      {adding.isPending && <Progress share={share} />}
      <span className={styles.dim}>{acceptedText(field)}</span>
      <Refused error={adding.error} />
      {error && <span className={styles.error}>{error}</span>}
    </div>
  )
}

type ShownProps = { address: string; label: string; about: HousePicture | null }

function Shown({ address, label, about }: ShownProps) {
  const { desk } = useText()
  const [lost, setLost] = useState<string | null>(null)
  if (address === '') return <span className={styles.dim}>{desk.none}</span>
  if (lost === address) return <code className={styles.dim}>{address}</code>
  return (
    <>
      <img
        className={styles.shown}
        src={address}
        alt={label}
        // What the members' page comes with is not on this site.
        onError={() => setLost(address)}
      />
      {about?.address === address && (
        <span className={styles.dim}>
          {about.width} × {about.height} · {formatBytes(about.bytes)}
          {about.codes.map((code) => (
            <span key={code}> · QR: {code}</span>
          ))}
        </span>
      )}
    </>
  )
}

type ToolsProps = FieldProps<{ form: 'picture' }> & {
  address: string
  isBusy: boolean
  onFiles: (files: FileList | undefined) => void
  onTake: (picture: HousePicture) => void
}

function Tools({ label, onChange, address, isBusy, onFiles, onTake }: ToolsProps) {
  const { edit, picture: text } = useFieldsText()
  const { isReadOnly } = useForm()
  const input = useRef<HTMLInputElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className={styles.tools}>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={`${edit.choose}: ${label}`}
        accept={pictureTypes.join(',')}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files ?? undefined)
          currentTarget.value = ''
        }}
      />
      <Button isDisabled={isReadOnly} isBusy={isBusy} onPress={() => input.current?.click()}>
        {text.add}
      </Button>
      <Button isDisabled={isReadOnly} onPress={() => setChoosing(true)}>
        {text.store}
      </Button>
      {address !== '' && (
        <Button isDisabled={isReadOnly} onPress={() => onChange('')}>
          {edit.remove}
        </Button>
      )}
      {isChoosing && (
        <StoreDialog
          onClose={() => setChoosing(false)}
          onChoose={(picture) => {
            onTake(picture)
            setChoosing(false)
          }}
        />
      )}
    </div>
  )
}

function Progress({ share }: { share: number }) {
  const { picture: text } = useFieldsText()
  return (
    <>
      <progress className={styles.progress} max={1} value={share} aria-label={text.sending} />
      {share === 1 && <span role="status">{text.checking}</span>}
    </>
  )
}

function Refused({ error }: { error: Error | null }) {
  const { refusals } = useText()
  const { picture: text } = useFieldsText()
  if (error === null) return null
  const problem = error instanceof UnfitPicture ? error.problem : pictureProblemOf(error)
  const code = error instanceof CallFault ? error.code : null
  const known = refusals as Record<string, string>
  const words = problem === null ? known[code ?? 'UNREACHABLE'] : text.problems[problem]
  return (
    <span className={styles.error} role="alert">
      {words ?? refusals.UNKNOWN}
    </span>
  )
}

function pictureProblemOf(error: Error) {
  return error instanceof CallFault ? error.detail.picture : null
}
