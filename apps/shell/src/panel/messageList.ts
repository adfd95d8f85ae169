import { type Message, type MessageFilter, type MessageLog, matchesFilter } from '../bridge/messageLog.ts'
import { copyText } from '../clipboard.ts'
import { element, icon } from '../element.ts'

export interface MessageListElements {
	list: HTMLElement
	empty: HTMLElement
	filter: HTMLFormElement
	clear: HTMLElement
	copy: HTMLElement
	notify(text: string): void
}

/** All messages over the bridge, newest first. Expanded rows stay expanded while others are added. */
export function bindMessageList(
	messageLog: MessageLog,
	{ list, empty, filter, clear, copy, notify }: MessageListElements,
) {
	const rows = new Map<number, { message: Message; row: HTMLElement }>()

	const filtered = () => messageLog.messages.get().filter(message => matchesFilter(message, readFilter(filter)))

	function draw() {
		const messages = filtered()
		const kept = new Set(messages.map(({ id }) => id))
		for (const [id, { row }] of rows) {
			if (kept.has(id)) continue
			row.remove()
			rows.delete(id)
		}
		for (const message of messages) place(message)
		empty.hidden = messages.length > 0
		empty.textContent = messageLog.messages.get().length === 0 ? 'No bridge messages yet.' : 'No matching messages.'
	}

	function place(message: Message) {
		const drawn = rows.get(message.id)
		if (drawn?.message === message) return
		const row = messageRow(message, drawn?.row.querySelector('details')?.open ?? false)
		if (drawn) drawn.row.replaceWith(row)
		else list.insertBefore(row, nextOlder(message.id))
		rows.set(message.id, { message, row })
	}

	/** Rows are sorted newest first, and changing the filter may insert old ones between others. */
	const nextOlder = (id: number) => [...list.children].find(row => Number((row as HTMLElement).dataset.id) < id) ?? null

	messageLog.messages.subscribe(draw)
	filter.addEventListener('input', draw)
	filter.addEventListener('submit', event => event.preventDefault())
	clear.addEventListener('click', () => messageLog.clear())
	copy.addEventListener('click', async () => {
		const copied = await copyText(JSON.stringify(filtered(), null, '\t'))
		notify(copied ? `${filtered().length} messages copied` : 'This browser can’t copy.')
	})
	draw()
}

function readFilter(form: HTMLFormElement): MessageFilter {
	const read = new FormData(form)
	const from = read.get('from')
	return { from: from === 'page' || from === 'shell' ? from : 'all', words: String(read.get('words') ?? '') }
}

function messageRow(message: Message, open: boolean): HTMLElement {
	const { id, from, name, data, replies, problem, at } = message
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
				element('code', { class: 'peek' }, preview(data)),
				...outcome(message),
				element('time', {}, clockTime(at)),
			),
			element('h3', {}, 'Arguments'),
			json(data),
			...(problem ? [element('p', { class: 'remark' }, problemTexts[problem])] : []),
			...replies.flatMap(reply => [element('h3', {}, `Reply after ${reply.at - at} ms`), json(reply.data)]),
		),
	)
}

const problemTexts = {
	'nobody listens': 'The page has not registered this handler.',
	'no such handler': 'A phone has no handler of this name.',
	'not as the contract says': 'The argument doesn’t match the contract.',
} as const

function outcome({ replies, problem }: Message): HTMLElement[] {
	if (problem) return [element('span', { class: 'badge bad' }, problem)]
	if (replies.length === 0) return []
	return [element('span', { class: 'badge' }, replies.length === 1 ? 'replied' : `replied ${replies.length}×`)]
}

const json = (data: unknown) =>
	element('pre', { tabindex: '0' }, data === undefined ? '—' : JSON.stringify(data, null, 2))

const maxPreviewLength = 120
const isEmpty = (data: unknown) => data === undefined || JSON.stringify(data) === '{}'
const preview = (data: unknown) => (isEmpty(data) ? '' : JSON.stringify(data).slice(0, maxPreviewLength))

const clockTime = (at: number) => {
	const time = new Date(at)
	const two = (part: number) => String(part).padStart(2, '0')
	const ms = String(time.getMilliseconds()).padStart(3, '0')
	return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${ms}`
}
