'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { add, scale, type Vec } from '#lib/model/shape/vector.ts'
import type { Finding } from '#lib/schema/schema.ts'
import { standing } from '../../session/findings/dismissals.ts'
import { elementsOf } from '../../session/findings/finding-counts.ts'
import type { ViewerSession } from '../../session/session.ts'
import { pointsOf } from '../../session/view/scene-points.ts'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'
import styles from './finding-marks.module.css'

/** Of findings, and of the elements of one: more marks hide the model. */
const MOST = { findings: 200, elements: 12 }
/** Marks that lie nearer together than this become one that counts them. */
const NEAR = 24
const RANK = { error: 0, warning: 1, info: 2 } as const

type Mark = { finding: number; severity: Finding['severity']; at: Vec }
const NONE: readonly Mark[] = []
/** `first`: the place in the list of the first of its marks, each of which is in one cluster only; a finding may be in several. */
type Cluster = { first: number; x: number; y: number; severity: Finding['severity']; findings: number[] }

/** Where in the picture the check found something. The list beside it says the same in words; a press on a mark opens it there. */
export function FindingMarks({ session, onChoose }: { session: ViewerSession; onChoose: (finding: number) => void }) {
  const findings = useStore(session.derived, (state) => state.findings)
  const dismissals = useStore(session.dismissals, (state) => state.by)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const [clusters, setClusters] = useState<Cluster[]>([])
  const seen = useRef('')

  const question = useCallback(async () => {
    const left = standing(findings ?? [], dismissals).slice(0, MOST.findings)
    const places = left.map(async ({ finding, place }): Promise<Mark[]> => {
      const refs = elementsOf(finding).slice(0, MOST.elements)
      const found = await session.model.ask('drawnBy', { refs })
      return found.slice(0, MOST.elements).flatMap((element) => {
        const points = drawn ? pointsOf(drawn.scene, element) : []
        const sum = points.reduce<Vec>(add, [0, 0, 0])
        return points.length ? [{ finding: place, severity: finding.severity, at: scale(sum, 1 / points.length) }] : []
      })
    })
    // The gravest first, so that a cluster wears its colour.
    return (await Promise.all(places)).flat().toSorted((a, b) => RANK[a.severity] - RANK[b.severity])
  }, [findings, dismissals, drawn, session])
  // The list beside it has them too, and says what is wrong.
  const request = useRequest(session, findings && drawn && question)
  const marks = request.face === 'answer' ? request.answer : NONE

  useEffect(() => {
    let frame = 0
    seen.current = ''
    const follow = () => {
      frame = requestAnimationFrame(follow)
      const { rig } = session
      if (!rig) return
      const { elements } = rig.camera3.matrixWorldInverse
      const now = [...elements, ...rig.camera3.projectionMatrix.elements, rig.size.width].join()
      if (now === seen.current) return
      seen.current = now
      setClusters(clustered(marks, (point) => rig.project(point), rig.size))
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [marks, session])

  return (
    <div className={styles.marks} aria-hidden="true">
      {clusters.map(({ first, x, y, severity, findings: numbers }) => (
        <button
          key={first}
          type="button"
          tabIndex={-1}
          className={`${styles.mark} ${styles[severity]}`}
          style={{ transform: `translate(${x}px, ${y}px)` }}
          title={[...new Set(numbers.map((k) => findings?.[k]?.message))].slice(0, 4).join('\n')}
          onClick={() => onChoose(numbers[0]!)}
        >
          {numbers.length > 1 ? numbers.length : '!'}
        </button>
      ))}
    </div>
  )
}

function clustered(
  marks: readonly Mark[],
  project: (point: Vec) => { x: number; y: number } | null,
  { width, height }: { width: number; height: number },
): Cluster[] {
  const clusters: Cluster[] = []
  for (const [first, { finding, severity, at }] of marks.entries()) {
    const place = project(at)
    if (!place || place.x < 0 || place.y < 0 || place.x > width || place.y > height) continue
    const near = clusters.find(({ x, y }) => Math.hypot(x - place.x, y - place.y) < NEAR)
    if (near) near.findings.push(finding)
    else clusters.push({ first, x: place.x, y: place.y, severity, findings: [finding] })
  }
  return clusters
}
