import { element } from '../element.ts'

export interface SheetContent<T> {
	title: string
	text?: string
	body?: Node[]
	/** Buttons, the primary one first; one without a value closes the sheet. */
	actions: { label: string; value?: () => T }[]
	/** Closes the sheet. */
	signal?: AbortSignal
}

let sheets = 0

/**
 * A native sheet over the page. Resolves with the value of the pressed button, or with `undefined` when the sheet was
 * closed. The rest of the screen is inert meanwhile; the panel beside the phone is not.
 */
export function openSheet<T>(screen: HTMLElement, content: SheetContent<T>): Promise<T | undefined> {
	const previousFocus = document.activeElement
	const inertElements = [...screen.children].filter(
		(child): child is HTMLElement => child instanceof HTMLElement && !child.inert,
	)
	sheets += 1
	const title = element('h2', { id: `sheet-${sheets}`, tabindex: '-1' }, content.title)

	return new Promise(resolve => {
		function close(value?: T) {
			backdrop.remove()
			for (const child of inertElements) child.inert = false
			if (previousFocus instanceof HTMLElement) previousFocus.focus()
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
		const backdrop = element('div', { class: 'backdrop' }, form)

		content.signal?.addEventListener('abort', () => close())
		for (const child of inertElements) child.inert = true
		screen.append(backdrop)
		const first = form.querySelector<HTMLElement>('input, textarea')
		;(first ?? title).focus()
	})
}
