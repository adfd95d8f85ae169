import { element } from '../element.ts'
import type { DemoServer, TextMessage } from '../phone/demoServer.ts'

export interface InboxElements {
	section: HTMLElement
	list: HTMLElement
	empty: HTMLElement
}

const pollMs = 2_000

/** Text messages as they arrive. Hidden where the server sends them through a real provider. */
export function showInbox(
	demoServer: Pick<DemoServer, 'inbox'>,
	{ section, list, empty }: InboxElements,
	intervalMs = pollMs,
) {
	let shown = ''

	async function refresh() {
		const messages = await demoServer.inbox()
		section.hidden = messages === undefined
		const now = JSON.stringify(messages)
		if (messages && now !== shown) draw(messages)
		shown = now
	}

	function draw(messages: TextMessage[]) {
		empty.hidden = messages.length > 0
		list.replaceChildren(...messages.map(messageItem))
	}

	void refresh()
	const timer = window.setInterval(() => void (document.hidden || refresh()), intervalMs)
	return { refresh, stop: () => window.clearInterval(timer) }
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
