import { type CompilerOptions, paraglideVitePlugin } from '@inlang/paraglide-js'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { callsApart } from './build/calls.ts'
import { firstPaint, stylesAfterFirstPaint } from './build/firstPaint.ts'
import { firstScreenModules } from './build/firstScreen.ts'
import { smallIconRuntime } from './build/icons.ts'
import { lean } from './build/lean.ts'
import { noLoops } from './build/loops.ts'
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
	callsApart(),
	lean(),
	messagesInBothLanguages(),
	smallMessageRuntime(),
	smallIconRuntime(),
	paraglideVitePlugin(messages),
	react(),
	firstPaint(),
]

/** The entry itself stays a file of its own that starts the rest; an empty one would be taken apart. */
const inPage = (id: string, first: Set<string>) =>
	(first.has(id) && !id.endsWith('/app/main.tsx')) || id.includes('rolldown/runtime')

/** They only build what a contract declares, so what nobody asks for goes. */
const declaring = ['call', 'shape', 'field', 'spare', 'listOf', 'text', 'plain']

/** What every screen stands in. */
const kit =
	/\/src\/(ui\/(actions\/(Button|Icon)|layout\/(Page|TopBar|useKeyboard|keyboard)|feedback\/(toasts|Spinner|EmptyState)|icon)|locales\/generated\/messages\/common_)/
/** What is filled in, and what is only shown, stand apart: few screens do both. */
const fields =
	/\/src\/(ui\/(fields\/|feedback\/Banner|show\/Card|useMergedRef)|features\/meeting\/(whileTyping|EmojiNote)\.ts)|\/lucide-react\/.*\/(info|x|chevron-right|(circle|triangle)-exclamation-point)\.mjs/
const shown = /\/src\/ui\/(feedback|show\/(Avatar|Badge|initials))/
/** What a form about an account stands in, and what all of them say. */
const forms =
	/\/src\/features\/account\/(FormPage|useFlow|turnedAway|words|remedyWords|Lost|carried)\.tsx?|\/messages\/account_(to|by|app|reload|start|says_(unreachable|noanswer|stalepage|signedout|notnow|toomany|wrongcode|codeexpired))/
/** What the two screens share that bind an identity. */
const binding =
	/\/features\/(social\/(binding|provider|providerWords|waiting|oaAccounts|useBinding|identityWords)|session\/forgetPerson)\.ts|\/messages\/social_(says_(bind(?!already)|nodefault|noidentity|noperson|proof)|bind_(lost|working)|messenger|devicemaker)/
/** What list, detail, schedule and join screen say of a meeting, and the zones they say it in. */
const meeting =
	/\/features\/meeting\/(words|schedule|useNow)\.ts|\/messages\/meeting_(?!tips)|\/core\/src\/time\.ts|\/@date-fns\//

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
		plugins: [...plugins(), stylesAfterFirstPaint(), preloads(), noLoops()],
		build: {
			...config.build,
			rolldownOptions: {
				treeshake: { manualPureFunctions: declaring },
				output: {
					// Screens keep their names; what they share has none that would help anybody.
					chunkFileNames: ({ facadeModuleId }: { facadeModuleId?: string | null }) =>
						facadeModuleId ? 'assets/[name]-[hash:8].js' : 'assets/[hash:8].js',
					codeSplitting: {
						includeDependenciesRecursively: false,
						groups: [
							{ name: 'page', test: (id: string) => inPage(id, first), priority: 1 },
							{ name: 'kit', test: kit, minShareCount: 3, includeDependenciesRecursively: true },
							{ name: 'fields', test: fields, minShareCount: 3 },
							{ name: 'shown', test: shown, minShareCount: 3, includeDependenciesRecursively: true },
							{ name: 'meeting', test: meeting, minShareCount: 3 },
							{ name: 'forms', test: forms, minShareCount: 3 },
							{ name: 'binding', test: binding, minShareCount: 2 },
						],
					},
				},
			},
		},
	}
})
