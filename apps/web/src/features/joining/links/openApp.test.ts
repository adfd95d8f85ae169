import { JoinParameters } from '@parley/api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { trackListeners } from '../../../testing/trackListeners.ts'
import { appWaitMs, createAppUrl, createOpenAppDeps, openApp } from './openApp.ts'

const parameters: JoinParameters = {
	meetingId: '842391556' as JoinParameters['meetingId'],
	topic: 'Roadmap & more',
	displayName: '小明',
	roomUrl: '/room/842391556#ticket=t',
	audio: true,
	video: false,
	isHost: false,
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('[LINK-17] the URL of the app has the parameters a shell gets, and the absolute URL of the room', () => {
	const address = new URL(createAppUrl(parameters, 'meetapp', 'https://meet.example'))
	expect(address.protocol).toBe('meetapp:')
	expect(Object.fromEntries(address.searchParams)).toEqual({
		...Object.fromEntries(
			Object.entries(JoinParameters.encode(parameters) as object).map(([key, value]) => [key, String(value)]),
		),
		rtc_join_url: 'https://meet.example/room/842391556#ticket=t',
	})
})

test.each([undefined, '', 'javascript', 'https', 'data', 'not a scheme'])(
	'%j is no scheme of an app: ours is taken',
	scheme => {
		expect(createAppUrl(parameters, scheme, 'https://meet.example')).toMatch(/^parley:\/\/join\?/)
	},
)

function aPage({ isCovered = false } = {}) {
	const state = { isCovered, left: () => {}, went: [] as string[] }
	const how = openApp('parley://join', {
		go: address => state.went.push(address),
		onHidden(act) {
			state.left = act
			return () => {
				state.left = () => {}
			}
		},
		lacksFocus: () => state.isCovered,
		schedule(ms, act) {
			const timer = setTimeout(act, ms)
			return () => clearTimeout(timer)
		},
	})
	return { state, how }
}

test('[LINK-14] the page is hidden: the app has opened', async () => {
	const { state, how } = aPage()
	expect(state.went).toEqual(['parley://join'])
	state.left()
	expect(await how).toBe('opened')
})

test('[LINK-14] nothing happens: there is no app', async () => {
	const { how } = aPage()
	vi.advanceTimersByTime(appWaitMs)
	expect(await how).toBe('notOpened')
})

test('[LINK-14] a prompt of the browser is waited for', async () => {
	const { state, how } = aPage({ isCovered: true })
	vi.advanceTimersByTime(appWaitMs * 2)
	state.isCovered = false
	vi.advanceTimersByTime(appWaitMs)
	expect(await how).toBe('notOpened')
})

test('a page without focus for long is behind the app', async () => {
	const { how } = aPage({ isCovered: true })
	vi.advanceTimersByTime(appWaitMs * 4)
	expect(await how).toBe('opened')
})

test('[LINK-14] neither listeners nor timers remain once the app has opened', async () => {
	const listeners = trackListeners()
	const page = createOpenAppDeps()
	let left = () => {}
	const how = openApp('parley://join', {
		...page,
		go: () => {},
		onHidden(act) {
			left = act
			return page.onHidden(act)
		},
	})
	expect([...listeners(), vi.getTimerCount()]).toEqual(['visibilitychange', 'pagehide', 1])
	left()
	expect(await how).toBe('opened')
	expect([...listeners(), vi.getTimerCount()]).toEqual([0])
})
