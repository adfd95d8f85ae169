import * as v from 'valibot'
import { element } from '../element.ts'

const Inbox = v.object({
	messages: v.array(v.object({ at: v.string(), to: v.string(), text: v.string() })),
})
export type Letter = v.InferOutput<typeof Inbox>['messages'][number]

const address = '/shell/inbox'
const everyMs = 3_000

/** The messages this server has sent instead of a phone company; nothing when it keeps no inbox. */
export async function readInbox(ask: typeof fetch): Promise<Letter[] | undefined> {
	try {
		const answer = await ask(address, { headers: { accept: 'application/json' } })
		if (answer.status !== 200) return undefined
		const read = v.safeParse(Inbox, await answer.json())
		return read.success ? read.output.messages : undefined
	} catch {
		return undefined
	}
}

/** Shows the inbox if this server has one; a server without one is asked once and never again. */
export async function showInbox(section: HTMLElement, list: HTMLElement, ask: typeof fetch) {
	const first = await readInbox(ask)
	if (!first) return
	section.hidden = false
	draw(list, first)
	setInterval(async () => {
		if (document.hidden) return
		const letters = await readInbox(ask)
		if (letters) draw(list, letters)
	}, everyMs)
}

function draw(list: HTMLElement, letters: Letter[]) {
	const newestFirst = [...letters].sort((a, b) => b.at.localeCompare(a.at))
	list.replaceChildren(
		...newestFirst.map(({ at, to, text }) =>
			element(
				'li',
				{},
				element('strong', {}, to),
				element('p', { class: 'letter' }, text),
				element('time', { datetime: at }, at),
			),
		),
	)
	if (letters.length === 0) list.replaceChildren(element('li', { class: 'quiet' }, 'No message has been sent yet.'))
}
