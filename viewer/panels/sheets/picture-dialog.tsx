'use client'

import { useState } from 'react'
import { paperSize } from '#lib/drawing/sheet/paper.ts'
import { SCALES, sheetPixels } from '#lib/drawing/sheet/sheet.ts'
import { readUnits } from '#lib/model/units.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { isReadInFeet } from '../../session/printer-paper.ts'
import type { ViewerSession } from '../../session/session.ts'
import { titleOf } from '../../session/view/drawings.ts'
import { Check, Choice } from '../fields.tsx'
import { saveFile } from '../save-file.ts'
import { useStore } from '../use-store.ts'
import type { SheetFormat } from './deliver-sheets.ts'
import styles from './picture-dialog.module.css'
import { paperOf } from './sheet-choices.ts'
import { SheetForm } from './sheet-form.tsx'

const PAPERS = [
  ...(['A4 landscape', 'A4 portrait', 'A3 landscape', 'A3 portrait', 'A1 landscape'] as const),
  ...(['ANSI A landscape', 'ANSI A portrait', 'ANSI B landscape', 'ARCH D landscape'] as const),
] as const
type Paper = 'screen' | (typeof PAPERS)[number]

export type PictureFormat = 'png' | SheetFormat

type Props = { session: ViewerSession; name: string; first: PictureFormat; onClose: () => void; say: (text: string) => void }

const FORMATS = [
  ['pdf', 'PDF or paper'],
  ['svg', 'SVG drawing'],
  ['png', 'PNG picture'],
] as const

/** One door for whatever leaves the viewer to be looked at: drawings on sheets, and pictures. */
export function PictureDialog({ session, name, first, onClose, say }: Props) {
  const [format, setFormat] = useState<PictureFormat>(first)
  const parts = { session, name, onClose, say }
  return (
    <Dialog title={format === 'png' ? 'Save a picture' : 'Drawings on sheets'} isWide={format !== 'png'} onClose={onClose}>
      <div className={styles.format} data-wide={format !== 'png'}>
        <Choice label="As" value={format} options={FORMATS} onChange={setFormat} />
      </div>
      {format === 'png' ? <PngForm {...parts} /> : <SheetForm {...parts} format={format} />}
    </Dialog>
  )
}

function millimetresOf(paper: string): readonly [number, number] {
  const { width, height } = paperSize(paperOf(paper))
  return [width, height]
}

/** The picture as PNG: as on the screen or on a sheet of paper, there also to scale. */
function PngForm({ session, name, onClose, say }: Omit<Props, 'first'>) {
  const { projection, drawing, up } = useStore(session.view, (state) => state)
  const unit = readUnits(session.model.state.get().drawn?.summary.units).length
  const ordinary = isReadInFeet(session) ? 'ANSI B landscape' : 'A3 landscape'
  const [paper, setPaper] = useState<Paper>(drawing ? ordinary : 'screen')
  const [dpi, setDpi] = useState<'150' | '300'>('300')
  const [isOnWhite, setOnWhite] = useState(true)
  const [scale, setScale] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { rig } = session
  const isPaper = paper !== 'screen'
  const sheet = {
    millimetres: isPaper ? millimetresOf(paper) : null,
    dpi: isPaper ? Number(dpi) : 192,
    isOnWhite: isPaper && isOnWhite,
    scale: isPaper && scale ? Number(scale) : null,
  }
  const pixels = rig ? sheetPixels(sheet, rig.size, 8192) : null
  const save = async () => {
    setBusy(true)
    const blob = await session.picture?.(sheet).catch((error: unknown) => {
      // Memory, mostly: an A1 at 300 dpi is more than some machines give.
      console.error(error)
      return null
    })
    if (!blob) {
      onClose()
      return say('This picture could not be made: try a smaller size')
    }
    const title = [name, drawing && titleOf(drawing, up)].filter(Boolean).join(' ')
    const refused = await saveFile(session.host, title, 'png', blob)
    onClose()
    say(refused ?? 'Picture saved')
  }
  return (
    <>
      <div className={styles.choices}>
        <Choice
          label="Size"
          value={paper}
          options={[['screen', 'As on the screen'], ...PAPERS.map((key) => [key, key] as const)]}
          onChange={setPaper}
        />
        {isPaper && (
          <>
            <Choice
              label="Resolution"
              value={dpi}
              options={[
                ['150', '150 dpi'],
                ['300', '300 dpi'],
              ]}
              onChange={setDpi}
            />
            {projection === 'parallel' && unit && (
              <Choice
                label="Scale"
                value={scale}
                options={[['', 'To fit'], ...SCALES.map((one) => [String(one), `1:${one}`] as const)]}
                onChange={setScale}
              />
            )}
            <Check label="On white, as it is printed" isOn={isOnWhite} onChange={setOnWhite} />
          </>
        )}
        <p className="muted small">
          {pixels && `${Math.round(pixels.width * pixels.ratio)} × ${Math.round(pixels.height * pixels.ratio)} pixels, PNG.`}
          {isPaper && projection !== 'parallel' && ' A plan, an elevation or another parallel view can be saved to scale.'}
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
