import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { journeyArguments } from './fixtures/chromiumArguments.ts'
import type { WorkerOptions } from './fixtures/index.ts'

const inCi = process.env.CI === 'true'
/** Tests that encode or decode video, mostly on both sides. */
const mediaTests = [
	'**/{back,calls,engines,main-path,offline,relay,restart,rights,room,silence}.spec.ts',
	'**/live-{camera,desk,engines,origin,room,viewer}.spec.ts',
]
const halfOfCores = Math.max(1, Math.floor(availableParallelism() / 2))
const executablePath = process.env.PARLEY_BROWSER

/** Journeys of what is only so with LiveKit. */
const livekitTests = '**/{livekit,live-egress}.spec.ts'
/**
 * Journeys of meetings that every engine has to pass. Those of recordings and of lives of a meeting are not among them: they
 * need an engine that gives its media to the server (ROOM-253).
 */
const engineTests = [
	livekitTests,
	'**/{room,room-chat,room-hosting,room-more,room-pages,room-removal,room-screen,waiting-room}.spec.ts',
	'**/{blur,laptop,mini-window,phone-screen,room-chat-files}.spec.ts',
	'**/{back,calls,claim-host,devices,engines,interruptions,main-path,poll,restart,rights,silence,transfer}.spec.ts',
]

/** Journeys of what is only so with several servers on one database. */
const nodeTests = '**/nodes.spec.ts'
/** With `PARLEY_TEST_NODES=1` all journeys run on several servers. */
const several = process.env.PARLEY_TEST_NODES === '1'

export default defineConfig<object, WorkerOptions>({
	testDir: '.',
	outputDir: process.env.PARLEY_TEST_RESULTS ?? '../test-results',
	workers: availableParallelism() + halfOfCores,
	// Video on both sides of a call needs most of a core, so few of its tests run at once. Other tests wait more than they
	// compute: one more than there are cores takes half of the time off the whole.
	projects: [
		{ name: 'media', testMatch: [...mediaTests, nodeTests], workers: halfOfCores, use: { several } },
		...(process.env.PARLEY_TEST_LIVEKIT
			? [
					{
						name: 'livekit',
						testMatch: engineTests,
						workers: halfOfCores,
						use: { engine: 'livekit' as const, several },
					},
				]
			: []),
		{
			name: 'pages',
			testMatch: '**/*.spec.ts',
			testIgnore: [...mediaTests, livekitTests, nodeTests],
			use: { several },
			workers: availableParallelism(),
		},
	],
	retries: inCi ? 1 : 0,
	forbidOnly: inCi,
	// Upper limit for two busy cores; each step has its own.
	timeout: 180_000,
	expect: { timeout: 15_000 },
	reporter: [['list'], ['json']],
	use: {
		actionTimeout: 15_000,
		...devices['Pixel 7'],
		// The design is drawn 375 px wide.
		viewport: { width: 375, height: 812 },
		// Without a GPU every pixel costs processor time.
		deviceScaleFactor: 1,
		locale: 'zh-CN',
		timezoneId: 'Asia/Shanghai',
		permissions: ['camera', 'microphone'],
		screenshot: 'only-on-failure',
		// Recording costs a quarter of the time, so it is left to the second attempt, if any.
		trace: inCi ? 'on-first-retry' : 'retain-on-failure',
		launchOptions: { args: journeyArguments, ...(executablePath ? { executablePath } : {}) },
	},
})
