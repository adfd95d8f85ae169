import { element } from '../element.ts'
import type { Desk, TextMessage } from '../phone/desk.ts'

export interface InboxParts {
	section: HTMLElement
	list: HTMLElement
	empty: HTMLElement
}

const lookEveryMs = 2_000

/** Text messages as they arrive. The section stays away where the server sends them for real. */
export function showInbox(desk: Pick<Desk, 'inbox'>, { section, list, empty }: InboxParts, every = lookEveryMs) {
	let shown = ''

	async function look() {
		const messages = await desk.inbox()
		section.hidden = messages === undefined
		const now = JSON.stringify(messages)
		if (messages && now !== shown) draw(messages)
		shown = now
	}

	function draw(messages: TextMessage[]) {
		empty.hidden = messages.length > 0
		list.replaceChildren(...messages.map(messageItem))
	}

	void look()
	const timer = window.setInterval(() => void (document.hidden || look()), every)
	return { look, stop: () => window.clearInterval(timer) }
}

function messageItem({ at, to, text }: TextMessage): HTMLElement {
	const time = new Date(at)
	return element(
		'li',
		{ class: 'sms' },
		element(
			'p',
			{ class: 'sms-head' },
			element('span', {}, to),
			element('time', { datetime: time.toISOString() }, time.toLocaleTimeString()),
		),
		element('p', { class: 'sms-text' }, text),
	)
}
