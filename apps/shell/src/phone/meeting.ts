import { element, icon } from '../element.ts'
import { insets, setSafeAreaProperties } from '../frame/browserOverrides.ts'
import { watchFrame } from '../frame/watchFrame.ts'

const pollMs = 300

/** The bar above the room covers the top inset. */
const roomInsets = { ...insets, top: 0 }

/** The room URL of a `joinMeeting` call; `undefined` when it is missing or not http(s). */
export function parseRoomUrl(parameters: Record<string, unknown>, base: string): URL | undefined {
	const url = parameters.rtc_join_url
	if (typeof url !== 'string' || url === '') return undefined
	try {
		const address = new URL(url, base)
		return /^https?:$/.test(address.protocol) ? address : undefined
	} catch {
		return undefined
	}
}

export interface MeetingEvents {
	/** A document was loaded into the room. */
	onDocument(window: Window & typeof globalThis): void
	/** The person ends the capture of the screen with the button of the system. */
	onStopCapture(): void
	onLeft(): void
}

/** The native meeting screen: full screen over the page, with a button to leave. */
export function createMeetingView(screen: HTMLElement, { onDocument, onStopCapture, onLeft }: MeetingEvents) {
	let close: (() => void) | undefined
	let setCapturing = (_isCapturing: boolean) => {}

	function open(address: URL, title: string) {
		close?.()
		const frame = element('iframe', {
			title: 'Meeting',
			allow: 'camera; microphone; autoplay; fullscreen; clipboard-write; screen-wake-lock',
		})
		const leave = element(
			'button',
			{ class: 'meeting-leave', type: 'button', onclick: () => close?.() },
			icon('back'),
			'Leave',
		)
		// Like the mark of the system in the status bar.
		const capture = element(
			'button',
			{ class: 'meeting-capture', type: 'button', hidden: true, onclick: onStopCapture },
			'Stop sharing',
		)
		setCapturing = isCapturing => {
			capture.hidden = !isCapturing
		}
		const view = element(
			'section',
			{ class: 'meeting', 'aria-label': 'Native meeting' },
			element('header', { class: 'meeting-bar' }, leave, element('p', {}, title), capture),
			frame,
		)
		const pages = [...screen.querySelectorAll<HTMLElement>(':scope > iframe')]
		const watch = setInterval(() => hasLeft(frame, address) && close?.(), pollMs)

		close = () => {
			close = undefined
			clearInterval(watch)
			view.remove()
			for (const page of pages) page.inert = false
			onLeft()
		}
		for (const page of pages) page.inert = true
		const { pollFrame } = watchFrame(frame, window => {
			setSafeAreaProperties(window, roomInsets)
			onDocument(window)
		})
		frame.src = address.href
		pollFrame()
		screen.append(view)
		leave.focus()
	}

	return {
		open,
		close: () => close?.(),
		isOpen: () => close !== undefined,
		/** Shows that the screen is captured, with a button that ends it. */
		setCapturing: (isCapturing: boolean) => setCapturing(isCapturing),
	}
}

/** The room navigates away when the person leaves it with its own button. */
function hasLeft(frame: HTMLIFrameElement, address: URL): boolean {
	try {
		const { pathname, protocol } = frame.contentWindow?.location ?? {}
		return pathname !== undefined && protocol !== 'about:' && pathname !== address.pathname
	} catch {
		// Another origin: only the button above the room closes it.
		return false
	}
}
