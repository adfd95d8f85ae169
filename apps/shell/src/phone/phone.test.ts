import { beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '../bridge/messageLog.ts'
import { findScannableCodes } from './codes.ts'
import { getPhoneScale } from './fitPhone.ts'
import { parseRoomUrl } from './meeting.ts'
import { createPhone, parseSiteUrl } from './phone.ts'

let screen: HTMLElement
let page: HTMLElement

beforeEach(() => showScreen('div'))

/** In the document frames would be loaded, so there something else stands for the page. */
function showScreen(kind: 'iframe' | 'div') {
	screen = document.createElement('div')
	page = document.createElement(kind)
	screen.append(page)
	document.body.replaceChildren(...(kind === 'div' ? [screen] : []))
}

function openPhone(codes: string[] = []) {
	const parts = {
		back: vi.fn(),
		onRoomDocument: vi.fn(),
		onScreenShareEnded: vi.fn(),
		onMeetingLeft: vi.fn(),
		notify: vi.fn(),
		demoServer: { identify: vi.fn() },
	}
	return { ...createPhone({ screen, getScannableCodes: () => codes, ...parts }), ...parts }
}

const button = (label: string) => [...screen.querySelectorAll('button')].find(found => found.textContent === label)
const field = () => screen.querySelector<HTMLInputElement>('.sheet input')

test('[BRG-12] what is typed is what was scanned', async () => {
	const scanned = openPhone().phone.scan()
	expect(screen.querySelector('[role="dialog"]')?.getAttribute('aria-labelledby')).toBe(screen.querySelector('h2')?.id)
	expect(document.activeElement).toBe(field())
	;(field() as HTMLInputElement).value = ' 312846905 '
	button('Scan')?.click()
	expect(await scanned).toBe('312846905')
	expect(screen.querySelector('.sheet')).toBeNull()
})

test('[BRG-12] a code that was seen before is picked by a tap', async () => {
	const scanned = openPhone(['https://meet.test/?meetingId=1']).phone.scan()
	button('https://meet.test/?meetingId=1')?.click()
	button('Scan')?.click()
	expect(await scanned).toBe('https://meet.test/?meetingId=1')
})

test('[BRG-12] giving up by button or by Escape is no code', async () => {
	const { phone } = openPhone()
	const first = phone.scan()
	button('Cancel')?.click()
	expect(await first).toBeUndefined()
	const second = phone.scan()
	screen.querySelector('.sheet')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
	expect(await second).toBeUndefined()
})

test('[BRG-12] the page rests while the phone asks, and wakes afterwards', async () => {
	const scanned = openPhone().phone.scan()
	expect(page.inert).toBe(true)
	button('Cancel')?.click()
	await scanned
	expect(page.inert).toBe(false)
})

const identifyAs = async (typed: string, vouched: string | undefined) => {
	const { phone, demoServer, notify } = openPhone()
	demoServer.identify.mockResolvedValue(vouched)
	const identified = phone.identify('weixin')
	;(field() as HTMLInputElement).value = typed
	button('Continue')?.click()
	return { proof: await identified, demoServer, notify }
}

test('[BRG-17] another app vouches for the name that was chosen', async () => {
	const { proof, demoServer } = await identifyAs('wx-hanmei', 'signed')
	expect(demoServer.identify).toHaveBeenCalledWith('weixin', 'wx-hanmei')
	expect(proof).toBe('signed')
})

test('[BRG-17] a proof that was brought along is handed over as it is', async () => {
	const own = `${'a'.repeat(120)}.${'b'.repeat(64)}`
	const { proof, demoServer } = await identifyAs(own, 'signed')
	expect(demoServer.identify).not.toHaveBeenCalled()
	expect(proof).toBe(own)
})

test('[BRG-17] where nobody vouches the phone says so', async () => {
	const { proof, notify } = await identifyAs('wx-hanmei', undefined)
	expect(proof).toBeUndefined()
	expect(notify).toHaveBeenCalledOnce()
})

test('[BRG-14] joinMeeting opens the room over the page, and leaving it tells the page', () => {
	showScreen('iframe')
	const { phone, meeting, onMeetingLeft } = openPhone()
	phone.openMeeting({ rtc_join_url: '/room/312846905#ticket=x', meetingId: '312846905', displayName: 'Li Lei' })
	const room = screen.querySelector<HTMLIFrameElement>('.meeting iframe')
	expect(room?.src).toMatch(/\/room\/312846905#ticket=x$/)
	expect(room?.allow).toMatch(/camera; microphone/)
	expect(screen.querySelector('.meeting-bar')?.textContent).toContain('312846905 · Li Lei')
	expect(page.inert).toBe(true)
	button('Leave')?.click()
	expect(screen.querySelector('.meeting')).toBeNull()
	expect(page.inert).toBe(false)
	expect(meeting.isOpen()).toBe(false)
	expect(onMeetingLeft).toHaveBeenCalledOnce()
})

test('[BRG-14] parameters without a room that can be opened open nothing', () => {
	const { phone, notify } = openPhone()
	for (const rtc_join_url of [undefined, '', 7, 'javascript:alert(1)', 'http://']) phone.openMeeting({ rtc_join_url })
	expect(screen.querySelector('.meeting')).toBeNull()
	expect(notify).toHaveBeenCalledTimes(5)
})

test('[BRG-14] the address of a room may be relative', () => {
	expect(parseRoomUrl({ rtc_join_url: '/room/1#ticket=x' }, 'https://meet.test/shell/')?.href).toBe(
		'https://meet.test/room/1#ticket=x',
	)
})

test('[BRG-21, BRG-22] the status bar shows the colour it is told', () => {
	const { phone } = openPhone()
	phone.paintStatusBar('white')
	expect(screen.classList.contains('white-status')).toBe(true)
	phone.paintStatusBar('black')
	expect(screen.classList.contains('white-status')).toBe(false)
})

test('[BRG-23] what is shared is shown as text, and putting it away ends the share', async () => {
	const { phone } = openPhone()
	const ended = vi.fn()
	const sharing = phone.share('Share meeting', { meetingTopic: '<b>Review</b>' }).then(ended)
	expect(screen.querySelector('.shared')?.textContent).toBe('meetingTopic: <b>Review</b>')
	expect(ended).not.toHaveBeenCalled()
	button('Close')?.click()
	await sharing
	expect(ended).toHaveBeenCalledOnce()
})

test.each([
	['oa.localhost:8080', 'http://oa.localhost:8080/shell/'],
	['https://meet.test/detail/1', 'https://meet.test/shell/'],
	['http://', undefined],
	['javascript:alert(1)', undefined],
])('[BRG-13] the site %j is at %j', (typed, expected) => {
	expect(parseSiteUrl(typed)).toBe(expected)
})

test('[BRG-12] the camera offers what went through the phone, newest first and once', () => {
	const message = (name: string, data: unknown, reply?: unknown): Message => ({
		id: 1,
		at: 0,
		from: 'page',
		name,
		data,
		replies: reply === undefined ? [] : [{ at: 0, data: reply }],
		problem: undefined,
	})
	const messages = [
		message('shareMeetingInfo', { joinMeetingUrl: 'https://a' }),
		message('scan', 'publicScan', { content: '312846905' }),
		message('shareLiveInfo', { joinMeetingUrl: 'https://a' }),
		message('scan', 'publicScan', { content: '' }),
	]
	expect(findScannableCodes(messages)).toEqual(['https://a', '312846905'])
})

test('[BRG-01] the phone is drawn as large as there is room, and never larger than life', () => {
	expect(getPhoneScale({ width: 1280, height: 900 }, 'height')).toBe(1)
	expect(getPhoneScale({ width: 1280, height: 720 }, 'height')).toBeCloseTo(0.804, 3)
	expect(getPhoneScale({ width: 375, height: 400 }, 'width')).toBeCloseTo(0.88, 2)
	expect(getPhoneScale({ width: 100, height: 100 }, 'height')).toBe(0.5)
})

test('[BRG-25] whoever leaves the meeting is no longer asked for the screen, and neither is one whose page gave it up', async () => {
	const { phone, meeting } = openPhone()
	phone.openMeeting({ rtc_join_url: 'http://meet.test/room/1#ticket=x' })
	const asked = phone.startScreenShare('offer')
	expect(button('Start')).toBeDefined()
	meeting.close()
	expect([button('Start'), await asked]).toEqual([undefined, { answer: '', failed: false }])
	const askedAgain = phone.startScreenShare('offer')
	phone.stopScreenShare()
	expect([button('Start'), await askedAgain]).toEqual([undefined, { answer: '', failed: false }])
})
