import { expect, it } from 'vitest'
import { isPublicAddress, isPublicOrigin } from './public-origin.ts'

it.each([
  ['https://models.example.com', true],
  ['https://models.example.com:8443', true],
  ['https://8.8.8.8', true],
  ['https://[2001:4860:4860::8888]', true],
  ['http://models.example.com', false],
  ['https://localhost:3000', false],
  ['https://models', false],
  ['https://office.local', false],
  ['https://office.local.', false],
  ['https://127.0.0.1', false],
  ['https://192.168.1.5', false],
  ['https://10.0.0.8', false],
  ['https://[::1]', false],
  ['https://[fd00::1]', false],
  ['https://[::7f00:1]', false],
  ['https://[4000::1]', false],
])('%s: %s', (origin, isPublic) => {
  expect(isPublicOrigin(origin)).toBe(isPublic)
})

it.each([
  ...['8.8.8.8', '160.79.104.10', '1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['172.15.255.255', '172.32.0.1', '192.0.1.1', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0'],
  ...['168.63.129.15', '168.63.129.17', '223.255.255.255'],
  ...['2606:4700::1111', '2000::1', '2001:200::1', '2001:4860:4860::8888', '2003::1', '2a00:1450::1', '3fff:1000::1'],
  // What they carry is 8.8.8.8 (in Teredo its bits are turned).
  ...['::ffff:8.8.8.8', '::808:808', '64:ff9b::808:808', '2002:808:808::1', '2001:0:808:808::f7f7:f7f7'],
])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it.each([
  ...['0.0.0.0', '0.255.255.255', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.8.8.8'],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.0.171', '192.0.2.1', '192.31.196.1', '192.52.193.1'],
  ...['192.88.99.1', '192.168.1.1', '192.175.48.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1'],
  ...['168.63.129.16', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '0177.0.0.1', '0x7f.1', '2130706433'],
  ...['::', '::1', '::2', 'fc00::1', 'fd12:3456::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1'],
  // Not allocated, discard only, segment routing, the two ends of global unicast.
  ...['4000::1', '5fff::1', '6000::1', '8000::1', 'e000::1', '100::1', '5f00::1', '1fff:ffff::1', '200::1', '400::1'],
  // Protocol assignments, benchmarking, ORCHID, documentation, AS112, what was 6bone.
  ...[
    '2001:1::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:1ff::1',
    '2001:db8::1',
    '2620:4f:8000::1',
    '3ffe::1',
    '3fff::1',
  ],
  // What they carry is not public: compatible, mapped, NAT64 of both kinds, 6to4, Teredo by its server and by its client.
  ...['::7f00:1', '::10.0.0.1', '::ffff:127.0.0.1', '::ffff:a00:1', '::ffff:169.254.169.254', '::ffff:0:8.8.8.8'],
  ...['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::808:808', '2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::1'],
  ...['2001:0:7f00:1::f7f7:f7f7', '2001:0:808:808::80ff:fffe', '2001:0:808:808::f5ff:fffe'],
  ...['2606:4700::1111%1', 'localhost', '', '8.8.8.8/32', '[2606:4700::1111]', '8.8.8.8.8'],
])('%j is none', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})
