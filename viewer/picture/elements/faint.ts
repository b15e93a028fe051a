import { LineSegments, Mesh, type Object3D, type RawShaderMaterial } from 'three'
import { isOverlaid } from '../../session/comparison.ts'
import { shader } from './drawing.ts'
import type { Stage } from './stage.ts'

/**
 * What a comparison lets step back is drawn once more, see-through and as one body: first its depth, then its colour where it lies
 * nearest, so that no part shines through another. Of the older scene before the newer one's, which it must not hide.
 */
export function faintTwins({ session, shared, isOlder = false }: Stage) {
  const order = isOlder ? 0.3 : 0.5
  const made = new Map<RawShaderMaterial, readonly RawShaderMaterial[]>()
  const twins: { of: Mesh | LineSegments; drawn: Object3D }[] = []
  const materialsOf = (base: RawShaderMaterial) => {
    const known = made.get(base)
    if (known) return known
    const twin = (isDepth: boolean) =>
      shader({
        ...{ vertexShader: base.vertexShader, fragmentShader: base.fragmentShader, side: base.side },
        uniforms: { ...base.uniforms, uAlpha: shared.uFaint },
        defines: { FAINT: 1 },
        transparent: true,
        depthWrite: isDepth,
        colorWrite: !isDepth,
      })
    const both = [twin(true), twin(false)]
    made.set(base, both)
    return both
  }
  return {
    /** Of something that is drawn with one of our materials. */
    of(object: Mesh | LineSegments): Object3D[] {
      return materialsOf(object.material as RawShaderMaterial).map((material, k) => {
        const drawn =
          object instanceof LineSegments ? new LineSegments(object.geometry, material) : new Mesh(object.geometry, material)
        drawn.renderOrder = order + 0.1 * k
        drawn.frustumCulled = false
        drawn.matrixAutoUpdate = false
        drawn.visible = false
        twins.push({ of: object, drawn })
        return drawn
      })
    },
    materials: () => [...made.values()].flat(),
    update() {
      const isOn = isOverlaid(session)
      for (const [base, both] of made) for (const material of both) material.side = base.side
      for (const { of, drawn } of twins) drawn.visible = isOn && of.visible
    },
    dispose() {
      for (const material of [...made.values()].flat()) material.dispose()
    },
  }
}
