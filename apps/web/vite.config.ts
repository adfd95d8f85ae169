import { fileURLToPath } from 'node:url'
import { blurFilesPath } from '@parley/core'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { dropInjectedStyles } from './build/dropInjectedStyles.ts'
import { iconsOf } from './build/iconsOf.ts'
import { initialHtml, mainScriptFirst } from './build/initialHtml.ts'
import { livekitSource } from './build/livekitSource.ts'
import { messageCompiler } from './build/messageCompiler.ts'
import { completeMessages } from './build/messages.ts'
import { routeFiles } from './build/routeFiles.ts'
import { styleSheets } from './build/styleSheets.ts'
import product from './package.json' with { type: 'json' }

/** The oldest engines served; the README says so too. */
const target = ['chrome90', 'ios15.4', 'safari15.4']

const paths = (...parts: string[]) => new RegExp(parts.map(part => `/${part}`).join('|'))
/** Features with their messages and calls. */
const nouns = (...names: string[]) => `(features|messages|contracts/api/src)/(${names.join('|')})`

/** Code shared by screens of every kind: contracts, data, the design system, the session. */
const kit = paths(
	'contracts/(core|bridge)/',
	// Names the page's folders in full: the messaging SDK has folders of the same names.
	'apps/web/src/(analytics|api|app/router|query|storage)/',
	'src/navigation/(routes|searchParams|useBack|useDestination)\\.ts',
	// Meeting times in words: viewers of a live need them without the rest of the meeting.
	'features/meeting/(schedule|labels|useNow|zoneNote)\\.ts',
	'src/ui/(?!overlays|wheels|dates|lists|display/QrCode)',
	// Two icons are in few screens: in a room and the settings of a person, and in chats of lives.
	'node_modules/(lucide-react/(?!.*/(languages|message-square-off)\\.)|@tanstack/(?!react-virtual|virtual-core)[^/]+/)',
	'features/session/(?!SignInForm|SmsForm)',
	'(messages|contracts/api/src)/session',
	'(features/personal/RequireMember|messages/personal_guest)',
	nouns('common', 'login', 'support'),
	// Shared texts and small modules: otherwise one screen would load the chunk of another.
	'messages/(joining_(title|reload)|meeting_(in_brackets|host|tips(8|11|12|13|24))|room_bar_return|devices_title|live_badge|desk_status_onair)\\d*\\.js',
	'features/(meeting/(MeetingTime|permissions|share/joinAddress)|joining/lookup/useMeetingLookup)\\.',
)
/** Features that the room uses most. */
const roomFeatures = 'features/(room|roomChat|recording|keptChat|chatFiles|meetingReport|devices)|screens/Room'
/** Icons that only those use. */
const roomIcons = paths(`lucide-react/.*/(${[...iconsOf(new RegExp(`^(${roomFeatures})/`))].join('|')})\\.mjs`)
/** Form code; screens without a form need none of it. */
const forms = paths('src/forms/', 'node_modules/(react-hook-form|@hookform)/')
/** Companies and profiles of members; guests and viewers need none of it. */
const members = paths(nouns('company', 'personal(?!/RequireMember|_guest)'))
/** Codes to scan. */
const codes = paths('src/ui/display/QrCode', 'design/src/', 'node_modules/lean-qr/')
/** Overlays: loaded with the first tap. */
const overlays = paths('src/ui/overlays/', 'node_modules/@base-ui/')
/** Code of screens that show meetings. */
const meeting = paths(nouns('meeting(?!Report)'), 'src/(navigation/useMeetingActions|ui/(art|lists)/)')
const deviceMedia = 'blur/|device|preparedDevices|microphoneLevel|playback|scanCamera'
/** Code of screens that join meetings, or find them by a link. */
const joining = paths(nouns('joining', 'link', 'scan', 'public', 'invite'))
/** Connections to rooms, and their contract: forms that join and the room need it. */
const media = paths(
	`src/(media/(?!${deviceMedia}|live)|navigation/usePreparedRoom)`,
	'contracts/room/',
	'node_modules/(socket|engine)\\.io',
)
/** Errors of devices in words, and what loads the preview: the list joins without a form, and does not need connections. */
const deviceTexts = paths('features/devices/(deviceErrorTexts|lazyDevices)')
/** Preview and choice of devices: rooms need it, and forms that join do not wait for it. */
const devices = paths(
	`src/media/(${deviceMedia})`,
	'features/devices/(LevelMeter|useDeviceChoices|preview/(?!useDevicePreview))',
	'messages/devices_blur_',
)
/** Texts that the room shares with its sheets and panels, which would each be a file. */
const roomTexts = paths('messages/(room|chat|waiting)_')
/** Code of screens that schedule meetings. */
const scheduling = paths(
	nouns('scheduling', 'directory'),
	'src/ui/(wheels|dates)/',
	'node_modules/@tanstack/(react-virtual|virtual-core)/',
)
/** Code shared by the screens of viewers. */
const live = paths(
	'features/live/(?!preview|recording/RecordedChatList)',
	'messages/live_(?!recorded_no)',
	'contracts/api/src/live\\.ts',
)
/** Additional code for running a live: the desk, previews, sending a camera. */
const desk = paths(
	'features/(live/preview|liveDesk)/(?!.*Sheet\\.)',
	'messages/desk_',
	'src/media/live',
	'contracts/api/src/livePublish',
)
/** Code shared by the screens of an account. */
const account = paths(
	'features/session/(SignInForm|SmsForm)',
	nouns('account', 'social', 'verification', 'challenge', 'help'),
)

/** The worker of the blur loads its model and its WebAssembly from its own folder, by name, so the folder has the version. */
const blurFiles = /@twilio\/video-processors\/dist\/build\//
const assetFileNames = ({ originalFileNames }: { originalFileNames: string[] }): string =>
	originalFileNames.some(name => blurFiles.test(name))
		? `${blurFilesPath}${product.dependencies['@twilio/video-processors']}/[name][extname]`
		: 'assets/[name]-[hash][extname]'

export default defineConfig({
	root: fileURLToPath(new URL('.', import.meta.url)),
	// The messaging SDK as it is written, not as it is packed.
	resolve: { conditions: ['parley-source', ...defaultClientConditions] },
	define: { 'import.meta.env.PARLEY_VERSION': JSON.stringify(product.version) },
	plugins: [
		completeMessages(),
		messageCompiler(),
		react(),
		dropInjectedStyles(),
		livekitSource(),
		initialHtml(),
		mainScriptFirst(),
		styleSheets(),
		routeFiles(),
	],
	server: { host: '127.0.0.1', port: Number(process.env.PARLEY_VITE_PORT ?? 5173), strictPort: true },
	build: {
		target,
		cssTarget: target,
		sourcemap: process.env.PARLEY_SOURCE_MAPS === '1',
		manifest: true,
		// Pictures as `data:` would need the Content-Security-Policy to allow them.
		assetsInlineLimit: 0,
		// Engines of the target know modulepreload.
		modulePreload: { polyfill: false },
		rolldownOptions: {
			output: {
				assetFileNames,
				codeSplitting: {
					// Round trips cost more than bytes: what screens share comes in few files, and each screen adds one.
					groups: [
						{ name: 'main', tags: ['$initial'], priority: 5 },
						{ name: 'kit', test: kit, minShareCount: 2, priority: 4 },
						{ name: 'roomIcons', test: roomIcons, minShareCount: 2, priority: 5 },
						{ name: 'forms', test: forms, minShareCount: 2, priority: 3 },
						{ name: 'members', test: members, minShareCount: 2, priority: 3 },
						{ name: 'codes', test: codes, minShareCount: 2, priority: 3 },
						{ name: 'overlays', test: overlays, minShareCount: 2, priority: 3 },
						{ name: 'account', test: account, minShareCount: 2, priority: 1 },
						{ name: 'meeting', test: meeting, minShareCount: 2, priority: 2 },
						{ name: 'deviceTexts', test: deviceTexts, minShareCount: 2, priority: 2 },
						{ name: 'media', test: media, minShareCount: 2, priority: 2 },
						{ name: 'joining', test: joining, minShareCount: 2, priority: 1 },
						{ name: 'devices', test: devices, minShareCount: 2, priority: 0 },
						{ name: 'roomTexts', test: roomTexts, minShareCount: 2, priority: 0 },
						{ name: 'live', test: live, minShareCount: 2, priority: 2 },
						{ name: 'desk', test: desk, minShareCount: 2, priority: 0 },
						{ name: 'scheduling', test: scheduling, minShareCount: 2, priority: 1 },
					],
				},
			},
		},
	},
})
