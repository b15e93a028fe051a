import type { NextConfig } from 'next'

export default {
  // Bodies leave the route handlers compressed where that pays; Next would gzip them a second time.
  compress: false,
  poweredByHeader: false,
  // A page's title comes with the page. Sent behind it, it is missing for a moment whenever the page is read again.
  htmlLimitedBots: /./,
  // A page is loaded when somebody first asks for one, in a quarter of a second: to load all of them was a fifth of each start.
  experimental: { preloadEntriesOnStart: false },
  // `npm test` checks types; a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  // `npm run dev` listens there too; Next trusts only localhost by itself, and the page would wait for its script for ever.
  allowedDevOrigins: ['127.0.0.1'],
  images: { unoptimized: true },
  // On the server lib stays outside Next's bundle: pages and route files take the modules of the running server.
  turbopack: {
    rules: {
      '*.ts': {
        condition: { all: ['node', { path: /^lib\// }] },
        loaders: ['./lib/start/build/outside-bundle.mjs'],
        as: '*.js',
      },
      // What is read as text weighs as it stands.
      '*shaders.ts': { condition: { path: /^viewer\/picture\// }, loaders: ['./lib/start/build/shader-texts.mjs'], as: '*.ts' },
      '*.js': {
        condition: { all: [{ path: /\/three\/src\// }, { not: { query: '?whole' } }] },
        loaders: ['./lib/start/build/three-parts.mjs'],
        as: '*.js',
      },
    },
    // In one file of three's build what nobody uses stays; of its sources each module that nobody asks for is left out.
    // React's own clock of tasks comes with the pages; react-three-fiber would bring another.
    resolveAlias: { three: 'three/src/Three.js', scheduler: 'next/dist/compiled/scheduler' },
  },
} satisfies NextConfig
