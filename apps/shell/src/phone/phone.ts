import type { Phone } from '../bridge/handlers.ts'
import { copyText } from '../clipboard.ts'
import { element } from '../element.ts'
import { parseStartPath } from '../settings.ts'
import type { DemoServer } from './demoServer.ts'
import { createMeetingView, parseRoomUrl } from './meeting.ts'
import { createScreenCapture } from './screenCapture.ts'
import { openSheet } from './sheet.ts'

export interface PhoneDeps {
	screen: HTMLElement
	/** Codes offered for scanning, from earlier messages. */
	getScannableCodes(): string[]
	demoServer: Pick<DemoServer, 'identify'>
	back(): void
	/** A document was loaded into the room. */
	onRoomDocument(window: Window & typeof globalThis): void
	/** The capture of the screen ended, and the page did not ask for it. */
	onScreenShareEnded(): void
	onMeetingLeft(): void
	notify(text: string): void
}

const apps = {
	weixin: { title: 'Sign in with WeChat', people: ['wx-hanmei', 'wx-newcomer'] },
	apple: { title: 'Sign in with Apple', people: ['apple-hanmei', 'apple-newcomer'] },
} as const

/** The visible part of the simulated phone: sheets for native features, and the meeting screen. */
export function createPhone(deps: PhoneDeps) {
	const { screen, getScannableCodes, demoServer, back, onMeetingLeft, notify } = deps
	const meeting = createMeetingView(screen, {
		onDocument(window) {
			// The page that asked for it is gone.
			screenCapture.stop()
			deps.onRoomDocument(window)
		},
		onStopCapture: () => screenCapture.endBySystem(),
		onLeft() {
			screenCapture.stop()
			screen.classList.remove('in-meeting')
			onMeetingLeft()
		},
	})

	const screenCapture = createScreenCapture({
		ask: async signal =>
			(await openSheet(screen, {
				title: 'Share your screen?',
				text: 'Everything on your screen, including notifications, is visible to the people in the meeting.',
				actions: [{ label: 'Start', value: () => true }, { label: 'Cancel' }],
				signal,
			})) === true,
		capture: () => navigator.mediaDevices.getDisplayMedia({ video: true }),
		newConnection: () => new RTCPeerConnection(),
		onChange: meeting.setCapturing,
		onEnded: deps.onScreenShareEnded,
	})

	const phone: Phone = {
		scan() {
			const content = textField('Code content', 'https://… or a meeting ID')
			const codes = getScannableCodes()
			return openSheet(screen, {
				title: 'Scan a code',
				text: 'Enter the text the camera would read.',
				body: [...content.nodes, ...(codes.length > 0 ? [suggestionButtons(codes, content.fill)] : [])],
				actions: [{ label: 'Scan', value: content.value }, { label: 'Cancel' }],
			})
		},

		async identify(app) {
			const { title, people } = apps[app]
			const identity = textField('Identity in the other app', people[0])
			const chosen = await openSheet(screen, {
				title,
				text: 'Enter a name for the app to confirm, or an existing proof.',
				body: [...identity.nodes, suggestionButtons(people, identity.fill)],
				actions: [{ label: 'Continue', value: identity.value }, { label: 'Cancel' }],
			})
			if (!chosen || isProof(chosen)) return chosen
			const proof = await demoServer.identify(app, chosen)
			if (proof === undefined) notify('This server has no demo data, so it can’t confirm identities.')
			return proof
		},

		async switchSite() {
			const address = textField('Site address', 'http://oa.localhost:8080')
			address.fill(location.origin)
			const typed = await openSheet(screen, {
				title: 'Switch site',
				text: 'The phone restarts on the other site.',
				body: address.nodes,
				actions: [{ label: 'Switch', value: address.value }, { label: 'Cancel' }],
			})
			const site = typed === undefined ? undefined : parseSiteUrl(typed)
			if (site) location.assign(site)
			else if (typed !== undefined) notify('This isn’t a site address.')
		},

		async share(title, about) {
			const text = Object.entries(about)
				.map(([key, value]) => `${key}: ${String(value)}`)
				.join('\n')
			const shared = await openSheet(screen, {
				title,
				body: [element('pre', { class: 'shared', tabindex: '0' }, text)],
				actions: [{ label: 'Copy', value: () => copyText(text) }, { label: 'Close' }],
			})
			if (shared) notify((await shared) ? 'Copied' : 'This browser can’t copy.')
		},

		openMeeting(parameters) {
			const address = parseRoomUrl(parameters, location.href)
			if (!address) return notify('joinMeeting has no valid rtc_join_url.')
			const { meetingId = '', displayName = '' } = parameters
			meeting.open(address, [meetingId, displayName].filter(Boolean).map(String).join(' · '))
			screen.classList.add('in-meeting')
		},

		back,
		startScreenShare: screenCapture.start,
		stopScreenShare: screenCapture.stop,
		paintStatusBar: colour => screen.classList.toggle('white-status', colour === 'white'),
	}
	return { phone, meeting }
}

/** The simulated phone on another site; `undefined` when the text is not an http(s) address. */
export function parseSiteUrl(typed: string): string | undefined {
	try {
		const site = new URL(/^https?:\/\//.test(typed.trim()) ? typed.trim() : `http://${typed.trim()}`)
		return parseStartPath('/shell/', site.origin) && `${site.origin}/shell/`
	} catch {
		return undefined
	}
}

/** Proofs are long and contain a dot; names do not. */
const isProof = (typed: string) => typed.length > 100 && typed.includes('.')

/** Buttons that fill in a text. */
const suggestionButtons = (texts: readonly string[], fill: (text: string) => void) =>
	element(
		'div',
		{ class: 'picks' },
		...texts.map(text => element('button', { type: 'button', class: 'pick', onclick: () => fill(text) }, text)),
	)

function textField(label: string, placeholder: string) {
	const input = element('input', {
		type: 'text',
		placeholder,
		autocomplete: 'off',
		spellcheck: 'false',
		autocapitalize: 'off',
	})
	return {
		nodes: [element('label', { class: 'field' }, element('span', {}, label), input)],
		value: () => input.value.trim(),
		fill(text: string) {
			input.value = text
			input.focus()
		},
	}
}
