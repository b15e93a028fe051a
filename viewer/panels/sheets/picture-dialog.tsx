'use client'

import { useState } from 'react'
import { sheetPixels } from '#lib/drawing/sheet/sheet.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import type { ViewerSession } from '../../session/session.ts'
import { titleOf } from '../../session/view/drawings.ts'
import { Choice } from '../fields.tsx'
import { saveFile } from '../save-file.ts'
import { useStore } from '../use-store.ts'
import type { SheetFormat } from './deliver-sheets.ts'
import styles from './picture-dialog.module.css'
import { SheetForm } from './sheet-form.tsx'
import { MOST_PIXELS } from './sheet-png.ts'

export type PictureFormat = 'screen' | SheetFormat

type Props = { session: ViewerSession; name: string; first: PictureFormat; onClose: () => void; say: (text: string) => void }

const FORMATS = [
  ['pdf', 'PDF or paper'],
  ['svg', 'SVG drawing'],
  ['png', 'PNG of the sheet'],
  ['screen', 'PNG of the view'],
] as const

/** One door for whatever leaves the viewer to be looked at: drawings on sheets, and pictures. A drawing that is open is put on a sheet. */
export function PictureDialog({ session, name, first, onClose, say }: Props) {
  const drawing = useStore(session.view, (state) => state.drawing)
  const [format, setFormat] = useState<PictureFormat>(first === 'screen' && drawing ? 'png' : first)
  const parts = { session, name, onClose, say }
  const isPicture = format === 'png' || format === 'screen'
  return (
    <Dialog title={isPicture ? 'Save a picture' : 'Drawings on sheets'} isWide={format !== 'screen'} onClose={onClose}>
      <div className={styles.format} data-wide={format !== 'screen'}>
        <Choice label="As" value={format} options={FORMATS} onChange={setFormat} />
      </div>
      {format === 'screen' ? <ScreenForm {...parts} /> : <SheetForm {...parts} format={format} />}
    </Dialog>
  )
}

/** As the screen has it, in twice its pixels. */
const AS_SEEN = { millimetres: null, dpi: 192, isOnWhite: false, scale: null }

function ScreenForm({ session, name, onClose, say }: Omit<Props, 'first'>) {
  const { drawing, up } = useStore(session.view, (state) => state)
  const [isBusy, setBusy] = useState(false)
  const { rig } = session
  const pixels = rig ? sheetPixels(AS_SEEN, rig.size, MOST_PIXELS) : null
  const save = async () => {
    setBusy(true)
    const blob = await session.picture?.(AS_SEEN).catch((error: unknown) => {
      console.error(error) // memory, mostly
      return null
    })
    if (!blob) {
      onClose()
      return say('This picture could not be made')
    }
    const title = [name, drawing && titleOf(drawing, up)].filter(Boolean).join(' ')
    const refused = await saveFile(session.host, title, 'png', blob)
    onClose()
    say(refused ?? 'Picture saved')
  }
  return (
    <>
      <div className={styles.choices}>
        <p className="muted small">
          {pixels && `${Math.round(pixels.width * pixels.ratio)} × ${Math.round(pixels.height * pixels.ratio)} pixels, PNG.`}
        </p>
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" busy={isBusy} onClick={() => void save()}>
          {isBusy ? 'Drawing…' : 'Save PNG'}
        </Button>
      </DialogActions>
    </>
  )
}
