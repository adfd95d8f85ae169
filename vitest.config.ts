import { defineConfig } from 'vitest/config'

/** Two cores under load are slow, not wrong. */
const testTimeout = 20_000
const not = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
	test: {
		projects: [
			{
				// Rules, stores and modules in one process. `npm run check` runs these.
				test: {
					name: 'unit',
					include: ['{contracts,apps/server,scripts,bench,e2e}/**/*.test.ts'],
					exclude: [...not, '**/*.server.test.ts'],
					testTimeout,
					hookTimeout: testTimeout,
				},
			},
			{
				// The page and the phone, in a browser made of objects.
				test: {
					name: 'page',
					include: ['apps/{web,shell}/**/*.test.{ts,tsx}'],
					exclude: not,
					environment: 'happy-dom',
					css: { modules: { classNameStrategy: 'non-scoped' } },
					testTimeout,
					hookTimeout: testTimeout,
				},
			},
			{
				// What needs a process or a server of its own: `*.server.test.ts`.
				test: {
					name: 'server',
					include: ['{contracts,apps}/**/*.server.test.ts'],
					exclude: not,
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
		],
	},
})
