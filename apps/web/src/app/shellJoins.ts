import type { Bridge, FiredArguments } from '@parley/bridge'
import { callApi } from '../api/index.ts'
import {
	directFault,
	directJoin,
	type EnterOutside,
	type LinkPlace,
	linkOf,
	phoneOf,
	placeAfter,
	placeOfLink,
	rememberJoin,
	turnedAwayWords,
} from '../features/joining/index.ts'
import { currentUserId } from '../features/session/index.ts'
import { language, m } from '../locales/index.ts'
import { storage } from '../storage/index.ts'
import { toast } from '../ui/index.ts'
import { wake } from './useWoken.ts'

// What a phone may ask for in the way of joining; in a file of its own, since most pages have no phone around them.

type Go = (place: LinkPlace) => void

const underway = new Set<string>()
let newestLink: object | undefined

/** BRG-05: the same link fired twice is followed once, and a newer one goes before an older. */
export async function followShortLink(link: FiredArguments<'shortLinkJoin'>, go: Go) {
	await once(`link ${link.meetingId} ${link.pwd}`, async () => {
		const mine = {}
		newestLink = mine
		const place = await placeOfLink(linkOf(link), { isFromShell: true })
		if (newestLink === mine) go(place)
	})
}

/** BRG-06, JOIN-34, JOIN-35: joins without a screen in between; what stands in the way is said, with the way on. */
export async function joinDirectly(asked: FiredArguments<'directJoin'>, bridge: Bridge, go: Go) {
	const fault = directFault(asked)
	if (fault) return say(fault === 'id' ? m.joining_direct_id() : m.joining_direct_name())

	await once(`join ${asked.meetingId} ${asked.displayName}`, async () => {
		const devices = { audio: storage.isOn('microphone'), video: storage.isOn('camera') }
		const entered = await directJoin(asked, devices, outsideOf(bridge))
		if (entered.at !== 'turned-away') return

		// The screen that follows offers the name again.
		if (currentUserId() === undefined) storage.write('joinDisplayName', asked.displayName)
		go(placeAfter(entered.why, asked.meetingId.replace(/ /g, '')))
		await say(turnedAwayWords(entered.why))
	})
}

const outsideOf = (bridge: Bridge): EnterOutside => ({
	ask: callApi,
	language,
	remember: rememberJoin,
	shell: phoneOf(bridge),
	// There is always a phone here, which opens the meeting itself.
	openRoom: () => {},
})

async function once(key: string, act: () => Promise<void>) {
	if (underway.has(key)) return
	underway.add(key)
	try {
		await act()
	} finally {
		underway.delete(key)
	}
}

/** What shows it comes with the first word. */
async function say(text: string) {
	wake()
	await import('./Notices.tsx')
	toast.show(text, { tone: 'error' })
}
