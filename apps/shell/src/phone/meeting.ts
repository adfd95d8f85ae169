import { element, icon } from '../element.ts'
import { insets, markSafeAreas } from '../frame/disguise.ts'
import { watchFrame } from '../frame/watchFrame.ts'

const lookMs = 300

/** The bar above the room keeps the top clear already. */
const insetsOfRoom = { ...insets, top: 0 }

/** The address of a room, or nothing: a page may hand over anything. */
export function roomAddress(parameters: Record<string, unknown>, base: string): URL | undefined {
	const written = parameters.rtc_join_url
	if (typeof written !== 'string' || written === '') return undefined
	try {
		const address = new URL(written, base)
		return /^https?:$/.test(address.protocol) ? address : undefined
	} catch {
		return undefined
	}
}

/** The meeting as the phone shows it: full screen, over the page, with a way out. */
export function createMeeting(screen: HTMLElement, onLeft: () => void) {
	let close: (() => void) | undefined

	function open(address: URL, title: string) {
		close?.()
		const frame = element('iframe', {
			title: 'Meeting',
			allow: 'camera; microphone; display-capture; autoplay; fullscreen; clipboard-write; screen-wake-lock',
		})
		const leave = element(
			'button',
			{ class: 'meeting-leave', type: 'button', onclick: () => close?.() },
			icon('back'),
			'Leave',
		)
		const cover = element(
			'section',
			{ class: 'meeting', 'aria-label': 'Native meeting' },
			element('header', { class: 'meeting-bar' }, leave, element('p', {}, title)),
			frame,
		)
		const under = [...screen.querySelectorAll<HTMLElement>(':scope > iframe')]
		const watch = setInterval(() => hasLeft(frame, address) && close?.(), lookMs)

		close = () => {
			close = undefined
			clearInterval(watch)
			cover.remove()
			for (const page of under) page.inert = false
			onLeft()
		}
		for (const page of under) page.inert = true
		const { lookClosely } = watchFrame(frame, window => markSafeAreas(window, insetsOfRoom))
		frame.src = address.href
		lookClosely()
		screen.append(cover)
		leave.focus()
	}

	return { open, close: () => close?.(), isOpen: () => close !== undefined }
}

/** The room goes elsewhere when the person leaves it by its own button. */
function hasLeft(frame: HTMLIFrameElement, address: URL): boolean {
	try {
		const { pathname, protocol } = frame.contentWindow?.location ?? {}
		return pathname !== undefined && protocol !== 'about:' && pathname !== address.pathname
	} catch {
		// Another origin: only the button above the room leads out.
		return false
	}
}
