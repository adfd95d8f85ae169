import type { Plugin } from 'vite'

const ours = new URL('../src/ui/icon.ts', import.meta.url).pathname
const standIn = '\0parley:icon'

/** Puts our few lines in the place of the icons' run time: 1.5 KiB less on every screen. */
export function smallIconRuntime(): Plugin {
	return {
		name: 'parley:icon-runtime',
		apply: 'build',
		enforce: 'pre',
		resolveId: {
			filter: { id: /\/createLucideIcon\.mjs$/ },
			handler: (_, importer) => (importer?.includes('/lucide-react/dist/esm/icons/') ? standIn : null),
		},
		load: {
			filter: { id: /^\0parley:icon$/ },
			handler: () => `export { icon as default } from ${JSON.stringify(ours)}`,
		},
	}
}
