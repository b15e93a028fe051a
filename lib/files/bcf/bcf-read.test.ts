import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { FileRefused } from '../file-refused.ts'
import { readBcf } from './bcf-read.ts'

const text = (words: string) => new TextEncoder().encode(words)
const GUID = '1D0B3F7C-6A2E-4C59-8F21-93B5E7A1C0D4'
const VERSION =
  '<?xml version="1.0" encoding="UTF-8"?><Version VersionId="2.1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><DetailedVersion>2.1</DetailedVersion></Version>'

/** As Solibri and BIMcollab write 2.1: attributes of other schemas, comments and viewpoints beside the topic, capital letters in GUIDs. */
const MARKUP = `<?xml version="1.0" encoding="utf-8"?>
<Markup xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <Header><File IfcProject="0yf$JpZ3LCVBFTW2Y6Xqfx" isExternal="true"><Filename>STR.ifc</Filename></File></Header>
  <Topic Guid="${GUID}" TopicType="Clash" TopicStatus="Active">
    <ReferenceLink>https://example.com/7</ReferenceLink>
    <Title>Beam through duct &amp; wall</Title>
    <Priority>Major</Priority>
    <Index>7</Index>
    <Labels>Structural</Labels>
    <Labels>MEP</Labels>
    <CreationDate>2024-03-05T09:12:44+01:00</CreationDate>
    <CreationAuthor>boss@firm.example</CreationAuthor>
    <ModifiedDate>2024-03-06T10:00:00Z</ModifiedDate>
    <DueDate>2024-03-29T00:00:00+01:00</DueDate>
    <AssignedTo>eng@firm.example</AssignedTo>
    <Description>The duct needs 300 mm.</Description>
    <BimSnippet SnippetType="clash"><Reference>a.xml</Reference><ReferenceSchema>x</ReferenceSchema></BimSnippet>
    <RelatedTopic Guid="2d0b3f7c-6a2e-4c59-8f21-93b5e7a1c0d4"/>
  </Topic>
  <Comment Guid="3D0B3F7C-6A2E-4C59-8F21-93B5E7A1C0D4">
    <Date>2024-03-05T10:00:00</Date>
    <Author>eng@firm.example</Author>
    <Comment>Can it go
below?</Comment>
    <Topic Guid="${GUID}"/>
    <Viewpoint Guid="4d0b3f7c-6a2e-4c59-8f21-93b5e7a1c0d4"/>
  </Comment>
  <Comment Guid="5d0b3f7c-6a2e-4c59-8f21-93b5e7a1c0d4"><Date>2024-03-05T10:00:00Z</Date><Author>x</Author><Comment/></Comment>
  <Viewpoints Guid="6d0b3f7c-6a2e-4c59-8f21-93b5e7a1c0d4"><Viewpoint>other.bcfv</Viewpoint></Viewpoints>
  <Viewpoints Guid="4d0b3f7c-6a2e-4c59-8f21-93b5e7a1c0d4"><Viewpoint>view.bcfv</Viewpoint><Snapshot>snapshot.png</Snapshot></Viewpoints>
</Markup>`
const VIEW = `<VisualizationInfo Guid="4d0b3f7c-6a2e-4c59-8f21-93b5e7a1c0d4">
  <Components>
    <ViewSetupHints SpacesVisible="false"/>
    <Selection><Component IfcGuid="3vB2YO$MX4xv5uCqZZG05x" Selected="true"><OriginatingSystem>Revit</OriginatingSystem></Component></Selection>
    <Visibility DefaultVisibility="false"/>
    <Coloring><Color Color="FF00FF00"><Component IfcGuid="3vB2YO$MX4xv5uCqZZG05x"/></Color></Coloring>
  </Components>
  <PerspectiveCamera>
    <CameraViewPoint><X>10</X><Y>-4.5E0</Y><Z>3</Z></CameraViewPoint>
    <CameraDirection><X>-2</X><Y>0</Y><Z>0</Z></CameraDirection>
    <CameraUpVector><X>0</X><Y>0</Y><Z>1</Z></CameraUpVector>
    <FieldOfView>60</FieldOfView>
  </PerspectiveCamera>
  <Lines><Line><StartPoint/></Line></Lines>
  <Bitmap><Bitmap>PNG</Bitmap></Bitmap>
</VisualizationInfo>`
const FOLDER = GUID.toLowerCase()

const archive = (more: Record<string, Uint8Array> = {}) =>
  zipSync({
    'bcf.version': text(VERSION),
    [`${FOLDER}/markup.bcf`]: text(MARKUP),
    [`${FOLDER}/view.bcfv`]: text(VIEW),
    ...more,
  })

function refusal(bytes: Uint8Array): string {
  try {
    readBcf(bytes)
  } catch (error) {
    if (error instanceof FileRefused)
      return error.issues.map(({ type, loc, msg }) => `${type} ${loc.join('/')}: ${msg}`).join('\n')
    throw error
  }
  return 'nothing'
}

describe('a file of BCF 2.1', () => {
  it('is read with its comments and the view that the first of them has', () => {
    const { version, topics, warnings } = readBcf(archive())
    expect([version, warnings, topics.length]).toEqual(['2.1', [], 1])
    expect(topics[0]?.topic).toMatchObject({
      ...{ guid: FOLDER, status: 'Active', title: 'Beam through duct & wall', description: 'The duct needs 300 mm.' },
      ...{ created: '2024-03-05T08:12:44.000Z', author: 'boss@firm.example', modified: '2024-03-06T10:00:00.000Z' },
      ...{ due: '2024-03-29T00:00:00+01:00', assignee: 'eng@firm.example' },
      comments: [
        {
          ...{ guid: '3d0b3f7c-6a2e-4c59-8f21-93b5e7a1c0d4', date: '2024-03-05T10:00:00.000Z', author: 'eng@firm.example' },
          ...{ text: 'Can it go\nbelow?', viewpoint: '4d0b3f7c-6a2e-4c59-8f21-93b5e7a1c0d4' },
        },
        { text: '' },
      ],
      viewpoint: {
        camera: { kind: 'perspective', position: [10, -4.5, 3], direction: [-1, 0, 0], fieldOfView: 60, aspect: null },
        selection: [{ ifcGuid: '3vB2YO$MX4xv5uCqZZG05x', system: 'Revit' }],
        // Nothing would be left to see.
        isVisible: true,
      },
    })
  })

  it('says what of it is not taken', () => {
    expect(readBcf(archive()).topics[0]?.lost).toEqual([
      ...["priority 'Major'", "label 'Structural'", "label 'MEP'", '1 file of the header', '1 snippet', '1 related topic'],
      ...['1 more viewpoint', '1 line', '1 bitmap', 'colours of components'],
    ])
  })

  it('keeps no camera that stands where nothing can be seen from', () => {
    const plane =
      '<ClippingPlanes><ClippingPlane><Location><X>1e200</X><Y>0</Y><Z>0</Z></Location><Direction><X>1</X><Y>0</Y><Z>0</Z></Direction></ClippingPlane></ClippingPlanes>'
    const high = (height: string) =>
      VIEW.replaceAll('PerspectiveCamera', 'OrthogonalCamera').replace(
        '<FieldOfView>60</FieldOfView>',
        `<ViewToWorldScale>${height}</ViewToWorldScale>`,
      )
    for (const view of [VIEW.replace('<X>10</X>', '<X>-1e308</X>'), high('1e300'), high('1e-300')]) {
      const [read] = readBcf(archive({ [`${FOLDER}/view.bcfv`]: text(view.replace('<Lines>', `${plane}<Lines>`)) })).topics
      expect(read?.topic.viewpoint).toMatchObject({ camera: null, planes: [] })
      expect(read?.lost).toContain('a viewpoint without a camera that can be read')
      expect(read?.lost).toContain('a clipping plane that cannot be read')
    }
    expect(readBcf(archive({ [`${FOLDER}/view.bcfv`]: text(high('12')) })).topics[0]?.topic.viewpoint?.camera).toMatchObject({
      worldHeight: 12,
    })
  })

  it('is read with the other slash in its paths', () => {
    const bytes = zipSync({
      'bcf.version': text(VERSION),
      [`${FOLDER}\\markup.bcf`]: text(MARKUP),
      [`${FOLDER}\\view.bcfv`]: text(VIEW),
    })
    expect(readBcf(bytes).topics[0]?.topic.viewpoint?.camera).not.toBeNull()
  })
})

describe('what is no such file', () => {
  it('is refused in words', () => {
    expect(refusal(text('hello'))).toBe('file_syntax : the directory of the ZIP is damaged')
    expect(refusal(zipSync({ a: text('a') }))).toBe('file_syntax : this is no BCF file: it has no bcf.version')
    const old = archive({ 'bcf.version': text('<Version VersionId="2.0"/>') })
    expect(refusal(old)).toBe('file_value bcf.version: BCF 2.0 is not read; export it as 2.1 or 3.0')
    expect(refusal(archive({ 'x/markup.bcf': text('<Markup/>') }))).toBe(
      'file_syntax x/markup.bcf: there is no Topic in the markup',
    )
    expect(refusal(archive({ 'x/markup.bcf': text(MARKUP) }))).toMatch(/is in the file twice$/)
    const never = text(MARKUP.replace(/<CreationDate>[^<]*/, '<CreationDate>2026-02-30T10:00:00Z'))
    expect(refusal(archive({ [`${FOLDER}/markup.bcf`]: never }))).toMatch(
      /the CreationDate of the topic is not one: '2026-02-30T10:00:00Z'$/,
    )
    const bad = text('<Markup><Topic Guid="7" TopicStatus=""><CreationDate>soon</CreationDate></Topic></Markup>')
    expect(refusal(archive({ 'x/markup.bcf': bad })).split('\n')).toEqual([
      "file_value x/markup.bcf: the Guid of the topic is not one: '7'",
      'file_value x/markup.bcf: the topic has no Title',
      "file_value x/markup.bcf: the CreationDate of the topic is not one: 'soon'",
    ])
  })

  it('or means harm is refused, too', () => {
    const entity = text('<!DOCTYPE x [<!ENTITY a "aaaa">]><Markup><Topic/></Markup>')
    expect(refusal(archive({ 'x/markup.bcf': entity }))).toBe(
      'file_content_forbidden x/markup.bcf: document type definitions are not read',
    )
    expect(refusal(archive({ '../../x': text('') }))).toBe('file_content_forbidden ../../x: a path out of the ZIP is not read')
    const bomb = archive({ 'x/markup.bcf': new Uint8Array(64 << 20) })
    expect(refusal(bomb)).toBe('limit_exceeded x/markup.bcf: the entry unpacks to more than 200 times its size')
    const crowd = text(`<Markup><Topic>${'<a/>'.repeat(200_001)}</Topic></Markup>`)
    expect(refusal(archive({ 'x/markup.bcf': crowd }))).toBe('limit_exceeded x/markup.bcf: the XML has more than 200000 elements')
    const deep = text('<a>'.repeat(100))
    expect(refusal(archive({ 'x/markup.bcf': deep }))).toBe('limit_exceeded x/markup.bcf: XML more than 64 deep')
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, k) => [`${k}`, text('')]))
    expect(refusal(zipSync(many))).toBe('limit_exceeded : 10001 entries in the ZIP, the limit is 10000')
  })

  it('is read or refused, wherever it is cut and whatever byte is changed', () => {
    const whole = archive()
    for (let length = 0; length < whole.length; length += 37) expect(() => refusal(whole.slice(0, length))).not.toThrow()
    for (let place = 0; place < whole.length; place += 11) {
      const changed = whole.slice()
      changed[place] = (changed[place] ?? 0) ^ 0x5a
      expect(() => refusal(changed)).not.toThrow()
    }
  })
})
