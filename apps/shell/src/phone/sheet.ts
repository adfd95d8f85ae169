import { element } from '../element.ts'

export interface SheetContent<T> {
	title: string
	text?: string
	body?: Node[]
	/** Buttons from the most to the least likely; one without a value puts the sheet away. */
	actions: { label: string; value?: () => T }[]
}

let sheets = 0

/**
 * A sheet of the phone's own, over the page. Resolves with the value of the button that was pressed, or with nothing
 * when the person put the sheet away. The rest of the screen rests meanwhile; the panel beside the phone does not.
 */
export function openSheet<T>(screen: HTMLElement, content: SheetContent<T>): Promise<T | undefined> {
	const before = document.activeElement
	const resting = [...screen.children].filter(
		(child): child is HTMLElement => child instanceof HTMLElement && !child.inert,
	)
	sheets += 1
	const title = element('h2', { id: `sheet-${sheets}`, tabindex: '-1' }, content.title)

	return new Promise(resolve => {
		function close(value?: T) {
			veil.remove()
			for (const child of resting) child.inert = false
			if (before instanceof HTMLElement) before.focus()
			resolve(value)
		}

		const buttons = content.actions.map(({ label, value }, place) => {
			const kind = place === 0 ? 'primary' : 'plain'
			return element(
				'button',
				{ class: kind, type: value ? 'submit' : 'button', ...(!value && { onclick: () => close() }) },
				label,
			)
		})
		const submit = content.actions.find(action => action.value)?.value
		const form = element(
			'form',
			{
				class: 'sheet',
				role: 'dialog',
				'aria-labelledby': title.id,
				onsubmit: event => {
					event.preventDefault()
					close(submit?.())
				},
				onkeydown: event => {
					if ((event as KeyboardEvent).key === 'Escape') close()
				},
			},
			title,
			...(content.text === undefined ? [] : [element('p', {}, content.text)]),
			...(content.body ?? []),
			element('div', { class: 'sheet-actions' }, ...buttons),
		)
		const veil = element('div', { class: 'veil' }, form)

		for (const child of resting) child.inert = true
		screen.append(veil)
		const first = form.querySelector<HTMLElement>('input, textarea')
		;(first ?? title).focus()
	})
}
