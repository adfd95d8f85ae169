import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

/** Generous, because two busy cores are slow without being wrong. */
const testTimeout = 60_000
const exclude = ['**/node_modules/**', '**/dist/**']
/** Node does not know the condition `module`: what it leads to is for bundlers. */
const serverConditions = defaultServerConditions.filter(condition => condition !== 'module')
/** The messaging SDK as it is written, not as it is packed. */
const source = {
	resolve: { conditions: ['parley-source', ...defaultClientConditions] },
	ssr: { resolve: { conditions: ['parley-source', ...serverConditions] } },
}
const browser = {
	environment: 'happy-dom',
	css: { modules: { classNameStrategy: 'non-scoped' } },
	exclude,
	testTimeout,
	hookTimeout: testTimeout,
} as const

// `npm run check` runs what a change concerns of all but server; `npm test` runs everything.
export default defineConfig({
	test: {
		// By default one core is left free, which is half of a small machine.
		maxWorkers: '100%',
		// As in the browser: what passes on the second attempt alone is named at the end of the run.
		retry: process.env.CI === 'true' ? 1 : 0,
		projects: [
			{
				// Files keep nothing that another would see, so that they share a process and its modules: half of the time.
				...source,
				test: {
					name: 'contracts',
					include: ['{contracts,sdk}/**/*.test.ts'],
					exclude: [...exclude, '**/*.server.test.ts'],
					isolate: false,
					testTimeout,
					hookTimeout: testTimeout,
				},
			},
			{
				// Rules, stores and modules, with SQLite in memory. They share a process and its modules, too; a file that replaces
				// a module for itself (`vi.mock`) is a `*.server.test.ts`.
				...source,
				test: {
					name: 'unit',
					include: ['{apps/server,apps/im,scripts,bench,e2e}/**/*.test.ts'],
					exclude: [...exclude, '**/*.server.test.ts'],
					isolate: false,
					setupFiles: ['apps/server/src/platform/testing/cheapPasswordHashes.ts'],
					testTimeout,
					hookTimeout: testTimeout,
				},
			},
			{
				// A context for each file instead of a process: a third of the time, and modules and globals are as separate.
				...source,
				test: {
					...browser,
					name: 'page',
					// A phone, which screens are drawn for.
					environmentOptions: { happyDOM: { width: 375, height: 812 } },
					include: ['apps/web/**/*.test.{ts,tsx}'],
					setupFiles: ['asyncTimeout', 'readerZone', 'restoreSpies'].map(name => `apps/web/src/testing/${name}.ts`),
					pool: 'vmThreads',
				},
			},
			{
				// happy-dom cannot run the scripts of a frame inside a context, which the simulated phone needs.
				...source,
				test: { ...browser, name: 'shell', include: ['apps/shell/**/*.test.{ts,tsx}'] },
			},
			{
				// Tests that start processes or a server: `*.server.test.ts`, after the others. Each waits for processes most of the time.
				...source,
				test: {
					name: 'server',
					include: ['{contracts,sdk,apps}/**/*.server.test.ts'],
					exclude,
					maxWorkers: 2,
					sequence: { groupOrder: 1 },
					testTimeout,
					hookTimeout: testTimeout,
				},
			},
		],
	},
})
