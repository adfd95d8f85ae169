import type { Page } from 'playwright-core'
import { meetingIds } from '../../apps/server/src/demo/index.ts'

/** An address that is opened, and the element that makes its page usable. */
export interface Address {
	name: string
	path(page: Page): string | Promise<string>
	/** Main control of the screen; usable once React has rendered it. */
	usable: string
	needsMember?: true
	/** True to open it twice in the same browser, and measure the second visit. */
	isSecondVisit?: true
	goal: { usableMs?: number; timesLiveKit?: number; requests?: number }
}

const landing = { path: () => '/', usable: 'main.landing a[href="/joinQuickly"]' }
const linkOf = (id: string) => `/?meetingId=${id}`
const first = { timesLiveKit: 0.9 }
const link = { usableMs: 5_000, requests: 10 }
// The landing, which leads there, has buttons too.
const privateUsable = 'main:not(.landing) button'
const member = { needsMember: true, usable: 'main button', goal: { timesLiveKit: 1 } } as const

export const addresses: readonly Address[] = [
	{ ...landing, name: 'landing', goal: first },
	{ ...landing, name: 'landing, second visit', isSecondVisit: true, goal: { usableMs: 1_200 } },
	{ name: 'sign in', path: () => '/Login', usable: 'form input', goal: first },
	{ name: 'quick join', path: () => '/joinQuickly', usable: 'form input', goal: first },
	{ name: 'invitation', path: () => linkOf(meetingIds.inProgress), usable: 'form input', goal: link },
	{
		name: 'invitation to a private meeting',
		path: () => linkOf(meetingIds.private),
		usable: privateUsable,
		goal: link,
	},
	{
		name: 'screen of an invitation',
		path: () => `/Login/ScanJoin/${meetingIds.inProgress}`,
		usable: 'form input',
		goal: link,
	},
	{ ...member, name: 'list', path: () => '/MeetingList' },
	{ ...member, name: 'detail', path: () => `/detail/${meetingIds.soon}` },
	{ name: 'room', path: page => joinRoom(page, meetingIds.inProgress), usable: 'footer button', goal: {} },
]

/** The first screen of LiveKit Meet. */
export const liveKitLanding: Address = {
	name: 'LiveKit Meet, landing',
	path: () => '/',
	usable: 'main button.lk-button',
	goal: {},
}

/** Returns the URL of the room, with a single-use ticket. */
const joinRoom = (page: Page, meetingId: string): Promise<string> =>
	page.evaluate(async id => {
		const token = document.querySelector<HTMLMetaElement>('meta[name=csrf-token]')?.content
		const body = { meetingId: id, display_name: 'Bench', action: 'webJoin', _token: token }
		const response = await fetch('/meeting/joinMeeting', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
		const { data } = (await response.json()) as { data: { rtc_join_url: string } }
		const { pathname, hash } = new URL(data.rtc_join_url, location.href)
		return pathname + hash
	}, meetingId)
