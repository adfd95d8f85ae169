import { type CompilerOptions, paraglideVitePlugin } from '@inlang/paraglide-js'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { firstPaint, stylesAfterFirstPaint } from './build/firstPaint.ts'
import { firstScreenModules } from './build/firstScreen.ts'
import { lean } from './build/lean.ts'
import { messagesInBothLanguages, smallMessageRuntime } from './build/messages.ts'
import { preloads } from './build/preloads.ts'

/** The oldest engines served; the README says so too. */
const floor = ['chrome90', 'ios15.4', 'safari15.4']

const here = (path: string) => new URL(path, import.meta.url).pathname

const messages: CompilerOptions = {
	project: here('./project.inlang'),
	outdir: here('./src/locales/generated'),
	strategy: ['globalVariable', 'baseLocale'],
	emitReadme: false,
	emitGitIgnore: false,
	emitPrettierIgnore: false,
}

const plugins = () => [
	lean(),
	messagesInBothLanguages(),
	smallMessageRuntime(),
	paraglideVitePlugin(messages),
	react(),
	firstPaint(),
]

/** The entry itself stays a file of its own that starts the rest; an empty one would be taken apart. */
const inPage = (id: string, first: Set<string>) =>
	(first.has(id) && !id.endsWith('/app/main.tsx')) || id.includes('rolldown/runtime')

/** What most screens are made of: fields, bars, icons, and the words several of them use. */
const kit = /\/src\/(ui\/(actions|fields|layout|feedback|show)|locales\/generated)\/|\/lucide-react\/|rolldown\/runtime/

const config: UserConfig = {
	root: here('.'),
	// React has had this hook of its own since 18; the stand-in for older ones is not needed.
	resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
	build: {
		target: floor,
		cssTarget: floor,
		manifest: true,
		sourcemap: process.env.PARLEY_SOURCE_MAPS === '1',
		// Pictures as `data:` would need the page to allow them.
		assetsInlineLimit: 0,
		// The server names the files of a route, and engines of the floor know modulepreload.
		modulePreload: { polyfill: false },
	},
	server: { host: '127.0.0.1', port: Number(process.env.PARLEY_VITE_PORT ?? 5173), strictPort: true },
}

export default defineConfig(async ({ command }) => {
	if (command === 'serve') return { ...config, plugins: plugins() }
	const first = await firstScreenModules(config, plugins())
	return {
		...config,
		plugins: [...plugins(), stylesAfterFirstPaint(), preloads()],
		build: {
			...config.build,
			rolldownOptions: {
				output: {
					// Screens keep their names; what they share has none that would help anybody.
					chunkFileNames: ({ name }: { name: string }) =>
						name.startsWith('shared') ? 'assets/[hash:6].js' : 'assets/[name]-[hash:6].js',
					codeSplitting: {
						includeDependenciesRecursively: false,
						groups: [
							{ name: 'page', test: (id: string) => inPage(id, first), priority: 1 },
							{ name: 'kit', test: kit, minShareCount: 3 },
						],
					},
				},
			},
		},
	}
})
