import type { Phone } from '../bridge/deeds.ts'
import { copyText } from '../clipboard.ts'
import { element } from '../element.ts'
import { startPath } from '../settings.ts'
import { createMeeting, roomAddress } from './meeting.ts'
import { openSheet } from './sheet.ts'

export interface PhoneParts {
	screen: HTMLElement
	/** What the camera could see: codes that were on their way through this phone before. */
	codesSeen(): string[]
	back(): void
	onMeetingLeft(): void
	notify(text: string): void
}

const apps = {
	weixin: { title: 'Sign in with the messaging app', field: 'Signed envelope (info)' },
	apple: { title: 'Sign in with the device account', field: 'Identity token (appleId)' },
} as const

/** The phone around the page, as far as a person sees it. */
export function createPhone({ screen, codesSeen, back, onMeetingLeft, notify }: PhoneParts) {
	const meeting = createMeeting(screen, () => {
		screen.classList.remove('in-meeting')
		onMeetingLeft()
	})

	const phone: Phone = {
		scan() {
			const content = textField('What the code says', 'https://… or a meeting id')
			const picks = codesSeen().map(code =>
				element('button', { type: 'button', class: 'pick', onclick: () => content.fill(code) }, code),
			)
			return openSheet(screen, {
				title: 'Scan a code',
				text: 'Type what the camera would read.',
				body: [...content.nodes, ...(picks.length ? [element('div', { class: 'picks' }, ...picks)] : [])],
				actions: [{ label: 'Scan', value: content.value }, { label: 'Cancel' }],
			})
		},

		identify(app) {
			const { title, field } = apps[app]
			const identity = textField(field, 'Paste it here')
			return openSheet(screen, {
				title,
				text: 'This is what the other app would hand back.',
				body: identity.nodes,
				actions: [{ label: 'Continue', value: identity.value }, { label: 'Cancel' }],
			})
		},

		async switchSite() {
			const address = textField('Address of the site', 'http://oa.localhost:8080')
			address.fill(location.origin)
			const typed = await openSheet(screen, {
				title: 'Switch site',
				text: 'The phone starts again on the other site.',
				body: address.nodes,
				actions: [{ label: 'Switch', value: address.value }, { label: 'Cancel' }],
			})
			const site = typed === undefined ? undefined : siteAddress(typed)
			if (site) location.assign(site)
			else if (typed !== undefined) notify('That is not the address of a site.')
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
			if (shared) notify((await shared) ? 'Copied' : 'This browser does not copy.')
		},

		openMeeting(parameters) {
			const address = roomAddress(parameters, location.href)
			if (!address) return notify('joinMeeting came without a rtc_join_url that can be opened.')
			const { meetingId = '', displayName = '' } = parameters
			meeting.open(address, [meetingId, displayName].filter(Boolean).map(String).join(' · '))
			screen.classList.add('in-meeting')
		},

		back,
		paintStatusBar: colour => screen.classList.toggle('white-status', colour === 'white'),
	}
	return { phone, meeting }
}

/** The simulated phone on the site a person typed. */
export function siteAddress(typed: string): string | undefined {
	try {
		const site = new URL(/^https?:\/\//.test(typed.trim()) ? typed.trim() : `http://${typed.trim()}`)
		return startPath('/shell/', site.origin) && `${site.origin}/shell/`
	} catch {
		return undefined
	}
}

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
