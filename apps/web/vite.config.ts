import { type CompilerOptions, paraglideVitePlugin } from '@inlang/paraglide-js'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { callsApart } from './build/calls.ts'
import { constantsInPlace } from './build/constants.ts'
import { firstPaint, stylesAfterFirstPaint } from './build/firstPaint.ts'
import { firstScreenModules } from './build/firstScreen.ts'
import { smallIconRuntime } from './build/icons.ts'
import { lean } from './build/lean.ts'
import { noLoops } from './build/loops.ts'
import { messagesInBothLanguages, smallMessageRuntime } from './build/messages.ts'
import { preloads } from './build/preloads.ts'
import product from './package.json' with { type: 'json' }

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
	constantsInPlace(),
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
const declaring = ['call', 'shape', 'field', 'optional', 'array', 'text', 'identity', 'jsonText']

/** What every screen stands in. */
const kit =
	/\/src\/(app\/useBack\.|ui\/(actions\/(Button|Icon)|layout\/(Page|TopBar|useKeyboard|keyboard)|feedback\/(toasts|Spinner|EmptyState)|icon)|locales\/generated\/messages\/(common_|net_))|\/useCanGoBack\./
/** What is filled in, and what is only shown, stand apart: few screens do both. */
const fields =
	/\/src\/(ui\/(fields\/(?!Search|digits|Tick|ListRow|CheckRow|RadioRow|Checkbox)|feedback\/Banner|useMergedRef))|\/lucide-react\/.*\/(info|(circle|triangle)-exclamation-point)\.mjs/
/** What stands in a list. */
const rows = /\/src\/ui\/(show\/Card|fields\/(ListRow|CheckRow|RadioRow))|\/lucide-react\/.*\/(x|chevron-right)\.mjs/
const shown = /\/src\/ui\/(feedback\/(?!Aloud)|show\/(Avatar|Badge|initials))/
/** What a form about an account stands in, and what all of them say. */
const forms =
	/\/src\/features\/account\/(FormPage|useFlow|turnedAway|words|remedyWords|Lost|carried)\.tsx?|\/messages\/account_(to|by|app|reload|start|says_(unreachable|noanswer|stalepage|signedout|notnow|toomany|wrongcode|codeexpired))/
/** What the two screens share that bind an identity. */
const binding =
	/\/features\/(social\/(binding|waiting|useBinding|identityWords)|session\/forgetPerson)\.ts|\/messages\/social_(says_(bind(?!already)|nodefault|noidentity|noperson|proof)|bind_(lost|working))/
/** What the screens about oneself share. */
const oneself = /\/features\/(personal|support\/phone)|\/messages\/(personal|support)_/
/** What list, detail, schedule and join screen say of a meeting, and the zones they say it in. */
const meeting =
	/\/features\/meeting\/(words|schedule|useNow)\.ts|\/messages\/meeting_(yesterday|today|tomorrow|next_day|days_later|every|no_fixed|hours|minutes|running|not_started|in_progress|over\.|host\.)|\/core\/src\/time\.ts|\/@date-fns\//
/** The list of a day, which two screens show, and what nothing else says. */
const day =
	/\/features\/meeting\/(DayOfMeetings|DayList|ListSkeleton|MeetingCard|Timeline|timeline|useOpening|useDayView|useFarDown|useMeetingList|toTop)\.|\/app\/useCardActs|\/ui\/(layout\/PullToRefresh|later)\.|\/meeting\.ts\?call=own|\/icons\/lock-keyhole\.|\/messages\/meeting_(any_time|list_(of|failed)|loading_more|more|no_more|now|private|pull|refresh|release|retrying|search\.|stale)/

const config: UserConfig = {
	root: here('.'),
	define: { 'import.meta.env.PARLEY_VERSION': JSON.stringify(product.version) },
	// React has had this hook of its own since 18; the stand-in for older ones is not needed.
	resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
	build: {
		target: floor,
		cssTarget: floor,
		manifest: true,
		sourcemap: process.env.PARLEY_SOURCE_MAPS === '1',
		// Pictures as `data:` would need the page to allow them.
		assetsInlineLimit: 0,
		// The server names the files of a route, and engines of the floor know modulepreload. What a later part stands on
		// is not named in advance but its style: those lists grew with every screen, and each screen brought them.
		modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter(file => file.endsWith('.css')) },
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
							{ name: 'rows', test: rows, minShareCount: 3 },
							{ name: 'fields', test: fields, minShareCount: 3 },
							{ name: 'shown', test: shown, minShareCount: 3, includeDependenciesRecursively: true },
							{ name: 'meeting', test: meeting, minShareCount: 3 },
							{ name: 'day', test: day, minShareCount: 2 },
							{ name: 'forms', test: forms, minShareCount: 3 },
							{ name: 'binding', test: binding, minShareCount: 2 },
							{ name: 'oneself', test: oneself, minShareCount: 3 },
						],
					},
				},
			},
		},
	}
})
