import { type Filter, type Journal, type Message, matches } from '../bridge/journal.ts'
import { copyText } from '../clipboard.ts'
import { element, icon } from '../element.ts'

export interface MessageListParts {
	list: HTMLElement
	empty: HTMLElement
	filter: HTMLFormElement
	clear: HTMLElement
	copy: HTMLElement
	notify(text: string): void
}

/** Every message over the bridge, newest first. Rows that are open stay open while others come. */
export function showMessages(journal: Journal, { list, empty, filter, clear, copy, notify }: MessageListParts) {
	const rows = new Map<number, { message: Message; row: HTMLElement }>()

	const wanted = () => journal.messages.get().filter(message => matches(message, readFilter(filter)))

	function draw() {
		const messages = wanted()
		const kept = new Set(messages.map(({ id }) => id))
		for (const [id, { row }] of rows) {
			if (kept.has(id)) continue
			row.remove()
			rows.delete(id)
		}
		for (const message of messages) place(message)
		empty.hidden = messages.length > 0
		empty.textContent =
			journal.messages.get().length === 0 ? 'Nothing has crossed the bridge yet.' : 'No message matches.'
	}

	function place(message: Message) {
		const drawn = rows.get(message.id)
		if (drawn?.message === message) return
		const row = messageRow(message, drawn?.row.querySelector('details')?.open ?? false)
		if (drawn) drawn.row.replaceWith(row)
		else list.insertBefore(row, nextOlder(message.id))
		rows.set(message.id, { message, row })
	}

	/** Rows stand newest first, and a filter may bring old ones back between others. */
	const nextOlder = (id: number) => [...list.children].find(row => Number((row as HTMLElement).dataset.id) < id) ?? null

	journal.messages.subscribe(draw)
	filter.addEventListener('input', draw)
	filter.addEventListener('submit', event => event.preventDefault())
	clear.addEventListener('click', () => journal.clear())
	copy.addEventListener('click', async () => {
		const copied = await copyText(JSON.stringify(wanted(), null, '\t'))
		notify(copied ? `${wanted().length} messages copied` : 'This browser does not copy.')
	})
	draw()
}

function readFilter(form: HTMLFormElement): Filter {
	const read = new FormData(form)
	const from = read.get('from')
	return { from: from === 'page' || from === 'shell' ? from : 'all', words: String(read.get('words') ?? '') }
}

function messageRow(message: Message, open: boolean): HTMLElement {
	const { id, from, name, data, replies, remark, at } = message
	const sender = from === 'page' ? 'Page to shell' : 'Shell to page'
	return element(
		'li',
		{ 'data-id': String(id), class: `message from-${from}` },
		element(
			'details',
			{ open },
			element(
				'summary',
				{},
				element(
					'span',
					{ class: 'way', title: sender },
					icon(from === 'page' ? 'out' : 'in'),
					element('span', { class: 'unseen' }, sender),
				),
				element('span', { class: 'name' }, name),
				element('code', { class: 'peek' }, peek(data)),
				...outcome(message),
				element('time', {}, clockTime(at)),
			),
			element('h3', {}, 'Arguments'),
			json(data),
			...(remark ? [element('p', { class: 'remark' }, explain[remark])] : []),
			...replies.flatMap(reply => [element('h3', {}, `Reply after ${reply.at - at} ms`), json(reply.data)]),
		),
	)
}

const explain = {
	'nobody listens': 'The page has not registered this handler.',
	'no such handler': 'A phone has no handler of this name.',
	'not as the contract says': 'The argument is not what the contract promises.',
} as const

function outcome({ replies, remark }: Message): HTMLElement[] {
	if (remark) return [element('span', { class: 'badge bad' }, remark)]
	if (replies.length === 0) return []
	return [element('span', { class: 'badge' }, replies.length === 1 ? 'replied' : `replied ${replies.length}×`)]
}

const json = (data: unknown) =>
	element('pre', { tabindex: '0' }, data === undefined ? '—' : JSON.stringify(data, null, 2))

const peekMax = 120
const isEmpty = (data: unknown) => data === undefined || JSON.stringify(data) === '{}'
const peek = (data: unknown) => (isEmpty(data) ? '' : JSON.stringify(data).slice(0, peekMax))

const clockTime = (at: number) => {
	const time = new Date(at)
	const two = (part: number) => String(part).padStart(2, '0')
	const ms = String(time.getMilliseconds()).padStart(3, '0')
	return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${ms}`
}
