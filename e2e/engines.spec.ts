import type { TestInfo } from '@playwright/test'
import {
	type EngineName,
	type EngineWindow,
	elements,
	enterRoom,
	hasEngine,
	openEngine,
	signIn,
	waitForPath,
} from './engines/index.ts'
import { expect, messagesOf, type ParleyServer, test } from './fixtures/index.ts'
import { inboundStreams } from './fixtures/media.ts'

const { button, card, field, heading, row, text } = elements
const t = messagesOf('zh')

for (const engine of ['chromium', 'firefox', 'webkit'] as const) {
	test(`${engine}: sign in, schedule, join, public list, personal centre`, async ({
		server,
		engine: mediaEngine,
	}, info) => {
		test.skip(!hasEngine[engine], `${engine} is not installed`)
		test.skip(mediaEngine === 'livekit', 'pages are the same with each media engine')
		test.setTimeout(300_000)
		await withWindows([engine], server, info, async ([window]) => {
			await signIn(window, server.url, 'hanmei')
			const topic = `评审 ${engine}`
			const id = await scheduleMeeting(window, server, topic)
			await window.see(heading(t('meeting_detail_title')))
			await window.see(text(topic))
			await enterRoom(window, server.url, id)
			if (engine === 'webkit') await window.see(text(t('room_out_unsupported_title')))
			else await window.see(button(t('room_leave')))

			await window.goto(`${server.url}/MeetingList`)
			// Depending on the hour, it may be on a later page of the list.
			await window.fill(field(t('meeting_search')), topic)
			await window.see(card(topic))
			await window.goto(`${server.url}/publicMeeting`)
			await window.see(text(t('public_title')))

			await window.goto(`${server.url}/MeetingList/Personal`)
			await window.click(row(t('personal_language')))
			await window.click(row('English'))
			await window.see(text(messagesOf('en')('personal_appearance')))
			await window.click(button(messagesOf('en')('personal_sign_out')))
		})
	})
}

test('[ROOM-01, ROOM-250] participants in Firefox and Chromium see and hear each other', async ({ server }, info) => {
	test.skip(!hasEngine.firefox, 'firefox is not installed')
	test.setTimeout(300_000)
	await withWindows(['chromium', 'firefox'], server, info, async ([host, guest]) => {
		await signIn(host, server.url, 'hanmei')
		const id = await scheduleMeeting(host, server, '两种浏览器')
		await enterRoom(host, server.url, id, { hasDevices: true })
		await host.see(button(t('room_leave')))
		await signIn(guest, server.url, 'lilei')
		await enterRoom(guest, server.url, id, { hasDevices: true })
		await guest.see(button(t('room_leave')))
		for (const window of [host, guest]) {
			await expect.poll(() => growingStreams(window), { timeout: 60_000 }).toEqual(['audio', 'video'])
		}
	})
})

/** Opens a window of each engine, takes screenshots of a failure, and closes them. */
async function withWindows<E extends readonly EngineName[]>(
	engines: readonly [...E],
	server: ParleyServer,
	info: TestInfo,
	run: (windows: { [K in keyof E]: EngineWindow }) => Promise<void>,
) {
	const windows: EngineWindow[] = []
	try {
		for (const engine of engines) windows.push(await openEngine(engine, server.url))
		await run(windows as { [K in keyof E]: EngineWindow })
	} catch (error) {
		for (const window of windows) {
			await window.screenshot(info.outputPath(`${window.engine}.png`)).catch(() => {})
		}
		throw error
	} finally {
		await Promise.all(windows.map(window => window.close()))
	}
}

/** Returns the id of a meeting that starts now. */
async function scheduleMeeting(window: EngineWindow, server: ParleyServer, topic: string): Promise<string> {
	await window.goto(`${server.url}/MeetingList/CreateMeeting`)
	await window.fill(field(t('scheduling_topic')), topic)
	await window.click(button(t('scheduling_submit')))
	const path = await waitForPath(window, /^\/detail\/\d{9}$/)
	return path.slice(-9)
}

/** Returns the kinds of remote tracks that still receive frames or packets. */
async function growingStreams(window: EngineWindow) {
	const before = await inboundStreams(window)
	await new Promise(resolve => setTimeout(resolve, 1_500))
	const amount = (stream?: (typeof before)[number]) =>
		stream?.kind === 'video' ? stream.framesDecoded : (stream?.packetsReceived ?? 0)
	const after = await inboundStreams(window)
	const growing = after.filter(
		stream => amount(stream) > amount(before.find(({ track, kind }) => track === stream.track && kind === stream.kind)),
	)
	return [...new Set(growing.map(({ kind }) => kind))].sort()
}
