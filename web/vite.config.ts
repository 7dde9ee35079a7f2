import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Where `npm run dev` finds a running Pegboard. */
const server = process.env.PEGBOARD_URL ?? 'http://127.0.0.1:8321';
const api = [
  '/toolsets',
  '/mcp-servers',
  '/mcp-clients',
  '/tools',
  '/calls',
  '/chats',
  '/events',
  '/tokens',
  '/session',
  '/frames',
  '/activity',
  '/policy',
  '/workers',
  '/grants',
  '/limits',
  '/models',
  '/schedules',
  '/prompts',
  '/hooks',
  '/retention',
  '/doctor',
  '/openapi.json',
  '/healthz',
];

export default defineConfig({
  base: '/ui/',
  plugins: [react(), tailwind()],
  resolve: {
    alias: {
      '@': new URL('./src', import.meta.url).pathname,
      // What it is for browsers asks the document, which a worker has not.
      'decode-named-character-reference': new URL(
        './node_modules/decode-named-character-reference/index.js',
        import.meta.url,
      ).pathname,
    },
  },
  build: {
    target: 'es2023',
    manifest: true,
    // Small files would become data: addresses, which the page's policy refuses for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(api.map((path) => [path, { target: server, changeOrigin: true }])),
  },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/**/*.test.ts'],
          environment: 'node',
          // A server and a browser each: more at once only wait for each other on a small machine.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 90_000,
          // What is waited for comes, or the test's own time ends.
          expect: { poll: { timeout: 45_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'bench',
          // One at a time: they would measure each other.
          maxWorkers: 1,
          include: ['bench/**/*.bench.ts'],
          environment: 'node',
          testTimeout: 300_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
